// SPDX-License-Identifier: MIT
#include "header_hash.h"

#include <algorithm>

#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::headers {

std::string hash_of(const std::vector<std::filesystem::path>& folders) {
  namespace fs = std::filesystem;
  std::string listing;
  for (const fs::path& folder : folders) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      std::error_code error;  // A link that leads nowhere is no header.
      if (entry.is_regular_file(error)) files.push_back(entry.path().lexically_relative(folder));
    }
    std::sort(files.begin(), files.end());
    listing += "folder\n";
    for (const fs::path& file : files) listing += file.string() + " " + record::sha256_hex(record::read_file(folder / file)) + "\n";
  }
  return record::sha256_hex(listing);
}

}  // namespace pto_cts::headers
