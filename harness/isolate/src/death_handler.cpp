// SPDX-License-Identifier: MIT
#include "death_handler.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace pto_cts::isolate {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

struct Watched {
  DeathNote* note = nullptr;
  const Stage* stage = nullptr;
  std::uint64_t limit = 0, memory = 0;
  pid_t process = 0;
  struct sigaction before[std::size(kSignals)]{};  // the backend's own handlers, if it has any
  std::atomic<bool> in_fault = false;              // one of them is at work on a fault
  std::atomic<bool> ending = false;
};

Watched watched;

// Whether a fault came from a write; where the processor is not known, no fault does.
bool is_write(const void* context) {
#if defined(__x86_64__)
  constexpr long long kWriteBit = 2;
  return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & kWriteBit) != 0;
#else
  (void)context;
  return false;
#endif
}

void note_stray(const backend::StrayAccess& stray) {
  watched.note->has_stray = 1;
  watched.note->stray_storage = stray.storage;
  watched.note->stray_position = stray.position;
  watched.note->stray_write = stray.write;
}

// The fault happens again, abort() goes on, or a signal that was sent is sent again: and now the process ends.
void end_with(int signal, const siginfo_t* info) {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
  if (info->si_code <= 0) raise(signal);
}

// A backend may repair faults of its own.
bool give_to_backend(int signal, siginfo_t* info, void* context) {
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    const struct sigaction& before = watched.before[i];
    if (kSignals[i] != signal || before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN) continue;
    watched.in_fault = true;
    if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(signal, info, context);
    else before.sa_handler(signal);
    watched.in_fault = false;
    return true;
  }
  return false;
}

void on_signal(int signal, siginfo_t* info, void* context) {
  if (getpid() != watched.process) return end_with(signal, info);  // a child that the backend has forked
  auto stray = signal == SIGSEGV && watched.stage ? watched.stage->locate(info->si_addr) : std::nullopt;
  if (signal != SIGABRT && !stray && give_to_backend(signal, info, context)) return;
  if (watched.ending.exchange(true))
    while (true) pause();  // another thread is ending the process
  DeathNote& note = *watched.note;
  const std::uint64_t size = watched.limit ? address_space_bytes() : 0;
  note.out_of_memory = watched.limit && size + watched.memory / 4 > watched.limit;
  note.after_fault = watched.in_fault;
  if (stray) {
    stray->write = stray->write || is_write(context);
    note_stray(*stray);
  }
  // An assertion may be a rejection, after which nothing may have changed.
  if (signal == SIGABRT && watched.stage) {
    watched.stage->leave();
    if (const auto write = watched.stage->find_stray_write()) note_stray(*write);
  }
  note.written = 1;
  end_with(signal, info);
}

bool is_ours(const struct sigaction& action) { return (action.sa_flags & SA_SIGINFO) && action.sa_sigaction == on_signal; }

}  // namespace

void prepare_death_handlers() {
  constexpr std::size_t kStackBytes = 64 << 10;
  stack_t stack{};
  stack.ss_sp = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "signal stack");
  stack.ss_size = kStackBytes;
  sigaltstack(&stack, nullptr);
  watched.process = getpid();
  for (const int number : kSignals) signal(number, SIG_DFL);  // whatever was there is not the backend's
}

void install_death_handlers(DeathNote& note) {
  note = {};
  watched.note = &note;
  watched.in_fault = false;
  for (std::size_t i = 0; i < std::size(kSignals); ++i) {
    struct sigaction now {};
    sigaction(kSignals[i], nullptr, &now);
    if (is_ours(now)) continue;
    watched.before[i] = now;
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(kSignals[i], &action, nullptr);
  }
}

std::uint64_t address_space_bytes() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[64];
  const ssize_t size = read(file, text, sizeof(text));
  close(file);
  std::uint64_t pages = 0;
  for (ssize_t i = 0; i < size && text[i] >= '0' && text[i] <= '9'; ++i) pages = pages * 10 + static_cast<std::uint64_t>(text[i] - '0');
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void watch_address_space(std::uint64_t limit, std::uint64_t memory) {
  watched.limit = limit;
  watched.memory = memory;
}

void watch_stage(const Stage* stage) { watched.stage = stage; }

}  // namespace pto_cts::isolate
