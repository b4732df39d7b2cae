// SPDX-License-Identifier: MIT
// Which part of the spec holds which rule of the pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pto_cts::reports {

/// Ids of the clauses, core conditions and disputes, "<mnemonic> semantics" and example cases that cite a rule.
std::vector<std::string> holders(std::string_view rule);

/// Rules of the index that nothing cites, although they neither lie outside nor are shown in another way.
std::vector<std::string> rules_without_holder();

/// The whole table as Markdown, page by page.
std::string traceability_markdown();

}  // namespace pto_cts::reports
