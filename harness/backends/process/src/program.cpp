// SPDX-License-Identifier: MIT
#include "program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <utility>

namespace pto_cts::process {
namespace {

using std::chrono::milliseconds;

constexpr std::uint64_t kMaxLogBytes = std::uint64_t{1} << 20;
constexpr std::size_t kShownLogBytes = std::size_t{1} << 14;
constexpr milliseconds kStep{200};              // how often the log is looked after
constexpr milliseconds kEndAfterClosing{1000};  // between the end of the output and the end of the program
constexpr std::size_t kReadBytes = std::size_t{1} << 16;

struct Pipe {
  Descriptor read, write;
};

/// A descriptor above those that a program begins with, should the suite itself have been started without them.
Descriptor above_standard(int fd) {
  Descriptor low(fd);
  if (fd > STDERR_FILENO) return low;
  Descriptor high(::fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (high.get() < 0) throw_errno("a pipe");
  return high;
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw_errno("a pipe");
  return {above_standard(ends[0]), above_standard(ends[1])};
}

void make_non_blocking(const Descriptor& end) {
  if (::fcntl(end.get(), F_SETFL, O_NONBLOCK) != 0) throw_errno("a pipe");
}

void limit(__rlimit_resource resource, rlim_t most) {
  rlimit old{};
  if (::getrlimit(resource, &old) != 0) return;
  const rlimit fresh{std::min(most, old.rlim_max), std::min(most, old.rlim_max)};
  ::setrlimit(resource, &fresh);
}

struct Streams {
  int input, output, error;
};

/// In the child: the program, or the number of the error that prevents it, on `fault`.
[[noreturn]] void become(char* const* words, const Streams& streams, std::uint64_t memory_bytes, pid_t parent, int fault) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  ::dup2(streams.input, STDIN_FILENO);
  ::dup2(streams.output, STDOUT_FILENO);
  ::dup2(streams.error, STDERR_FILENO);
  for (int number = 1; number < SIGRTMIN; ++number)
    if (number != SIGKILL && number != SIGSTOP) ::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  limit(RLIMIT_CORE, 0);
  if (memory_bytes != 0) limit(RLIMIT_AS, memory_bytes);
  ::execvp(words[0], words);
  const int error = errno;
  if (::write(fault, &error, sizeof error) < 0) ::_exit(126);
  ::_exit(127);
}

/// It dies with this process, whatever ends this one.
pid_t spawn(std::vector<std::string> words, const Streams& streams, std::uint64_t memory_bytes) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  Pipe fault = make_pipe();
  std::fflush(nullptr);
  const pid_t parent = ::getpid(), pid = ::fork();
  if (pid == 0) become(arguments.data(), streams, memory_bytes, parent, fault.write.get());
  if (pid < 0) throw_errno("a process");
  fault.write = Descriptor();
  int error = 0;
  if (::read(fault.read.get(), &error, sizeof error) != sizeof error) return pid;
  ::waitpid(pid, nullptr, 0);
  throw std::system_error(error, std::generic_category(), "the program");
}

/// write() that raises no SIGPIPE, whatever the caller does about that signal.
ssize_t write_quietly(int fd, std::string_view bytes) {
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  ::sigpending(&pending);
  ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ssize_t count = ::write(fd, bytes.data(), bytes.size());
  const int error = errno;
  constexpr timespec kNow{};
  if (count < 0 && error == EPIPE && sigismember(&pending, SIGPIPE) == 0) ::sigtimedwait(&pipe, nullptr, &kNow);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return count;
}

int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
  return static_cast<int>(std::clamp(left, milliseconds{0}, kStep).count());
}

}  // namespace

ErrorLog::ErrorLog() : file_(::memfd_create("standard error", MFD_CLOEXEC)) {
  // Appending, so that the program goes on at the start after the file was emptied.
  if (file_.get() < 0 || ::fcntl(file_.get(), F_SETFL, O_APPEND) != 0) throw_errno("a file for standard error");
}

void ErrorLog::mark() {
  kept_.clear();
  mark_ = size();
  if (mark_ > kMaxLogBytes && ::ftruncate(file_.get(), 0) == 0) mark_ = 0;
}

