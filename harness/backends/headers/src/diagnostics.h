// SPDX-License-Identifier: MIT
// What a compiler says about a unit, case by case.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "compiler.h"
#include "workshop.h"

namespace pto_cts::headers {

/// The file names that #line gives to the parts of a unit.
std::string case_name(std::size_t number);  ///< "case_12"
std::string type_name(std::size_t number);  ///< "tile_3"

struct Diagnosis {
  std::map<std::size_t, Result> cases{};  ///< First error of each case that has one.
  std::map<std::size_t, Result> types{};  ///< Likewise of each tile type.
};

/// Lays each error to the part of the unit at which the instantiation that led to it began, or in which it stands. An error
/// without such a place is left out: compilers say only once where several errors come from.
Diagnosis diagnose(Vendor vendor, std::string_view messages);

/// The first error of messages, whatever it is about: one line, empty only where there are no messages.
std::string first_error(std::string_view messages);

}  // namespace pto_cts::headers
