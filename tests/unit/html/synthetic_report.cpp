// SPDX-License-Identifier: MIT
#include "synthetic_report.h"

#include <fmt/format.h>

#include "pto_cts/instructions/registry.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/render/text.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::tests {
namespace {

using record::Judgement;

constexpr std::string_view kDTypes[] = {"u8", "i8", "u16", "i16", "u32", "i32", "f16", "bf16", "f32"};
constexpr std::string_view kBounds[] = {"any", "dst.valid-rows=1", "dst.valid-cols%32B", "src.valid-part", "in-place=dst,src"};

record::Result legal(record::Result one, std::uint64_t round, bool gathers) {
  const std::string_view dtype = kDTypes[round / 3 % std::size(kDTypes)];
  one.cell = fmt::format("legal/{}/ND/{}", gathers ? fmt::format("{0},{0},u32", dtype) : std::string(dtype), kBounds[round % std::size(kBounds)]);
  one.outcome = "executed";
  one.judgement = Judgement::pass;
  if (one.profile == Profile::a5 && dtype == "f16" && round % 2 == 0) {
    one.judgement = Judgement::fail;
    one.detail = round % 4 == 0 ? "wrong value" : "wrong pad";
    one.mismatches = record::MismatchCensus{3, 128, {{"dst", 0, 1, "inf (0x7c00)", "65504 (0x7bff)"}}};
  } else if (dtype == "bf16" && one.profile == Profile::cpu_sim) {
    one.judgement = Judgement::not_supported;
    one.outcome.clear();
    one.detail = "dtype bf16 is not declared";
  } else if (dtype == "u16" && one.profile == Profile::a2a3 && round % 5 == 0) {
    one.judgement = round % 2 == 0 ? Judgement::not_run : Judgement::not_expressible;
    one.outcome.clear();
    one.detail = round % 2 == 0 ? "the budget ended" : "no call of the intrinsic says this";
  } else if (dtype == "f32" && round % 7 == 0) {
    one.judgement = Judgement::undecided;
    one.detail = "not discriminating";
  }
  return one;
}

record::Result illegal(record::Result one, std::uint64_t round, const terms::Instruction& instruction) {
  const std::string& clause = instruction.clauses[round % instruction.clauses.size()].id;
  one.kind = record::CaseKind::reject;
  one.verdict = record::VerdictKind::illegal;
  one.cell = "reject/" + clause;
  one.clauses = {clause};
  one.twin_outcome = "executed";
  one.outcome = "rejected";
  one.judgement = Judgement::pass;
  one.diagnostic = fmt::format("assertion {} failed: {}", round % 400, clause);
  one.not_observed = {"legality"};
  if (round % 9 == 0) {
    one.outcome = "executed";
    one.judgement = Judgement::fail;
    one.detail = "illegal tuple accepted";
    one.diagnostic.clear();
  } else if (round % 31 == 1) {
    one.outcome = "crashed";
    one.judgement = Judgement::fail;
    one.detail = "crashed";
    one.diagnostic = kHostile;
  }
  return one;
}

record::Result made(const std::vector<terms::Instruction>& instructions, std::uint64_t index) {
  record::Result one;
  const terms::Instruction& instruction = instructions[index % instructions.size()];
  const std::uint64_t round = index / instructions.size() / std::size(kCertifiedProfiles);
  one.plan_index = index;
  one.instruction = instruction.mnemonic;
  one.profile = kCertifiedProfiles[index / instructions.size() % std::size(kCertifiedProfiles)];
  if (round % 10 < 6) one = legal(one, round, instruction.mnemonic == "TGATHERB");
  else if (round % 10 < 9) one = illegal(one, round, instruction);
  else {
    const terms::CoreCondition& core = instruction.core[round % instruction.core.size()];
    one.kind = record::CaseKind::target;
    one.verdict = record::VerdictKind::target_defined;
    one.cell = "target/" + core.id;
    one.reasons = {core.id};
    one.outcome = "executed";
    one.judgement = Judgement::undecided;
    one.detail = "target-defined: executed";
  }
  one.name = fmt::format("{}/{}/{}/{}", name(one.profile), terms::id_prefix(instruction), one.cell, index);
  return one;
}

Case case_of(std::string_view mnemonic, const TileDesc& dst, const TileDesc& src) {
  Case one;
  one.name = "a5/smallest";
  one.profile = Profile::a5;
  one.tuple.mnemonic = mnemonic;
  const bool fills = mnemonic == "TFILLPAD";
  one.tuple.tiles = {{"dst", Role::out, dst, 0}, {fills ? "src" : "src0", Role::in, src, 1}};
  if (fills) one.tuple.attributes = {{"form", "heterogeneous", false}, {"pad", "Zero", true}};
  else {
    one.tuple.scalars = {{"scalar", dst.dtype}};
    one.scalars = {3};
  }
  one.payload = {std::vector<std::uint8_t>(static_cast<std::size_t>(tile_bytes(dst)), 0), std::vector<std::uint8_t>(static_cast<std::size_t>(tile_bytes(src)), 0)};
  for (std::size_t i = 0; i < one.payload[1].size(); i += 4) one.payload[1][i] = static_cast<std::uint8_t>(i / 4);
  return one;
}

TileDesc tile_of(DType dtype, std::int64_t rows, std::int64_t cols, std::int64_t valid_rows, std::int64_t valid_cols) {
  TileDesc tile = default_tile(TileType::Vec, dtype, rows, cols);
  tile.static_valid_rows = tile.valid_rows = valid_rows;
  tile.static_valid_cols = tile.valid_cols = valid_cols;
  return tile;
}

record::Finding finding_of(const std::filesystem::path& folder, const Case& smallest, const char* kind, const char* id) {
  record::Finding one;
  one.id = std::string(id);
  one.instructions = {smallest.tuple.mnemonic};
  one.kind = kind;
  one.cases = 163;
  one.statement = "dtype f16, bf16 or f32 only; any shape";
  one.factors = {{"dtype", {"f16", "bf16", "f32"}, {"u8", "i8", "i32"}}, {"profile", {"cpu_sim", "a2a3", "a5"}, {}}};
  one.smallest = fmt::format("findings/{}.json", kind == std::string("wrong pad") ? "a" : kind == std::string("wrong value") ? "b" : "c");
  one.tuple = render::render_tuple(smallest.tuple);
  one.outcome = "executed";
  one.tile_bytes = 1024;
  one.valid_elements = 12;
  one.minimality = {true, 38, 0, true};
  one.failed = one.repeated = 3;
  one.members = {{"a5/tmuls/legal/f16/ND/any/1", "cases/0123456789abcdef.json"}};
  record::save_case(folder / one.smallest, smallest);
  return one;
}

std::vector<record::Finding> findings_of(const std::filesystem::path& folder) {
  TileDesc padded = tile_of(DType::f32, 16, 8, 5, 3);
  padded.pad = PadValue::Max;
  record::Finding pad = finding_of(folder, case_of("TFILLPAD", padded, tile_of(DType::f32, 16, 8, 5, 3)), "wrong pad", "tfillpad/wrong-pad/736c0950");
  pad.partly_explained_by = {{"valid-rows", 8}};
  pad.mismatches = record::MismatchCensus{113, 128, {}};
  for (std::int64_t row = 0; row < 16; ++row)
    for (std::int64_t col = row < 5 ? 3 : 0; col < 8; ++col)
      pad.mismatches->first.push_back({"dst", row, col, "inf (0x7f800000)", "3.4028235e+38 (0x7f7fffff)"});

  const TileDesc large = tile_of(DType::i32, 64, 128, 50, 100);
  record::Finding value = finding_of(folder, case_of("TMULS", large, large), "wrong value", "tmuls/wrong-value/00c0ffee");
  value.mismatches = record::MismatchCensus{100, 5000, {}};
  for (std::int64_t col = 0; col < 100; ++col) value.mismatches->first.push_back({"dst", 49, col, "84 (0x00000054)", "-1 (0xffffffff)"});

  Case accepted = case_of("TMULS", tile_of(DType::f32, 16, 16, 8, 8), tile_of(DType::f32, 16, 16, 8, 8));
  accepted.tuple.tiles[0].tile.static_valid_cols = kDynamic;
  accepted.tuple.tiles[0].tile.valid_cols = 24;
  record::Finding illegal = finding_of(folder, accepted, "illegal tuple accepted", "tmuls/illegal-tuple-accepted/0badf00d");
  illegal.verdict = record::VerdictKind::illegal;
  illegal.clauses = {"tmuls.dst.valid-cols"};

  record::Finding crash = finding_of(folder, accepted, "crashed", "tmuls/crashed/deadbeef");
  crash.smallest = "findings/missing.json";
  crash.outcome = "crashed";
  crash.diagnostic = kHostile;
  crash.statement = kHostile;
  crash.minimality = {false, 0, 99, false};
  return {pad, value, illegal, crash};
}

record::ProofFile proofs_of(const std::vector<terms::Instruction>& instructions, const Tuple& witness) {
  record::ProofFile proofs;
  for (const terms::Instruction& instruction : instructions) {
    const std::string who = terms::id_prefix(instruction);
    for (const terms::Clause& clause : instruction.clauses) {
      record::ProofRecord one;
      one.id = "a5/" + who + "/independence/" + clause.id;
      one.instruction = instruction.mnemonic;
      one.profile = "a5";
      one.family = "independence";
      one.status = "proved";
      one.kind = "independent";
      one.statement = "Whether some tuple breaks " + clause.id + " and no other clause.";
      one.witness = one.twin = witness;
      one.changed = {"dst.valid_cols"};
      proofs.obligations.push_back(one);
    }
    for (const std::string_view bound : kBounds) {
      proofs.cells.push_back({fmt::format("a5/{}/legal/f32/ND/{}", who, bound), instruction.mnemonic, "a5", "feasible", {}});
      proofs.cells.push_back({fmt::format("a5/{}/legal/u64/ND/{}", who, bound), instruction.mnemonic, "a5", bound == "any" ? "feasible" : "infeasible", {}});
    }
  }
  record::ProofRecord disputed;
  disputed.id = "a5/tgatherb/definedness/src";
  disputed.instruction = "TGATHERB";
  disputed.profile = "a5";
  disputed.family = "definedness";
  disputed.status = "refuted";
  disputed.statement = "Every element read of src is valid.";
  disputed.dispute = "offset-alignment";
  proofs.obligations.push_back(disputed);
  disputed.id = "a5/tgatherb/definedness/offset";
  disputed.dispute.clear();
  disputed.note = kHostile;
  proofs.obligations.push_back(disputed);
  return proofs;
}

record::Statement statement_of(const record::Summary& summary) {
  using record::Dimension;
  using record::Standing;
  record::Statement one;
  one.kind = record::PackageKind::reduced;
  one.reasons = {"20,000 cases were asked for, the suite has 48,000", "u64 and i64 were left out"};
  one.sentence = "demo 1.4 does not conform: 4 of its findings are open, on a5 and cpu_sim.";
  one.counts = summary.total;
  one.cells = {8326, 7901, 412, 13};
  one.proofs = {892, 97, 1, 0};
  for (const Profile profile : kCertifiedProfiles) {
    record::ProfileStatement on;
    on.profile = profile;
    if (profile == Profile::a2a3) on.level = 1;
    on.capped_by = profile == Profile::a2a3 ? "rejections are not observed in memory" : "wrong values in f16";
    on.dimensions = {{Dimension::semantic, profile == Profile::a2a3 ? Standing::conforms : Standing::does_not_conform, {"wrong value: 212 cases", "wrong pad: 211 cases"}},
                     {Dimension::legality, profile == Profile::a5 ? Standing::conforms_with_waivers : Standing::conforms, {}},
                     {Dimension::ordering, Standing::not_judged, {"ordering is no matter of single instructions"}},
                     {Dimension::diagnostic, profile == Profile::a5 ? Standing::not_observed : Standing::does_not_conform, {}}};
    if (profile == Profile::a2a3) on.dimensions[0].why.clear();
    on.diagnostics = {1920, 12, 3, 40};
    one.profiles.push_back(on);
  }
  one.gaps = {"wrong value in TMULS, f16, a5: 212 cases", "memory after a rejection is not observed", std::string(kHostile)};
  one.waivers = {{"a5/tmuls/reject/*", "illegal tuple accepted", "The device driver checks it.", 17}};
  return one;
}

}  // namespace

