// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>

#include "candidates.h"
#include "case_parts.h"
#include "pto_cts/generators/domain.h"
#include "pto_cts/generators/draw.h"
#include "pto_cts/generators/payload.h"
#include "pto_cts/numerics/element.h"
#include "pto_cts/numerics/format.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::generators {
namespace {

constexpr std::uint64_t kDrawsOfAClass = 2;

std::int64_t integer_of(DType dtype, std::uint64_t bits) {
  return is_signed_integer(dtype) ? numerics::sign_extend(dtype, bits) : static_cast<std::int64_t>(bits);
}

// The mantissa's leading bits, which tell NaNs and subnormals apart.
std::uint64_t scaled_mantissa(DType from, std::uint64_t bits, DType to) {
  const numerics::FloatFormat a = numerics::float_format(from), b = numerics::float_format(to);
  const std::uint64_t mantissa = bits & (a.min_normal() - 1);
  const int wider = b.mantissa_bits - a.mantissa_bits;
  const std::uint64_t scaled = wider >= 0 ? mantissa << wider : mantissa >> -wider;
  return mantissa != 0 && scaled == 0 ? 1 : scaled;
}

std::uint64_t float_to_float(DType from, std::uint64_t bits, DType to) {
  const numerics::FloatFormat a = numerics::float_format(from), b = numerics::float_format(to);
  const std::uint64_t sign = numerics::sign_bit(from, bits) ? b.sign_mask() : 0;
  const std::uint64_t magnitude = bits & ~a.sign_mask();
  if (magnitude == a.max_finite()) return sign | b.max_finite();
  if (magnitude == a.min_normal()) return sign | b.min_normal();
  if (magnitude >= a.infinity()) return sign | b.infinity() | scaled_mantissa(from, bits, to);
  if (numerics::is_subnormal(from, bits)) return sign | scaled_mantissa(from, bits, to);
  return numerics::from_double(to, numerics::to_double(from, bits));
}

std::uint64_t float_to_integer(DType from, std::uint64_t bits, DType to) {
  const double value = numerics::to_double(from, bits);
  if (std::isnan(value)) return 0;
  constexpr double kExact = 9007199254740992.0;  // 2^53
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::clamp(value, -kExact, kExact))) & numerics::width_mask(to);
}

// The value that plays the same part in another type: limits stay limits, subnormals subnormals, NaNs NaNs of their kind;
// others keep their number where the type has it.
std::uint64_t convert(DType from, std::uint64_t bits, DType to) {
  if (from == to) return bits;
  if (is_float(from) && is_float(to)) return float_to_float(from, bits, to);
  if (is_float(from)) return float_to_integer(from, bits, to);
  if (is_float(to)) return numerics::from_double(to, static_cast<double>(integer_of(from, bits)));
  if (bits == numerics::largest_integer(from)) return numerics::largest_integer(to);
  if (bits == numerics::smallest_integer(from)) return numerics::smallest_integer(to);
  return static_cast<std::uint64_t>(integer_of(from, bits)) & numerics::width_mask(to);
}

// How far elements move so that one in row or column `wrong` comes to lie inside `extent`.
std::int64_t shift(std::int64_t wrong, std::int64_t extent) { return std::max<std::int64_t>(0, wrong - (extent - 1)); }

class Contents {
 public:
  Contents(const terms::Instruction& instruction, const Tuple& tuple, const Case& like, const Trial& trial)
      : instruction_(instruction), tuple_(tuple), like_(like), trial_(trial) {}

  // As the generators fill it; with the poison of the other case.
  Case filled(PayloadClass payload_class, IndexClass index_class, std::uint64_t k) const {
    Case made;
    made.name = like_.name;
    made.profile = like_.profile;
    made.tuple = tuple_;
    made.broken = like_.broken;
    Draw draw({kGeneratorEpoch, k, static_cast<std::uint64_t>(payload_class), static_cast<std::uint64_t>(index_class)});
    const std::optional<IndexUse> use = index_use(instruction_, tuple_);
    fill_payload(made, payload_class, index_class, draw, use ? &*use : nullptr);
    made.poison = like_.poison;
    clear_undefined(made);
    return made;
  }

  // The elements of the other case, in the type that they have now.
  Case carried() const {
    Case made = with_scalars(filled(PayloadClass::position, IndexClass::permuted, 0));
    const TileDesc& dst = tuple_.tiles.front().tile;
    const std::int64_t down = trial_.wrong ? shift(trial_.wrong->row, dst.valid_rows) : 0;
    const std::int64_t right = trial_.wrong ? shift(trial_.wrong->col, dst.valid_cols) : 0;
    edit(made, [&](const Place& place, std::uint64_t bits) {
      const TileDesc& from = old(place.tile);
      if (!is_comparable(place.tile)) return bits;
      const Place there{place.tile, place.row + down, place.col + right};
      return there.row < from.valid_rows && there.col < from.valid_cols ? converted(there) : std::uint64_t{0};
    });
    return made;
  }

