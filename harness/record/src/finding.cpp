// SPDX-License-Identifier: MIT
#include "pto_cts/record/finding.h"

#include <algorithm>
#include <tuple>

#include "json_parts.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::record {
namespace {

Json to_json(const Finding& finding) {
  Json factors = Json::array(), members = Json::array();
  for (const Factor& factor : finding.factors)
    factors.push_back({{"name", factor.name}, {"fails", factor.fails}, {"passes", factor.passes}});
  for (const Member& member : finding.members) members.push_back({{"name", member.name}, {"file", member.file}});
  Json json = {{"id", finding.id},
               {"instructions", finding.instructions},
               {"kind", finding.kind},
               {"also", finding.also},
               {"clauses", finding.clauses},
               {"explained_by", finding.explained_by},
               {"partly_explained_by", finding.partly_explained_by},
               {"cases", finding.cases},
               {"statement", finding.statement},
               {"factors", factors},
               {"smallest",
                {{"file", finding.smallest},
                 {"tuple", finding.tuple},
                 {"verdict", name(finding.verdict)},
                 {"outcome", finding.outcome},
                 {"diagnostic", finding.diagnostic},
                 {"build", finding.build},
                 {"tile_bytes", finding.tile_bytes},
                 {"valid_elements", finding.valid_elements},
                 {"non_zero", finding.non_zero}}},
               {"minimality",
                {{"complete", finding.minimality.complete},
                 {"neighbours", finding.minimality.neighbours},
                 {"tried", finding.minimality.tried},
                 {"least_bytes", finding.minimality.least_bytes}}},
               {"failed", finding.failed},
               {"repeated", finding.repeated},
               {"members", members}};
  if (finding.mismatches) json["mismatches"] = census_to_json(*finding.mismatches);
  return json;
}

void read_smallest(const Node& node, Finding& finding) {
  const Fields fields(node, {"file", "tuple", "verdict", "outcome", "diagnostic", "build", "tile_bytes", "valid_elements", "non_zero"});
  finding.smallest = read_text(fields.at("file"));
  if (!is_plain_path(finding.smallest)) refuse(fields.at("file").path, in_quotes(finding.smallest) + " is not a file of the report", "give a relative path");
  finding.tuple = read_text(fields.at("tuple"));
  finding.verdict = read_enum(fields.at("verdict"), parse_verdict_kind, kAllVerdictKinds);
  finding.outcome = read_text(fields.at("outcome"));
  finding.diagnostic = read_text(fields.at("diagnostic"));
  finding.build = read_text(fields.at("build"));
  finding.tile_bytes = read_unsigned(fields.at("tile_bytes"));
  finding.valid_elements = read_unsigned(fields.at("valid_elements"));
  finding.non_zero = read_unsigned(fields.at("non_zero"));
}

Finding from_json(const Node& node) {
  const Fields fields(node,
                      {"id", "instructions", "kind", "also", "clauses", "explained_by", "partly_explained_by", "cases", "statement",
                       "factors", "smallest", "minimality", "failed", "repeated", "members"},
                      {"mismatches"});
  Finding finding;
  finding.id = read_nonempty_text(fields.at("id"));
  finding.instructions = read_texts(fields.at("instructions"));
  finding.kind = read_nonempty_text(fields.at("kind"));
  finding.also = read_texts(fields.at("also"));
  finding.clauses = read_texts(fields.at("clauses"));
  finding.explained_by = read_texts(fields.at("explained_by"));
  finding.partly_explained_by = read_tally(fields.at("partly_explained_by"));
  finding.cases = read_unsigned(fields.at("cases"));
  finding.statement = read_text(fields.at("statement"));
  for (const Node& element : read_array(fields.at("factors"))) {
    const Fields factor(element, {"name", "fails", "passes"});
    finding.factors.push_back({read_nonempty_text(factor.at("name")), read_texts(factor.at("fails")), read_texts(factor.at("passes"))});
  }
  read_smallest(fields.at("smallest"), finding);
  const Fields minimality(fields.at("minimality"), {"complete", "neighbours", "tried", "least_bytes"});
  finding.minimality = {read_bool(minimality.at("complete")), read_unsigned(minimality.at("neighbours")),
                        read_unsigned(minimality.at("tried")), read_bool(minimality.at("least_bytes"))};
  finding.failed = read_unsigned(fields.at("failed"));
  finding.repeated = read_unsigned(fields.at("repeated"));
  for (const Node& element : read_array(fields.at("members"))) {
    const Fields member(element, {"name", "file"});
    finding.members.push_back({read_nonempty_text(member.at("name")), read_text(member.at("file"))});
  }
  if (const auto census = fields.find("mismatches")) finding.mismatches = census_from_json(*census);
  return finding;
}

auto size_of(const Finding& finding) {
  return std::tie(finding.tile_bytes, finding.valid_elements, finding.non_zero, finding.tuple, finding.smallest);
}

template <typename List>
void add_missing(List& list, const List& more) {
  for (const auto& one : more)
    if (std::find(list.begin(), list.end(), one) == list.end()) list.push_back(one);
}

// Values that fail in either; those that pass in one and fail in neither. True where `a` says as much as it did.
bool join_factors(std::vector<Factor>& a, const std::vector<Factor>& b) {
  bool same = true;
  for (Factor& factor : a)
    for (const Factor& other : b) {
      if (other.name != factor.name) continue;
      const Factor before = factor;
      add_missing(factor.fails, other.fails);
      std::erase_if(factor.passes, [&](const std::string& value) {
        return std::find(factor.fails.begin(), factor.fails.end(), value) != factor.fails.end();
      });
      same = same && factor == before;
    }
  return same;
}

// What two shards found of one cause. Both together are explained where both are.
Finding joined(Finding a, Finding b) {
  if (size_of(b) < size_of(a)) std::swap(a, b);
  std::map<std::string, std::uint64_t> explained = a.partly_explained_by;
  for (const auto& [reading, count] : b.partly_explained_by) explained[reading] += count;
  for (const Finding* one : {&a, &b})
    for (const std::string& reading : one->explained_by) explained[reading] += one->cases;
  a.cases += b.cases;
  a.explained_by.clear();
  a.partly_explained_by.clear();
  for (const auto& [reading, count] : explained)
    if (count == a.cases) a.explained_by.push_back(reading);
    else a.partly_explained_by[reading] = count;
  // A sentence that the other shard contradicts is left out; the factors stay.
  if (!join_factors(a.factors, b.factors)) a.statement.clear();
  add_missing(a.instructions, b.instructions);
  add_missing(a.also, b.also);
  add_missing(a.clauses, b.clauses);
  add_missing(a.members, b.members);
  std::sort(a.members.begin(), a.members.end(), [](const Member& x, const Member& y) { return draw_of(x.name) < draw_of(y.name); });
  if (a.members.size() > kShownMembers) a.members.resize(kShownMembers);
  return a;
}

}  // namespace

std::string draw_of(std::string_view case_name) { return sha256_hex(case_name); }

std::string write_findings(std::span<const Finding> findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(to_json(finding));
  return Json({{"schema", kFindingsSchema}, {"findings", list}}).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<Finding> read_findings(std::string_view text) {
  const Json json = parse_json(text);
  const Fields fields({&json, ""}, {"schema", "findings"});
  if (read_integer(fields.at("schema")) != kFindingsSchema) refuse("schema", "is not the one of this version", "make the report again");
  std::vector<Finding> findings;
  for (const Node& element : read_array(fields.at("findings"))) findings.push_back(from_json(element));
  return findings;
}

std::vector<Finding> merge_findings(std::span<const std::vector<Finding>> shards) {
  std::vector<Finding> all;
  for (const std::vector<Finding>& shard : shards)
    for (const Finding& finding : shard) {
      const auto known = std::find_if(all.begin(), all.end(), [&](const Finding& other) { return other.id == finding.id; });
      if (known == all.end()) all.push_back(finding);
      else *known = joined(std::move(*known), finding);
    }
  std::stable_sort(all.begin(), all.end(), [](const Finding& a, const Finding& b) { return a.cases > b.cases; });
  return all;
}

}  // namespace pto_cts::record
