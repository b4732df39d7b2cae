// SPDX-License-Identifier: MIT
// Runs cases on a backend.
#pragma once

#include <span>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/judge/memory.h"

namespace pto_cts::judge {

/// One run: its memory, and how the backend says that it ended.
struct Trial {
  Memory memory;
  const Case* subject = nullptr;
  backend::Outcome outcome;

  void prepare(const Case& with, PoisonRun run) {
    subject = &with;
    memory.fill(with, run);
  }
};

class Runner {
 public:
  explicit Runner(backend::Backend& backend) : backend_(backend) {}

  /// Runs the trials in order, in one batch. An outcome that the backend leaves out, or a word that is none, is a
  /// protocol error.
  void run(std::span<Trial* const> trials);

  backend::Backend& backend() { return backend_; }

 private:
  backend::Backend& backend_;
  std::vector<backend::Call> calls_;
  std::vector<backend::Outcome> outcomes_;
};

}  // namespace pto_cts::judge
