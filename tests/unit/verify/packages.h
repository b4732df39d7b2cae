// SPDX-License-Identifier: MIT
// A package of a small run, and the tools of a forger.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "pto_cts/campaign/backends.h"
#include "pto_cts/campaign/campaign.h"
#include "pto_cts/campaign/plan.h"
#include "pto_cts/certificate/statement.h"
#include "pto_cts/generators/domain.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/manifest.h"
#include "pto_cts/record/sha256.h"
#include "pto_cts/smt/domain_script.h"
#include "pto_cts/verify/verify.h"
#include "temporary_folder.h"

namespace pto_cts::reports::packages {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

class MadePlan : public PlanOf {
 public:
  MadePlan(const campaign::Plan& plan, std::uint64_t seed) : plan_(plan), seed_(seed) {}
  std::uint64_t size() const override { return plan_.cases().size(); }
  std::string name(std::uint64_t index) const override { return plan_.case_name(plan_.cases()[index]); }
  std::string cell(std::uint64_t index) const override { return plan_.cell_id(plan_.cases()[index]); }
  MadeCase make(std::uint64_t index) const override {
    generators::Generated made = plan_.generate(plan_.cases()[index], seed_);
    return {std::move(made.subject), static_cast<std::uint64_t>(made.replaced), made.vacuous};
  }

 private:
  const campaign::Plan& plan_;
  std::uint64_t seed_;
};

inline const campaign::Suite& suite() {
  static const campaign::Suite kSuite;
  return kSuite;
}

inline constexpr std::uint64_t kCases = 260;
inline constexpr Profile kProfile = Profile::a5;
inline const std::vector<std::string> kInstructions = {"TFILLPAD_EXPAND", "TGATHERB"};

inline const campaign::Plan& plan() {
  static const campaign::Plan kPlan(suite(), kInstructions, {kProfile}, kCases);
  return kPlan;
}

// Coverage takes a while to count, and is the same in all these packages.
inline record::Statement state(const RunReport& report) {
  static const record::CellCounts kCells = campaign::count_cells(plan().domains(), suite().readings(), report.results);
  Basis basis;
  basis.run = report.statement.run;
  basis.results = report.results;
  basis.cells = kCells;
  basis.waivers = report.statement.waivers;
  basis.instructions = &suite().instructions();
  return statement_of(basis);
}

inline record::BackendFile backend_file(const std::string& name) {
  const auto backend = campaign::open_backend(suite(), name);
  const backend::Capabilities& can = backend->capabilities();
  const backend::Observability sight = backend->observability();
  return {name,         "",        "built-in",    can.instructions,        can.profiles,   can.dtypes,       can.layouts, can.forms,
          can.in_place, sight.guards, sight.sources, sight.memory_after_reject, sight.legality, sight.determinism};
}

inline VerifyMeans means() {
  VerifyMeans means;
  means.spec_hash = campaign::spec_hash();
  means.suite_version = "test";
  means.generator_epoch = generators::kGeneratorEpoch;
  means.instructions = [](const record::RunHeader&) -> const std::vector<terms::Instruction>& { return suite().instructions(); };
  means.plan = [](const record::RunHeader& header) { return std::make_unique<MadePlan>(plan(), header.seed); };
  means.state = state;
  means.pages = [](const RunReport& report) { return std::map<std::string, std::string>{{"statement.md", statement_page(report.statement)}}; };
  means.built_in = [](const record::RunHeader& header) { return backend_file(header.backend); };
  means.domain_script = smt::domain_script;
  return means;
}

/// The run of a backend with a planted fault, as `certify` packs it.
inline void make_package(const fs::path& folder) {
  campaign::Request request;
  request.instructions = kInstructions;
  request.profiles = {kProfile};
  request.cases = kCases;
  request.backend_name = "mutant:tfillpad-finite-max";
  request.backend_hash = "built-in";
  request.suite_version = "test";
  request.out = folder;
  const auto backend = campaign::open_backend(suite(), request.backend_name);
  campaign::Outcome outcome = campaign::run(suite(), *backend, request, [](const campaign::Progress&) {});
  RunReport report;
  report.statement.run = campaign::header_of(suite(), request, outcome.results.size());
  report.results = std::move(outcome.results);
  report.statement = state(report);
  for (const std::string& mnemonic : kInstructions) {
    const terms::Instruction& instruction = *suite().find(mnemonic);
    record::write_file(folder / ("proofs/domain/a5." + terms::id_prefix(instruction) + ".smt2"), smt::domain_script(instruction, kProfile));
  }
  record::write_file(folder / "backend.json", record::write_backend(backend_file(request.backend_name)));
  record::write_file(folder / "environment.json", record::write_environment({}));
  record::write_file(folder / "statement.json", record::write_statement(report.statement));
  record::write_file(folder / "statement.md", statement_page(report.statement));
  record::seal_package(folder);
}

/// A copy that is to be tampered with.
class Package {
 public:
  Package() {
    static const tests::TemporaryFolder kOriginal;
    static const bool kMade = (make_package(kOriginal.path()), true);
    (void)kMade;
    fs::remove(kOriginal / "package.tar.zst");
    fs::copy(kOriginal.path(), folder(), fs::copy_options::recursive);
  }

