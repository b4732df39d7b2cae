// SPDX-License-Identifier: MIT
// The process that runs the backend.
#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cfenv>
#include <cfloat>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <thread>

#include "control.h"
#include "copies.h"
#include "death_handler.h"
#include "stage.h"

namespace pto_cts::isolate {
namespace {

// How this thread computes.
struct FloatState {
  int rounding = 0;
  bool flushes_results = false;
  bool flushes_inputs = false;

  friend bool operator==(const FloatState&, const FloatState&) = default;
};

FloatState float_state() {
  const volatile float normal = FLT_MIN, half = 0.5f, subnormal = FLT_TRUE_MIN, big = 0x1p40f;
  const volatile float result = normal * half, input = subnormal * big;
  return {std::fegetround(), result == 0, input == 0};
}

void set_limit(__rlimit_resource resource, rlim_t value) {
  rlimit limit{};
  getrlimit(resource, &limit);
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? value : std::min(value, limit.rlim_max);
  setrlimit(resource, &limit);
}

void set_limits(const backend::Limits& limits) {
  set_limit(RLIMIT_CORE, 0);
  if (limits.memory_bytes == 0) return;
  const std::uint64_t limit = address_space_bytes() + limits.memory_bytes;
  set_limit(RLIMIT_AS, limit);
  watch_address_space(limit, limits.memory_bytes);
}

// A batch may not compute longer than its calls may last, with all processors at work and a margin.
void allow_processor_time(const backend::Limits& limits, std::size_t calls) {
  constexpr rlim_t kMargin = 60;
  const rlim_t threads = 2 * std::max(1u, std::thread::hardware_concurrency());
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto spent = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
  const auto seconds = static_cast<rlim_t>(limits.call.count()) / 1000 + 1;
  set_limit(RLIMIT_CPU, spent + kMargin + threads * seconds * calls);
}

// The limit is this process's own.
void free_children_of_limits() {
  pthread_atfork(nullptr, nullptr, [] {
    rlimit limit{};
    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
  });
}

// What the supervisor reads, whatever the backend has done to the standard streams.
class Output {
 public:
  explicit Output(int file) : file_(file) { fstat(file, &first_); }

  /// Past every text where the backend has closed it.
  std::uint64_t bytes() const {
    struct stat now {};
    const bool same = fstat(file_, &now) == 0 && now.st_dev == first_.st_dev && now.st_ino == first_.st_ino;
    return same ? static_cast<std::uint64_t>(now.st_size) : UINT64_MAX;
  }

 private:
  int file_;
  struct stat first_ {};
};

bool is_crash(const backend::Outcome& outcome) { return outcome.kind == backend::OutcomeKind::crashed; }

class Worker {
 public:
  Worker(const backend::Limits& limits, Control& control, int channel, int output)
      : limits_(limits), control_(control), channel_(channel), output_(output) {}

  void open(const Opener& opener) {
    const FloatState before = float_state();
    try {
      backend_ = opener();
    } catch (const std::exception& error) {
      say_cannot_open(error.what());
    } catch (...) {
      say_cannot_open("an exception of unknown type");
    }
    if (float_state() != before) control_.notices |= kOpeningChangedFloats;
    std::fegetenv(&floats_);
    float_state_ = float_state();
    const Bytes description = encode_description(backend::describe(*backend_));
    if (description.size() > kMessageBytes) say_cannot_open("its description is too long");
    std::memcpy(control_.message, description.data(), description.size());
    control_.message_bytes = description.size();
    placement_ = backend_->placement();
  }

  // The batch whose bytes stand in the message, from the first call that has not ended.
  void run_batch() {
    const DecodedCalls decoded = decode_calls({control_.message, control_.message_bytes});
    allow_processor_time(limits_, decoded.calls.size());
    // Memory is protected for one call at a time.
    const bool protects = placement_.guard_pages || placement_.read_only_sources;
    while (control_.next < decoded.calls.size()) {
      const std::size_t next = control_.next;
      const bool singly = protects || next < control_.singly_until;
      const std::size_t at_once = singly ? 1 : std::max<std::size_t>(backend_->batch_cases(), 1);
      run_group(std::span(decoded.calls).subspan(next, std::min(at_once, decoded.calls.size() - next)), next);
    }
  }

