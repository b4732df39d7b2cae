// SPDX-License-Identifier: MIT
// The one error of this layer, and text for its messages.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace pto_cts::record {

/// A file or a record that cannot be used. what() is one line without control characters that names the file or
/// field, the fault and the mend; it can be shown to the user as it is.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The text with everything but printable ASCII replaced by '?'.
std::string printable(std::string_view text);

/// printable() in single quotes, cut short after 40 characters.
std::string in_quotes(std::string_view text);

/// Throws BadInput with "<where>: <problem>; <mend>", or without the first part where `where` is empty.
[[noreturn]] void refuse(std::string_view where, std::string_view problem, std::string_view mend);

/// True for a relative path of non-empty components, none of them "." or "..", without control characters.
bool is_plain_path(std::string_view text);

/// "<list>[<index>]".
std::string indexed(std::string_view list, std::size_t index);

}  // namespace pto_cts::record
