// SPDX-License-Identifier: MIT
// Index of the normative pages: every statement they make, in our own words, with a stable id to cite.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace pto_cts::sources {

enum class RuleKind : std::uint8_t {
  constraint,         ///< limits which operands, types or programs are legal
  semantics,          ///< says what an instruction computes, touches or leaves alone
  default_value,      ///< value that a template parameter takes when it is left out
  interface,          ///< names, parameters, enumerators and their order in the C++ surface
  example,            ///< a complete piece of C++ on the page
  assembly_template,  ///< a textual form of the instruction
  scope,              ///< purpose, classification, references, and what the page leaves to others
};

std::string_view name(RuleKind kind);

/// One statement of one page. Its id is `<page key>/<section key>/<ordinal>` and never changes meaning.
///
/// At most one of `outside` and `shown_by` is filled. Both are empty where a clause or the element semantics of the
/// spec holds the rule; only rules of kind constraint and semantics are held that way.
struct Rule {
  std::string_view id;
  std::string_view page;     ///< title by which readers cite the page
  std::string_view section;  ///< heading, with the original beside it where that is Chinese
  int ordinal = 0;           ///< place within the section, counted from 1
  std::string_view paraphrase;
  RuleKind kind = RuleKind::constraint;
  std::string_view outside = {};   ///< why a suite of single instructions cannot show the rule
  std::string_view shown_by = {};  ///< how the suite shows it without a clause; of an example, its case id
};

/// All rules, page by page, in the order in which the page states them.
std::span<const Rule> rules();

/// The rule with exactly this id, or null.
const Rule* find_rule(std::string_view id);

}  // namespace pto_cts::sources
