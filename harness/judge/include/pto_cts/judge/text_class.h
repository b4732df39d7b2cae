// SPDX-License-Identifier: MIT
// Texts that say the same of different addresses, line numbers and names of temporary files.
#pragma once

#include <string>
#include <string_view>

namespace pto_cts::judge {

/// The text with each run of letters and digits that holds a digit replaced by '#'.
std::string text_class(std::string_view text);

}  // namespace pto_cts::judge
