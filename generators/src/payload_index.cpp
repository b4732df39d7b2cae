// SPDX-License-Identifier: MIT
// What index operands hold, and how an instruction uses it.
#include <algorithm>
#include <numeric>

#include "payload_tiles.h"
#include "pto_cts/generators/payload.h"
#include "pto_cts/numerics/element.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::generators {
namespace {

using terms::Node;
using terms::NodePtr;
using terms::Op;

const Node* find_op(const NodePtr& tree, Op op) {
  const Node* found = nullptr;
  terms::walk(tree, [&](const Node& node) {
    if (!found && node.op == op) found = &node;
  });
  return found;
}

// The largest constant by which an offset has to be divisible for its element to be specified.
std::int64_t required_multiple(const NodePtr& unspecified_where) {
  std::int64_t unit = 1;
  terms::walk(unspecified_where, [&](const Node& node) {
    if (node.op == Op::mod && node.args[0]->op == Op::index_value && is_constant(node.args[1]))
      unit = std::max(unit, node.args[1]->value);
  });
  return unit;
}

}  // namespace

std::optional<IndexUse> index_use(const terms::Instruction& instruction, const Tuple& tuple) {
  for (const terms::Effect& effect : instruction.effects) {
    const Node* load = find_op(effect.value.tree(), Op::load);
    if (!load) continue;
    const Node* index = find_op(load->args[0], Op::index_value);
    if (!index) continue;
    const auto source = static_cast<std::size_t>(load->index);
    const std::int64_t size = element_bytes(tuple.tiles[source].tile.dtype);
    return IndexUse{index->index, load->index, std::max(size, required_multiple(effect.unspecified_where.tree()))};
  }
  return std::nullopt;
}

namespace detail {
namespace {

/// The numbers of one index tile, element by element.
class Offsets {
 public:
  Offsets(const TileDesc& tile, IndexClass index_class, const IndexTargets& targets, Stream& stream)
      : class_(index_class),
        targets_(targets),
        stream_(stream),
        valid_cols_(static_cast<std::uint64_t>(std::max<std::int64_t>(std::min(tile.valid_cols, tile.cols), 1))) {
    if (class_ == IndexClass::permuted) choose_permutation();
    if (class_ == IndexClass::repeated) choose_repeated();
    if (class_ == IndexClass::out_of_range) find_outside(numerics::width_mask(tile.dtype));
  }

  std::uint64_t at(std::uint64_t row, std::uint64_t col) {
    const std::uint64_t place = row * valid_cols_ + col;  // of an element of the index tile's valid region
    switch (class_) {
      case IndexClass::permuted:
        return aligned(targets_.valid[(place % targets_.valid.size() * multiplier_ + shift_) % targets_.valid.size()]);
      case IndexClass::repeated: return aligned(stream_.pick(repeated_));
      case IndexClass::unordered: return random_valid();
      case IndexClass::extreme: return extreme(place);
      case IndexClass::near_invalid:
        return !targets_.beyond.empty() && named(place, 50) ? aligned(stream_.pick(targets_.beyond)) : random_valid();
      case IndexClass::misaligned:
        return targets_.unit > 1 && targets_.slots > 1 && named(place, 50) ? misaligned() : random_valid();
      case IndexClass::out_of_range:
        return !outside_.empty() && named(place, 12) ? stream_.pick(outside_) : random_valid();
    }
    return 0;
  }

 private:
  std::uint64_t aligned(std::uint64_t slot) const { return slot * targets_.unit; }
  std::uint64_t random_valid() { return aligned(stream_.pick(targets_.valid)); }

  /// Whether this element is one of those that the class is named after.
  bool named(std::uint64_t place, unsigned percent) { return place == 0 || stream_.chance(percent); }

  std::uint64_t extreme(std::uint64_t place) {
    switch (place % 4) {
      case 0: return aligned(targets_.valid.front());
      case 1: return aligned(targets_.valid.back());
      case 2: return aligned(targets_.slots - 1);
      default: return random_valid();
    }
  }

  std::uint64_t misaligned() {
    const std::uint64_t slot = std::min<std::uint64_t>(stream_.pick(targets_.valid), targets_.slots - 2);
    return aligned(slot) + 1 + stream_.below(targets_.unit - 1);
  }

  /// Steps of a third to two thirds of the way: four of them in any place lead back at least once.
  void choose_permutation() {
    const std::uint64_t count = targets_.valid.size();
    multiplier_ = (count / 3 + stream_.below(count / 3 + 1)) | 1;
    while (std::gcd(multiplier_, count) != 1) multiplier_ += 2;
    shift_ = stream_.below(count);
  }

