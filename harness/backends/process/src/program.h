// SPDX-License-Identifier: MIT
// One run of a program, with its input, output and end.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "pto_cts/backend/process.h"

namespace pto_cts::process {

/// The errno of the call before, as an exception.
[[noreturn]] inline void throw_errno(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { reset(); }

  int get() const { return fd_; }
  void reset() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }

 private:
  int fd_ = -1;
};

/// What a program writes to standard error. A file in memory, not a pipe: the program can never be held up by it, and
/// what it wrote last is there when it dies.
class ErrorLog {
 public:
  ErrorLog();

  /// To be the program's standard error.
  int descriptor() const { return file_.get(); }

  /// Forgets what was written so far.
  void mark();

  /// Gives memory back, keeping the end of the text. To be called now and then.
  void trim();

  /// The end of what was written since mark().
  std::string text() const;

 private:
  std::uint64_t size() const;
  std::string tail(std::size_t max_bytes) const;

  Descriptor file_;
  std::uint64_t mark_ = 0;
  std::string kept_;  ///< From before the last trim().
};

using Clock = std::chrono::steady_clock;

/// The program runs in a process group of its own, which is killed with this object.
class Program {
 public:
  /// Throws std::system_error where it cannot be started. `memory_bytes` limits its address space; 0 does not.
  Program(const std::vector<std::string>& words, std::uint64_t memory_bytes);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();

  /// Queues bytes for its input; receive() writes them, so that neither side ever waits for the other in a circle.
  void send(std::string_view bytes);

  enum class Event { bytes, ended, closed, late };
  struct Reception {
    Event event = Event::late;
    std::string_view bytes;  ///< Some of its output, until the next call.
  };
  /// Waits for output until the deadline. It has `ended` only when all of its output was received; where it has closed
  /// its output and lives on, the wait is cut short.
  Reception receive(Clock::time_point deadline);

  /// How it has ended, if it has.
  std::optional<backend::Death> death() const;

  /// Bytes sent that it has not taken out of the pipe.
  std::size_t unread() const;

  /// Closes its input and gives it that long to end by itself.
  void finish(std::chrono::milliseconds grace);

  ErrorLog& log() { return log_; }
  const ErrorLog& log() const { return log_; }

 private:
  void write_some();
  std::string_view read_some();
  void wait_for_events(Clock::time_point deadline);

  ErrorLog log_;
  Descriptor input_, output_, process_;
  pid_t pid_ = -1;
  std::string unsent_;
  std::size_t written_ = 0;    ///< Of unsent_.
  bool input_closed_ = false;  ///< By the program.
  std::optional<Clock::time_point> output_closed_;
  std::string buffer_;
};

}  // namespace pto_cts::process
