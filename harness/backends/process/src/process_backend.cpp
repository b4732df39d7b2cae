// SPDX-License-Identifier: MIT
#include "pto_cts/process/process_backend.h"

#include <deque>
#include <memory>

#include "pto_cts/backend/backend.h"
#include "pto_cts/process/wire.h"
#include "pto_cts/record/bad_input.h"
#include "session.h"

namespace pto_cts::process {
namespace {

using backend::Outcome;
using backend::OutcomeKind;

constexpr std::size_t kBatchCases = 16;
constexpr std::size_t kMaxOpenBytes = std::size_t{1} << 20;
constexpr int kStarts = 3;

/// The calls of one execute(): the first ones are answered, the ones after them are open, the last ones unsent.
struct Batch {
  std::span<const backend::Call> calls;
  std::span<Outcome> outcomes;
  std::size_t answered = 0;
  std::size_t sent = 0;
  std::size_t alone = 0;            ///< The last one that was sent while none was open.
  std::deque<std::size_t> sizes{};  ///< In bytes, of the open ones.
  std::size_t open_bytes = 0;
  Clock::time_point since{};  ///< When the oldest open one became that.
  std::string first_death{};  ///< Not empty where the oldest unanswered one has been the end of a session already.

  void close_oldest() {
    open_bytes -= sizes.front();
    sizes.pop_front();
  }
  void close_all() {
    sent = answered;
    sizes.clear();
    open_bytes = 0;
  }
};

class ProcessBackend final : public DescribedBackend {
 public:
  ProcessBackend(std::vector<std::string> words, const backend::Limits& limits, std::unique_ptr<Session> session)
      : DescribedBackend(session->description()),
        words_(std::move(words)),
        limits_(limits),
        session_(std::move(session)) {}
  ~ProcessBackend() override {
    if (session_) session_->finish();
  }

  void execute(std::span<const backend::Call> calls, std::span<Outcome> outcomes) override {
    if (session_ && session_->death()) end_between_calls();
    for (Batch batch{calls, outcomes}; batch.answered < calls.size();) {
      if (!session_ && !start_anew()) {
        const bool died = !batch.first_death.empty();
        outcomes[batch.answered++] =
            died ? Outcome{OutcomeKind::crashed, std::exchange(batch.first_death, {})} : why_not_;
        continue;
      }
      send(batch);
      receive(batch);
    }
  }

  std::size_t batch_cases() const override { return kBatchCases; }

  bool renew() override {
    session_.reset();
    why_not_.diagnostic.clear();
    return start_anew();
  }

  std::vector<std::string> remarks() const override {
    if (ends_between_calls_ == 0) return {};
    return {"the program ended " + std::to_string(ends_between_calls_) + " times between calls, first: " + first_end_};
  }

 private:
  std::string id(const Batch& batch, std::size_t call) const {
    return std::to_string(answered_before_ + call - batch.answered);
  }

  void send(Batch& batch) {
    while (batch.sent < batch.calls.size() &&
           (batch.sent == batch.answered || (several_open_ && batch.open_bytes < kMaxOpenBytes))) {
      if (batch.sent == batch.answered) {
        batch.alone = batch.sent;
        batch.since = Clock::now();
        session_->mark();
      }
      const std::string message = write_execute(batch.calls[batch.sent], id(batch, batch.sent));
      session_->send(message);
      batch.sizes.push_back(message.size());
      batch.open_bytes += message.size();
      ++batch.sent;
    }
  }

  void receive(Batch& batch) {
    const std::size_t oldest = batch.answered;
    Outcome outcome = session_->outcome(batch.calls[oldest], id(batch, oldest), batch.since + limits_.call);
    if (session_->over()) {
      const auto death = session_->death();
      if (death && session_->answers() > 0 && session_->unread() >= batch.open_bytes) {
        end_between_calls();
        batch.close_all();
        return;
      }
      session_.reset();
      // Whether its last words were written before or after the reply ahead of them was read, nobody knows; and by them
      // rejections are told from crashes. So the call is made again, alone, and so are all from now on.
      if (death && batch.alone != oldest) {
        several_open_ = false;
        batch.first_death = backend::outcome_of_death(*death, "").diagnostic;
        batch.close_all();
        return;
      }
    } else if (!batch.first_death.empty()) {
      outcome = {OutcomeKind::crashed, batch.first_death + ", but an answer when the call was made again, alone"};
    }
    batch.outcomes[oldest] = std::move(outcome);
    ++batch.answered;
    ++answered_before_;
    batch.first_death.clear();
    if (!session_) return batch.close_all();
    batch.close_oldest();
    batch.since = Clock::now();
  }

  void end_between_calls() {
    if (ends_between_calls_++ == 0) first_end_ = backend::outcome_of_death(session_->death().value(), "").diagnostic;
    session_.reset();
  }

  /// False where that is hopeless; why_not_ says why.
  bool start_anew() {
    if (!why_not_.diagnostic.empty()) return false;
    for (int i = 0; i < kStarts && !session_; ++i) {
      try {
        session_ = std::make_unique<Session>(words_, limits_);
        if (session_->description() != description()) {
          session_.reset();
          throw StartFault(OutcomeKind::protocol_error, "it describes itself otherwise than before");
        }
      } catch (const StartFault& fault) {
        why_not_ = {fault.kind, std::string("the program cannot be started again: ") + fault.what()};
      }
    }
    if (session_) why_not_.diagnostic.clear();
    return session_ != nullptr;
  }

  std::vector<std::string> words_;
  backend::Limits limits_;
  std::unique_ptr<Session> session_;  ///< Nothing between a fault and the next call.
  Outcome why_not_;                   ///< With a diagnostic where it could not be started again.
  bool several_open_ = true;
  std::uint64_t answered_before_ = 0;
  std::uint64_t ends_between_calls_ = 0;
  std::string first_end_;
};

}  // namespace

std::unique_ptr<backend::Backend> open_process(const std::string& command, const backend::Limits& limits) {
  std::vector<std::string> words = split_command(command);
  try {
    auto session = std::make_unique<Session>(words, limits);
    return std::make_unique<ProcessBackend>(std::move(words), limits, std::move(session));
  } catch (const StartFault& fault) {
    throw backend::CannotOpen("process:" + record::printable(command) + ": " + fault.what());
  }
}

}  // namespace pto_cts::process