  // What the operands hold at the wrong place, everywhere.
  std::optional<Case> spread() const {
    if (!trial_.wrong) return std::nullopt;
    Case made = with_scalars(filled(PayloadClass::position, IndexClass::permuted, 0));
    edit(made, [&](const Place& place, std::uint64_t bits) {
      if (!is_comparable(place.tile) || is_index(place.tile)) return bits;
      const bool inside = trial_.wrong->row < old(place.tile).valid_rows && trial_.wrong->col < old(place.tile).valid_cols;
      return inside ? converted({place.tile, trial_.wrong->row, trial_.wrong->col}) : std::uint64_t{0};
    });
    return made;
  }

  // What should stand at the wrong place, everywhere.
  std::optional<Case> wanted() const {
    if (!trial_.wrong || !trial_.wrong->wanted) return std::nullopt;
    Case made = with_scalars(filled(PayloadClass::position, IndexClass::permuted, 0));
    edit(made, [&](const Place& place, std::uint64_t bits) {
      const bool same = tuple_.tiles[static_cast<std::size_t>(place.tile)].tile.dtype == like_.tuple.tiles.front().tile.dtype;
      return same && !is_index(place.tile) ? *trial_.wrong->wanted : bits;
    });
    return made;
  }

  Case position() const { return with_scalars(filled(PayloadClass::position, IndexClass::permuted, 0)); }

  void keep_zeros(Case& made) const {
    for (int tile = 0; tile < static_cast<int>(tuple_.tiles.size()); ++tile) {
      const bool idle = is_read(tuple_.tiles[static_cast<std::size_t>(tile)].role) && !is_in_play(like_, tile);
      if (idle) edit(made, [&](const Place& place, std::uint64_t bits) { return place.tile == tile ? std::uint64_t{0} : bits; });
    }
  }

  bool changes_types() const {
    for (std::size_t i = 0; i < tuple_.tiles.size(); ++i)
      if (tuple_.tiles[i].tile.dtype != like_.tuple.tiles[i].tile.dtype) return true;
    return false;
  }

 private:
  const TileDesc& old(int tile) const { return like_.tuple.tiles[static_cast<std::size_t>(tile)].tile; }
  bool is_index(int tile) const { return tuple_.tiles[static_cast<std::size_t>(tile)].role == Role::index; }
  bool is_comparable(int tile) const { return has_places(old(tile)); }

  std::uint64_t converted(const Place& there) const {
    return convert(old(there.tile).dtype, element(like_, there), tuple_.tiles[static_cast<std::size_t>(there.tile)].tile.dtype);
  }

  Case with_scalars(Case made) const {
    for (std::size_t i = 0; i < made.scalars.size(); ++i)
      made.scalars[i] = convert(like_.tuple.scalars[i].dtype, like_.scalars[i], tuple_.scalars[i].dtype);
    return made;
  }

  static void edit(Case& made, const std::function<std::uint64_t(const Place&, std::uint64_t)>& value) {
    std::vector<std::pair<Place, std::uint64_t>> changes;
    for_each_defined(made, [&](const Place& place, std::uint64_t bits) {
      if (const std::uint64_t other = value(place, bits); other != bits) changes.emplace_back(place, other);
    });
    for (const auto& [place, bits] : changes) set_element(made, place, bits);
  }

  const terms::Instruction& instruction_;
  const Tuple& tuple_;
  const Case& like_;
  const Trial& trial_;
};

}  // namespace

std::vector<Case> contents_of(const terms::Instruction& instruction, const Tuple& tuple, const Case& like, const Trial& trial,
                              Variety variety) {
  const Contents contents(instruction, tuple, like, trial);
  std::vector<Case> all;
  all.push_back(contents.carried());
  if (std::optional<Case> made = contents.spread()) all.push_back(std::move(*made));
  if (std::optional<Case> made = contents.wanted()) all.push_back(std::move(*made));
  all.push_back(contents.position());
  if (variety == Variety::few)
    for (Case& made : all) contents.keep_zeros(made);
  if (variety == Variety::all || contents.changes_types())
    for (const PayloadClass payload_class : payload_classes(tuple.tiles.front().tile.dtype))
      for (std::uint64_t k = 1; k <= (variety == Variety::all ? kDrawsOfAClass : 1); ++k)
        all.push_back(contents.filled(payload_class, IndexClass::permuted, k));
  if (variety == Variety::all)
    for (const IndexClass index_class : {IndexClass::repeated, IndexClass::unordered, IndexClass::extreme, IndexClass::near_invalid})
      if (index_use(instruction, tuple)) all.push_back(contents.filled(PayloadClass::position, index_class, 1));
  for (Case& made : all) made.payload_class = "shrunk";
  return all;
}

std::vector<Case> filled(const terms::Instruction& instruction, const Case& like, PayloadClass payload_class) {
  const Trial none;
  const Contents contents(instruction, like.tuple, like, none);
  std::vector<Case> all;
  for (std::uint64_t k = 1; k <= kDrawsOfAClass; ++k) all.push_back(contents.filled(payload_class, IndexClass::permuted, k));
  return all;
}

}  // namespace pto_cts::generators
