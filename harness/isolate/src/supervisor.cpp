// SPDX-License-Identifier: MIT
#include "supervisor.h"

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
#include <string>

#include "pto_cts/backend/death.h"
#include "worker.h"

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
    control_.next = control_.singly_until = 0;
    for (std::uint32_t i = 0; i < control_.count; ++i) control_.outcomes[i].done = 0;
    trim_output();
    std::uint32_t seen = 0;
    int starts = 0;
    while (control_.next < control_.count) {
      if (!alive() && !start_again(starts)) continue;
      const char byte = 0;
      control_.began = steady_nanoseconds();
      control_.group = 1;
      send(link_, &byte, 1, MSG_NOSIGNAL);
      const End end = wait_for_worker(limits_.call);
      if (end == End::host_gone) end_with_host();
      if (end == End::answered) continue;
      const std::uint32_t next = control_.next;
      if (next > seen) starts = 0;
      seen = next;
      if (end == End::overdue) {
        kill_worker();
        blame(next, {OutcomeKind::timeout, "no end after " + std::to_string(limits_.call.count()) + " ms"});
      } else {
        const Outcome outcome = reap();
        if (!control_.spent) blame(next, outcome);
      }
    }
  }

  // A batch must not be lost with its worker's message: it is kept while a new one opens.
  bool start_again(int& starts) {
    const std::vector<std::byte> message(control_.message, control_.message + control_.message_bytes);
    const bool started = ++starts <= kMaxStarts && start_worker();
    if (!started && starts < kMaxStarts) return false;
    const std::string why(reinterpret_cast<const char*>(control_.message), std::min<std::size_t>(control_.message_bytes, 400));
    std::memcpy(control_.message, message.data(), message.size());
    control_.message_bytes = message.size();
    if (started) return true;
    for (std::uint32_t i = control_.next; i < control_.count; ++i)
      control_.outcomes[i].set({OutcomeKind::crashed, "cannot be opened again: " + why});
    control_.next = control_.count;
    return false;
  }

  // The call at `next` has ended so; of several that ran at once, each runs again alone, since any may be to blame.
  void blame(std::uint32_t next, const Outcome& outcome) {
    if (next >= control_.count) {
      ++control_.idle_deaths;
      return;
    }
    if (control_.group > 1) {
      control_.singly_until = next + control_.group;
      return;
    }
    control_.outcomes[next].set(outcome);
    control_.next = next + 1;
  }

  End wait_for_worker(std::chrono::milliseconds limit) const {
    const auto allowed = static_cast<std::uint64_t>(limit.count()) * 1'000'000;
    pollfd events[] = {{link_, POLLIN, 0}, {pidfd_, POLLIN, 0}, {channel_, POLLIN, 0}};
    auto& [answer, death, host] = events;
    while (true) {
      const std::uint64_t deadline = control_.began + allowed * std::max<std::uint64_t>(control_.group, 1);
      const std::uint64_t now = steady_nanoseconds();
      if (now >= deadline) return End::overdue;
      const auto wait = static_cast<int>(std::min<std::uint64_t>((deadline - now) / 1'000'000 + 1, 1'000'000));
      if (poll(events, 3, wait) < 0 && errno != EINTR) return End::died;
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
    waitid(P_PIDFD, static_cast<id_t>(pidfd_), &info, WEXITED);
    const bool by_signal = info.si_code != CLD_EXITED;
    const backend::Death death{by_signal, info.si_status, control_.note.out_of_memory != 0};
    Outcome outcome = backend::outcome_of_death(death, printed());
    if (by_signal && info.si_status == SIGXCPU) outcome = {OutcomeKind::timeout, "too much processor time"};
    if (control_.note.has_stray && outcome.kind == OutcomeKind::crashed)
      outcome.stray = backend::StrayAccess{control_.note.stray_storage, control_.note.stray_position, control_.note.stray_write != 0};
    forget_worker();
    return outcome;
  }

  std::string printed() const {
    struct stat status {};
    constexpr std::uint64_t kShown = 16 << 10;
    fstat(output_, &status);
    const auto size = static_cast<std::uint64_t>(status.st_size);
    std::uint64_t from = std::min<std::uint64_t>(control_.text_begin, size);
    if (size - from > kShown) from = size - kShown;
    std::string text(size - from, '\0');
    const ssize_t got = pread(output_, text.data(), text.size(), static_cast<off_t>(from));
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return text;
  }

  void trim_output() const {
    constexpr off_t kKept = 1 << 20;
    struct stat status {};
    if (fstat(output_, &status) == 0 && status.st_size > kKept && ftruncate(output_, 0) == 0) control_.text_begin = 0;
  }

  // What the worker has started goes with it.
  void forget_worker() {
    kill(-worker_, SIGKILL);
    close(pidfd_);
    close(link_);
    worker_ = -1;
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
  }

  void kill_worker() {
    kill(worker_, SIGKILL);
    siginfo_t info{};
    waitid(P_PIDFD, static_cast<id_t>(pidfd_), &info, WEXITED);
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
