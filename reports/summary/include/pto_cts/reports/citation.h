// SPDX-License-Identifier: MIT
// Citations as people read them, and which part of the spec holds which rule of the pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/terms/instruction.h"

namespace pto_cts::reports {

/// "TMULS, Constraints ..., 4": page title, section and place in it, from the index of the pages where the rule is there.
std::string citation(const terms::Cite& cite);

/// What the cited rule says, in our words; empty where it is not in the index.
std::string paraphrase(const terms::Cite& cite);

/// Ids of the clauses, core conditions and disputes, "<mnemonic> semantics" and example cases that cite a rule.
std::vector<std::string> holders(std::string_view rule);

/// Rules of the index that nothing cites, although they neither lie outside nor are shown in another way.
std::vector<std::string> rules_without_holder();

/// The whole table as Markdown, page by page.
std::string traceability_markdown();

}  // namespace pto_cts::reports
