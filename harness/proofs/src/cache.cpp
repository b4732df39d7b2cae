// SPDX-License-Identifier: MIT
// A remembered result is two files named by its key, .json and .smt2s: each the digest of the text that follows, then the
// text.
#include <nlohmann/json.hpp>

#include "job.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::proofs {
namespace {

constexpr const char* kResult = ".json";
constexpr const char* kScripts = ".smt2s";

std::optional<std::string> read_part(const std::filesystem::path& cache, const std::string& key, const char* part) {
  const std::filesystem::path file = cache / (key + part);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return std::nullopt;
  const std::string text = record::read_file(file);
  const std::size_t end = text.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string body = text.substr(end + 1);
  if (record::sha256_hex(key + part + body) != text.substr(0, end)) return std::nullopt;
  return body;
}

void write_part(const std::filesystem::path& cache, const std::string& key, const char* part, const std::string& body) {
  record::write_file(cache / (key + part), record::sha256_hex(key + part + body) + "\n" + body);
}

}  // namespace

std::optional<JobResult> recall(const std::filesystem::path& cache, const std::string& key, bool with_scripts) {
  try {
    const std::optional<std::string> body = read_part(cache, key, kResult);
    if (!body) return std::nullopt;
    JobResult result = read_result(*body);
    if (!with_scripts) return result;
    const std::optional<std::string> scripts = read_part(cache, key, kScripts);
    if (!scripts) return std::nullopt;
    result.scripts = nlohmann::json::parse(*scripts).get<Scripts>();
    return result;
  } catch (const record::BadInput&) {
    return std::nullopt;  // Damaged: proved anew, and replaced.
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

void remember(const std::filesystem::path& cache, const std::string& key, const JobResult& result) {
  if (!result.scripts.empty()) write_part(cache, key, kScripts, nlohmann::json(result.scripts).dump());
  write_part(cache, key, kResult, write_result(result));
}

}  // namespace pto_cts::proofs
