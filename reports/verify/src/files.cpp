// SPDX-License-Identifier: MIT
// Which files lie there: those of the manifest, as it lists them, and those that a package may have; whatever else lies
// there says nothing that anyone has checked.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/terms/instruction.h"
#include "verification.h"

namespace pto_cts::reports {
namespace {

namespace fs = std::filesystem;

constexpr const char* kManifest = "manifest.txt";
constexpr const char* kJournal = "records.partial.jsonl";

// How far a run got that has not ended.
std::string reached(const fs::path& folder) {
  std::uint64_t results = 0;
  if (fs::is_regular_file(folder / kJournal)) {
    const std::string text = record::read_file(folder / kJournal);
    const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
    results = lines > 0 ? lines - 1 : 0;  // But for the header.
  }
  std::string far = fmt::format("{} cases have a result", results);
  try {
    far += fmt::format(" of {}", record::read_plan(folder / "plan.jsonl").header.planned_total);
  } catch (const record::BadInput&) {
    // The plan is not whole either.
  }
  return far;
}

// Such a run says so in its statement, has a journal of its results, and no records.
bool has_not_ended(const fs::path& folder) {
  if (fs::is_regular_file(folder / "records.jsonl")) return false;
  return fs::is_regular_file(folder / kJournal) || fs::is_regular_file(folder / "statement.json");
}

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

bool check_files(Verification& v) {
  const fs::path& folder = v.package.folder;
  const bool has_manifest = fs::is_regular_file(folder / kManifest);
  if (has_not_ended(folder)) {
    v.objections.add("the run", fmt::format("the run has not ended: {}; pto-cts certify --resume, with the same options, completes it", reached(folder)));
    return false;
  }
  if (!has_manifest && !fs::is_regular_file(folder / "plan.jsonl") && !fs::is_regular_file(folder / "records.jsonl"))
    throw record::BadInput(folder.string() + ": is no package; give a folder that pto-cts certify has written, or its package.tar.zst");
  record::Manifest listed;
  try {
    v.package.manifest = record::take_manifest(folder);
    v.result.root = record::root_hash(v.package.manifest);
    v.result.files = v.package.manifest.files.size();
    if (!has_manifest) {
      v.objections.add("files", "manifest.txt: missing; the package is not sealed");
      return true;
    }
  } catch (const record::BadInput& error) {
    v.objections.add("files", v.relative(error.what()));
    return false;
  }
  try {
    listed = record::read_manifest(record::read_file(folder / kManifest));
  } catch (const record::BadInput& error) {
    v.objections.add("files", std::string("manifest.txt: ") + v.relative(error.what()));
    return true;
  }
  const auto& found = v.package.manifest.files;
  for (const auto& [path, digest] : listed.files) {
    const auto at = found.find(path);
    if (at == found.end()) v.objections.add("files", path + ": missing; the manifest has it");
    else if (at->second != digest) v.objections.add("files", path + ": changed; its digest is not that of the manifest");
  }
  for (const auto& [path, digest] : found)
    if (!listed.files.contains(path)) v.objections.add("files", path + ": added; the manifest does not have it");
  return true;
}

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
