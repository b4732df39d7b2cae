// SPDX-License-Identifier: MIT
#include "command.h"

#include <glob.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <sstream>

#include "pto_cts/instructions/registry.h"

namespace pto_cts::cli {
namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');)
    if (!part.empty()) parts.push_back(part);
  return parts;
}

template <typename List>
bool contains(const List& list, const typename List::value_type& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

Option instruction_option(std::string& place) {
  return {"--instruction", &place, "Mnemonics, separated by commas, or all"};
}
Option profile_option(std::string& place) {
  return {"--profile", &place, "Profiles, separated by commas, or all"};
}
Option interpretation_option(std::vector<std::string>& place) {
  return {"--interpretation", &place, "Readings of disputed rules"};
}
Option waivers_option(std::string& place) {
  return {"--waivers", &place, "TOML file of accepted deviations, each with its rationale"};
}
Option jobs_option(std::uint64_t& place) {
  return {"--jobs", &place, "Threads of the proofs; 0: one for each processor", {0, 256}};
}
Option cache_option(std::string& place) {
  return {"--cache", &place, "Folder of remembered proofs instead of the user's cache"};
}
Option no_cache_option(bool& place) {
  return {"--no-cache", &place, "Remember no proofs, and prove all anew"};
}

std::vector<std::string> parse_instructions(const campaign::Suite& suite, const std::string& text) {
  std::vector<std::string> all, wanted;
  for (const terms::Instruction& instruction : suite.instructions()) all.push_back(instruction.mnemonic);
  if (text == "all") return all;
  for (std::string name : split(text)) {
    std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
    if (!contains(all, name)) throw UsageError("unknown instruction '" + name + "': choose from " + joined(all));
    wanted.push_back(std::move(name));
  }
  if (wanted.empty()) throw UsageError("no instruction given: choose from " + joined(all) + ", or all");
  std::erase_if(all, [&](const std::string& mnemonic) { return !contains(wanted, mnemonic); });
  return all;
}

std::vector<Profile> parse_profiles(const std::string& text) {
  if (text == "all") return {kCertifiedProfiles.begin(), kCertifiedProfiles.end()};
  std::vector<Profile> profiles;
  for (const std::string& part : split(text)) {
    const auto profile = parse_profile(part);
    if (!profile) throw UsageError("unknown profile '" + part + "': choose from cpu_sim, a2a3, a5, or all");
    if (!contains(profiles, *profile)) profiles.push_back(*profile);
  }
  if (profiles.empty()) throw UsageError("no profile given: choose from cpu_sim, a2a3, a5, or all");
  std::sort(profiles.begin(), profiles.end());
  return profiles;
}

campaign::Suite suite_under(const std::vector<std::string>& interpretations) {
  const std::vector<std::string> known = spec::readings();
  for (const std::string& name : interpretations)
    if (!contains(known, name)) throw UsageError("unknown interpretation '" + name + "': choose from " + joined(known));
  return campaign::Suite(interpretations);
}

std::vector<std::filesystem::path> expand(const std::vector<std::string>& patterns) {
  std::vector<std::filesystem::path> paths;
  for (const std::string& pattern : patterns) {
    if (std::error_code error; std::filesystem::exists(pattern, error)) {
      paths.emplace_back(pattern);
      continue;
    }
    glob_t matches{};
    const int failed = glob(pattern.c_str(), 0, nullptr, &matches);
    for (std::size_t i = 0; !failed && i < matches.gl_pathc; ++i) paths.emplace_back(matches.gl_pathv[i]);
    globfree(&matches);
    if (failed) throw UsageError(pattern + ": no such file; give the path of a saved case");
  }
  return paths;
}

std::string json_text(const nlohmann::ordered_json& document) {
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string joined(const std::vector<std::string>& parts, const char* separator) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : separator) + part;
  return all;
}

}  // namespace pto_cts::cli
