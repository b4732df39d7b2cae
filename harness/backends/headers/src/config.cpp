// SPDX-License-Identifier: MIT
#include "pto_cts/headers/config.h"

#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include <algorithm>
#include <functional>
#include <set>
#include <sstream>

#include "pto_cts/backend/backend.h"

namespace pto_cts::headers {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kDefaultMemory = 196'608;
constexpr std::int64_t kMostFunctions = 4'096, kMostJobs = 1'024, kMostSeconds = 86'400, kMostMib = 1 << 24, kMostMemory = 1 << 30;

template <typename List>
std::string joined(const List& list) {
  std::string text;
  for (const auto& word : list) text += (text.empty() ? "" : " ") + std::string(word);
  return text;
}

// One table of the file. Every key that is read is remembered, so that the others can be refused.
class Table {
 public:
  Table(const fs::path& file, const toml::table& table, std::string path) : file_(file), table_(table), path_(std::move(path)) {}

  [[noreturn]] void refuse(const std::string& key, const std::string& what) const {
    throw backend::CannotOpen(file_.string() + ": " + path_ + key + ": " + what);
  }

  const toml::node* find(const std::string& key) {
    known_.insert(key);
    return table_.get(key);
  }
  std::string text(const std::string& key, std::string otherwise) {
    const toml::node* node = find(key);
    if (!node) return otherwise;
    const auto value = node->value_exact<std::string>();
    if (!value || value->empty()) refuse(key, "give a text in quotes");
    return *value;
  }
  bool flag(const std::string& key, bool otherwise) {
    const toml::node* node = find(key);
    if (!node) return otherwise;
    const auto value = node->value_exact<bool>();
    if (!value) refuse(key, "give true or false");
    return *value;
  }
  std::int64_t number(const std::string& key, std::int64_t otherwise, std::int64_t least, std::int64_t most) {
    const toml::node* node = find(key);
    if (!node) return otherwise;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < least || *value > most)
      refuse(key, "give a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return *value;
  }
  std::vector<std::string> texts(const std::string& key) {
    std::vector<std::string> list;
    const toml::node* node = find(key);
    if (!node) return list;
    const toml::array* array = node->as_array();
    if (!array) refuse(key, "give a list of texts: [\"...\"]");
    for (const toml::node& entry : *array) {
      const auto value = entry.value_exact<std::string>();
      if (!value) refuse(key, "give a list of texts: [\"...\"]");
      list.push_back(*value);
    }
    return list;
  }
  /// Words that `parse` knows; `known` names them.
  template <typename Value>
  std::vector<Value> words(const std::string& key, std::vector<Value> otherwise, const std::function<std::optional<Value>(std::string_view)>& parse,
                           const std::string& known) {
    if (!find(key)) return otherwise;
    std::vector<Value> values;
    for (const std::string& word : texts(key)) {
      const auto value = parse(word);
      if (!value) refuse(key, "'" + word + "' is not known: choose from " + known);
      values.push_back(*value);
    }
    if (values.empty()) refuse(key, "is empty: choose from " + known);
    return values;
  }
  std::optional<Table> table(const std::string& key) {
    const toml::node* node = find(key);
    if (!node) return std::nullopt;
    if (!node->is_table()) refuse(key, "give a table: [" + path_ + key + "]");
    return Table(file_, *node->as_table(), path_ + key + ".");
  }
  const toml::table& raw() const { return table_; }

  void refuse_others() const {
    for (const auto& [key, node] : table_)
      if (!known_.count(std::string(key.str()))) refuse(std::string(key.str()), "is no key of this table; it has " + joined(known_));
  }

