// SPDX-License-Identifier: MIT
#include "pto_cts/manual/manual.h"

#include "pages.h"

namespace pto_cts::reports {

std::vector<ManualPage> manual_pages(const std::vector<terms::Instruction>& instructions, const terms::Readings& readings,
                                     const record::ProofFile* proofs) {
  const manual::Manual subject{instructions, readings, proofs};
  std::vector<manual::Document> documents = {manual::overview_page(subject)};
  for (const terms::Instruction& instruction : instructions) documents.push_back(manual::instruction_page(subject, instruction));
  documents.push_back(manual::clauses_page(subject));
  documents.push_back(manual::disputes_page(subject));
  documents.push_back(manual::proofs_page(subject));
  manual::Text navigation;
  for (const manual::Document& document : documents)
    navigation.push_back(manual::link(document.page == manual::kOverview ? "Overview" : document.title, document.page));
  std::vector<ManualPage> pages;
  for (manual::Document& document : documents) {
    document.navigation = navigation;
    pages.push_back({manual::markdown_file(document.page), manual::to_markdown(document)});
    pages.push_back({manual::html_file(document.page), manual::to_html(document)});
  }
  return pages;
}

}  // namespace pto_cts::reports
