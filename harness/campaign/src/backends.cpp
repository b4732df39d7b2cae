// SPDX-License-Identifier: MIT
#include "pto_cts/campaign/backends.h"

#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <set>
#include <sstream>

#include "pto_cts/backend/backend.h"
#include "pto_cts/campaign/verified_backend.h"
#include "pto_cts/headers/headers_backend.h"
#include "pto_cts/isolate/isolate.h"
#include "pto_cts/mutants/mutants.h"
#include "pto_cts/plugin/plugin_backend.h"
#include "pto_cts/process/process_backend.h"
#include "pto_cts/process/recorded.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"
#include "pto_cts/simd/simd_backend.h"

namespace pto_cts::campaign {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMutant = "mutant:";
constexpr std::string_view kHeaders = "headers:";

std::unique_ptr<backend::Backend> verified_where_needed(const Suite& suite, std::unique_ptr<backend::Backend> backend) {
  if (backend->observability().legality) return backend;
  return std::make_unique<VerifiedBackend>(suite, std::move(backend));
}

// What follows the prefix; nothing where the name begins otherwise.
std::optional<std::string> after(std::string_view prefix, std::string_view name) {
  if (!name.starts_with(prefix)) return std::nullopt;
  return std::string(name.substr(prefix.size()));
}

// A folder of this process, removed at the end.
class PassingFolder {
 public:
  PassingFolder() {
    std::string name = (record::temporary_place() / "pto-cts-XXXXXX").string();
    if (!mkdtemp(name.data())) throw backend::CannotOpen(name + ": cannot be made; name a folder with --cache");
    path_ = name;
  }
  PassingFolder(const PassingFolder&) = delete;
  PassingFolder& operator=(const PassingFolder&) = delete;
  ~PassingFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// A word that nothing knows would leave everything out, without a sound.
void check_names(const Suite& suite, const headers::Config& config) {
  std::set<std::string> mnemonics, forms;
  for (const terms::Instruction& instruction : suite.instructions()) {
    mnemonics.insert(instruction.mnemonic);
    for (const terms::AttributeParameter& attribute : instruction.attributes)
      if (attribute.key == "form") forms.insert(attribute.values.begin(), attribute.values.end());
  }
  const auto check = [&](const std::string& key, const std::vector<std::string>& given, const std::set<std::string>& known) {
    for (const std::string& word : given)
      if (!known.count(word)) throw backend::CannotOpen(config.file.string() + ": capabilities." + key + ": '" + word + "' is not known; see list " + (key == "forms" ? "instructions and docs/headers-backend.md" : key));
  };
  check("instructions", config.capabilities.instructions, mnemonics);
  if (config.capabilities.forms) check("forms", *config.capabilities.forms, forms);
}

std::unique_ptr<backend::Backend> open_headers(const Suite& suite, const std::string& file, const OpenOptions& options) {
  static const auto passing = options.cache.empty() ? std::make_unique<PassingFolder>() : nullptr;
  headers::Surroundings surroundings;
  surroundings.cache = passing ? passing->path() : options.cache / "headers";
  surroundings.note = options.note;
  headers::Config config = headers::load_config(file);
  check_names(suite, config);
  backend::Limits limits = options.limits;
  if (!options.limits_calls) limits.call = config.call_limit;
  surroundings.isolate = [limits, here = options.in_process](isolate::Opener open) {
    return here ? open() : isolate::isolate(std::move(open), limits);
  };
  return headers::open_headers(std::move(config), std::move(surroundings));
}

std::unique_ptr<backend::Backend> open_mutant(const Suite& suite, std::string_view id) {
  for (const mutants::MutantInfo& mutant : mutants::mutants())
    if (mutant.id == id)
      return std::make_unique<VerifiedBackend>(suite, mutants::make_mutant(id), mutant.ignored_clause);
  return nullptr;
}

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

std::vector<BackendInfo> known_backends() {
  std::vector<BackendInfo> all = {
      {"simd", "vector kernels written from the manual, behind the suite's verifier"},
      {"plugin:<library.so>", "a shared library with the interface of pto_cts_backend.h, in a process of its own"},
      {"process:<program and arguments>", "a program that speaks the protocol of docs/backend-protocol.md"},
      {"headers:<config file>", "a folder of PTO C++ headers, as docs/headers-backend.md describes it"},
      {"recorded:<file>", "what such a program has answered to the calls of certify --emit-cases"}};
  for (const mutants::MutantInfo& mutant : mutants::mutants())
    all.push_back({std::string(kMutant) + mutant.id, mutant.summary});
  return all;
}

std::unique_ptr<backend::Backend> open_backend(const Suite& suite, std::string_view name, const OpenOptions& options) {
  if (name == "simd") return std::make_unique<VerifiedBackend>(suite, simd::make_simd_backend());
  if (const auto id = after(kMutant, name)) return open_mutant(suite, *id);
  if (const auto library = after("plugin:", name)) {
    const auto open = [library] { return plugin::open_plugin(*library); };
    return verified_where_needed(suite, options.in_process ? open() : isolate::isolate(open, options.limits));
  }
  if (const auto command = after("process:", name))
    return verified_where_needed(suite, process::open_process(*command, options.limits));
  if (const auto file = after(kHeaders, name)) return open_headers(suite, *file, options);
  if (const auto file = after("recorded:", name)) return verified_where_needed(suite, process::open_recorded(*file));
  return nullptr;
}

std::vector<std::string> declared_readings(std::string_view name) {
  const auto file = after(kHeaders, name);
  return file ? headers::load_config(*file).interpretations : std::vector<std::string>();
}

std::optional<std::filesystem::path> library_to_preload(std::string_view name) {
  const auto file = after(kHeaders, name);
  return file ? headers::library_to_preload(headers::load_config(*file)) : std::nullopt;
}

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
