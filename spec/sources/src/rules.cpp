// SPDX-License-Identifier: MIT
#include "pto_cts/sources/rules.h"

#include <algorithm>
#include <vector>

#include "pages.h"

namespace pto_cts::sources {
namespace {

std::vector<Rule> join_pages() {
  std::vector<Rule> all;
  for (const auto page : {tile_operand_rules(), tfillpad_rules(), tmuls_rules(), tpartadd_rules(), tgatherb_rules()}) {
    all.insert(all.end(), page.begin(), page.end());
  }
  return all;
}

}  // namespace

std::string_view name(RuleKind kind) {
  switch (kind) {
    case RuleKind::constraint: return "constraint";
    case RuleKind::semantics: return "semantics";
    case RuleKind::default_value: return "default-value";
    case RuleKind::interface: return "interface";
    case RuleKind::example: return "example";
    case RuleKind::assembly_template: return "assembly-template";
    case RuleKind::scope: return "scope";
  }
  return "";
}

std::span<const Rule> rules() {
  static const std::vector<Rule> all = join_pages();
  return all;
}

const Rule* find_rule(std::string_view id) {
  const auto all = rules();
  const auto found = std::ranges::find(all, id, &Rule::id);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace pto_cts::sources
