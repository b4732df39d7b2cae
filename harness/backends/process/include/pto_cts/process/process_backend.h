// SPDX-License-Identifier: MIT
// A program that speaks docs/backend-protocol.md as a backend, and its command line.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/backend/process.h"

namespace pto_cts::process {

/// Starts the program and asks it what it is; the backend's end stops it, with everything that it started in its
/// process group. A call during which the program crashes, hangs or breaks the protocol gets that outcome; the program
/// is started anew for the calls after it. Throws backend::CannotOpen where the program cannot be started or does not
/// describe itself properly.
std::unique_ptr<backend::Backend> open_process(const std::string& command, const backend::Limits& limits);

/// The command line of a program, as the user gives it: words as a shell makes them of blanks, '..', ".." and
/// backslash, with nothing expanded. Throws backend::CannotOpen for a quote that is not closed, a backslash at the end,
/// and where there is no program's name.
std::vector<std::string> split_command(std::string_view command);

}  // namespace pto_cts::process
