// SPDX-License-Identifier: MIT
// What compilers say, laid to the parts of a unit. The texts are as clang++ 19 and g++ 12 print them.
#include "diagnostics.h"

#include <gtest/gtest.h>

#include <regex>

namespace pto_cts::headers {
namespace {

using Numbers = std::vector<std::size_t>;

Numbers numbers(const std::map<std::size_t, Fault>& results) {
  Numbers all;
  for (const auto& [number, result] : results) all.push_back(number);
  return all;
}

// The only case of a unit.
const PartNames kNames{"7f"};

/// The tests write case_3 and tile_2 for the names that a unit gives to its parts.
std::string named(std::string messages) {
  return std::regex_replace(messages, std::regex("\\b(case|tile)_([0-9])"), "$1_7f_$2");
}
Diagnosis diagnose(Vendor vendor, const std::string& messages) { return headers::diagnose(vendor, kNames, named(messages)); }
std::string case_name(std::size_t number) { return "case_" + std::to_string(number); }
std::string type_name(std::size_t number) { return "tile_" + std::to_string(number); }

Result only(const Diagnosis& diagnosis) {
  EXPECT_EQ(diagnosis.cases.size(), 1u);
  EXPECT_TRUE(diagnosis.types.empty());
  return diagnosis.cases.empty() ? Result{} : diagnosis.cases.begin()->second.result;
}

Result clang_error(const std::string& message) {
  return only(diagnose(Vendor::clang, "include/pto/tmuls.hpp:20:3: error: " + message +
                                          "\ncase_3:5:10: note: in instantiation of function template specialization 'f<int>' requested here\n"));
}
Result gcc_error(const std::string& message) {
  return only(diagnose(Vendor::gcc, "include/pto/tmuls.hpp: In instantiation of 'void f() [with T = int]':\ncase_3:5:10:   required from here\n"
                                    "include/pto/tmuls.hpp:20:3: error: " + message + "\n"));
}

TEST(Diagnostics, NamesOfPartsAreReadBack) {
  for (const std::size_t number : {0, 7, 123}) {
    EXPECT_EQ(numbers(diagnose(Vendor::gcc, case_name(number) + ":1:2: error: x\n").cases), Numbers{number});
    EXPECT_EQ(numbers(diagnose(Vendor::clang, type_name(number) + ":1:2: error: x\n").types), Numbers{number});
  }
}

TEST(Diagnostics, AnErrorInTheCallsOwnTextIsTheCalls) {
  for (const Vendor vendor : {Vendor::clang, Vendor::gcc}) {
    const Diagnosis diagnosis = diagnose(vendor, "case_3:5:10: error: no matching function for call to 'TMULS'\ncase_12:2:1: error: no member named 'x'\n");
    EXPECT_EQ(numbers(diagnosis.cases), (Numbers{3, 12}));
    EXPECT_TRUE(diagnosis.types.empty());
    EXPECT_EQ(diagnosis.cases.at(3).result.made, Made::refused);
    EXPECT_EQ(diagnosis.cases.at(3).result.text, "the call: no matching function for call to 'TMULS'");
  }
}

TEST(Diagnostics, TheFirstErrorOfACaseCounts) {
  for (const Vendor vendor : {Vendor::clang, Vendor::gcc})
    EXPECT_EQ(diagnose(vendor, "case_3:5:10: error: first\ncase_3:6:10: error: second\n").cases.at(3).result.text, "the call: first");
}

TEST(Diagnostics, WarningsAndBareNotesAreNoErrors) {
  for (const Vendor vendor : {Vendor::clang, Vendor::gcc})
    EXPECT_TRUE(diagnose(vendor, "case_3:5:10: warning: unused variable\ncase_3:5:10: note: declared here\n1 error generated.\n").cases.empty());
}

TEST(Clang, TheNoteAfterAnErrorSaysWhereItBegan) {
  const Diagnosis diagnosis = diagnose(Vendor::clang,
                                       "include/pto/tmuls.hpp:20:3: error: static assertion failed due to requirement 'kElement<long>': TMULS: element type not supported\n"
                                       "case_3:5:10: note: in instantiation of function template specialization 'pto::TMULS<long>' requested here\n");
  EXPECT_EQ(numbers(diagnosis.cases), Numbers{3});
  EXPECT_EQ(only(diagnosis).made, Made::refused);
  EXPECT_EQ(only(diagnosis).text, "tmuls.hpp:20: static assertion failed due to requirement 'kElement<long>': TMULS: element type not supported");
}

// Notes between come from deeper instantiations; candidates may be shown in other cases' text.
TEST(Clang, TheLastOfTheNotesBeforeTheNextErrorCounts) {
  const Diagnosis diagnosis = diagnose(Vendor::clang,
                                       "/i/a.hpp:20:3: error: first\n"
                                       "/i/b.hpp:4:5: note: in instantiation of member function 'D<long>::f' requested here\n"
                                       "case_1:2:3: note: candidate function not viable\n"
                                       "case_4:5:10: note: in instantiation of function template specialization 'f<long>' requested here\n"
                                       "/i/a.hpp:30:3: error: second\n"
                                       "case_5:5:10: note: in instantiation of function template specialization 'g<long>' requested here\n");
  EXPECT_EQ(numbers(diagnosis.cases), (Numbers{4, 5}));
  EXPECT_EQ(diagnosis.cases.at(4).result.text, "a.hpp:20: first");
  EXPECT_EQ(diagnosis.cases.at(5).result.text, "a.hpp:30: second");
}

TEST(Clang, ANoteDoesNotMoveAnErrorOutOfTheCallsOwnText) {
  const Diagnosis diagnosis = diagnose(Vendor::clang, "case_3:5:10: error: redefinition of 'x'\ncase_2:5:10: note: previous definition is here\n");
  EXPECT_EQ(numbers(diagnosis.cases), Numbers{3});
}

TEST(Clang, AnErrorWithoutANoteIsLeftOut) {
  const Diagnosis diagnosis = diagnose(Vendor::clang,
                                       "case_2:5:10: note: in instantiation of function template specialization 'f<int>' requested here\n"
                                       "/i/a.hpp:20:3: error: static assertion failed\n"
                                       "/i/b.hpp:4:5: note: in instantiation of member function 'D<long>::f' requested here\n"
                                       "1 error generated.\n");
  EXPECT_TRUE(diagnosis.cases.empty());
  EXPECT_TRUE(diagnosis.types.empty());
}

TEST(Gcc, TheContextBeforeAnErrorSaysWhereItBegan) {
  const Diagnosis diagnosis = diagnose(Vendor::gcc,
                                       "In file included from base.hpp:1,\n"
                                       "                 from <command-line>:\n"
                                       "include/pto/tmuls.hpp: In instantiation of 'pto::RecordEvent pto::TMULS(T&) [with T = long int]':\n"
                                       "include/pto/deeper.hpp:4:5:   required from 'struct D<long int>'\n"
                                       "case_3:5:10:   required from here\n"
                                       "include/pto/tmuls.hpp:20:3: error: static assertion failed: TMULS: element type not supported\n"
                                       "include/pto/tmuls.hpp:20:3: note: 'kElement<long int>' evaluates to false\n"
                                       "case_9:1:1: note: declared here\n");
  EXPECT_EQ(numbers(diagnosis.cases), Numbers{3});
  EXPECT_EQ(only(diagnosis).text, "tmuls.hpp:20: static assertion failed: TMULS: element type not supported");
}

TEST(Gcc, AContextServesOneError) {
  const Diagnosis diagnosis = diagnose(Vendor::gcc,
                                       "case_3:5:10:   required from here\n"
                                       "/i/a.hpp:20:3: error: first\n"
                                       "/i/a.hpp:30:3: error: silent\n"
                                       "case_4:5:10:   required from here\n"
                                       "/i/a.hpp:40:3: error: third\n");
  EXPECT_EQ(numbers(diagnosis.cases), (Numbers{3, 4}));
  EXPECT_EQ(diagnosis.cases.at(3).result.text, "a.hpp:20: first");
  EXPECT_EQ(diagnosis.cases.at(4).result.text, "a.hpp:40: third");
}

TEST(Gcc, AnErrorInTheCallsOwnTextGoesBeforeItsContext) {
  EXPECT_EQ(numbers(diagnose(Vendor::gcc, "case_3:5:10:   required from here\ncase_4:2:1: error: x\n").cases), Numbers{4});
}

TEST(Gcc, AnErrorWithoutAContextIsLeftOut) {
  EXPECT_TRUE(diagnose(Vendor::gcc, "/i/a.hpp:20:3: error: static assertion failed\ncompilation terminated.\n").cases.empty());
}

TEST(Diagnostics, ErrorsOfATileTypeAreItsOwn) {
  const Diagnosis clang = diagnose(Vendor::clang,
                                   "include/pto/tile.hpp:40:17: error: static assertion failed: Tile: a row must be a multiple of 32 bytes\n"
                                   "tile_2:1:15: note: in instantiation of template class 'pto::Tile<float, 4>' requested here\n");
  const Diagnosis gcc = diagnose(Vendor::gcc,
                                 "include/pto/tile.hpp: In instantiation of 'class pto::Tile<float, 4>':\n"
                                 "tile_2:1:15:   required from here\n"
                                 "include/pto/tile.hpp:40:17: error: static assertion failed: Tile: a row must be a multiple of 32 bytes\n");
  for (const Diagnosis& diagnosis : {clang, gcc}) {
    EXPECT_TRUE(diagnosis.cases.empty());
    ASSERT_EQ(numbers(diagnosis.types), Numbers{2});
    EXPECT_EQ(diagnosis.types.at(2).result.made, Made::refused);
    EXPECT_EQ(diagnosis.types.at(2).result.text, "tile.hpp:40: static assertion failed: Tile: a row must be a multiple of 32 bytes");
  }
  EXPECT_EQ(diagnose(Vendor::clang, "tile_0:1:15: error: no type named 'Tile'\n").types.at(0).result.text, "the tile type: no type named 'Tile'");
}

TEST(Diagnostics, NamesThatNobodyDeclaresAreTheEnvironments) {
  for (const char* message : {"use of undeclared identifier 'gather_blocks'", "unknown type name 'Widget'", "no template named 'Vector' in namespace 'std'",
                              "no member named 'copy_blocks' in namespace 'pto::detail'", "no type named 'Widget' in namespace 'pto'",
                              "call to function 'gather_blocks' that is neither visible in the template definition nor found by argument-dependent lookup",
                              "expected ';' after expression"})
    EXPECT_EQ(clang_error(message).made, Made::environment) << message;
  for (const char* message : {"'gather_blocks' was not declared in this scope", "'Widget' does not name a type", "'Widget' has not been declared",
                              "'copy_blocks' is not a member of 'pto::detail'",
                              "'gather_blocks' was not declared in this scope, and no declarations were found by argument-dependent lookup at the point of instantiation [-fpermissive]",
                              "there are no arguments to 'gather_blocks' that depend on a template parameter, so a declaration of 'gather_blocks' must be available [-fpermissive]",
                              "expected primary-expression before ')' token"})
    EXPECT_EQ(gcc_error(message).made, Made::environment) << message;
  const Result missing = only(diagnose(Vendor::gcc, "case_3:5:10:   required from here\ninclude/pto/tmuls.hpp:2:10: fatal error: none.hpp: No such file or directory\n"));
  EXPECT_EQ(missing.made, Made::environment);
  EXPECT_EQ(missing.text, "tmuls.hpp:2: none.hpp: No such file or directory");
}

TEST(Diagnostics, RulesAreRefusals) {
  for (const char* message : {"no matching function for call to 'TMULS'", "static assertion failed: TMULS: element type not supported", "no member named 'Extra' in 'pto::Tile<float, 4>'",
                              "no type named 'DType' in 'pto::Tile<float, 4>'", "implicit instantiation of undefined template 'pto::Impl<long>'", "call to deleted function 'TMULS'",
                              "call to 'TMULS' is ambiguous"})
    EXPECT_EQ(clang_error(message).made, Made::refused) << message;
  for (const char* message : {"no matching function for call to 'TMULS(T&)'", "static assertion failed: TMULS: element type not supported",
                              "'Extra' is not a member of 'pto::Tile<float, 4>'", "'class pto::Tile<float, 4>' has no member named 'Extra'",
                              "no type named 'DType' in 'class pto::Tile<float, 4>'", "invalid use of incomplete type 'struct pto::Impl<long int>'",
                              "use of deleted function 'void TMULS(T&)'"})
    EXPECT_EQ(gcc_error(message).made, Made::refused) << message;
}

// What the suite writes itself is asked for: a name that is missing there is an instruction that the headers do not have.
TEST(Diagnostics, AnUndeclaredNameInTheCallIsARefusal) {
  EXPECT_EQ(only(diagnose(Vendor::clang, "case_3:5:10: error: use of undeclared identifier 'TGATHERB'\n")).made, Made::refused);
  EXPECT_EQ(only(diagnose(Vendor::gcc, "case_3:5:10: error: 'TGATHERB' was not declared in this scope\n")).made, Made::refused);
}

TEST(Diagnostics, TextsHoldNoPathAndNoCaseNumber) {
  const char* message = "call of '(lambda at case_3:20:5)' in case_17:4 by tile_2:1:9, overloads of case_study and tile_ here";
  const std::string expected = "call of '(lambda at the call)' in the call by the tile type, overloads of case_study and tile_ here";
  for (const Result& result : {clang_error(message), gcc_error(message)}) EXPECT_EQ(result.text, "tmuls.hpp:20: " + expected);
  EXPECT_EQ(only(diagnose(Vendor::gcc, std::string("case_3:5:10: error: ") + message + "\n")).text, "the call: " + expected);
}

TEST(Diagnostics, WhatIsSaidDoesNotDependOnWhereInTheUnit) {
  const auto at = [](const std::string& name) { return only(diagnose(Vendor::gcc, name + ":5:10: error: no match for '(lambda at " + name + ":20:5)'\n")).text; };
  EXPECT_EQ(at("case_3"), at("case_117"));
}

TEST(Diagnostics, TextsAreOneLineOfBoundedLength) {
  const std::string text = clang_error(std::string(100'000, 'x')).text;
  EXPECT_LT(text.size(), 1'000u);
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST(Diagnostics, AnyTextIsTaken) {
  for (const char* text : {"", "\n", "error", "error: ", ":", "::::", "case_", "case_x:1:1: error: y\n", "case_3", "case_3:\n", "case_3: error: \n",
                           "case_99999999999999999999999:1:1: error: z\n", "no end of line"})
    for (const Vendor vendor : {Vendor::clang, Vendor::gcc}) {
      diagnose(vendor, text);
      first_error(text);
    }
}

TEST(FirstError, IsTheFirstWhateverItIsAbout) {
  EXPECT_EQ(first_error("/i/a.hpp:2:1: warning: w\ni/a.hpp:20:3: error: first\ncase_3:1:1: error: second\n"), "a.hpp:20: first");
  EXPECT_EQ(first_error("i/a.hpp:2:10: fatal error: none.hpp: No such file or directory\n"), "a.hpp:2: none.hpp: No such file or directory");
}

TEST(FirstError, NamesWhatTheLinkerMisses) {
  EXPECT_EQ(first_error("ld: unit0.o: in function `f':\ncase_3:4: undefined reference to `pto::impl(int)'\ncollect2: error: ld returned 1 exit status\n"),
            "undefined reference to `pto::impl(int)'");
}

TEST(FirstError, IsNeverEmptyWhereSomethingWasSaid) {
  EXPECT_EQ(first_error("Killed\n\n"), "Killed");
  EXPECT_EQ(first_error(""), "");
}

}  // namespace
}  // namespace pto_cts::headers