  fs::path folder() const { return folder_ / "package"; }
  std::string read(const std::string& file) const { return record::read_file(folder() / file); }
  void write(const std::string& file, const std::string& text) const { record::write_file(folder() / file, text); }
  void replace(const std::string& file, const std::string& from, const std::string& to) const {
    std::string text = read(file);
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    write(file, text.replace(at, from.size(), to));
  }

  /// The lines of records.jsonl or plan.jsonl, header first, without the last.
  std::vector<Json> lines(const std::string& file) const {
    std::vector<Json> all;
    std::ifstream stream(folder() / file);
    for (std::string line; std::getline(stream, line);)
      if (!line.starts_with("{\"end\"")) all.push_back(Json::parse(line));
    return all;
  }

  /// Writes them with an end line that fits.
  void write_lines(const std::string& file, const std::vector<Json>& lines) const {
    std::string text;
    for (const Json& line : lines) text += line.dump() + "\n";
    const std::string end = "{\"end\":" + std::to_string(lines.size() - 1) + ",\"sha256\":\"" + record::sha256_hex(text) + "\"}\n";
    write(file, text + end);
  }

  void edit(const std::string& file, const std::function<void(std::vector<Json>&)>& change) const {
    std::vector<Json> all = lines(file);
    change(all);
    write_lines(file, all);
  }

  /// In plan and records and statement: the header is one.
  void edit_headers(const std::function<void(Json&)>& change) const {
    for (const char* file : {"plan.jsonl", "records.jsonl"}) edit(file, [&](std::vector<Json>& all) { change(all[0]); });
    Json statement = Json::parse(read("statement.json"));
    change(statement["run"]);
    write("statement.json", record::write_statement(record::read_statement(statement.dump())));
  }

  /// The statement that follows from what lies there now.
  void derive_statement() const {
    RunReport report;
    record::RecordFile records = record::read_records(folder() / "records.jsonl");
    report.statement.run = records.header;
    report.results = std::move(records.results);
    const record::Statement statement = state(report);
    write("statement.json", record::write_statement(statement));
    write("statement.md", statement_page(statement));
  }

  /// All digests anew.
  void seal() const {
    fs::remove(folder() / "manifest.txt");
    record::write_file(folder() / "manifest.txt", record::write_manifest(record::take_manifest(folder())));
  }

  VerifyResult verify(const VerifyOptions& options = {}, const VerifyMeans& with = means()) const {
    return verify_package(folder(), with, options);
  }

 private:
  tests::TemporaryFolder folder_;
};

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// That a line of the objections begins so.
inline void expect_objection(const VerifyResult& result, const std::string& beginning) {
  for (const std::string& line : result.objections) {
    EXPECT_EQ(line.find('\n'), std::string::npos);
    if (line.starts_with(beginning)) return;
  }
  ADD_FAILURE() << "no line begins with: " << beginning << "\n" << joined(result.objections);
}

/// Index of the first line, after the header, of which this holds.
inline std::size_t first_where(const std::vector<Json>& lines, const std::function<bool(const Json&)>& holds) {
  for (std::size_t i = 1; i < lines.size(); ++i)
    if (holds(lines[i])) return i;
  ADD_FAILURE() << "no such line";
  return 1;
}

inline std::string name_of(const Json& line) { return line["name"].get<std::string>(); }

}  // namespace pto_cts::reports::packages
