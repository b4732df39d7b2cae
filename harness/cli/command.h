// SPDX-License-Identifier: MIT
// What the commands share: exit statuses, errors, the reading of options.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "pto_cts/campaign/suite.h"
#include "pto_cts/types/profile.h"

namespace pto_cts::cli {

enum Status : int { kConforms = 0, kDoesNotConform = 1, kUsage = 2, kInternalFault = 3 };

/// A fault of the user: one line that names the thing and the mend.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Each adds one command. Its callback leaves the exit status in `status`.
void add_list(CLI::App& app, int& status);
void add_explain(CLI::App& app, int& status);
void add_manual(CLI::App& app, int& status);
void add_check(CLI::App& app, int& status);
void add_certify(CLI::App& app, int& status);
void add_reproduce(CLI::App& app, int& status);
void add_shrink(CLI::App& app, int& status);
void add_merge(CLI::App& app, int& status);
void add_prove(CLI::App& app, int& status);
void add_probe(CLI::App& app, int& status);

/// Mnemonics of a comma-separated list, in the order of the spec, in any case; "all" is every one.
std::vector<std::string> parse_instructions(const campaign::Suite& suite, const std::string& text);

/// "all" is every certified profile; else a comma-separated list.
std::vector<Profile> parse_profiles(const std::string& text);

/// Checks the names of interpretations.
campaign::Suite suite_under(const std::vector<std::string>& interpretations);

/// Files that a path or a glob stands for; refuses a glob that matches nothing.
std::vector<std::filesystem::path> expand(const std::vector<std::string>& patterns);

std::string joined(const std::vector<std::string>& parts, const char* separator = ", ");

}  // namespace pto_cts::cli
