// SPDX-License-Identifier: MIT
// A remembered result is a file named by its key: the digest of the text that follows, then the text.
#include "job.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::proofs {

std::optional<JobResult> recall(const std::filesystem::path& cache, const std::string& key) {
  const std::filesystem::path file = cache / (key + ".json");
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
  try {
    const std::string text = record::read_file(file);
    const std::size_t end = text.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string body = text.substr(end + 1);
    if (record::sha256_hex(key + body) != text.substr(0, end)) return std::nullopt;
    return read_result(body);
  } catch (const record::BadInput&) {
    return std::nullopt;  // Damaged: proved anew, and replaced.
  }
}

void remember(const std::filesystem::path& cache, const std::string& key, const JobResult& result) {
  const std::string body = write_result(result);
  record::write_file(cache / (key + ".json"), record::sha256_hex(key + body) + "\n" + body);
}

}  // namespace pto_cts::proofs
