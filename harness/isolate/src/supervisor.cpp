// SPDX-License-Identifier: MIT
// The small process that starts workers and watches over them.
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "control.h"
#include "pto_cts/backend/process.h"

namespace pto_cts::isolate {
namespace {

using backend::Outcome;
using backend::OutcomeKind;

constexpr int kMaxStarts = 3;                       // in a row, without a call that ends
constexpr std::uint64_t kGraceNanoseconds = 1'000'000'000;  // for a worker that is to end by itself

enum class End { answered, died, overdue, host_gone };

class Supervisor {
 public:
  Supervisor(const Opener& open, const backend::Limits& limits, Control& control, int channel)
      : open_(open), limits_(limits), control_(control), channel_(channel) {
    output_ = memfd_create("pto-cts-output", MFD_CLOEXEC);
    fcntl(output_, F_SETFL, O_APPEND);
  }

  [[noreturn]] void serve() {
    for (char request = 0; recv(channel_, &request, 1, 0) == 1;) {
      Answer answer = Answer::done;
      switch (static_cast<Request>(request)) {
        case Request::open: answer = start_worker() ? Answer::done : Answer::refused; break;
        case Request::run: run(); break;
        case Request::renew: stop_worker(); break;
      }
      const char byte = static_cast<char>(answer);
      if (send(channel_, &byte, 1, MSG_NOSIGNAL) != 1) break;
    }
    stop_worker();
    _exit(0);
  }

 private:
  bool alive() const { return worker_ > 0; }

  // False where the backend cannot be opened; `message` says why then.
  bool start_worker() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return refuse("no channel to a worker");
    std::memset(&control_.note, 0, sizeof(control_.note));
    control_.open_failed = control_.spent = 0;
    if (ftruncate(output_, 0) != 0) return refuse("no memory for what the backend prints");
    control_.text_begin = 0;
    worker_ = fork();
    if (worker_ == 0) {
      close(ends[0]);
      close(channel_);
      run_worker(open_, limits_, control_, ends[1], output_);
    }
    close(ends[1]);
    link_ = ends[0];
    if (worker_ < 0) {
      close(link_);
      return refuse("no further process can be started");
    }
    pidfd_ = static_cast<int>(syscall(SYS_pidfd_open, worker_, 0));  // glibc 2.36 declares it for C only
    if (pidfd_ < 0) {
      kill(worker_, SIGKILL);
      waitpid(worker_, nullptr, 0);
      close(link_);
      worker_ = -1;
      return refuse("the kernel has no pidfd_open");
    }
    control_.began = steady_nanoseconds();
    switch (wait_for_worker(limits_.start)) {
      case End::answered: return true;
      case End::died: {
        const Outcome outcome = reap();
        return control_.open_failed ? false : refuse("it ended while it was opened: " + outcome.diagnostic);
      }
      case End::overdue: kill_worker(); return refuse("it took too long to open");
      case End::host_gone: end_with_host();
    }
    return false;
  }

  bool refuse(const std::string& why) {
    std::memcpy(control_.message, why.data(), why.size());
    control_.message_bytes = why.size();
    return false;
  }

  // Takes every call of the batch to an end.
  void run() {
    count_ = std::min<std::uint32_t>(control_.count, kMaxCalls);
    message_.assign(control_.message, control_.message + std::min<std::uint64_t>(control_.message_bytes, kMessageBytes));
    floor_ = 0;
    group_death_.reset();
    control_.running = 1;
    trim_output();
    int starts = 0;
    while (next() < count_) {
      if (alive() && has_died()) {
        reap();
        ++control_.idle_deaths;
      }
      if (!alive() && !start_again(starts)) continue;
      const std::uint32_t before = next();
      const char byte = 0;
      control_.began = steady_nanoseconds();
      control_.group = 1;
      send(link_, &byte, 1, MSG_NOSIGNAL);
      const End end = wait_for_worker(limits_.call);
      if (end == End::host_gone) end_with_host();
      if (end == End::overdue) kill_worker();  // before it is asked how far it came
      floor_ = next();
      if (floor_ > before) starts = 0;
      if (end == End::overdue) {
        blame({OutcomeKind::timeout, "no end after " + std::to_string(limits_.call.count()) + " ms"});
      } else if (end == End::died) {
        const Outcome outcome = reap();
        if (!control_.spent || floor_ == before) blame(outcome);
      } else if (floor_ == before) {
        kill_worker();
        blame({OutcomeKind::protocol_error, "it was said to be done, and was not run"});
      }
    }
    settle_group_death();
    control_.running = 0;
    reap_children();
  }

