// SPDX-License-Identifier: MIT
// Runs cases on a backend.
#pragma once

#include <memory_resource>
#include <span>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/judge/memory.h"

namespace pto_cts::judge {

/// One run: its memory, and how the backend says that it ended.
struct Trial {
  explicit Trial(std::pmr::memory_resource* resource) : memory(resource) {}

  Memory memory;
  const Case* subject = nullptr;
  backend::Flush flush = backend::Flush::left;
  std::uint32_t build = 0;
  backend::Outcome outcome;

  void prepare(const Case& with, PoisonRun run) {
    subject = &with;
    flush = run == PoisonRun::first ? backend::Flush::left : backend::Flush::right;
    memory.fill(with, run);
  }
};

/// Trials that run in order, in one batch of the backend. An outcome that the backend leaves out, or a word that is
/// none, is a protocol error. Nothing is asked where there is none. The thread's floating-point environment is kept.
class Round {
 public:
  /// pre: the trials stay where they are until finish().
  void start(backend::Backend& backend, std::span<Trial* const> trials);
  void finish(backend::Backend& backend);

  /// Both steps, also while another round is between them.
  void run(backend::Backend& backend, std::span<Trial* const> trials);

 private:
  void lay_out(std::span<Trial* const> trials);
  void take_outcomes();

  std::vector<Trial*> trials_;
  std::vector<backend::Call> calls_;
  std::vector<backend::Outcome> outcomes_;
};

}  // namespace pto_cts::judge