 private:
  const fs::path& file_;
  const toml::table& table_;
  std::string path_;
  std::set<std::string> known_;
};

template <typename List>
std::string names_of(const List& list) {
  std::vector<std::string> all;
  for (const auto value : list) all.emplace_back(name(value));
  return joined(all);
}

fs::path existing(Table& table, const std::string& key, const fs::path& folder, const std::string& given, bool is_folder) {
  const fs::path path = fs::absolute(folder / given).lexically_normal();
  if (path.string().find('"') != std::string::npos) table.refuse(key, path.string() + ": no compiler takes such a name; rename it");
  std::error_code error;
  if (is_folder ? !fs::is_directory(path, error) : !fs::is_regular_file(path, error))
    table.refuse(key, path.string() + (is_folder ? ": is no folder" : ": is no file") + "; paths begin at the folder of this file");
  return path;
}

backend::Capabilities read_capabilities(Table& root, std::vector<Profile> profiles, bool& dtypes_given) {
  backend::Capabilities can;
  can.profiles = std::move(profiles);
  can.instructions = {"TMULS", "TPARTADD", "TFILLPAD", "TFILLPAD_EXPAND", "TGATHERB"};
  auto table = root.table("capabilities");
  if (!table) return can;
  if (table->find("instructions")) can.instructions = table->texts("instructions");
  if (can.instructions.empty()) table->refuse("instructions", "is empty; leave it away for all");
  dtypes_given = table->find("dtypes") != nullptr;
  can.dtypes = table->words<DType>("dtypes", can.dtypes, parse_dtype, names_of(kAllDTypes));
  can.layouts = table->words<Layout>("layouts", can.layouts, parse_layout, names_of(kAllLayouts));
  if (table->find("forms")) can.forms = table->texts("forms");
  can.in_place = table->flag("in_place", true);
  table->refuse_others();
  return can;
}

Build read_build(Table& table, const fs::path& folder) {
  Build build;
  build.name = table.text("name", "");
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  if (build.name.empty() || !std::all_of(build.name.begin(), build.name.end(), is_plain))
    table.refuse("name", "give each build a name of small letters, digits and hyphens");
  const std::string mode = table.text("mode", "auto");
  if (mode != "auto" && mode != "manual") table.refuse("mode", "'" + mode + "' is not known: choose from auto manual");
  build.mode = mode == "auto" ? Mode::automatic : Mode::manual;
  build.assertions = table.flag("assertions", false);
  build.defines = table.texts("defines");
  build.flags = table.texts("flags");
  if (table.find("prelude")) build.prelude = existing(table, "prelude", folder, table.text("prelude", ""), false);
  for (const std::string& sanitizer : table.texts("sanitize")) {
    if (sanitizer == "undefined") build.undefined_traps = true;
    else if (sanitizer == "address") build.address_sanitizer = true;
    else table.refuse("sanitize", "'" + sanitizer + "' is not known: choose from undefined address");
  }
  table.refuse_others();
  return build;
}

void read_builds(Table& root, Config& config, const fs::path& folder) {
  const toml::node* node = root.find("builds");
  const toml::array* array = node ? node->as_array() : nullptr;
  if (!array || array->empty() || !array->is_homogeneous<toml::table>()) root.refuse("builds", "describe one build at least, under [[builds]]");
  for (const toml::node& entry : *array) {
    Table table(config.file, *entry.as_table(), "builds[" + std::to_string(config.builds.size()) + "].");
    Build build = read_build(table, folder);
    for (const Build& other : config.builds)
      if (other.name == build.name) table.refuse("name", "'" + build.name + "' is there already; give each build another name");
    config.builds.push_back(std::move(build));
  }
  if (std::none_of(config.builds.begin(), config.builds.end(), [](const Build& build) { return build.assertions; }))
    root.refuse("builds", "none has assertions; illegal calls can be judged only where run-time rules are checked: say assertions = true in one");
}

void read_memory(Table& root, Config& config) {
  for (const TileType type : kAllTileTypes) config.memory[type] = kDefaultMemory;
  auto table = root.table("memory");
  if (!table) return;
  for (const TileType type : kAllTileTypes)
    config.memory[type] = static_cast<std::uint64_t>(table->number(std::string(name(type)), kDefaultMemory, 512, kMostMemory));
  table->refuse_others();
}

void read_environment(Table& root, Config& config) {
  auto table = root.table("environment");
  if (!table) return;
  for (const auto& [key, node] : table->raw()) {
    const std::string variable(key.str());
    const auto value = node.value_exact<std::string>();
    if (!value) table->refuse(variable, "give a text in quotes");
    config.environment[variable] = *value;
  }
}

void read(Table& root, Config& config, const fs::path& folder) {
  config.name = root.text("name", config.file.stem().string());
  config.compiler = root.text("compiler", "");
  if (config.compiler.empty()) root.refuse("compiler", "name the program that compiles the headers");
  if (config.compiler.find('/') != std::string::npos) config.compiler = fs::absolute(folder / config.compiler).lexically_normal().string();
  config.include = root.text("include", config.include);
  for (const std::string& given : root.texts("include_folders"))
    config.include_folders.push_back(existing(root, "include_folders", folder, given, true));
  if (config.include_folders.empty()) root.refuse("include_folders", "name the folder that holds " + config.include);
  config.defines = root.texts("defines");
  config.flags = root.texts("flags");
  config.interpretations = root.texts("interpretations");
  const std::vector<Profile> profiles =
      root.words<Profile>("profiles", {}, parse_profile, names_of(kCertifiedProfiles));
  if (profiles.empty()) root.refuse("profiles", "name what the headers stand for: choose from " + names_of(kCertifiedProfiles));
  config.jobs = static_cast<int>(root.number("jobs", 0, 0, kMostJobs));
  config.functions_per_unit = static_cast<int>(root.number("functions_per_unit", config.functions_per_unit, 1, kMostFunctions));
  if (auto limits = root.table("limits")) {
    config.compile_limit = std::chrono::seconds(limits->number("compile_seconds", config.compile_limit.count(), 1, kMostSeconds));
    config.compile_memory_bytes = static_cast<std::uint64_t>(limits->number("compile_mib", 0, 0, kMostMib)) << 20;
    config.call_limit = std::chrono::seconds(limits->number("call_seconds", config.call_limit.count(), 1, kMostSeconds));
    limits->refuse_others();
  }
  config.capabilities = read_capabilities(root, profiles, config.dtypes_given);
  read_environment(root, config);
  read_memory(root, config);
  read_builds(root, config, folder);
  root.refuse_others();
}

}  // namespace

Config load_config(const fs::path& file) {
  Config config;
  config.file = file;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) throw backend::CannotOpen(file.string() + ": is no file; name a configuration as docs/headers-backend.md describes it");
  try {
    const toml::table table = toml::parse_file(file.string());
    Table root(file, table, "");
    read(root, config, file.parent_path());
  } catch (const toml::parse_error& fault) {
    std::ostringstream place;
    place << fault.source().begin.line;
    throw backend::CannotOpen(file.string() + ": line " + place.str() + ": " + std::string(fault.description()) + "; mend the TOML");
  }
  return config;
}

}  // namespace pto_cts::headers
