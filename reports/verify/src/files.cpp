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

std::uint64_t lines_in(const fs::path& file) {
  const std::string text = record::read_file(file);
  return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

// How far a run got that has not ended.
void object_to_incomplete_run(Verification& v) {
  const std::uint64_t lines = lines_in(v.package.folder / kJournal);
  const std::string plan = (v.package.folder / "plan.jsonl").string();
  std::string far = fmt::format("{} cases have a result", lines > 0 ? lines - 1 : 0);
  if (fs::is_regular_file(plan)) try {
      far += fmt::format(" of {}", record::read_plan(plan).entries.size());
    } catch (const record::BadInput&) {
      // A plan that is not whole is of a run that had hardly begun.
    }
  v.objections.add("the run", "the run has not ended: " + far + "; pto-cts certify --resume, with the same options, completes it");
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
  const bool has_manifest = fs::is_regular_file(folder / kManifest), has_journal = fs::is_regular_file(folder / kJournal);
  if (!has_manifest && !has_journal && !fs::is_regular_file(folder / "plan.jsonl") && !fs::is_regular_file(folder / "records.jsonl"))
    throw record::BadInput(folder.string() + ": is no package; give a folder that pto-cts certify has written, or its package.tar.zst");
  if (has_journal) object_to_incomplete_run(v);
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
