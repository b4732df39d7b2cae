// SPDX-License-Identifier: MIT
// Small instructions with chosen faults in their rules.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pto_cts/smt/prove.h"
#include "pto_cts/terms/define.h"

namespace pto_cts::smt::toys {

inline const terms::Tile kDst(0), kSrc(1);

/// COPY: dst and src of one shape, whose valid regions lie inside; row-major tiles of up to 32 KiB. Sound.
inline terms::Define copy() {
  using namespace terms;
  Define d("COPY", "toys");
  d.page("Toys");
  d.summary("Copies.");
  d.output("dst");
  d.input("src");
  for (const Tile& tile : {kDst, kSrc}) {
    const std::string name = tile.index == 0 ? "dst" : "src";
    d.require(name + ".capacity", 512 <= tile.bytes() && tile.bytes() <= 32768, {"Toys#1"});
    d.require(name + ".multiple", tile.bytes() % 512 == 0, {"Toys#1"});
    d.require(name + ".alignment", tile.cols * size_of(tile.dtype) % 32 == 0, {"Toys#1"});
    d.require(name + ".region",
              1 <= tile.valid_rows && tile.valid_rows <= tile.rows && 1 <= tile.valid_cols && tile.valid_cols <= tile.cols,
              {"Toys#1"});
    d.core(name + ".plain", tile.is_nd(), "nothing else is considered");
  }
  d.require("dtype", in(kDst.dtype, {DType::f32, DType::f16}) && kSrc.dtype == kDst.dtype, {"Toys#1"});
  d.require("same-region", same_valid_region(kDst, kSrc), {"Toys#1"});
  d.each_valid(kDst, kSrc.at(row(), col()), {"Toys#1"});
  return d;
}

inline std::vector<Obligation> all(const terms::Instruction& instruction, const ProofOptions& options = {}) {
  return obligations_of(prove(instruction, Profile::a5, options));
}

/// Of one group alone, where the others are not looked at.
inline std::vector<Obligation> group(const char* name, const terms::Instruction& instruction, ProofOptions options = {}) {
  options.groups = {name};
  return all(instruction, options);
}

inline Obligation find(const std::vector<Obligation>& obligations, const std::string& id) {
  for (const Obligation& one : obligations)
    if (one.id == id) return one;
  ADD_FAILURE() << "no obligation " << id;
  return {};
}

/// Ids of all that are not proved.
inline std::vector<std::string> not_proved(const std::vector<Obligation>& obligations) {
  std::vector<std::string> ids;
  for (const Obligation& one : obligations)
    if (one.status != Status::proved) ids.push_back(one.id);
  return ids;
}

using Ids = std::vector<std::string>;

}  // namespace pto_cts::smt::toys
