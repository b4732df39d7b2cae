// SPDX-License-Identifier: MIT
// Compilers as processes.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "pto_cts/headers/config.h"

namespace pto_cts::headers {

enum class Vendor : std::uint8_t { clang, gcc };

/// A command that is to be run, and how it ended.
struct Command {
  std::vector<std::string> words;
  std::string messages{};  ///< Its standard error, and for short ones its standard output.
  int status = -1;         ///< Exit status; -1 where a signal or a limit ended it.
  std::string ended_by{};  ///< "SIGSEGV", or "300 s were not enough"; empty where it exited.
};

struct CommandLimits {
  std::chrono::seconds time{300};
  std::uint64_t memory_bytes = 0;  ///< Address space; 0 for no limit.
};

/// Runs the commands in `folder`, `jobs` at once, in the order given, each in a process group of its own, with English messages
/// and without variables that lead compilers to other files; what a command leaves running is killed, and all of it where
/// this process ends. A program that is not there has status 127 and says so in its messages.
void run_commands(std::span<Command> commands, int jobs, const CommandLimits& limits, const std::filesystem::path& folder = {});

/// The compiler of a configuration.
struct Compiler {
  std::string program;
  std::string version;  ///< First line of --version.
  Vendor vendor = Vendor::gcc;
};

/// Throws backend::CannotOpen where the program is not there, or is neither clang nor gcc.
Compiler identify(const std::string& program, const std::filesystem::path& config_file);

/// Flags that every unit of a build is compiled with, the user's last.
std::vector<std::string> unit_flags(const Compiler& compiler, const Config& config, const Build& build);

/// The run-time library of a sanitizer, by its file name. Throws backend::CannotOpen where the compiler has none.
std::filesystem::path runtime_library(const Compiler& compiler, const std::string& file_name, const std::filesystem::path& config_file);

}  // namespace pto_cts::headers
