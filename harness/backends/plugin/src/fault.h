// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace pto_cts::plugin {

/// Throws backend::CannotOpen with the line "plug-in <library>: <what>; <mend>".
[[noreturn]] void refuse(const std::filesystem::path& library, const std::string& what, const std::string& mend);

/// The text in quotes.
std::string in_quotes(std::string_view text);

}  // namespace pto_cts::plugin
