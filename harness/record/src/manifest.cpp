// SPDX-License-Identifier: MIT
#include "pto_cts/record/manifest.h"

#include <algorithm>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::record {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirst = "# pto-cts package 1, root ";

std::string line_of(const std::string& path, const std::string& digest) { return digest + "  " + path + "\n"; }

bool is_digest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

bool is_outside_root(std::string_view path) { return path == "environment.json" || path == "report.html"; }

bool is_beside_package(std::string_view path) {
  return path == "manifest.txt" || path == "manifest.txt.sig" || path == "run.json" || path == "package.tar.zst";
}

std::string root_hash(const Manifest& manifest) {
  Sha256 sha256;
  for (const auto& [path, digest] : manifest.files)
    if (!is_outside_root(path)) sha256.update(line_of(path, digest));
  return to_hex(sha256.finish());
}

std::string write_manifest(const Manifest& manifest) {
  std::string text = std::string(kFirst) + root_hash(manifest) + "\n";
  for (const auto& [path, digest] : manifest.files) text += line_of(path, digest);
  return text;
}

Manifest read_manifest(std::string_view text) {
  constexpr std::string_view kMend = "restore the package, or make it again";
  const std::string_view whole = text;
  if (!text.starts_with(kFirst)) refuse("line 1", "is not '# pto-cts package 1, root <hash>'", kMend);
  text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  Manifest manifest;
  for (std::size_t number = 2; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const std::string where = "line " + std::to_string(number);
    if (end == std::string_view::npos || line.size() < 67 || !is_digest(line.substr(0, 64)) || line.substr(64, 2) != "  " ||
        !is_plain_path(line.substr(66)))
      refuse(where, "is not '<digest>  <path>'", kMend);
    if (!manifest.files.emplace(line.substr(66), line.substr(0, 64)).second) refuse(where, "names a file again", kMend);
    text.remove_prefix(end + 1);
  }
  if (write_manifest(manifest) != whole) refuse("", "its root hash is not that of its lines, or they are out of order", kMend);
  return manifest;
}

Manifest take_manifest(const fs::path& folder) {
  Manifest manifest;
  for (auto at = fs::recursive_directory_iterator(folder); at != fs::recursive_directory_iterator(); ++at) {
    const std::string path = at->path().lexically_relative(folder).generic_string();
    if (at->is_directory() && !at->is_symlink()) continue;
    if (!at->is_regular_file() || at->is_symlink()) throw BadInput(printable(path) + ": is no file; remove it from the package");
    if (is_beside_package(path)) continue;
    if (!is_plain_path(path)) throw BadInput(printable(path) + ": is no plain name; remove it from the package");
    manifest.files[path] = sha256_hex(read_file(at->path()));
  }
  return manifest;
}

}  // namespace pto_cts::record
