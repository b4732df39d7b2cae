// SPDX-License-Identifier: MIT
// The parts of the page, as data for its template.
#pragma once

#include <string>

#include "pto_cts/reports/run_report.h"
#include "words.h"

namespace pto_cts::reports::html {

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

}  // namespace pto_cts::reports::html
