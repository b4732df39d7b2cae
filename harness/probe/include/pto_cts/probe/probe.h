// SPDX-License-Identifier: MIT
// What a backend claims against what it does, in a few calls, before any campaign.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/generators/domain.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::probe {

enum class Status : std::uint8_t {
  holds,       ///< The claim was tried and holds.
  differs,     ///< It was tried and does not hold.
  informs,     ///< Something that was measured, and that is neither right nor wrong.
  not_checked  ///< It could not be tried; the text says why.
};

std::string_view name(Status status);

struct Finding {
  std::string id;  ///< Such as "a5/tmuls/f16", "bf16", "rounding".
  Status status = Status::not_checked;
  std::string text;
};

struct Report {
  backend::Description description;
  std::vector<Finding> findings;
  std::vector<std::string> remarks;  ///< Of the backend.

  /// True where something was tried and nothing differs.
  bool holds() const;
};

/// A domain for each of these instructions and profiles that the backend claims. `instructions` are resolved by
/// terms::under, and outlive what is returned.
std::vector<generators::Domain> claimed_domains(std::span<const terms::Instruction> instructions,
                                                std::span<const Profile> profiles, const backend::Backend& backend);

/// Tries, for each of the domains, and each dtype that is claimed, some legal tuples, and an illegal one; for each float
/// dtype whether its arithmetic is that of the dtype or of another one; how it rounds, whether it keeps subnormals, and
/// whether a call gives the same twice.
Report probe(std::span<const generators::Domain> domains, backend::Backend& backend);

}  // namespace pto_cts::probe
