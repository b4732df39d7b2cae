// SPDX-License-Identifier: MIT
// The suite's writers and readers of a package's files, for forms_agree.py.
//   package_forms write <folder>   a made-up package in which every field is filled
//   package_forms read             for each line "<form> <JSON>" of standard input: "takes", or "refuses: " and why
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>

#include "pto_cts/record/backend_file.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/environment.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/plan_file.h"
#include "pto_cts/record/proof_file.h"
#include "pto_cts/record/records.h"
#include "pto_cts/record/statement.h"

namespace {

using namespace pto_cts;
using namespace pto_cts::record;
namespace fs = std::filesystem;

RunHeader header() {
  RunHeader run;
  run.suite_version = "0.1.0";
  run.spec_hash = std::string(64, 'a');
  run.generator_epoch = 3;
  run.profiles = {Profile::cpu_sim, Profile::a5};
  run.instructions = {"TMULS"};
  run.interpretations = {"block32"};
  run.backend = "plugin:x.so";
  run.backend_version = "1";
  run.backend_hash = std::string(64, 'b');
  run.seed = UINT64_MAX;
  run.cases_requested = 2;
  run.planned_total = 2;
  return run;
}

Tuple tuple() {
  TileDesc tile;
  tile.dtype = DType::f16;
  tile.rows = tile.cols = 16;
  tile.static_valid_rows = -1;
  tile.static_valid_cols = tile.valid_cols = 16;
  tile.valid_rows = 3;
  return {"TMULS", {{"dst", Role::out, tile, 0}, {"src0", Role::in, tile, 1}}, {{"scalar", DType::f16}},
          {{"form", "plain", true}}, {{"mode", "fast", false}}};
}

Result full_result() {
  Result result;
  result.name = "a5/tmuls/reject/x/0";
  result.instruction = "TMULS";
  result.profile = Profile::a5;
  result.kind = CaseKind::reject;
  result.cell = "reject/tmuls.a5.dtype";
  result.verdict = VerdictKind::illegal;
  result.clauses = {"tmuls.a5.dtype"};
  result.reasons = {"tmuls.same-type"};
  result.judgement = Judgement::fail;
  result.detail = "wrong value";
  result.other_kinds = {"wrong pad"};
  result.outcome = "executed";
  result.diagnostic = "no \"such\" type\n";
  result.diagnostic_varies = true;
  result.twin_outcome = "executed";
  result.not_observed = {"legality"};
  result.build = "debug";
  result.environment = {"exits"};
  result.explained_by = {"block32"};
  result.mismatches = MismatchCensus{1, 2, {{"dst", 0, 1, "1", "2"}}};
  result.outside_writes = 4;
  result.replaced = 5;
  result.vacuous = true;
  result.case_hash = result.expected_hash = std::string(64, 'c');
  result.case_file = "cases/c.json";
  return result;
}

Result least_result() {
  Result result;
  result.plan_index = 1;
  result.name = "a5/tmuls/legal/x/0";
  result.instruction = "TMULS";
  result.judgement = Judgement::pass;
  return result;
}

Statement statement() {
  Statement all;
  all.kind = PackageKind::reduced;
  all.reasons = {"--cases 2"};
  all.run = header();
  all.sentence = "x: does not conform";
  all.level = 1;
  ProfileStatement profile;
  profile.level = 2;
  profile.capped_by = "legality";
  profile.dimensions = {{Dimension::semantic, Standing::conforms, {}},
                        {Dimension::legality, Standing::conforms_with_waivers, {"waived"}},
                        {Dimension::ordering, Standing::not_judged, {"outside"}},
                        {Dimension::diagnostic, Standing::does_not_conform, {"silent"}}};
  profile.diagnostics = {4, 3, 2, 1};
  all.profiles = {profile, {}};
  all.gaps = {"a gap"};
  all.waivers = {{"a5/*", "wrong value", "known", 1}};
  all.counts.planned = 2;
  all.counts.fail_kinds = all.counts.undecided_reasons = all.counts.not_observed = all.counts.environment = all.counts.explained_by = {{"x", 1}};
  all.cells = {4, 3, 2, 1};
  all.proofs = {4, 3, 2, 1};
  return all;
}

void write(const fs::path& folder) {
  fs::create_directories(folder / "proofs");
  write_records(folder / "records.jsonl", {header(), {full_result(), least_result()}, ""});
  write_plan(folder / "plan.jsonl", {header(), {{0, "a5/tmuls/reject/x/0", "reject/tmuls.a5.dtype", tuple()}, {1, "a5/tmuls/legal/x/0", "legal/x", tuple()}}});
  write_file(folder / "statement.json", write_statement(statement()));
  write_file(folder / "backend.json", write_backend({"plugin:x.so", "1", std::string(64, 'b'), {"TMULS"}, {Profile::a5}, {DType::f16}, {Layout::ND},
                                                     std::vector<std::string>{"plain"}, true, true, true, false, true, true}));
  write_file(folder / "environment.json", write_environment({{{"name", "x"}, {"version", "1"}}, {"slow"}, {{{"solver", "z3"}}}}));
  write_file(folder / "run.json", write_run({std::string(64, 'd'), {{"1/1", "host", "2026-01-31T12:00:00Z", 1.5, 0, "g++", "-O2", "Linux", "x86",
                                                                     {"pto-cts", "certify"}, true}}}));
  write_file(folder / "proofs" / "results.json",
             write_proofs({{{"a5/tmuls/definedness/src0", "TMULS", "a5", "definedness", "refuted", "implied", "reads what is defined", tuple(), tuple(),
                             {"dst.rows"}, {"tmuls.a5.dtype"}, "note", "a5-source-rows"},
                            {"a5/tmuls/x", "TMULS", "", "x", "proved", "", "y", std::nullopt, std::nullopt, {}, {}, "", ""}},
                           {{"a5/tmuls/legal/f32", "TMULS", "a5", "infeasible", {"tmuls.a5.dtype"}}}}));
}

const std::map<std::string, std::function<void(const std::string&)>, std::less<>> kReaders = {
    {"header", [](const std::string& text) { parse_header_line(text); }},
    {"result", [](const std::string& text) { parse_json_line(text); }},
    {"entry", [](const std::string& text) { parse_plan_line(text); }},
    {"statement", [](const std::string& text) { read_statement(text); }},
    {"backend", [](const std::string& text) { read_backend(text); }},
    {"environment", [](const std::string& text) { read_environment(text); }},
    {"run", [](const std::string& text) { read_run(text); }},
    {"proofs", [](const std::string& text) { read_proofs(text); }},
};

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "write") return write(argv[2]), 0;
  if (argc != 2 || std::string(argv[1]) != "read") return 2;
  for (std::string line; std::getline(std::cin, line);) {
    const std::size_t space = line.find(' ');
    try {
      kReaders.at(line.substr(0, space))(line.substr(space + 1));
      std::cout << "takes\n";
    } catch (const BadInput& error) {
      std::cout << "refuses: " << error.what() << "\n";
    }
  }
  return 0;
}
