// SPDX-License-Identifier: MIT
// A program that speaks docs/backend-protocol.md as a backend.
#pragma once

#include <memory>
#include <string>

#include "pto_cts/backend/backend.h"
#include "pto_cts/backend/process.h"

namespace pto_cts::process {

/// Starts the program and asks it what it is; the backend's end stops it, with everything that it started in its
/// process group. A call during which the program crashes, hangs or breaks the protocol gets that outcome; the program
/// is started anew for the calls after it. Throws backend::CannotOpen where the program cannot be started or does not
/// describe itself properly.
std::unique_ptr<backend::Backend> open_process(const std::string& command, const backend::Limits& limits);

}  // namespace pto_cts::process