  // Memory that the backend can write tells how far the worker is: never back.
  std::uint32_t next() const { return std::min(std::max<std::uint32_t>(control_.next, floor_), count_); }

  // A group has ended the worker, and its calls ran again alone: one of them must have shown why.
  void settle_group_death() {
    if (!group_death_) return;
    const auto& [first, end, outcome] = *group_death_;
    const bool hoped_for_rejection = outcome.kind == OutcomeKind::rejected;
    const bool shown = std::any_of(control_.outcomes + first, control_.outcomes + std::min(end, count_), [&](const OutcomeSlot& slot) {
      return slot.shows_a_fault() || (hoped_for_rejection && slot.get().kind == OutcomeKind::rejected);
    });
    const OutcomeKind kind = outcome.kind == OutcomeKind::timeout ? OutcomeKind::timeout : OutcomeKind::crashed;
    if (!shown) control_.outcomes[first].set({kind, "with other calls, not alone: " + outcome.diagnostic});
    group_death_.reset();
  }

  bool has_died() const {
    pollfd death = {pidfd_, POLLIN, 0};
    return poll(&death, 1, 0) == 1;
  }

  // The batch's message is written anew, since a worker that opens leaves its own there. A backend that cannot be opened
  // again several times in a row is given up.
  bool start_again(int& starts) {
    if (given_up_.empty()) {
      if (start_worker()) {
        std::memcpy(control_.message, message_.data(), message_.size());
        control_.message_bytes = message_.size();
        return true;
      }
      if (++starts < kMaxStarts) {
        poll(nullptr, 0, starts == 1 ? 50 : 500);  // what it needs may not be free yet
        return false;
      }
      given_up_.assign(reinterpret_cast<const char*>(control_.message), std::min<std::uint64_t>(control_.message_bytes, 400));
    }
    for (std::uint32_t i = next(); i < count_; ++i)
      control_.outcomes[i].set({OutcomeKind::crashed, "cannot be opened again: " + given_up_});
    control_.next = count_;
    return false;
  }

  // The next call has ended so; of several that ran at once, each runs again alone, since any may be to blame.
  void blame(const Outcome& outcome) {
    const std::uint32_t at = next();
    if (at >= count_) {
      ++control_.idle_deaths;
      return;
    }
    if (control_.group > 1 && control_.singly_until <= at) {
      settle_group_death();
      const std::uint32_t end = std::min<std::uint32_t>(at + std::min<std::uint32_t>(control_.group, kMaxCalls), count_);
      control_.singly_until = end;
      group_death_ = {at, end, outcome};
      return;
    }
    control_.outcomes[at].set(outcome);
    control_.next = floor_ = at + 1;
  }

  End wait_for_worker(std::chrono::milliseconds limit) const {
    const auto allowed = static_cast<std::uint64_t>(limit.count()) * 1'000'000;
    pollfd events[] = {{link_, POLLIN, 0}, {pidfd_, POLLIN, 0}, {channel_, POLLIN, 0}};
    auto& [answer, death, host] = events;
    while (true) {
      const std::uint64_t deadline = control_.began + allowed * std::max<std::uint64_t>(control_.group, 1);
      const std::uint64_t now = steady_nanoseconds();
      if (now >= deadline) return End::overdue;
      constexpr std::uint64_t kLook = 250;  // ms between looks at how much the backend prints
      const auto wait = static_cast<int>(std::min<std::uint64_t>((deadline - now) / 1'000'000 + 1, kLook));
      const int ready = poll(events, 3, wait);
      if (ready < 0 && errno != EINTR) return End::died;
      if (ready <= 0) trim_output();
      if (host.revents != 0) return End::host_gone;
      if (answer.revents != 0) {
        char byte = 0;
        if (recv(link_, &byte, 1, MSG_DONTWAIT) == 1) return End::answered;
        answer.fd = -1;  // The backend has closed it: this worker may end calls yet, but cannot say so.
        answer.revents = 0;
      }
      if (death.revents != 0) return End::died;
    }
  }

