// SPDX-License-Identifier: MIT
#include "pto_cts/reports/citation.h"

#include "pto_cts/sources/rules.h"

namespace pto_cts::reports {

std::string citation(const terms::Cite& cite) {
  if (const sources::Rule* rule = sources::find_rule(cite.rule))
    return std::string(rule->page) + ", " + std::string(rule->section) + ", " + std::to_string(rule->ordinal);
  return cite.page + ", " + cite.section;
}

std::string paraphrase(const terms::Cite& cite) {
  const sources::Rule* rule = sources::find_rule(cite.rule);
  return rule ? std::string(rule->paraphrase) : "";
}

}  // namespace pto_cts::reports
