// SPDX-License-Identifier: MIT
#include "command.h"

#include <glob.h>

#include <algorithm>
#include <cctype>
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

std::string joined(const std::vector<std::string>& parts, const char* separator) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : separator) + part;
  return all;
}

}  // namespace pto_cts::cli
