// SPDX-License-Identifier: MIT
#include "pto_cts/types/profile.h"

namespace pto_cts {

std::string_view name(Profile profile) {
  constexpr std::string_view kNames[] = {"cpu_sim", "a2a3", "a5", "strict"};
  return kNames[static_cast<std::size_t>(profile)];
}

std::optional<Profile> parse_profile(std::string_view text) {
  for (const Profile profile : kAllProfiles)
    if (name(profile) == text) return profile;
  return std::nullopt;
}

}  // namespace pto_cts
