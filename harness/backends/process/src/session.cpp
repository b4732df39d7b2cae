// SPDX-License-Identifier: MIT
#include "session.h"

#include <algorithm>
#include <array>

#include "pto_cts/record/bad_input.h"

namespace pto_cts::process {
namespace {

using backend::Outcome;
using backend::OutcomeKind;
using std::chrono::milliseconds;

// What programs say in vain when there is no more memory.
constexpr std::array<std::string_view, 2> kMemoryTexts = {"std::bad_alloc", "MemoryError"};

std::string to_text(milliseconds time) {
  return time.count() % 1000 == 0 ? std::to_string(time.count() / 1000) + " s" : std::to_string(time.count()) + " ms";
}

Program start(const std::vector<std::string>& words, std::uint64_t memory_bytes) try {
  return Program(words, memory_bytes);
} catch (const std::system_error& error) {
  throw StartFault(OutcomeKind::crashed, record::in_quotes(words.front()) + " cannot be started (" +
                                             error.code().message() + "); give a program that can be run");
}

}  // namespace

Session::Session(const std::vector<std::string>& words, const backend::Limits& limits)
    : call_limit_(limits.call), program_(start(words, limits.memory_bytes)) {
  program_.send(write_hello());
  Outcome fault;
  const auto message = receive(Clock::now() + limits.start, fault);
  if (!message) {
    if (fault.kind == OutcomeKind::timeout) fault.diagnostic = "nothing came within " + to_text(limits.start);
    throw StartFault(fault.kind == OutcomeKind::rejected ? OutcomeKind::crashed : fault.kind,
                     "no answer to hello: " + fault.diagnostic + "; give a program that speaks the protocol");
  }
  try {
    description_ = parse_description(*message);
  } catch (const ProtocolError& error) {
    throw StartFault(OutcomeKind::protocol_error, std::string("the answer to hello: ") + error.what());
  }
}

Outcome Session::outcome(const backend::Call& call, std::string_view id, Clock::time_point deadline) {
  Outcome outcome;
  const auto message = receive(deadline, outcome);
  over_ = !message;
  if (over_) return outcome;
  try {
    const Result result = parse_result(message->text);
    if (result.id != id)
      throw ProtocolError("id: found " + record::in_quotes(result.id) + "; answer calls once, in their order, as " +
                          record::in_quotes(id) + " here");
    outcome = take_result(result, message->data, call, description_.observability);
    ++answers_;
    mark();
  } catch (const ProtocolError& error) {
    over_ = true;
    outcome = {OutcomeKind::protocol_error, error.what()};
  }
  return outcome;
}

void Session::finish() {
  constexpr milliseconds kGrace{1000};
  program_.finish(kGrace);
}

std::optional<Message> Session::receive(Clock::time_point deadline, Outcome& fault) {
  try {
    for (;;) {
      if (const auto message = splitter_.next()) return message;
      const Program::Reception reception = program_.receive(deadline);
      switch (reception.event) {
        case Program::Event::bytes: splitter_.feed(reception.bytes); break;
        case Program::Event::ended: fault = outcome_of_end(); return std::nullopt;
        case Program::Event::closed:
          fault = {OutcomeKind::protocol_error, "the program has closed its standard output"};
          return std::nullopt;
        case Program::Event::late:
          fault = {OutcomeKind::timeout, "no reply within " + to_text(call_limit_)};
          return std::nullopt;
      }
    }
  } catch (const ProtocolError& error) {
    fault = {OutcomeKind::protocol_error, error.what()};
    return std::nullopt;
  }
}

Outcome Session::outcome_of_end() const {
  const std::string text = program_.log().text();
  backend::Death death = program_.death().value();
  death.out_of_memory =
      std::ranges::any_of(kMemoryTexts, [&](std::string_view part) { return text.find(part) != std::string::npos; });
  return backend::outcome_of_death(death, text);
}

}  // namespace pto_cts::process
