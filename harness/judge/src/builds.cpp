// SPDX-License-Identifier: MIT
// One case in several builds of a backend.
#include <algorithm>
#include <set>

#include "elements.h"
#include "pto_cts/numerics/format.h"
#include "session.h"

namespace pto_cts::judge {
namespace {

using evaluate::ElementClass;

struct Difference {
  std::string operand;
  std::int64_t row = 0, col = 0;
};

bool same_bits(DType dtype, std::uint64_t a, std::uint64_t b) {
  if (a == b) return true;
  return numerics::is_nan(dtype, a) && numerics::is_nan(dtype, b);
}

std::optional<Difference> difference(const Case& subject, const evaluate::Expectation& expected, const Trial& a, const Trial& b) {
  for (const evaluate::ExpectedTile& wanted : expected.tiles()) {
    const TileOperand& operand = subject.tuple.tiles[static_cast<std::size_t>(wanted.tile)];
    const TileDesc& tile = operand.tile;
    const LayoutMap map(tile);
    for (std::int64_t row = 0; row < tile.rows; ++row)
      for (std::int64_t col = 0; col < tile.cols; ++col) {
        if (wanted.classes[static_cast<std::size_t>(row * tile.cols + col)] == ElementClass::unspecified) continue;
        const auto bits = [&](const Trial& trial) {
          return load(map, tile.dtype, trial.memory.now(operand.storage).data(), row, col);
        };
        if (!same_bits(tile.dtype, bits(a), bits(b))) return Difference{operand.name, row, col};
      }
  }
  return std::nullopt;
}

// Where two builds that both executed the case hold other bits.
std::optional<Difference> difference(const Case& subject, const evaluate::Expectation& expected, const Share& a, const Share& b) {
  for (const auto run : {&Workbench::first, &Workbench::second}) {
    const Trial &left = a.bench->*run, &right = b.bench->*run;
    if (left.outcome.kind != backend::OutcomeKind::executed || right.outcome.kind != backend::OutcomeKind::executed) continue;
    if (auto found = difference(subject, expected, left, right)) return found;
  }
  return std::nullopt;
}

// What some build does not let us see; with its name where another one does.
std::vector<std::string> hidden_in(const std::vector<Share>& shares) {
  std::vector<std::string> hidden;
  for (const Share& share : shares)
    for (const std::string& what : share.judged.not_observed) {
      const bool everywhere = std::all_of(shares.begin(), shares.end(), [&](const Share& other) {
        const auto& there = other.judged.not_observed;
        return std::find(there.begin(), there.end(), what) != there.end();
      });
      const std::string text = everywhere ? what : what + " in build " + share.build->name;
      if (std::find(hidden.begin(), hidden.end(), text) == hidden.end()) hidden.push_back(text);
    }
  return hidden;
}

int rank(const Judged& judged) {
  if (judged.judgement == Judgement::fail) return static_cast<int>(*judged.kind);
  constexpr int kAfterAllKinds = static_cast<int>(kAllFailKinds.size());
  return judged.judgement == Judgement::pass ? kAfterAllKinds + 1 : kAfterAllKinds;
}

std::string names(const std::vector<Share>& shares, Judgement judgement) {
  std::string text;
  for (const Share& share : shares)
    if (share.judged.judgement == judgement) text += (text.empty() ? "" : ", ") + share.build->name;
  return text;
}

void add_text(std::string& text, const std::string& more) {
  text += (text.empty() ? "" : "; ") + more;
}

}  // namespace

Judged merge(const Case& subject, const evaluate::Expectation* expected, std::vector<Share> shares) {
  auto worst = std::min_element(shares.begin(), shares.end(),
                                [](const Share& a, const Share& b) { return rank(a.judged) < rank(b.judged); });
  if (shares.size() == 1) {
    if (worst->judged.judgement == Judgement::fail) worst->judged.build = worst->build->name;
    return std::move(worst->judged);
  }
  std::set<FailKind> others(worst->judged.other_kinds.begin(), worst->judged.other_kinds.end());
  std::string why;
  for (const Share& share : shares) {
    if (share.judged.kind && &share != &*worst) others.insert(*share.judged.kind);
    if (&share != &*worst) others.insert(share.judged.other_kinds.begin(), share.judged.other_kinds.end());
    if (!expected || &share == &shares.front()) continue;
    const auto where = difference(subject, *expected, shares.front(), share);
    const bool other_end = share.judged.judgement != shares.front().judged.judgement;
    if (where || other_end) others.insert(FailKind::differs_among_builds);
    if (where && why.empty())
      why = "builds " + shares.front().build->name + " and " + share.build->name + " differ, first at " + where->operand + "[" +
            std::to_string(where->row) + ", " + std::to_string(where->col) + "]";
  }
  std::vector<std::string> hidden = hidden_in(shares);
  const std::string right_in = names(shares, Judgement::pass);
  Judged merged = std::move(worst->judged);
  merged.not_observed = std::move(hidden);
  if (merged.judgement == Judgement::fail) {
    merged.build = worst->build->name;
    if (!right_in.empty()) add_text(merged.why, "right in build " + right_in);
    others.erase(*merged.kind);
  } else if (!others.empty()) {
    merged.judgement = Judgement::fail;
    merged.kind = FailKind::differs_among_builds;
    merged.diagnostic = why;
    others.clear();
  }
  if (!why.empty()) add_text(merged.why, why);
  merged.other_kinds.assign(others.begin(), others.end());
  return merged;
}

}  // namespace pto_cts::judge
