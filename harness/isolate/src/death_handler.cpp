// SPDX-License-Identifier: MIT
#include "death_handler.h"

#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "address_space.h"

namespace pto_cts::isolate {
namespace {

struct Watched {
  DeathNote* note = nullptr;
  const Stage* stage = nullptr;
  std::uint64_t limit = 0, memory = 0;
  stack_t stack{};
  pid_t process = 0;
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

void on_signal(int signal, siginfo_t* info, void* context) {
  if (getpid() != watched.process) return;  // a child that the backend has forked
  DeathNote& note = *watched.note;
  const std::uint64_t size = watched.limit ? address_space_bytes() : 0;
  note.out_of_memory = watched.limit && size + watched.memory / 4 > watched.limit;
  if (signal == SIGSEGV && watched.stage)
    if (const auto stray = watched.stage->locate(info->si_addr)) {
      note.has_stray = 1;
      note.stray_storage = stray->storage;
      note.stray_position = stray->position;
      note.stray_write = stray->write || is_write(context);
    }
  // An assertion may be a rejection, after which nothing may have changed.
  if (signal == SIGABRT && watched.stage) watched.stage->leave();
  note.written = 1;
  // The handler is reset: the fault happens again, or abort() goes on, and ends the process. A signal that was sent does not.
  if (info->si_code <= 0) raise(signal);
}

}  // namespace

void prepare_death_handlers() {
  constexpr std::size_t kStackBytes = 64 << 10;
  void* memory = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "signal stack");
  watched.stack.ss_sp = memory;
  watched.stack.ss_size = kStackBytes;
  watched.process = getpid();
}

void install_death_handlers(DeathNote& note) {
  note = {};
  watched.note = &note;
  sigaltstack(&watched.stack, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) sigaction(signal, &action, nullptr);
}

void watch_address_space(std::uint64_t limit, std::uint64_t memory) {
  watched.limit = limit;
  watched.memory = memory;
}

void watch_stage(const Stage* stage) { watched.stage = stage; }

}  // namespace pto_cts::isolate
