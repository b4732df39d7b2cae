// SPDX-License-Identifier: MIT
#include "package_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "command.h"
#include "finding_files.h"
#include "memory.h"
#include "pto_cts/certificate/statement.h"
#include "pto_cts/ci/ci.h"
#include "pto_cts/html/report.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/manifest.h"
#include "pto_cts/record/sha256.h"
#include "pto_cts/smt/domain_script.h"

namespace pto_cts::cli {
namespace {

namespace fs = std::filesystem;

// What a package has beside plan, records, findings and saved cases.
constexpr const char* kMade[] = {"statement.json", "statement.md",     "summary.md",       "junit.xml",
                                 "report.html",    "backend.json",     "environment.json", "run.json",
                                 "manifest.txt",   "manifest.txt.sig", "package.tar.zst"};

// Writes files of a package, and knows what they were.
class Writer {
 public:
  Writer(const fs::path& folder, std::map<std::string, std::string> written) : folder_(folder), written_(std::move(written)) {}

  void write(const std::string& file, const std::string& text) {
    record::write_file(folder_ / file, text);
    written_[file] = record::sha256_hex(text);
  }
  const fs::path& folder() const { return folder_; }
  /// SHA-256 of each, by name.
  const std::map<std::string, std::string>& written() const { return written_; }

 private:
  const fs::path& folder_;
  std::map<std::string, std::string> written_;
};

record::ProofFile prove_rules(Writer& writer, const PackageSource& source) {
  if (!source.quiet) fmt::print(stderr, "proving the rules\n");
  record::ProofFile proofs =
      proofs::to_record(prove_all(proofs_of_run(source.header, source.memory, writer.folder() / "proofs"), source.quiet));
  writer.write("proofs/results.json", record::write_proofs(proofs));
  return proofs;
}

// The rules themselves, for programs that know nothing else of the suite.
void write_domains(Writer& writer, const PackageSource& source) {
  for (const std::string& mnemonic : source.header.instructions)
    for (const Profile profile : source.header.profiles) {
      const terms::Instruction& instruction = *source.suite->find(mnemonic);
      writer.write(fmt::format("proofs/domain/{}.{}.smt2", name(profile), terms::id_prefix(instruction)),
                   smt::domain_script(instruction, profile));
    }
}

// A backend has the same rights in the folder as the suite: what is sealed is read back first.
void check_written(const fs::path& folder, const std::map<std::string, std::string>& written, std::uint64_t saved) {
  const auto refuse = [&](const std::string& file, const char* why) {
    throw record::BadInput(fmt::format("{}: {}; something else writes into the folder: give another one with --out",
                                       (folder / file).string(), why));
  };
  const record::Manifest manifest = record::take_manifest(folder);
  for (const auto& [file, digest] : written) {
    const auto found = manifest.files.find(file);
    if (found == manifest.files.end()) refuse(file, "is missing, and was written");
    if (found->second != digest) refuse(file, "is not what was written");
  }
  const auto cases = std::ranges::count_if(manifest.files, [](const auto& file) { return file.first.starts_with("cases/"); });
  if (static_cast<std::uint64_t>(cases) < saved) refuse("cases", "holds fewer cases than were saved");
}

}  // namespace

void begin_package(const fs::path& folder, const record::RunHeader& header,
                   const std::vector<record::Waiver>& waivers) {
  std::error_code ignored;
  for (const char* file : kMade) fs::remove(folder / file, ignored);
  fs::remove_all(folder / "proofs", ignored);
  const record::Statement statement = reports::incomplete_statement(header, waivers);
  record::write_file(folder / "statement.md", reports::statement_page(statement));
  record::write_file(folder / "statement.json", record::write_statement(statement));
}

std::map<std::string, std::string> pages_of(const reports::RunReport& report) {
  std::map<std::string, std::string> pages = finding_pages(report);
  pages["statement.md"] = reports::statement_page(report.statement);
  pages["summary.md"] = reports::markdown_summary(report);
  pages["junit.xml"] = reports::junit_xml(report);
  pages["report.html"] = reports::html_report(report);
  return pages;
}

Package finish_package(const fs::path& folder, const PackageSource& source) {
  Package package;
  reports::RunReport& report = package.report;
  campaign::Outcome& outcome = *source.outcome;
  Writer writer(folder, outcome.written);
  report.results = std::move(outcome.results);
  report.summary = outcome.summary;
  report.findings = outcome.findings;
  report.backend = source.backend;
  report.environment = source.environment;
  report.instructions = &source.suite->instructions();
  report.folder = folder;

  reports::Basis basis{source.header,  report.results, outcome.cells,
                       &report.proofs, source.waivers, report.instructions};
  if (reports::statement_of(basis).kind == record::PackageKind::certificate)
    report.proofs = prove_rules(writer, source);
  else
    basis.proofs = nullptr;
  report.statement = reports::statement_of(basis);

  write_domains(writer, source);
  writer.write("backend.json", record::write_backend(source.backend));
  writer.write("environment.json", record::write_environment(source.environment));
  for (const auto& [file, text] : pages_of(report)) writer.write(file, text);
  writer.write("statement.json", record::write_statement(report.statement));
  check_written(folder, writer.written(), outcome.saved);
  package.root = record::seal_package(folder);
  return package;
}

}  // namespace pto_cts::cli
