// SPDX-License-Identifier: MIT
// One run of the program in the language of the protocol.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "program.h"
#include "pto_cts/backend/process.h"
#include "pto_cts/process/wire.h"

namespace pto_cts::process {

/// The program has not come as far as its description. what() is one line.
class StartFault : public std::runtime_error {
 public:
  StartFault(backend::OutcomeKind reason, const std::string& text) : std::runtime_error(text), kind(reason) {}
  const backend::OutcomeKind kind;
};

/// A session is over with its first fault: nothing can be known then about what the program would say next.
class Session {
 public:
  /// Starts the program and exchanges hello. Throws StartFault.
  Session(const std::vector<std::string>& words, const backend::Limits& limits);

  const backend::Description& description() const { return description_; }

  void send(std::string_view bytes) { program_.send(bytes); }

  /// The outcome of the oldest unanswered call: what the program says of it by the deadline, or what it is worth
  /// instead.
  backend::Outcome outcome(const backend::Call& call, std::string_view id, Clock::time_point deadline);

  bool over() const { return over_; }
  std::uint64_t answers() const { return answers_; }

  /// How the program has ended, if it has.
  std::optional<backend::Death> death() const { return program_.death(); }

  /// Bytes sent that the program has not looked at.
  std::size_t unread() const { return program_.unread(); }

  /// What the program writes to standard error from now on belongs to the next call.
  void mark() { program_.log().mark(); }

  /// Lets the program end by itself.
  void finish();

 private:
  std::optional<Message> receive(Clock::time_point deadline, backend::Outcome& fault);
  backend::Outcome outcome_of_end() const;

  std::chrono::milliseconds call_limit_;
  Program program_;
  Splitter splitter_;
  backend::Description description_;
  bool over_ = false;
  std::uint64_t answers_ = 0;
};

}  // namespace pto_cts::process
