// SPDX-License-Identifier: MIT
// What came of each function in one build, kept in a folder that several processes may use at once; and the digest of
// the headers, which is part of its name.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "workshop.h"

namespace pto_cts::headers {

/// Entries by key: `<key>.so`, a link to the library of a unit in units/, which is named by a digest of its contents; or `<key>.txt` with why there is none.
class Cache {
 public:
  /// Makes the folder. Throws backend::CannotOpen where it cannot be written.
  explicit Cache(std::filesystem::path folder);
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;
  ~Cache();

  const std::filesystem::path& folder() const { return folder_; }

  /// A folder of this process alone, removed at the end.
  const std::filesystem::path& work() const { return work_; }

  /// Nothing where the key is not there, or its entry is damaged.
  std::optional<Result> find(const std::string& key) const;

  void keep(const std::string& key, const Result& result) const;

  /// Moves a library here, with its source for those who want to read it, and enters the functions in it.
  void keep_library(const std::filesystem::path& source, const std::filesystem::path& library, std::span<const std::string> keys) const;

 private:
  bool is_whole(const std::filesystem::path& library) const;

  std::filesystem::path folder_, work_;
  mutable std::map<std::filesystem::path, bool> whole_;  ///< Libraries that have been looked at.
};

/// SHA-256 over the relative paths and the contents of all files in these folders, in the order of their paths.
std::string hash_of(const std::vector<std::filesystem::path>& folders);

}  // namespace pto_cts::headers
