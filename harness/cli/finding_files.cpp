// SPDX-License-Identifier: MIT
#include "finding_files.h"

#include <fmt/format.h>

#include "pto_cts/record/case_file.h"
#include "pto_cts/record/files.h"
#include "pto_cts/finding/page.h"

namespace pto_cts::cli {

std::string backend_words(const std::string& backend, const std::vector<std::string>& readings) {
  std::string words = "--backend '";
  for (const char c : backend) words += c == '\'' ? std::string("'\\''") : std::string(1, c);
  words += "'";
  for (std::size_t i = 0; i < readings.size(); ++i) words += (i == 0 ? " --interpretation " : ",") + readings[i];
  return words;
}

std::string write_finding_files(const campaign::Suite& suite, const std::filesystem::path& folder, const std::string& backend,
                                const std::string& options, const std::vector<record::Finding>& findings) {
  constexpr std::size_t kShown = 4;  // So that all fits one page.
  std::string shown;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const record::Finding& finding = findings[i];
    const Case smallest = record::load_case(folder / finding.smallest);
    const reports::FindingContext context{suite.find(smallest.tuple.mnemonic), backend, options, folder};
    record::write_file(folder / reports::page_of(finding), reports::finding_page(finding, smallest, context));
    const std::string program = reports::finding_program(finding, smallest, context);
    if (!program.empty()) record::write_file(folder / reports::program_of(finding), program);
    if (i < kShown) shown += "\n" + reports::finding_brief(finding, context);
  }
  if (findings.size() > kShown) shown += fmt::format("\n{} further findings: {}\n", findings.size() - kShown, (folder / "findings").string());
  return shown;
}

}  // namespace pto_cts::cli
