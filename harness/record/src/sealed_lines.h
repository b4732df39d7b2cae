// SPDX-License-Identifier: MIT
// Files of lines whose last one proves that none is missing or changed: {"end": number of lines after the first, "sha256":
// of all lines before it}.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::record {

/// Has a temporary name until finish(), and vanishes if that is never reached.
class SealedLinesWriter {
 public:
  SealedLinesWriter(const std::filesystem::path& path, std::string header);

  void add(std::string line);
  void finish();
  std::uint64_t count() const { return count_; }

 private:
  void write(std::string line);

  AtomicFile file_;
  Sha256 sha256_;
  std::uint64_t count_ = 0;
};

/// All lines but the last. Throws BadInput unless the text is complete and undamaged; there is then at least one line.
std::vector<std::string_view> unseal_lines(std::string_view text);

/// What a damaged file wants.
inline constexpr std::string_view kRerun = "run this shard again, or restore the file";

}  // namespace pto_cts::record
