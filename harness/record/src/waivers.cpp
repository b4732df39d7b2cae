// SPDX-License-Identifier: MIT
#include "pto_cts/record/statement.h"

#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include <fnmatch.h>

#include <sstream>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"

namespace pto_cts::record {
namespace {

std::string text_of(const toml::table& table, const char* key, const std::string& where, bool needed) {
  const toml::node* node = table.get(key);
  if (!node && !needed) return {};
  const auto value = node ? node->value_exact<std::string>() : std::nullopt;
  if (!value || value->find_first_not_of(" \t\n") == std::string::npos)
    refuse(where, std::string("no ") + key, std::string("give ") + key + " = \"...\"");
  return *value;
}

// A waiver is for one instruction on one profile: what is wider hides what nobody has seen.
void check_glob(const std::string& cases, const std::string& where) {
  constexpr const char* kMend = "begin with a profile and an instruction, such as a5/tmuls/legal/f32/*";
  const std::size_t first = cases.find('/'), second = first == std::string::npos ? first : cases.find('/', first + 1);
  if (second == std::string::npos || cases.find_first_of("*?") < second) refuse(where, "cases are too wide: " + in_quotes(cases), kMend);
  if (cases.find_first_of("[]\\") != std::string::npos) refuse(where, "only * and ? stand for other characters: " + in_quotes(cases), kMend);
}

Waiver waiver_of(const toml::node& node, const std::string& where) {
  const toml::table* table = node.as_table();
  if (!table) refuse(where, "is no table", "write [[waiver]]");
  for (const auto& [key, value] : *table)
    if (key != "cases" && key != "kind" && key != "rationale")
      refuse(where, in_quotes(key.str()) + " is not known", "use cases, kind, rationale");
  const std::string cases = text_of(*table, "cases", where, true);
  check_glob(cases, where);
  return {cases, text_of(*table, "kind", where, false), text_of(*table, "rationale", where, true), 0};
}

}  // namespace

std::vector<Waiver> read_waivers(const std::filesystem::path& path) {
  const std::string file = printable(path.string());
  const std::string text = read_file(path);
  toml::table document;
  try {
    document = toml::parse(text);
  } catch (const toml::parse_error& error) {
    std::ostringstream line;
    line << error.source().begin.line;
    throw BadInput(file + ": line " + line.str() + ": " + printable(error.description()));
  }
  std::vector<Waiver> waivers;
  for (const auto& [key, value] : document) {
    const toml::array* list = value.as_array();
    if (key != "waiver" || !list) refuse(file, in_quotes(key.str()) + " is not known", "write tables named [[waiver]]");
    for (const toml::node& node : *list) waivers.push_back(waiver_of(node, file + ": waiver " + std::to_string(waivers.size() + 1)));
  }
  return waivers;
}

bool waives(const Waiver& waiver, std::string_view case_name, std::string_view kind) {
  if (!waiver.kind.empty() && waiver.kind != kind) return false;
  return fnmatch(waiver.cases.c_str(), std::string(case_name).c_str(), FNM_NOESCAPE) == 0;
}

}  // namespace pto_cts::record
