// SPDX-License-Identifier: MIT
// The files that a package may have; whatever else lies there says nothing that anyone has checked.
#include <algorithm>
#include <array>
#include <set>

#include "package.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::reports {
namespace {

constexpr std::array<std::string_view, 10> kParts = {"plan.jsonl",     "records.jsonl", "findings.json", "backend.json", "environment.json",
                                                     "statement.json", "statement.md",  "summary.md",    "junit.xml",    "report.html"};

bool is_saved_case(std::string_view path) {
  constexpr std::string_view kFolder = "cases/", kEnd = ".json";
  constexpr std::size_t kDigits = 16;
  return path.size() == kFolder.size() + kDigits + kEnd.size() && path.starts_with(kFolder) && path.ends_with(kEnd) &&
         path.substr(kFolder.size(), kDigits).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Smallest case, page and program of each finding.
std::set<std::string> finding_files(const std::vector<record::Finding>& findings) {
  constexpr std::string_view kFolder = "findings/", kEnd = ".json";
  std::set<std::string> paths;
  for (const record::Finding& finding : findings) {
    const std::string& path = finding.smallest;
    if (!path.starts_with(kFolder) || !path.ends_with(kEnd) || path.find('/', kFolder.size()) != std::string::npos) continue;
    const std::string stem = path.substr(0, path.size() - kEnd.size());
    for (const char* end : {".json", ".txt", ".cpp"}) paths.insert(stem + end);
  }
  return paths;
}

// What the names of this run's proof scripts begin with.
std::vector<std::string> script_beginnings(const Package& package) {
  std::vector<std::string> beginnings;
  for (const terms::Instruction& instruction : *package.report.instructions) {
    const auto& wanted = package.header.instructions;
    if (std::find(wanted.begin(), wanted.end(), instruction.mnemonic) == wanted.end()) continue;
    const std::string end = "-" + terms::id_prefix(instruction) + "-";
    beginnings.push_back("proofs/all" + end);
    for (const Profile profile : package.header.profiles) beginnings.push_back("proofs/" + std::string(name(profile)) + end);
  }
  return beginnings;
}

}  // namespace

void check_paths(Verification& v) {
  const Package& package = v.package;
  if (!package.report.instructions) return;
  const std::set<std::string> of_findings = finding_files(package.report.findings);
  const std::vector<std::string> scripts = script_beginnings(package);
  const bool proved = package.has("proofs/results.json");
  for (const auto& [path, digest] : package.manifest.files) {
    const auto begins = [&path](const std::string& beginning) {
      return path.starts_with(beginning) && path.ends_with(".smt2") && path.find('/', beginning.size()) == std::string::npos;
    };
    const bool known = std::find(kParts.begin(), kParts.end(), path) != kParts.end() || is_saved_case(path) || of_findings.contains(path) ||
                       path.starts_with("proofs/domain/") || path == "proofs/results.json" ||
                       (proved && std::any_of(scripts.begin(), scripts.end(), begins));
    if (!known) v.objections.add("paths", path + ": is no file of such a package");
  }
}

}  // namespace pto_cts::reports
