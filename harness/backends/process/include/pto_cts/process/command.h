// SPDX-License-Identifier: MIT
// The command line of a program, as the user gives it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto_cts::process {

/// Words as a shell makes them of blanks, '..', ".." and backslash, with nothing expanded. Throws backend::CannotOpen
/// for a quote that is not closed, a backslash at the end, and where there is no program's name.
std::vector<std::string> split_command(std::string_view command);

}  // namespace pto_cts::process
