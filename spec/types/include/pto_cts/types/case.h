// SPDX-License-Identifier: MIT
// A case: a tuple with concrete contents.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pto_cts/types/profile.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts {

/// What fills everything that a case leaves undefined. Each case runs under `pattern` and under its complement; a
/// 16-bit half of the pattern or of its complement is a NaN in every float type, the other is finite.
struct Poison {
  std::uint32_t pattern = 0xFFA5FFA5u;

  friend bool operator==(const Poison&, const Poison&) = default;
};

/// The bits that fill undefined elements of an index operand in the two runs: offsets that a backend may load and use.
struct IndexPoison {
  int tile = 0;  ///< Position in Tuple::tiles.
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  friend bool operator==(const IndexPoison&, const IndexPoison&) = default;
};

struct Case {
  std::string name;  ///< A path: profile/mnemonic/kind/cell/index.
  Profile profile = Profile::cpu_sim;
  Tuple tuple;
  std::vector<std::uint64_t> scalars;              ///< Raw bits, one for each scalar operand.
  std::vector<std::vector<std::uint8_t>> payload;  ///< Bytes of each storage in physical order, little-endian elements;
                                                   ///< only defined elements of read operands matter.
  Poison poison;
  std::vector<IndexPoison> index_poison;
  std::string payload_class;
  std::vector<std::string> broken;    ///< Clauses this case was made to break; empty for a legal one.
  std::shared_ptr<const Case> twin;   ///< The legal neighbour of an illegal case; it runs first.
};

}  // namespace pto_cts
