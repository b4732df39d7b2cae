// SPDX-License-Identifier: MIT
// The commands, and what they share: exit statuses, errors, options that several have, what their texts mean.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "options.h"
#include "pto_cts/campaign/suite.h"
#include "pto_cts/types/profile.h"

namespace pto_cts::cli {

enum Status : int { kConforms = 0, kDoesNotConform = 1, kUsage = 2, kInternalFault = 3 };

/// A fault of the user: one line that names the thing and the mend.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Command list_command();
Command explain_command();
Command manual_command();
Command check_command();
Command prove_command();
Command probe_command();
Command certify_command();
Command reproduce_command();
Command shrink_command();
Command merge_command();
Command verify_command();
Command catalogue_command();

/// Options that several commands have.
Option instruction_option(std::string& place);
Option profile_option(std::string& place);
Option interpretation_option(std::vector<std::string>& place);
Option waivers_option(std::string& place);
Option jobs_option(std::uint64_t& place);
Option cache_option(std::string& place);
Option no_cache_option(bool& place);
inline constexpr Bounds kCaseNumbers{1, 4294967296.0};

/// Mnemonics of a comma-separated list, in the order of the spec, in any case; "all" is every one.
std::vector<std::string> parse_instructions(const campaign::Suite& suite, const std::string& text);

/// "all" is every certified profile; else a comma-separated list.
std::vector<Profile> parse_profiles(const std::string& text);

/// Checks the names of interpretations.
campaign::Suite suite_under(const std::vector<std::string>& interpretations);

/// Files that a path or a glob stands for; refuses a glob that matches nothing.
std::vector<std::filesystem::path> expand(const std::vector<std::string>& patterns);

/// A document as it is printed: indented; bytes that are not UTF-8, such as in the name of a file, become U+FFFD.
std::string json_text(const nlohmann::ordered_json& document);

std::string joined(const std::vector<std::string>& parts, const char* separator = ", ");

}  // namespace pto_cts::cli
