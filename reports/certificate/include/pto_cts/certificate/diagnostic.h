// SPDX-License-Identifier: MIT
// Whether the text of a rejection says what is wrong.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "pto_cts/terms/instruction.h"

namespace pto_cts::reports {

/// The words of a text, in lower case: runs of letters with the digits that follow, parted where a
/// capital follows a small letter ("GetValidRow" has get, valid, row).
std::set<std::string> words_of(std::string_view text);

/// What a diagnostic may say to name something of the clause: the properties of tiles that its predicate compares, in the
/// words of the pages and of the intrinsics ("valid", "row", "layout", "capacity"); "align*" stands for all that begin so.
std::set<std::string> words_for(const terms::Clause& clause);

/// True where a text holds one of those words, in the plural or not, or the clause's id.
bool names_something_of(std::string_view text, const terms::Clause& clause);

}  // namespace pto_cts::reports