SyntheticRun::SyntheticRun(const std::filesystem::path& folder, std::uint64_t records) {
  const terms::Readings readings = {"block32"};
  for (const terms::Instruction& one : spec::instructions()) instructions_.push_back(terms::under(one, readings));
  for (std::uint64_t i = 0; i < records; ++i) report.results.push_back(made(instructions_, i));
  report.summary = record::summarise(report.results);
  report.findings = findings_of(folder);
  report.proofs = proofs_of(instructions_, case_of("TMULS", tile_of(DType::f32, 16, 16, 8, 8), tile_of(DType::f32, 16, 16, 8, 8)).tuple);
  report.statement = statement_of(report.summary);
  record::RunHeader& run = report.statement.run;
  run.suite_version = "0.1.0";
  run.spec_hash = std::string(64, '0');
  run.profiles.assign(kCertifiedProfiles.begin(), kCertifiedProfiles.end());
  for (const terms::Instruction& one : instructions_) run.instructions.push_back(one.mnemonic);
  run.interpretations = readings;
  run.backend = "demo";
  run.backend_version = "1.4";
  run.backend_hash = "built-in";
  run.seed = 1;
  run.cases_requested = run.planned_total = records;
  report.environment.backend = {{"name", "demo"}, {"says", std::string(kHostile)}};
  report.environment.remarks = {"guards are not observed"};
  report.environment.machines = {{{"suite compiler", "g++ 12.2.0"}, {"processor", "x86-64"}}};
  report.instructions = &instructions_;
  report.folder = folder;
}

}  // namespace pto_cts::tests
