// SPDX-License-Identifier: MIT
// What the scripted plug-in is told, and what it has seen. Shared by the plug-in and its tests.
#pragma once

#include <pto_cts_backend.h>

#include <functional>
#include <vector>

namespace pto_cts::plugin {

/// A plug-in whose every part a test may replace. It is reached through the function scripted_plugin().
struct Script {
  pto_cts_description description;
  pto_cts_backend backend;
  const pto_cts_backend* opened;                                            ///< What opening returns.
  std::function<void()> opening;                                            ///< May throw.
  std::function<void(const pto_cts_call&, pto_cts_outcome&, int)> execute;  ///< Of the call with that number.
  std::function<void()> reset;
  std::vector<std::size_t> batches;  ///< How many calls each execute() was given.
  int calls;                         ///< Made so far.
  int closed;
};

}  // namespace pto_cts::plugin
