// SPDX-License-Identifier: MIT
// Randomness: of one case (Draw), of its bulk (Stream), and the keys that both come from.
//
// Everything here gives the same numbers on every machine, compiler and standard library.
#pragma once

#include <rapidcheck/Random.h>

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string_view>

#include "pto_cts/types/profile.h"

namespace pto_cts::generators {

/// Choices made from the 64-bit numbers of Source::next().
template <typename Source>
class Choices {
 public:
  /// A number in [0, n), 0 if n is 0: the high half of a product, off from uniform by less than n / 2^64.
  std::uint64_t below(std::uint64_t n) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(source().next()) * n) >> 64);
  }

  /// True in `percent` of 100 cases.
  bool chance(unsigned percent) { return below(100) < percent; }

  /// A number in [lo, hi]; pre: lo <= hi.
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    const std::uint64_t count = static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo) + 1;
    const std::uint64_t step = count == 0 ? source().next() : below(count);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(lo) + step);
  }

  /// One of the elements; pre: there are any.
  template <typename Element>
  const Element& pick(std::span<const Element> elements) {
    return elements[static_cast<std::size_t>(below(elements.size()))];
  }
  template <typename Range>
  const auto& pick(const Range& elements) {
    return pick(std::span<const typename Range::value_type>(elements));
  }

 private:
  Source& source() { return static_cast<Source&>(*this); }
};

/// The randomness of one case: RapidCheck's generator under a key of 256 bits. Cases with different keys are
/// independent, so that case k can be drawn without the k - 1 before it.
class Draw : public Choices<Draw> {
 public:
  using Key = std::array<std::uint64_t, 4>;

  /// The key of case k of a cell is cell_key(...) followed by k.
  explicit Draw(const Key& key) : random_(key) {}

  std::uint64_t next() { return random_.next(); }

 private:
  rc::Random random_;
};

/// Bulk randomness for payload bytes: xoshiro256** (Blackman and Vigna), its state filled by SplitMix64.
class Stream : public Choices<Stream> {
 public:
  explicit Stream(std::uint64_t seed);
  explicit Stream(Draw& draw) : Stream(draw.next()) {}

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Writes next() again and again, little-endian; of the last number as many bytes as fit.
  void fill(std::span<std::uint8_t> bytes);

 private:
  std::array<std::uint64_t, 4> state_;
};

/// Three of the four words that key the cases of one cell: the first 24 bytes, as little-endian words, of the SHA-256
/// of these fields in order: epoch (4 bytes), seed (8 bytes), instruction, name(profile), cell. Numbers are
/// little-endian, and before each field stands its length in bytes as a 4-byte number.
///
/// `epoch` is to be raised whenever the generators change what they draw from the same key. `instruction` is the
/// mnemonic as the spec spells it.
std::array<std::uint64_t, 3> cell_key(std::uint32_t epoch, std::uint64_t seed, std::string_view instruction,
                                      Profile profile, std::string_view cell);

}  // namespace pto_cts::generators