  void choose_repeated() {
    const std::uint64_t count = std::min<std::uint64_t>(2 + stream_.below(3), targets_.valid.size());
    const std::uint64_t start = stream_.below(targets_.valid.size());
    for (std::uint64_t i = 0; i < count; ++i)
      repeated_.push_back(targets_.valid[(start + i * (targets_.valid.size() / count)) % targets_.valid.size()]);
  }

  void find_outside(std::uint64_t mask) {
    const std::uint64_t end = targets_.bytes / targets_.unit * targets_.unit;
    for (const std::uint64_t offset : {end, end + 32 * targets_.unit, std::uint64_t{0x7FFFFFE0},
                                       std::uint64_t{0x80000000}, std::uint64_t{0xFFFFFFE0}, std::uint64_t{0xFFFFFFFC}})
      if ((offset & mask) + targets_.unit > targets_.bytes) outside_.push_back(offset & mask);
  }

  IndexClass class_;
  const IndexTargets& targets_;
  Stream& stream_;
  std::uint64_t valid_cols_;
  std::uint64_t multiplier_ = 1;
  std::uint64_t shift_ = 0;
  std::vector<std::uint32_t> repeated_;
  std::vector<std::uint64_t> outside_;
};

std::vector<std::uint32_t> first_slots(std::uint64_t count) {
  std::vector<std::uint32_t> slots(static_cast<std::size_t>(count));
  std::iota(slots.begin(), slots.end(), 0u);
  return slots;
}

}  // namespace

IndexTargets index_targets(const TileDesc& source, std::int64_t unit, DType index_dtype) {
  const int element = element_bytes(source.dtype);
  IndexTargets targets;
  targets.unit = static_cast<std::uint64_t>(std::max<std::int64_t>(unit, element));
  targets.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(tile_bytes(source), 0));
  const std::uint64_t reach = numerics::largest_integer(index_dtype) / targets.unit + 1;
  targets.slots = std::min({targets.bytes / targets.unit, std::max<std::uint64_t>(reach, 1), std::uint64_t{1} << 31});

  targets.valid.reserve(static_cast<std::size_t>(targets.slots));
  std::uint64_t slot = 0, bytes = 0;  // of the slot that have been seen
  bool all_valid = true, touches_border = false;
  for_each_run(source, [&](const Run& run) {
    for (std::int64_t i = 0; i < run.count && slot < targets.slots; ++i) {
      const std::int64_t row = run.along_row ? run.row : run.row + i;
      const std::int64_t col = run.along_row ? run.col + i : run.col;
      all_valid = all_valid && in_valid_region(source, row, col);
      touches_border = touches_border || (row <= source.valid_rows && col <= source.valid_cols);
      bytes += static_cast<std::uint64_t>(element);
      if (bytes < targets.unit) continue;
      if (all_valid) targets.valid.push_back(static_cast<std::uint32_t>(slot));
      if (!all_valid && touches_border) targets.beyond.push_back(static_cast<std::uint32_t>(slot));
      ++slot;
      bytes = 0;
      all_valid = true;
      touches_border = false;
    }
  });
  targets.slots = slot;
  if (targets.valid.empty()) targets.valid = first_slots(targets.slots);
  return targets;
}

IndexTargets unknown_targets(std::int64_t bytes) {
  IndexTargets targets;
  targets.unit = 32;
  targets.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 32));
  targets.slots = std::min<std::uint64_t>(targets.bytes / 32, 4);
  targets.valid = first_slots(targets.slots);
  return targets;
}

void fill_index(const TileDesc& tile, std::uint8_t* bytes, IndexClass index_class, const IndexTargets& targets,
                Stream& stream) {
  if (targets.slots == 0) return;
  Offsets offsets(tile, index_class, targets, stream);
  with_word(tile.dtype, [&]<typename Word>() {
    for_each_run(tile, [&](const Run& run) {
      auto row = static_cast<std::uint64_t>(run.row), col = static_cast<std::uint64_t>(run.col);
      for (std::int64_t i = 0; i < run.count; ++i, ++(run.along_row ? col : row))
        store(bytes, run.offset + i, static_cast<Word>(offsets.at(row, col)));
    });
  });
}

std::pair<std::uint64_t, std::uint64_t> index_poison(const IndexTargets& targets, Stream& stream) {
  if (targets.slots < 2) return {0, 0};
  const std::uint64_t first = stream.below(targets.slots);
  const std::uint64_t second = (first + 1 + stream.below(targets.slots - 1)) % targets.slots;
  return {first * targets.unit, second * targets.unit};
}

}  // namespace detail
}  // namespace pto_cts::generators
