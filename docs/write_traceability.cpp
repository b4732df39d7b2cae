// SPDX-License-Identifier: MIT
// Writes docs/traceability.md to standard output.
#include <cstdio>

#include "pto_cts/reports/citation.h"

int main() {
  std::fputs(pto_cts::reports::traceability_markdown().c_str(), stdout);
  for (const std::string& rule : pto_cts::reports::rules_without_holder())
    std::fprintf(stderr, "nothing holds %s\n", rule.c_str());
  return pto_cts::reports::rules_without_holder().empty() ? 0 : 1;
}
