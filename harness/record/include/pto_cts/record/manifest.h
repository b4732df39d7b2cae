// SPDX-License-Identifier: MIT
// manifest.txt: the digests of a package's files, in the form that sha256sum checks.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pto_cts::record {

struct Manifest {
  std::map<std::string, std::string> files;  ///< SHA-256, 64 hexadecimal digits, by relative path.

  friend bool operator==(const Manifest&, const Manifest&) = default;
};

/// True for files that the root hash leaves out, since they differ among machines on which the same run was made:
/// environment.json and report.html.
bool is_outside_root(std::string_view path);

/// Files that may stand in a package's folder and are not part of it: manifest.txt, its signature, run.json, package.tar.zst.
bool is_beside_package(std::string_view path);

/// SHA-256 over the lines of all files but those outside the root, sorted by path.
std::string root_hash(const Manifest& manifest);

/// "# pto-cts package 1, root <root hash>", then a line "<digest>  <path>" for each file, sorted by path.
std::string write_manifest(const Manifest& manifest);

/// Inverse of write_manifest(). Throws BadInput for any other text, a wrong root hash included.
Manifest read_manifest(std::string_view text);

/// The manifest of the files that lie in a folder, but for those beside the package. Throws BadInput for what is neither a
/// file nor a folder, links included.
Manifest take_manifest(const std::filesystem::path& folder);

/// Writes manifest.txt and package.tar.zst, whose entries lie in pto-cts-package/ and have no time, owner or host; gives
/// the root hash.
std::string seal_package(const std::filesystem::path& folder);

/// Unpacks a .tar.zst of a package into an empty folder. Throws BadInput for damage, for entries that lie elsewhere than in
/// pto-cts-package/ and for what is no file or folder.
void unpack_package(const std::filesystem::path& archive, const std::filesystem::path& folder);

}  // namespace pto_cts::record