  bool wait_for_batch() const {
    char byte = 0;
    return recv(channel_, &byte, 1, 0) == 1;
  }
  bool answer() const {
    const char byte = 0;
    return send(channel_, &byte, 1, MSG_NOSIGNAL) == 1;
  }
  void close() { backend_.reset(); }

  [[noreturn]] void say_cannot_open(std::string_view why) {
    why = why.substr(0, kMessageBytes);
    std::memcpy(control_.message, why.data(), why.size());
    control_.message_bytes = why.size();
    control_.open_failed = 1;
    _exit(1);
  }

 private:
  void run_group(std::span<const backend::Call> calls, std::size_t first) {
    control_.text_begin = output_.bytes();
    control_.began = steady_nanoseconds();
    control_.group = static_cast<std::uint32_t>(calls.size());
    install_death_handlers(control_.note);  // again: the backend may have put its own in their place
    const auto all_end_as = [&](const std::string& text) {
      if (calls.size() > 1) run_each_alone();
      outcomes_.assign(calls.size(), {backend::OutcomeKind::crashed, text});
    };
    outcomes_.assign(calls.size(), backend::Outcome{});
    try {
      execute(calls, outcomes_);
    } catch (const std::bad_alloc&) {
      all_end_as("out of memory");
    } catch (const std::exception& error) {
      all_end_as(std::string("an exception: ") + error.what());
    } catch (...) {
      all_end_as("an exception of unknown type");
    }
    for (std::size_t i = 0; i < calls.size(); ++i) control_.outcomes[first + i].set(outcomes_[i]);
    control_.next = static_cast<std::uint32_t>(first + calls.size());
    if (std::any_of(outcomes_.begin(), outcomes_.end(), is_crash)) {
      control_.spent = 1;
      _exit(1);
    }
  }

  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) {
    if (calls.size() > 1) return execute_on_copies(calls, outcomes);
    backend::Call staged = calls.front();
    const auto storages = stage_.enter(staged, placement_);
    if (!storages) {  // too large, or too many, for any instruction
      backend_->execute(calls, outcomes);
      return keep_floats();
    }
    staged.storages = *storages;
    watch_stage(&stage_);
    backend_->execute({&staged, 1}, outcomes);
    watch_stage(nullptr);
    stage_.leave();
    if (const auto stray = stage_.find_stray_write()) outcomes.front().stray = stray;
    keep_floats();
  }

  // To the supervisor this looks as if the process had been ended during the calls.
  [[noreturn]] void run_each_alone() { _exit(1); }

  // If one of them ends the process, all run again, on what is still as it was.
  void execute_on_copies(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) {
    std::deque<Copies> copies;
    std::vector<backend::Call> copied(calls.begin(), calls.end());
    for (backend::Call& call : copied) call.storages = copies.emplace_back(call.storages).storages();
    backend_->execute(copied, outcomes);
    const auto is_damaged = [](const Copies& copy) { return copy.is_changed_outside(); };
    if (std::any_of(outcomes.begin(), outcomes.end(), is_crash) || std::any_of(copies.begin(), copies.end(), is_damaged))
      run_each_alone();
    for (const Copies& copy : copies) copy.write_back();
    keep_floats();
  }

  // Each call begins with the environment that the backend has chosen when it was opened.
  void keep_floats() {
    if (float_state() != float_state_) control_.notices |= kCallChangedFloats;
    std::fesetenv(&floats_);
  }

  const backend::Limits& limits_;
  Control& control_;
  int channel_;
  Output output_;
  std::unique_ptr<backend::Backend> backend_;
  backend::Placement placement_;
  Stage stage_;
  std::vector<backend::Outcome> outcomes_;
  std::fenv_t floats_{};
  FloatState float_state_;
};

}  // namespace

void run_worker(const Opener& open, const backend::Limits& limits, Control& control, int channel, int output) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nothing, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  setvbuf(stdout, nullptr, _IONBF, 0);
  prepare_death_handlers();
  install_death_handlers(control.note);
  Worker worker(limits, control, channel, output);
  set_limits(limits);
  free_children_of_limits();
  worker.open(open);
  if (!worker.answer()) worker.say_cannot_open("it closes file descriptors that are not its own");
  while (worker.wait_for_batch()) {
    worker.run_batch();
    if (!worker.answer()) break;
  }
  worker.close();
  _exit(0);
}

}  // namespace pto_cts::isolate
