// SPDX-License-Identifier: MIT
// Commands and their options as rows. options.cpp alone knows the library that reads a command line.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace pto_cts::cli {

/// Where a value goes; what it holds is the default, which the help shows unless it is empty, zero or false. Numbers
/// without a point are decimal, in 64 bits; a list takes several values, and those after an option may be joined by
/// commas.
using Place = std::variant<bool*, std::uint64_t*, double*, std::string*, std::vector<std::string>*>;

/// What a number may be; both bounds are allowed.
struct Bounds {
  double least = 0;
  double most = std::numeric_limits<double>::max();
};
inline constexpr Bounds kAny{std::numeric_limits<double>::lowest()};
inline constexpr Bounds kNotNegative{0};
inline constexpr Bounds kPositive{std::numeric_limits<double>::denorm_min()};

struct Option {
  std::string name;  ///< "--seed"; without the dashes it is an argument that is known by its position.
  Place place;
  std::string help;
  Bounds bounds = kAny;
  bool required = false;
  bool* given = nullptr;      ///< Becomes true where the option stands on the command line.
  std::string excludes = {};  ///< An option that may not stand beside this one.
};

struct Command {
  std::string name;
  std::string summary;
  std::vector<Option> options;
  std::function<int()> run;  ///< Gives the exit status.
};

void add_options(Command& command, std::vector<Option> more);

/// Reads the command line and runs its command. `--help` and `--version` print and give 0. Throws UsageError.
int run_command(int argc, char** argv, const std::vector<Command>& commands);

}  // namespace pto_cts::cli
