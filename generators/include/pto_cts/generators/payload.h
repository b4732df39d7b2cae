// SPDX-License-Identifier: MIT
// Contents of a case: what its tiles and scalars hold, by class of values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::generators {

class Draw;

/// What the data operands and the scalars hold. "A pair" is what two operands hold at the same row and column, or what
/// an operand holds and the scalar.
enum class PayloadClass : std::uint8_t {
  position,      ///< every element tells its operand, row and column: distinct as far as the type allows, all finite
  random,        ///< integers: all bits; floats: any sign and mantissa, exponents so close that sums and products of
                 ///< pairs stay finite and depend on both
  special,       ///< pairs from special_values(); over cells and cases all ordered pairs
  ties,          ///< floats: sums and products of pairs half way between two values, and just beside
  below_powers,  ///< floats: powers of two and their neighbours; rounding carries into the next binade
  cancellation,  ///< floats: pairs that nearly cancel
  subnormals,    ///< floats: subnormals and their neighbours; sums and products of pairs around the least normal
  nan_inf,       ///< floats: NaNs of all kinds, infinities, some finite values
  extremes       ///< least and largest values, alternating bits, pairs whose sum or product overflows or wraps
};

/// What an index operand holds: offsets, in bytes, into the source tile's storage (see IndexUse). All but the last
/// class keep every access inside the source tile. An element is valid if it lies in the source's valid region.
enum class IndexClass : std::uint8_t {
  permuted,      ///< different valid elements, scrambled
  repeated,      ///< two to four valid elements again and again
  unordered,     ///< random valid elements
  extreme,       ///< the first and the last valid element and the tile's last one, between random ones
  near_invalid,  ///< mixed with valid ones: elements just right of and below the valid region
  misaligned,    ///< mixed with valid ones: offsets between two multiples of the unit
  out_of_range   ///< mixed with valid ones: a few accesses beyond the source tile, just and far
};

inline constexpr std::array kAllPayloadClasses = {
    PayloadClass::position,   PayloadClass::random,       PayloadClass::special,
    PayloadClass::ties,       PayloadClass::below_powers, PayloadClass::cancellation,
    PayloadClass::subnormals, PayloadClass::nan_inf,      PayloadClass::extremes};
inline constexpr std::array kAllIndexClasses = {
    IndexClass::permuted,     IndexClass::repeated,   IndexClass::unordered,   IndexClass::extreme,
    IndexClass::near_invalid, IndexClass::misaligned, IndexClass::out_of_range};

std::string_view name(PayloadClass value);
std::string_view name(IndexClass value);
std::optional<PayloadClass> parse_payload_class(std::string_view text);
std::optional<IndexClass> parse_index_class(std::string_view text);

/// The classes that mean something for a dtype: all for floats; position, random, special and extremes for integers.
std::span<const PayloadClass> payload_classes(DType dtype);

/// True where an expected result that is constant over its region would prove nothing: position and random.
bool is_discriminating(PayloadClass value);

/// The list that the class `special` draws from, as bits, without duplicates. Floats, with both signs: zero, the least
/// and largest subnormal and normal values, one, the values where the last place weighs 1 and 2, their neighbours,
/// infinity, quiet and signalling NaNs. Integers: powers of two, the numbers beside them, and the complements.
std::span<const std::uint64_t> special_values(DType dtype);

/// How an index operand of a tuple is used: a number in it is an offset in bytes into the storage of source_tile, from
/// where `unit` bytes are read. Offsets that are multiples of the unit are aligned.
struct IndexUse {
  int index_tile = 0;     ///< Position in Tuple::tiles.
  int source_tile = 0;    ///< Position in Tuple::tiles.
  std::int64_t unit = 1;  ///< The element size, or 32 where whole blocks move. A multiple of the source's element size;
                          ///< less than that counts as that.
};

/// Found in the formula of the instruction's effect: which operand holds byte offsets into which, and the unit in which
/// they must be aligned to have a meaning. Nothing where no operand is used as offsets.
std::optional<IndexUse> index_use(const terms::Instruction& instruction, const Tuple& tuple);

/// Gives the case contents: sets payload, scalars, poison, index_poison and payload_class, from `draw` alone.
///
/// - The tuple may be any, legal or not, as long as its storages fit into memory.
/// - Storages that are only written hold zero bytes. The others are full, defined and undefined elements alike; where
///   operands share a storage it is laid out as its index operand has it, or else as the first one that is read.
/// - Elements lie where LayoutMap puts them, or row by row where has_sound_layout() does not hold.
/// - Data operands are counted without the index operands; the first and third take the first value of each pair, the
///   others the second. With a scalar of the same dtype, the first values are made to go with it.
/// - A class that means nothing for an operand's dtype gives `special`.
/// - `use` describes one index operand; index operands without it hold small multiples of 32. Where the source has
///   no valid element any element counts as valid; where the unit leaves no offset that a class asks for (a source of
///   one unit, a unit of one byte), valid ones take their place. Offsets that do not fit the index operand's type are
///   not used, but those out of range are cut to its width, and left out if that brings them back into range.
/// - In near_invalid, misaligned and out_of_range the element (0, 0) is one of those that the class is named after.
/// - poison: each 16-bit half of the pattern, or of its complement, is 0x7F80 + m, 1 <= m <= 126, with a random sign.
/// - index_poison: for each index operand two different aligned offsets in range (equal only if there is just one).
void fill_payload(Case& subject, PayloadClass payload_class, IndexClass index_class, Draw& draw,
                  const IndexUse* use = nullptr);

}  // namespace pto_cts::generators
