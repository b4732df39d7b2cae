// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <nlohmann/json.hpp>

#include "parts.h"

namespace pto_cts::reports::html {
namespace {

using Json = nlohmann::ordered_json;

// Texts by number, in the order in which they were met.
class Dictionary {
 public:
  std::size_t operator()(std::string text) {
    const auto [found, is_new] = numbers_.try_emplace(std::move(text), numbers_.size());
    if (is_new) texts_.push_back(&found->first);
    return found->second;
  }
  Json texts() const {
    Json list = Json::array();
    for (const std::string* text : texts_) list.push_back(clean(*text));
    return list;
  }
  const std::vector<const std::string*>& in_order() const { return texts_; }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<const std::string*> texts_;
};

Json cleaned(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(clean(text));
  return list;
}

// What is shown of a case when it is opened, beside what the list shows.
Json details(const record::Result& result) {
  Json json = Json::object();
  const auto put = [&](const char* key, const std::vector<std::string>& texts) {
    if (!texts.empty()) json[key] = cleaned(texts);
  };
  const auto put_text = [&](const char* key, const std::string& text) {
    if (!text.empty()) json[key] = clean(text);
  };
  json["verdict"] = record::name(result.verdict);
  put("clauses", result.clauses);
  put("reasons", result.reasons);
  put("also", result.other_kinds);
  put_text("twin", result.twin_outcome);
  put("unseen", result.not_observed);
  put("environment", result.environment);
  put("readings", result.explained_by);
  put_text("build", result.build);
  put_text("file", result.case_file);
  if (result.vacuous) json["vacuous"] = true;
  if (result.diagnostic_varies) json["varies"] = true;
  if (result.outside_writes.value_or(0) > 0) json["outside"] = *result.outside_writes;
  if (result.mismatches) {
    json["wrong"] = fmt::format("{} of {} judged elements differ", grouped(result.mismatches->differing), grouped(result.mismatches->judged));
    if (!result.mismatches->first.empty()) {
      const record::Mismatch& one = result.mismatches->first.front();
      json["first"] = clean(fmt::format("{}[{}, {}]: expected {}, got {}", one.operand, one.row, one.col, one.expected, one.actual));
    }
  }
  return json;
}

// What follows "profile/mnemonic/cell" in the name; a name that is built otherwise is kept whole, after an "=".
std::string rest_of_name(const record::Result& result) {
  std::string mnemonic = result.instruction;
  for (char& c : mnemonic) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const std::string start = fmt::format("{}/{}/{}", pto_cts::name(result.profile), mnemonic, result.cell);
  return result.name.starts_with(start) ? result.name.substr(start.size()) : "=" + result.name;
}

}  // namespace

std::string cases_json(const RunReport& report) {
  Dictionary profiles, instructions, kinds, cells, rests, judgements, reasons, outcomes, diagnostics, more;
  std::vector<std::size_t> columns[10];
  for (const record::Judgement judgement : record::kAllJudgements) judgements(std::string(record::name(judgement)));
  for (const record::Result& result : report.results) {
    const std::size_t values[] = {profiles(std::string(pto_cts::name(result.profile))), instructions(result.instruction),
                                  kinds(std::string(record::name(result.kind))), cells(result.cell), rests(rest_of_name(result)),
                                  judgements(std::string(record::name(result.judgement))), reasons(result.detail),
                                  outcomes(result.outcome), diagnostics(result.diagnostic),
                                  more(details(result).dump(-1, ' ', false, Json::error_handler_t::replace))};
    for (std::size_t i = 0; i < std::size(values); ++i) columns[i].push_back(values[i]);
  }
  Json groups = Json::array();
  for (const std::string* cell : cells.in_order()) groups.push_back(clean(group_of(*cell)));
  const auto dump = [](const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); };
  std::string text = fmt::format("{{\"count\":{}", report.results.size());
  const auto column = [&](const char* name, std::size_t at, const std::string& texts) {
    text += fmt::format(",\"{}\":{{\"texts\":{},\"of\":[{}]}}", name, texts, fmt::join(columns[at], ","));
  };
  column("profile", 0, dump(profiles.texts()));
  column("instruction", 1, dump(instructions.texts()));
  column("kind", 2, dump(kinds.texts()));
  column("cell", 3, dump(cells.texts()));
  column("rest", 4, dump(rests.texts()));
  column("judgement", 5, dump(judgements.texts()));
  column("detail", 6, dump(reasons.texts()));
  column("outcome", 7, dump(outcomes.texts()));
  column("diagnostic", 8, dump(diagnostics.texts()));
  std::string objects;
  for (const std::string* object_text : more.in_order()) objects += (objects.empty() ? "" : ",") + *object_text;
  column("more", 9, "[" + objects + "]");
  text += ",\"groups\":" + dump(groups) + "}";
  return for_script(std::move(text));
}

std::string for_script(std::string json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') out += "\\u003c";
    else out += c;
  }
  return out;
}

}  // namespace pto_cts::reports::html
