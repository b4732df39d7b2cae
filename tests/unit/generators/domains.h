// SPDX-License-Identifier: MIT
// The domains of all instructions, built once, and what was drawn from them.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "pto_cts/generators/domain.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::generators::domains {

struct Which {
  std::string mnemonic;
  Profile profile = Profile::a5;
};

inline std::string print(const Which& which) {
  return which.mnemonic + "_" + std::string(name(which.profile));
}

inline std::string test_name(const testing::TestParamInfo<Which>& one) {
  return print(one.param);
}

/// Every instruction of the registry on every certified profile.
inline std::vector<Which> all() {
  std::vector<Which> result;
  for (const terms::Instruction& instruction : spec::instructions())
    for (const Profile profile : kCertifiedProfiles) result.push_back({instruction.mnemonic, profile});
  return result;
}

/// The instruction under the readings, resolved once.
inline const terms::Instruction& resolved(const std::string& mnemonic, const terms::Readings& readings = {}) {
  static std::map<std::pair<std::string, terms::Readings>, terms::Instruction> known;
  const auto [entry, fresh] = known.try_emplace({mnemonic, readings});
  if (fresh) entry->second = terms::under(*spec::find_instruction(mnemonic), readings);
  return entry->second;
}

inline const Domain& domain(const Which& which) {
  static std::map<std::pair<std::string, Profile>, std::unique_ptr<const Domain>> known;
  auto& entry = known[{which.mnemonic, which.profile}];
  if (!entry) entry = std::make_unique<const Domain>(resolved(which.mnemonic), which.profile);
  return *entry;
}

inline constexpr std::uint64_t kSeed = 20240229;

/// A generated case without its contents.
struct Drawn {
  const Cell* cell = nullptr;
  Tuple tuple;
  Tuple twin;  ///< Of reject cells.
  int replaced = 0;
  bool vacuous = false;
};

/// Cases 0, 1, 2 of every cell.
inline const std::vector<Drawn>& drawn(const Which& which) {
  static std::map<std::pair<std::string, Profile>, std::vector<Drawn>> known;
  const auto [entry, fresh] = known.try_emplace({which.mnemonic, which.profile});
  if (!fresh) return entry->second;
  const Domain& source = domain(which);
  for (const Cell& cell : source.cells())
    for (std::uint64_t k = 0; k < 3; ++k) {
      const Generated made = source.generate(cell, kSeed, k);
      Drawn one{&cell, made.subject->tuple, {}, made.replaced, made.vacuous};
      if (made.subject->twin) one.twin = made.subject->twin->tuple;
      entry->second.push_back(std::move(one));
    }
  return entry->second;
}

inline const Cell& cell_named(const Domain& source, const std::string& id) {
  for (const Cell& cell : source.cells())
    if (cell.id == id) return cell;
  throw std::runtime_error("no cell " + id);
}

}  // namespace pto_cts::generators::domains
