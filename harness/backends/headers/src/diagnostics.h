// SPDX-License-Identifier: MIT
// What a compiler says about a unit, case by case.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "compiler.h"
#include "workshop.h"

namespace pto_cts::headers {

/// The file names that #line gives to the parts of a unit. The token is one that no header knows.
struct PartNames {
  std::string token;

  std::string of_case(std::size_t number) const { return "case_" + token + "_" + std::to_string(number); }
  std::string of_type(std::size_t number) const { return "tile_" + token + "_" + std::to_string(number); }
};

struct Fault {
  Result result;
  std::string place;  ///< "file.hpp:12", or "the call".
};

struct Diagnosis {
  std::map<std::size_t, Fault> cases{};  ///< First error of each case that has one.
  std::map<std::size_t, Fault> types{};  ///< Likewise of each tile type.
  std::set<std::string> places{};        ///< Of all errors.
  std::set<Made> kinds{};                ///< Of all errors.
};

/// Lays each error to the part of the unit at which the instantiation that led to it began, or in which it stands. An error
/// without such a place is left out: compilers say only once where several errors come from.
Diagnosis diagnose(Vendor vendor, const PartNames& names, std::string_view messages);

/// The first error of messages, whatever it is about: one line, empty only where there are no messages.
std::string first_error(std::string_view messages);

/// True where messages hold an error of a line of some text, or of the linker's about a name. Others are about files,
/// memory, or the compiler itself.
bool is_about_the_text(std::string_view messages);

}  // namespace pto_cts::headers
