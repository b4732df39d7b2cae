// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "package.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"

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

}  // namespace

std::string Verification::relative(std::string_view message) const {
  const std::string prefix = package.folder.string() + "/";
  std::string text(message);
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) text.erase(at, prefix.size());
  return text;
}

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

}  // namespace pto_cts::reports
