// SPDX-License-Identifier: MIT
// Results as JSON text, and remembered ones: two files named by the key, .json and .smt2s.
#include <nlohmann/json.hpp>

#include "job.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/case_file.h"

namespace pto_cts::proofs {
namespace {

using Json = nlohmann::ordered_json;
using smt::Answer;
using smt::Obligation;
using smt::Status;

Json tuple_or_null(const std::optional<Tuple>& tuple) {
  return tuple ? Json::parse(record::write_tuple(*tuple)) : Json();
}

std::optional<Tuple> read_tuple_or_null(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return record::read_tuple(json.dump());
}

Json to_json(const Obligation& o) {
  return {{"id", o.id},           {"instruction", o.instruction}, {"profile", o.profile},
          {"family", o.family},   {"status", name(o.status)},     {"kind", o.kind},
          {"statement", o.statement}, {"witness", tuple_or_null(o.witness)}, {"twin", tuple_or_null(o.twin)},
          {"changed", o.changed}, {"because", o.because},         {"note", o.note},
          {"dispute", o.dispute}};
}

template <typename Enum>
Enum parse(const std::string& text, std::initializer_list<Enum> all) {
  for (const Enum one : all)
    if (name(one) == text) return one;
  throw record::BadInput("unknown word '" + text + "'");
}

Obligation obligation_from(const Json& json) {
  Obligation o;
  o.id = json.at("id");
  o.instruction = json.at("instruction");
  o.profile = json.at("profile");
  o.family = json.at("family");
  o.status = parse(json.at("status").get<std::string>(), {Status::proved, Status::refuted, Status::unknown});
  o.kind = json.at("kind");
  o.statement = json.at("statement");
  o.witness = read_tuple_or_null(json.at("witness"));
  o.twin = read_tuple_or_null(json.at("twin"));
  o.changed = json.at("changed").get<std::vector<std::string>>();
  o.because = json.at("because").get<std::vector<std::string>>();
  o.note = json.at("note");
  o.dispute = json.at("dispute");
  return o;
}

// As JSON text, and back; without the scripts. Reading throws record::BadInput for any other text.
std::string write_result(const JobResult& result) {
  Json cells = Json::array();
  for (const Cell& cell : result.cells)
    cells.push_back({cell.id, cell.instruction, cell.profile, name(cell.answer), cell.because});
  Json obligations = Json::array();
  for (const Obligation& obligation : result.obligations) obligations.push_back(to_json(obligation));
  return Json{{"obligations", std::move(obligations)}, {"cells", std::move(cells)}}.dump();
}

JobResult read_result(const std::string& text) {
  try {
    const Json document = Json::parse(text);
    JobResult result;
    for (const Json& obligation : document.at("obligations")) result.obligations.push_back(obligation_from(obligation));
    for (const Json& cell : document.at("cells"))
      result.cells.push_back({cell.at(0), cell.at(1), cell.at(2),
                              parse(cell.at(3).get<std::string>(), {Answer::sat, Answer::unsat, Answer::unknown}),
                              cell.at(4).get<std::vector<std::string>>()});
    return result;
  } catch (const Json::exception& error) {
    throw record::BadInput(std::string("no proof results: ") + error.what());
  }
}

constexpr const char* kResult = ".json";
constexpr const char* kScripts = ".smt2s";

}  // namespace

std::string to_json(const std::vector<Obligation>& obligations) {
  Json list = Json::array();
  for (const Obligation& obligation : obligations) list.push_back(to_json(obligation));
  return list.dump();
}

std::optional<JobResult> recall(const Memory& memory, const std::string& key, bool with_scripts) {
  try {
    const std::optional<std::string> text = memory.recall(key + kResult);
    if (!text) return std::nullopt;
    JobResult result = read_result(*text);
    if (!with_scripts) return result;
    const std::optional<std::string> scripts = memory.recall(key + kScripts);
    if (!scripts) return std::nullopt;
    result.scripts = nlohmann::json::parse(*scripts).get<Scripts>();
    return result;
  } catch (const record::BadInput&) {
    return std::nullopt;  // Damaged: proved anew, and replaced.
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

void remember(const Memory& memory, const std::string& key, const JobResult& result) {
  if (!result.scripts.empty()) memory.remember(key + kScripts, nlohmann::json(result.scripts).dump());
  memory.remember(key + kResult, write_result(result));
}

}  // namespace pto_cts::proofs
