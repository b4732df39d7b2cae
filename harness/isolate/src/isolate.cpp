// SPDX-License-Identifier: MIT
#include "pto_cts/isolate/isolate.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <memory_resource>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "control.h"
#include "copies.h"
#include "pto_cts/backend/backend.h"
#include "pto_cts/backend/process.h"

namespace pto_cts::isolate {
namespace {

constexpr std::size_t kBatchCases = 16;  // enough that handing over costs little, and fits the caches

const backend::Outcome kEndedSupervisor{backend::OutcomeKind::crashed, "it ended the process that watches over it"};

// Storages in shared memory. What it knows about them is kept elsewhere, where no worker can reach it.
class Arena final : public std::pmr::memory_resource {
 public:
  explicit Arena(std::span<std::byte> memory) : rest_(memory) {}

  bool holds(const std::byte* at) const { return at >= begin_ && at < begin_ + size_; }

 private:
  void* do_allocate(std::size_t bytes, std::size_t) override {
    const std::size_t size = size_class(bytes);
    if (std::vector<std::byte*>& free = free_[size]; !free.empty()) {
      std::byte* at = free.back();
      free.pop_back();
      return at;
    }
    if (size > rest_.size()) throw std::bad_alloc();
    std::byte* at = rest_.data();
    rest_ = rest_.subspan(size);
    return at;
  }
  void do_deallocate(void* at, std::size_t bytes, std::size_t) override {
    free_[size_class(bytes)].push_back(static_cast<std::byte*>(at));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  // Whole pages, so that every alignment up to a page is kept.
  static std::size_t size_class(std::size_t bytes) { return std::bit_ceil(std::max<std::size_t>(bytes, 4096)); }

  std::span<std::byte> rest_;
  const std::byte* begin_ = rest_.data();
  std::size_t size_ = rest_.size();
  std::map<std::size_t, std::vector<std::byte*>> free_;
};

// The supervisor and the way to it.
class Link {
 public:
  Link(const Opener& open, const backend::Limits& limits, Control& control) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
      throw std::system_error(errno, std::generic_category(), "a channel to the supervisor");
    std::fflush(nullptr);  // so that nothing waits in the copies
    supervisor_ = fork();
    if (supervisor_ == 0) {
      close(ends[0]);
      run_supervisor(open, limits, control, ends[1]);
    }
    close(ends[1]);
    channel_ = ends[0];
    if (supervisor_ < 0) {
      close(channel_);
      throw std::system_error(errno, std::generic_category(), "a supervisor");
    }
  }
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;
  ~Link() {
    close(channel_);
    while (waitpid(supervisor_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  /// That it is gone is seen when it is waited for.
  void ask(Request request) {
    const char byte = static_cast<char>(request);
    send(channel_, &byte, 1, MSG_NOSIGNAL);
  }
  Answer wait() {
    const std::optional<Answer> answer = wait_or_gone();
    if (!answer) throw std::runtime_error("the supervisor of the backend is gone");
    return *answer;
  }
  std::optional<Answer> wait_or_gone() {
    char byte = 0;
    ssize_t got = 0;
    while ((got = recv(channel_, &byte, 1, 0)) < 0 && errno == EINTR) {
    }
    if (got != 1) return std::nullopt;
    return static_cast<Answer>(byte);
  }

 private:
  pid_t supervisor_ = -1;
  int channel_ = -1;
};

class IsolatedBackend final : public backend::Backend {
 public:
  IsolatedBackend(Opener open, const backend::Limits& limits)
      : open_(std::move(open)), limits_(limits), arena_(block_.arena()) {
    link_.emplace(open_, limits_, block_.control());
    link_->ask(Request::open);
    const bool refused = link_->wait() == Answer::refused;
    Control& control = block_.control();
    const std::span message(control.message, std::min<std::uint64_t>(control.message_bytes, kMessageBytes));
    if (refused) throw backend::CannotOpen(backend::last_lines({reinterpret_cast<const char*>(message.data()), message.size()}, 2000));
    description_ = decode_description(message);
  }
  // Who started the last batch may be gone: its outcomes go nowhere.
  ~IsolatedBackend() override {
    if (running_) link_->wait_or_gone();
  }

  std::string_view name() const override { return description_.name; }
  std::string_view version() const override { return description_.version; }
  const backend::Capabilities& capabilities() const override { return description_.capabilities; }
  backend::Observability observability() const override { return description_.observability; }
  backend::Placement placement() const override { return description_.placement; }
  std::size_t batch_cases() const override { return kBatchCases; }
  std::pmr::memory_resource* memory() override { return &arena_; }

  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override {
    finish();
    run(calls, outcomes);
    finish();
  }

  void start(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override { run(calls, outcomes); }

  void finish() override {
    if (!running_) return;
    running_ = false;
    while (!link_->wait_or_gone() && replace_supervisor()) link_->ask(Request::run);
    settle_group();
    for (std::size_t i = 0; i < outcomes_.size(); ++i) outcomes_[i] = block_.control().outcomes[i].get();
    for (const Copies& copy : copies_) copy.write_back();
    copies_.clear();
  }

  bool renew() override {
    finish();
    link_->ask(Request::renew);
    return link_->wait_or_gone() || relaunch();
  }

  std::vector<std::string> remarks() const override {
    const Control& control = block_.control();
    std::vector<std::string> lines;
    if (control.notices & kOpeningChangedFloats) lines.emplace_back("opening it changes how the process rounds or flushes");
    if (control.notices & kCallChangedFloats) lines.emplace_back("a call changed how the process rounds or flushes");
    if (control.idle_deaths > 0) lines.push_back("it ended between calls, " + std::to_string(control.idle_deaths) + " times");
    return lines;
  }

 private:
  // All but the last part of a large batch run here.
  void run(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) {
    while (!calls.empty()) {
      std::size_t count = std::min(calls.size(), kMaxCalls);
      Bytes message = encode(calls.first(count));
      while (message.size() > kMessageBytes) {
        if (count == 1) throw std::runtime_error("a call is too large to be handed to another process");
        copies_.clear();
        message = encode(calls.first(count /= 2));
      }
      Control& control = block_.control();
      control.next = control.singly_until = control.running = 0;
      ended_ = 0;
      for (std::size_t i = 0; i < count; ++i) control.outcomes[i].done = 0;
      message_ = std::move(message);
      outcomes_ = outcomes.first(count);
      hand_over();
      running_ = true;
      link_->ask(Request::run);
      calls = calls.subspan(count);
      outcomes = outcomes.subspan(count);
      if (!calls.empty()) finish();
    }
  }

  void hand_over() {
    Control& control = block_.control();
    std::memcpy(control.message, message_.data(), message_.size());
    control.message_bytes = message_.size();
    control.count = static_cast<std::uint32_t>(outcomes_.size());
  }

  // A group that did so, and whose calls ran again alone: one of them must have shown why.
  void settle_group() {
    OutcomeSlot* slots = block_.control().outcomes;
    const bool shown = std::any_of(slots + group_.begin, slots + group_.end, [](const OutcomeSlot& slot) { return slot.shows_a_fault(); });
    if (group_.end > 0 && !shown) slots[group_.begin].set(kEndedSupervisor);
    group_ = {};
  }

  // A new supervisor with a new worker.
  bool relaunch() {
    link_.emplace(open_, limits_, block_.control());
    link_->ask(Request::open);
    return link_->wait_or_gone() == Answer::done;
  }

  // The backend has ended the process that watches over it: that is a crash of the call it was at. False where nothing
  // is left to be run, or nobody to run it.
  bool replace_supervisor() {
    Control& control = block_.control();
    const auto count = static_cast<std::uint32_t>(outcomes_.size());
    std::uint32_t at = std::min(std::max<std::uint32_t>(control.next, ended_), count);
    if (control.running && at < count) {
      if (control.group > 1 && control.singly_until <= at) {
        group_ = {at, std::min(at + std::min<std::uint32_t>(control.group, kMaxCalls), count)};
        control.singly_until = group_.end;
      } else {
        control.outcomes[at++].set(kEndedSupervisor);
      }
    }
    control.next = ended_ = at;
    control.running = 0;
    if (!relaunch()) {
      for (std::size_t i = at; i < count; ++i) control.outcomes[i].set({backend::OutcomeKind::crashed, "cannot be opened again"});
      return false;
    }
    hand_over();
    control.next = at;
    return at < count;
  }

  // Storages that are not shared take their way through copies that are.
  Bytes encode(std::span<const backend::Call> calls) {
    std::vector<backend::Call> shared(calls.begin(), calls.end());
    for (backend::Call& call : shared)
      if (!std::all_of(call.storages.begin(), call.storages.end(), [&](const auto& s) { return arena_.holds(s.data); }))
        call.storages = copies_.emplace_back(call.storages, &arena_).storages();
    return encode_calls(shared);
  }

  Opener open_;
  backend::Limits limits_;
  SharedBlock block_;
  Arena arena_;
  std::optional<Link> link_;
  backend::Description description_;
  struct {
    std::uint32_t begin = 0, end = 0;
  } group_;  ///< Calls that ran at once when the supervisor was ended.
  std::uint32_t ended_ = 0;  ///< Calls of the batch that are done with, whatever a backend writes elsewhere.
  Bytes message_;  ///< The batch that was started last.
  std::deque<Copies> copies_;
  std::span<backend::Outcome> outcomes_;
  bool running_ = false;
};

}  // namespace

std::unique_ptr<backend::Backend> isolate(Opener open, const backend::Limits& limits) {
  return std::make_unique<IsolatedBackend>(std::move(open), limits);
}

}  // namespace pto_cts::isolate
