// SPDX-License-Identifier: MIT
#include "finding_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "pto_cts/finding/page.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/record/files.h"

namespace pto_cts::cli {
namespace {

// Page and program, by path.
std::map<std::string, std::string> texts_of(const record::Finding& finding, const Case& smallest,
                                            const reports::FindingContext& context) {
  std::map<std::string, std::string> texts;
  texts[reports::page_of(finding).string()] = reports::finding_page(finding, smallest, context);
  if (std::string program = reports::finding_program(finding, smallest, context); !program.empty())
    texts[reports::program_of(finding).string()] = std::move(program);
  return texts;
}

}  // namespace

std::string backend_words(const std::string& backend, const std::vector<std::string>& readings) {
  std::string words = "--backend '";
  for (const char c : backend) words += c == '\'' ? std::string("'\\''") : std::string(1, c);
  words += "'";
  for (std::size_t i = 0; i < readings.size(); ++i) words += (i == 0 ? " --interpretation " : ",") + readings[i];
  return words;
}

std::map<std::string, std::string> finding_pages(const reports::RunReport& report) {
  const record::RunHeader& run = report.statement.run;
  std::map<std::string, std::string> pages;
  for (const record::Finding& finding : report.findings) {
    const Case smallest = record::load_case(report.folder / finding.smallest);
    const auto instruction =
        std::find_if(report.instructions->begin(), report.instructions->end(),
                     [&](const terms::Instruction& one) { return one.mnemonic == smallest.tuple.mnemonic; });
    if (instruction == report.instructions->end())
      throw record::BadInput(finding.smallest + ": no instruction is called " +
                             record::printable(smallest.tuple.mnemonic));
    if (const std::string problem = terms::shape_problem(*instruction, smallest.tuple); !problem.empty())
      throw record::BadInput(finding.smallest + ": " + problem);
    pages.merge(texts_of(finding, smallest,
                         {&*instruction, run.backend, backend_words(run.backend, run.interpretations), report.folder}));
  }
  return pages;
}

std::string write_finding_files(const campaign::Suite& suite, const std::filesystem::path& folder,
                                const std::string& backend, const std::string& options,
                                const std::vector<record::Finding>& findings) {
  constexpr std::size_t kShown = 4;  // So that all fits one page.
  std::string shown;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const record::Finding& finding = findings[i];
    const Case smallest = record::load_case(folder / finding.smallest);
    const reports::FindingContext context{suite.find(smallest.tuple.mnemonic), backend, options, folder};
    for (const auto& [file, text] : texts_of(finding, smallest, context)) record::write_file(folder / file, text);
    if (i < kShown) shown += "\n" + reports::finding_brief(finding, context);
  }
  if (findings.size() > kShown)
    shown += fmt::format("\n{} further findings: {}\n", findings.size() - kShown, (folder / "findings").string());
  return shown;
}

}  // namespace pto_cts::cli
