// SPDX-License-Identifier: MIT
// Target profiles of the ISA.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pto_cts {

/// `strict` is for the suite's own tests: a5's legal domain, with flushing of subnormals forbidden.
enum class Profile : std::uint8_t { cpu_sim, a2a3, a5, strict };

/// What a certificate covers and `--profile all` means.
inline constexpr std::array kCertifiedProfiles = {Profile::cpu_sim, Profile::a2a3, Profile::a5};
inline constexpr std::array kAllProfiles = {Profile::cpu_sim, Profile::a2a3, Profile::a5, Profile::strict};

std::string_view name(Profile profile);
std::optional<Profile> parse_profile(std::string_view text);

}  // namespace pto_cts
