// SPDX-License-Identifier: MIT
#include "cache.h"

#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "pto_cts/backend/backend.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::headers {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRefused = "refused\n", kEnvironment = "environment\n";
constexpr std::size_t kNameDigits = 32;
constexpr std::string_view kEnd = "\nend\n";  // so that a file cut short is seen

}  // namespace

Cache::Cache(fs::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directories(folder_ / "units", error);
  std::string work = (folder_ / "work-XXXXXX").string();
  if (error || !mkdtemp(work.data()))
    throw backend::CannotOpen(folder_.string() + ": compiled headers cannot be kept there; name another folder with --cache");
  work_ = work;
}

Cache::~Cache() {
  std::error_code ignored;
  if (!work_.empty()) fs::remove_all(work_, ignored);
}

std::optional<Result> Cache::find(const std::string& key) const {
  std::error_code error;
  if (const fs::path library = fs::read_symlink(folder_ / (key + ".so"), error); !error && is_whole(library)) return Result{Made::ready, ""};
  const fs::path file = folder_ / (key + ".txt");
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  try {
    std::string text = record::read_file(file);
    const bool environment = text.starts_with(kEnvironment);
    if ((!environment && !text.starts_with(kRefused)) || !text.ends_with(kEnd)) return std::nullopt;
    text.resize(text.size() - kEnd.size());
    return Result{environment ? Made::environment : Made::refused, text.substr((environment ? kEnvironment : kRefused).size())};
  } catch (const record::BadInput&) {
    return std::nullopt;
  }
}

bool Cache::is_whole(const fs::path& library) const {
  const auto [place, is_new] = whole_.try_emplace(library, false);
  std::error_code error;
  if (is_new && fs::is_regular_file(folder_ / library, error))
    place->second = library.stem() == record::sha256_hex(record::read_file(folder_ / library)).substr(0, kNameDigits);
  return place->second;
}

void Cache::keep(const std::string& key, const Result& result) const {
  const std::string_view kind = result.made == Made::environment ? kEnvironment : kRefused;
  record::write_file(folder_ / (key + ".txt"), std::string(kind) + result.text + std::string(kEnd));
}

void Cache::keep_library(const fs::path& source, const fs::path& library, std::span<const std::string> keys) const {
  const std::string stem = record::sha256_hex(record::read_file(library)).substr(0, kNameDigits), name = stem + ".so";
  fs::rename(source, folder_ / "units" / (stem + ".cpp"));
  fs::rename(library, folder_ / "units" / name);
  whole_[fs::path("units") / name] = true;
  for (const std::string& key : keys) {
    const fs::path link = work_ / (key + ".link");
    fs::create_symlink(fs::path("units") / name, link);
    fs::rename(link, folder_ / (key + ".so"));
  }
}

std::string hash_of(const std::vector<fs::path>& folders) {
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
