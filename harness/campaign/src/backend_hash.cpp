// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <sstream>

#include "pto_cts/campaign/backends.h"
#include "pto_cts/process/process_backend.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::campaign {
namespace {

namespace fs = std::filesystem;

// The file that runs when this word begins a command; empty where there is none.
fs::path program_of(const std::string& word) {
  if (word.find('/') != std::string::npos) return word;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (std::error_code error; fs::is_regular_file(fs::path(folder) / word, error)) return fs::path(folder) / word;
  return {};
}

std::string hash_of_files(const std::vector<fs::path>& files) {
  std::string digests;
  for (const fs::path& file : files) digests += record::sha256_hex(record::read_file(file)) + "\n";
  return record::sha256_hex(digests);
}

}  // namespace

std::string backend_hash(std::string_view name, const backend::Backend& backend) {
  const std::size_t colon = name.find(':');
  const std::string_view kind = name.substr(0, colon);
  const std::string rest(colon == std::string_view::npos ? "" : name.substr(colon + 1));
  if (kind == "plugin" || kind == "recorded") return record::sha256_hex(record::read_file(rest));
  if (kind == "process") {
    std::vector<fs::path> files;
    for (const std::string& word : process::split_command(rest)) {
      const fs::path file = files.empty() ? program_of(word) : fs::path(word);
      if (std::error_code error; fs::is_regular_file(file, error)) files.push_back(file);
    }
    return hash_of_files(files);
  }
  if (kind == "headers") {
    std::string facts = record::read_file(rest);
    for (const backend::Fact& fact : backend.facts())
      if (fact.key == "headers" || fact.key == "compiler") facts += fact.key + " " + fact.value + "\n";
    return record::sha256_hex(facts);
  }
  return "built-in";
}

}  // namespace pto_cts::campaign