void ErrorLog::trim() {
  if (size() <= mark_ + kMaxLogBytes) return;
  std::string text = tail(kShownLogBytes);
  if (::ftruncate(file_.get(), 0) != 0) return;
  kept_ = std::move(text);
  mark_ = 0;
}

std::string ErrorLog::text() const {
  return kept_ + tail(kShownLogBytes);
}

std::uint64_t ErrorLog::size() const {
  struct stat status {};
  return ::fstat(file_.get(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::string ErrorLog::tail(std::size_t max_bytes) const {
  const std::uint64_t end = size();
  const std::uint64_t begin = std::max(mark_, end > max_bytes ? end - max_bytes : 0);
  std::string text(end > begin ? end - begin : 0, '\0');
  const ssize_t count = ::pread(file_.get(), text.data(), text.size(), static_cast<off_t>(begin));
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return text;
}

Program::Program(const std::vector<std::string>& words, std::uint64_t memory_bytes) : buffer_(kReadBytes, '\0') {
  Pipe input = make_pipe(), output = make_pipe();
  make_non_blocking(input.write);
  make_non_blocking(output.read);
  input_ = std::move(input.write);
  output_ = std::move(output.read);
  pid_ = spawn(words, {input.read.get(), output.write.get(), log_.descriptor()}, memory_bytes);
  process_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
}

Program::~Program() {
  // Before the program is reaped: until then, nobody else's group can have this number.
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);  // it may have left its group
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void Program::send(std::string_view bytes) {
  unsent_.erase(0, written_);
  written_ = 0;
  unsent_.append(bytes);
}

Program::Reception Program::receive(Clock::time_point deadline) {
  for (;;) {
    write_some();
    if (output_closed_) deadline = std::min(deadline, *output_closed_ + kEndAfterClosing);
    wait_for_events(deadline);
    std::string_view bytes = read_some();
    if (bytes.empty() && death()) {
      bytes = read_some();  // what it wrote between the two looks
      if (bytes.empty()) return {Event::ended, {}};
    }
    if (!bytes.empty()) return {Event::bytes, bytes};
    log_.trim();
    if (Clock::now() >= deadline) return {output_closed_ ? Event::closed : Event::late, {}};
  }
}

std::optional<backend::Death> Program::death() const {
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
    return std::nullopt;
  return backend::Death{.by_signal = info.si_code != CLD_EXITED, .value = info.si_status};
}

std::size_t Program::unread() const {
  int in_pipe = 0;
  if (::ioctl(input_.get(), FIONREAD, &in_pipe) != 0) in_pipe = 0;
  return unsent_.size() - written_ + static_cast<std::size_t>(in_pipe);
}

void Program::finish(milliseconds grace) {
  input_.reset();
  for (const auto deadline = Clock::now() + grace; !death() && Clock::now() < deadline;) wait_for_events(deadline);
}

void Program::write_some() {
  while (!input_closed_ && written_ < unsent_.size()) {
    const ssize_t count = write_quietly(input_.get(), std::string_view(unsent_).substr(written_));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0)
      input_closed_ = true;  // What it still answers, and how it ends, shows the rest.
    else
      written_ += static_cast<std::size_t>(count);
  }
}

std::string_view Program::read_some() {
  if (output_closed_) return {};
  for (;;) {
    const ssize_t count = ::read(output_.get(), buffer_.data(), buffer_.size());
    if (count > 0) return std::string_view(buffer_).substr(0, static_cast<std::size_t>(count));
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) output_closed_ = Clock::now();
    return {};
  }
}

void Program::wait_for_events(Clock::time_point deadline) {
  const bool writing = !input_closed_ && written_ < unsent_.size();
  std::array<pollfd, 3> events = {pollfd{writing ? input_.get() : -1, POLLOUT, 0},
                                  pollfd{output_closed_ ? -1 : output_.get(), POLLIN, 0},
                                  pollfd{process_.get(), POLLIN, 0}};
  ::poll(events.data(), events.size(), milliseconds_until(deadline));
}

}  // namespace pto_cts::process
