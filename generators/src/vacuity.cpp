// SPDX-License-Identifier: MIT
#include "vacuity.h"

#include <optional>

namespace pto_cts::generators {
namespace {

using evaluate::ElementClass;

// Whether the destination's storage held these bits before the call, under every poison.
class Before {
 public:
  Before(const Case& subject, int destination) : subject_(subject), contents_(subject) {
    const int storage = subject.tuple.tiles[static_cast<std::size_t>(destination)].storage;
    for (std::size_t i = 0; i < subject.tuple.tiles.size(); ++i) {
      const TileOperand& operand = subject.tuple.tiles[i];
      if (static_cast<int>(i) != destination && operand.storage == storage && is_read(operand.role))
        shared_ = static_cast<int>(i);
    }
  }

  bool held(std::int64_t row, std::int64_t col, std::uint64_t bits) const {
    if (!shared_) return false;
    const TileDesc& source = subject_.tuple.tiles[static_cast<std::size_t>(*shared_)].tile;
    return in_valid_region(source, row, col) && contents_.element(*shared_, row, col) == bits;
  }

 private:
  const Case& subject_;
  evaluate::Contents contents_;
  std::optional<int> shared_;
};

}  // namespace

bool proves_nothing(const Case& subject, const evaluate::Expectation& expectation, bool discriminating) {
  std::uint64_t judged = 0, values = 0;
  bool all_held = true, all_equal = true;
  std::optional<std::uint64_t> first;
  for (const evaluate::ExpectedTile& expected : expectation.tiles()) {
    const TileDesc& tile = subject.tuple.tiles[static_cast<std::size_t>(expected.tile)].tile;
    const Before before(subject, expected.tile);
    for (std::size_t i = 0; i < expected.classes.size(); ++i) {
      if (expected.classes[i] != ElementClass::value && expected.classes[i] != ElementClass::pad) continue;
      ++judged;
      const auto row = static_cast<std::int64_t>(i) / tile.cols, col = static_cast<std::int64_t>(i) % tile.cols;
      all_held = all_held && before.held(row, col, expected.bits[i]);
      if (expected.classes[i] != ElementClass::value) continue;
      ++values;
      if (!first) first = expected.bits[i];
      all_equal = all_equal && *first == expected.bits[i];
    }
  }
  if (judged == 0) return true;
  if (judged == 1) return false;
  return all_held || (discriminating && values > 1 && all_equal);
}

}  // namespace pto_cts::generators