  // The outcome of the call that a dead worker was at.
  Outcome reap() {
    siginfo_t info{};
    waitid(P_PIDFD, static_cast<id_t>(pidfd_), &info, WEXITED | WNOWAIT);
    const bool by_signal = info.si_code != CLD_EXITED;
    const backend::Death death{by_signal, info.si_status, control_.note.out_of_memory != 0};
    Outcome outcome = backend::outcome_of_death(death, printed());
    outcome.memory_lost = false;  // the handler has brought it back
    // Where it did not, what was written by then is not known, so that this cannot pass for a rejection without effects.
    const bool aborted = by_signal && info.si_status == SIGABRT;
    if (aborted && !control_.note.written)
      outcome = {OutcomeKind::crashed, "SIGABRT under a handler of its own: " + outcome.diagnostic};
    if (by_signal && info.si_status == SIGXCPU) outcome = {OutcomeKind::timeout, "too much processor time"};
    if (aborted && control_.note.after_fault) outcome = {OutcomeKind::crashed, "a fault, whose handler aborted: " + outcome.diagnostic};
    if (control_.note.has_stray)
      outcome.stray = backend::StrayAccess{control_.note.stray_storage, control_.note.stray_position, control_.note.stray_write != 0};
    forget_worker();
    return outcome;
  }

  std::string printed() const {
    struct stat status {};
    constexpr std::uint64_t kShown = 16 << 10;
    fstat(output_, &status);
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (control_.text_begin == UINT64_MAX) return {};
    std::uint64_t from = std::min<std::uint64_t>(control_.text_begin, size);
    if (size - from > kShown) from = size - kShown;
    std::string text(size - from, '\0');
    const ssize_t got = pread(output_, text.data(), text.size(), static_cast<off_t>(from));
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return text;
  }

  // The beginning is forgotten, and every offset stays what it is.
  void trim_output() const {
    constexpr off_t kKept = 1 << 20;
    struct stat status {};
    if (fstat(output_, &status) == 0 && status.st_size > kKept)
      fallocate(output_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, status.st_size - kKept);
  }

  // What the worker has started goes with it.
  void forget_worker() {
    kill(-worker_, SIGKILL);  // while its number is still its own
    siginfo_t info{};
    waitid(P_PIDFD, static_cast<id_t>(pidfd_), &info, WEXITED);
    close(pidfd_);
    close(link_);
    worker_ = -1;
    end_children();
  }

  // What the worker has left behind comes to this process, in whatever session it is.
  void end_children() const {
    constexpr int kRounds = 100;
    for (int round = 0; round < kRounds; ++round) {
      std::ifstream children("/proc/self/task/" + std::to_string(getpid()) + "/children");
      for (pid_t child = 0; children >> child;) kill(child, SIGKILL);
      while (waitpid(-1, nullptr, WNOHANG) > 0) {
      }
      if (waitpid(-1, nullptr, WNOHANG) < 0) return;
      poll(nullptr, 0, 1);
    }
  }

  // Those that have ended already, while the worker lives.
  void reap_children() const {
    siginfo_t info{};
    while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0 && info.si_pid != worker_) {
      waitpid(info.si_pid, nullptr, 0);
      info = {};
    }
  }

  void kill_worker() {
    kill(worker_, SIGKILL);
    siginfo_t info{};
    waitid(P_PIDFD, static_cast<id_t>(pidfd_), &info, WEXITED | WNOWAIT);
    forget_worker();
  }

  // Lets the backend close, if it does so at once.
  void stop_worker() {
    if (!alive()) return;
    shutdown(link_, SHUT_RDWR);
    pollfd death = {pidfd_, POLLIN, 0};
    poll(&death, 1, static_cast<int>(kGraceNanoseconds / 1'000'000));
    kill_worker();
  }

  [[noreturn]] void end_with_host() {
    kill_worker();
    _exit(0);
  }

  const Opener& open_;
  const backend::Limits& limits_;
  Control& control_;
  int channel_;
  int output_ = -1;
  pid_t worker_ = -1;
  int pidfd_ = -1;
  int link_ = -1;
  struct GroupDeath {
    std::uint32_t first, end;
    Outcome outcome;
  };

  std::uint32_t count_ = 0;
  std::uint32_t floor_ = 0;  ///< Calls before this one have ended.
  std::optional<GroupDeath> group_death_;
  std::vector<std::byte> message_;
  std::string given_up_;  ///< Why the backend is not opened any more.
};

}  // namespace

void run_supervisor(const Opener& open, const backend::Limits& limits, Control& control, int channel) {
  setpgid(0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // Nothing that the host has open may outlive it here, but for what is passed on and what is said to the user.
  const int kept = fcntl(channel, F_DUPFD_CLOEXEC, 3);
  if (kept > 3) {
    dup3(kept, 3, O_CLOEXEC);
  }
  close_range(4, ~0u, 0);
  Supervisor(open, limits, control, 3).serve();
}

}  // namespace pto_cts::isolate
