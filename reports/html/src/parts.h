// SPDX-License-Identifier: MIT
// The parts of the page, as data for its template, and the texts, links and marks that several of them use.
#pragma once

#include <cstdint>
#include <kainjow/mustache.hpp>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pto_cts/record/finding.h"
#include "pto_cts/record/result.h"
#include "pto_cts/record/summary.h"
#include "pto_cts/reports/run_report.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::reports::html {

using Data = kainjow::mustache::data;

/// UTF-8 in which all is seen: control characters and bytes that are not UTF-8 are written like "\x1b", marks that are
/// invisible or change the direction of writing like "\u202e". A newline stays where `lines` is true.
std::string clean(std::string_view text, bool lines = false);

/// Object, list and text for the template. An empty text or list is false, so that a section tells whether it is there.
Data object();
void set(Data& data, const std::string& key, std::string_view text);
void set(Data& data, const std::string& key, std::uint64_t number);
void set_flag(Data& data, const std::string& key, bool flag);
void set_list(Data& data, const std::string& key, std::vector<Data> items);
void set_lines(Data& data, const std::string& key, std::span<const std::string> lines);  ///< Items are {{.}}.

/// "12,345".
std::string grouped(std::uint64_t number);
/// "1 case", "2,000 cases".
std::string counted(std::uint64_t number, std::string_view noun);

/// "#judgement=fail&instruction=TMULS".
std::string link(std::span<const std::pair<std::string_view, std::string_view>> filter);

/// How a set of cases is marked: a class for its colour, a sign and a word.
struct Mark {
  std::string_view css;
  std::string_view sign;
  std::string_view word;
};
Mark mark_of(record::Judgement judgement);

/// The mark of several cases together: fail where one fails, pass where all pass, "partly" where some do.
Mark mark_of(const record::Counts& counts);

/// "3 of 45 fail", "45 pass", "40 of 45 pass", "45 undecided"; the parts that are not zero, most important first.
std::string counts_text(const record::Counts& counts);

/// Adds one result to the judgement counts; nothing else of the counts is filled.
void add(record::Counts& counts, record::Judgement judgement);

/// "f32" of the cell "legal/f32/ND/...", "u8,u8,u32" of "legal/u8,u8,u32/...", else the first component.
std::string group_of(std::string_view cell);

/// Citations as items with {{cite}} and {{says}}.
std::vector<Data> citations(const std::vector<terms::Cite>& cites);

void add_statement(Data& page, const RunReport& report);
void add_matrix(Data& page, const RunReport& report);
void add_clauses(Data& page, const RunReport& report);
void add_disputes(Data& page, const RunReport& report);
void add_coverage(Data& page, const RunReport& report);
void add_proofs(Data& page, const RunReport& report);
void add_environment(Data& page, const RunReport& report);

/// Adds the findings. Returns what the script says about an element under the pointer or the keyboard, as JSON:
/// {"tile-0-dst": {...}}, described in page/tiles.js.
std::string add_findings(Data& page, const RunReport& report);

/// All cases as JSON, described in page/report.js.
std::string cases_json(const RunReport& report);

/// Text of JSON that may stand in a <script>: no "<" is left in it, and it is UTF-8.
std::string for_script(std::string json);

/// A proof obligation as an item of the template.
Data proof_item(const record::ProofRecord& proof);

/// "proved", or "refuted, as the dispute ... says".
std::string proof_answer(const record::ProofRecord& proof);

/// Adds to `item` what is drawn of a finding's smallest case: its tiles where elements are known to be wrong, else the
/// shapes of its operands. `spoken` gets an entry for each tile whose elements can be asked for; ids begin with `id`.
void add_pictures(Data& item, const record::Finding& finding, const Case& smallest,
                  const terms::Instruction* instruction, std::string_view id, nlohmann::ordered_json& spoken);

}  // namespace pto_cts::reports::html
