// SPDX-License-Identifier: MIT
// Real compilers on a small header that the test writes.
#include "workshop.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "pto_cts/backend/backend.h"
#include "pto_cts/record/sha256.h"
#include "temporary_folder.h"

namespace pto_cts::headers {
namespace {

using tests::TemporaryFolder;

namespace fs = std::filesystem;

constexpr const char* kClang = "clang++-19";

constexpr const char* kHeader = R"(#pragma once
namespace pto {

template <int Columns>
struct Tile {
  static_assert(Columns % 8 == 0, "Tile: a row must be a multiple of 8");
  static constexpr int columns = Columns;
};

template <int N>
int checked() {
  static_assert(N < 100, "checked: too large");
  return N;
}

int overloaded(int);
int overloaded(char*);

template <class T>
struct Shared {
  static_assert(sizeof(T) < 8, "Shared: element too large");
  static constexpr int value = 1;
};
template <class T>
int first_user() { return Shared<T>::value; }
template <class T>
int second_user() { return Shared<T>::value + 1; }

template <class T>
int broken(T value) {
  copy_blocks(value);
  return 1;
}

template <class T>
int unsaid(T value) { return nobody_declares_this(value); }

template <class T>
int in_two_steps(T) {
  static_assert(sizeof(T) < 4, "in_two_steps: outer");
  return Shared<T>::value;
}

int not_defined_anywhere(int);

}  // namespace pto
)";

std::string which(const std::string& program) {
  std::istringstream folders(getenv("PATH") ? getenv("PATH") : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (fs::exists(fs::path(folder) / program)) return (fs::path(folder) / program).string();
  return "";
}

Function function(const std::string& body, std::vector<std::string> types = {}) {
  std::string text = "extern \"C\" __attribute__((visibility(\"default\"))) int pto_cts_@() {\n  using namespace pto;\n  " + body + "\n}\n", all = text;
  for (const std::string& type : types) all += type + "\n";
  Function made{record::sha256_hex(all).substr(0, 32), std::move(types), ""};
  text.replace(text.find('@'), 1, made.key);
  made.text = text;
  return made;
}

// Every way to fail, alone and beside others of its sort.
std::vector<Function> mixed_functions() {
  std::vector<Function> all;
  for (int i = 0; i < 12; ++i) all.push_back(function("return checked<" + std::to_string(i) + ">();"));
  for (int i = 98; i < 104; ++i) all.push_back(function("return checked<" + std::to_string(i) + ">();"));
  for (const char* argument : {"1", "nullptr", "\"text\"", "Tile<8>()", "2.5f"}) all.push_back(function(std::string("return overloaded(") + argument + ");"));
  for (int columns = 6; columns <= 16; columns += 2) {
    const std::string type = "Tile<" + std::to_string(columns) + ">";
    all.push_back(function("return " + type + "::columns;", {"pto::" + type}));
    all.push_back(function("return checked<" + std::to_string(columns * 10) + ">() + " + type + "::columns;", {"pto::" + type, "pto::Tile<8>"}));
  }
  for (const char* type : {"int", "long", "double", "char"})
    for (const char* user : {"first_user", "second_user"}) all.push_back(function(std::string("return ") + user + "<" + type + ">();"));
  for (const char* value : {"1", "2L", "'c'"})
    for (const char* user : {"broken", "unsaid", "in_two_steps"}) all.push_back(function(std::string("return ") + user + "(" + value + ");"));
  all.push_back(function("return in_two_steps(1.5) + first_user<long long>();"));
  all.push_back(function("return second_user<long long>();"));
  all.push_back(function("return nobody_knows;"));
  all.push_back(function("return 7"));
  all.push_back(function("struct X {}; X x = 3; return 0;"));
  return all;
}

class Workshops : public testing::Test {
 protected:
  Workshops() {
    folder_.write("include/pto.hpp", kHeader);
    config_.file = folder_ / "mine.toml";
    config_.compiler = "g++";
    config_.include = "pto.hpp";
    config_.include_folders = {folder_ / "include"};
    config_.flags = {"-O0"};
    config_.jobs = 2;
    build_.name = "checked";
    build_.assertions = true;
  }

  Workshop open(const std::string& cache = "cache") const { return Workshop(config_, build_, "", folder_ / cache); }
  Result made(Workshop& workshop, const std::string& body, std::vector<std::string> types = {}) const {
    const Function one = function(body, std::move(types));
    return workshop.make({&one, 1}).front();
  }
  // What a library answers.
  static int call(const Workshop& workshop, const Function& of) {
    void* library = dlopen((workshop.libraries() / (of.key + ".so")).c_str(), RTLD_NOW | RTLD_LOCAL);
    void* symbol = library ? dlsym(library, ("pto_cts_" + of.key).c_str()) : nullptr;
    EXPECT_TRUE(symbol) << dlerror();
    const int answer = symbol ? reinterpret_cast<int (*)()>(symbol)() : -1;
    if (library) dlclose(library);
    return answer;
  }

  // A compiler that writes a line for each time it is started; its cost is a shell.
  void log_starts(const std::string& before = "") {
    folder_.write("compiler", "#!/bin/sh\necho \"$*\" >> '" + (folder_ / "log").string() + "'\n" + before + "exec " + which(config_.compiler) + " \"$@\"\n");
    fs::permissions(folder_ / "compiler", fs::perms::owner_all);
    config_.compiler = (folder_ / "compiler").string();
  }
  // How often it was started to compile something.
  std::size_t starts() const {
    std::istringstream log(folder_.read("log"));
    std::size_t count = 0;
    for (std::string line; std::getline(log, line);) count += line != "--version";
    return count;
  }

  void expect_batch_equals_alone();

  TemporaryFolder folder_;
  Config config_;
  Build build_;
};

TEST_F(Workshops, WhatCompilesCanBeCalled) {
  Workshop workshop = open();
  const std::vector<Function> two = {function("return checked<42>();"), function("return Tile<8>::columns;", {"pto::Tile<8>"})};
  const std::vector<Result> results = workshop.make(two);
  ASSERT_EQ(results.size(), 2u);
  for (const Result& result : results) EXPECT_EQ(result.made, Made::ready) << result.text;
  EXPECT_EQ(call(workshop, two[0]), 42);
  EXPECT_EQ(call(workshop, two[1]), 8);
}

TEST_F(Workshops, ARefusalTellsTheRule) {
  Workshop workshop = open();
  const Result rule = made(workshop, "return checked<100>();");
  EXPECT_EQ(rule.made, Made::refused);
  EXPECT_EQ(rule.text, "pto.hpp:12: static assertion failed: checked: too large");
  const Result type = made(workshop, "return Tile<9>::columns;", {"pto::Tile<9>"});
  EXPECT_EQ(type.made, Made::refused);
  EXPECT_EQ(type.text, "pto.hpp:6: static assertion failed: Tile: a row must be a multiple of 8");
  const Result overload = made(workshop, "return overloaded(Tile<8>());");
  EXPECT_EQ(overload.made, Made::refused);
  EXPECT_TRUE(overload.text.starts_with("the call: no matching function for call to 'overloaded(pto::Tile<8>)'")) << overload.text;
}

TEST_F(Workshops, ANameThatNobodyDeclaresIsTheEnvironments) {
  Workshop workshop = open();
  for (const char* body : {"return broken(1);", "return unsaid(1);"}) {
    const Result result = made(workshop, body);
    EXPECT_EQ(result.made, Made::environment) << body;
    EXPECT_TRUE(result.text.starts_with("pto.hpp:")) << result.text;
  }
}

TEST_F(Workshops, WhatTheLinkerMissesIsTheEnvironments) {
  Workshop workshop = open();
  const std::vector<Function> two = {function("return checked<1>();"), function("return not_defined_anywhere(1);")};
  const std::vector<Result> results = workshop.make(two);
  EXPECT_EQ(results[0].made, Made::ready);
  EXPECT_EQ(results[1].made, Made::environment);
  EXPECT_NE(results[1].text.find("undefined reference to"), std::string::npos) << results[1].text;
  EXPECT_NE(results[1].text.find("not_defined_anywhere"), std::string::npos) << results[1].text;
}

// The compiler instantiates Shared<long> once, and complains once.
TEST_F(Workshops, TheSecondUserOfAFailingInstantiationFailsToo) {
  Workshop workshop = open();
  const std::vector<Function> all = {function("return first_user<long>();"), function("return second_user<long>();"), function("return first_user<int>();"),
                                     function("return second_user<long>() + 1;")};
  const std::vector<Result> results = workshop.make(all);
  for (const std::size_t i : {0, 1, 3}) {
    EXPECT_EQ(results[i].made, Made::refused) << i;
    EXPECT_EQ(results[i].text, "pto.hpp:21: static assertion failed: Shared: element too large") << i;
  }
  EXPECT_EQ(results[2].made, Made::ready);
}

void Workshops::expect_batch_equals_alone() {
  const std::vector<Function> all = mixed_functions();
  config_.functions_per_unit = 1;
  const std::vector<Result> alone = open("alone").make(all);
  std::set<Made> kinds;
  for (const Result& result : alone) kinds.insert(result.made);
  EXPECT_EQ(kinds.size(), 3u) << "the functions show too little";

  std::vector<std::size_t> order(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::mt19937 random(1);
  for (const int per_unit : {48, 7}) {
    config_.functions_per_unit = per_unit;
    config_.jobs = per_unit == 48 ? 1 : 2;
    std::vector<Function> shuffled;
    for (const std::size_t i : order) shuffled.push_back(all[i]);
    Workshop together = open("together" + std::to_string(per_unit));
    const std::vector<Result> results = together.make(shuffled);
    ASSERT_EQ(results.size(), all.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      EXPECT_EQ(results[i].made, alone[order[i]].made) << shuffled[i].text << results[i].text << "\nalone: " << alone[order[i]].text;
      EXPECT_EQ(results[i].text, alone[order[i]].text) << shuffled[i].text;
    }
    // And what is kept is what was said.
    const std::vector<Result> again = open("together" + std::to_string(per_unit)).make(shuffled);
    for (std::size_t i = 0; i < order.size(); ++i) EXPECT_TRUE(again[i].made == results[i].made && again[i].text == results[i].text) << shuffled[i].text;
    std::shuffle(order.begin(), order.end(), random);
  }
}

TEST_F(Workshops, ABatchGivesWhatEachAloneGives) { expect_batch_equals_alone(); }

TEST_F(Workshops, ABatchGivesWhatEachAloneGivesByClang) {
  if (which(kClang).empty()) GTEST_SKIP() << "no " << kClang;
  config_.compiler = kClang;
  expect_batch_equals_alone();
}

TEST_F(Workshops, AWarmCacheStartsNoCompiler) {
  log_starts();
  const std::vector<Function> all = {function("return checked<1>();"), function("return checked<100>();"), function("return broken(1);"),
                                     function("return Tile<9>::columns;", {"pto::Tile<9>"})};
  const std::vector<Result> first = open().make(all);
  const std::size_t cold = starts();
  EXPECT_GE(cold, 2u);  // the headers, and a unit
  Workshop again = open();
  const std::vector<Result> second = again.make(all);
  const std::size_t asked = cold + 1;  // what it is
  EXPECT_EQ(starts(), asked);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_TRUE(first[i].made == second[i].made && first[i].text == second[i].text) << i;
  EXPECT_EQ(call(again, all[0]), 1);

  const Function one_more = function("return checked<2>();");
  EXPECT_EQ(again.make({&one_more, 1}).front().made, Made::ready);
  EXPECT_EQ(starts(), asked + 1);
}

TEST_F(Workshops, DamagedEntriesAreMadeAgain) {
  const Function good = function("return checked<1>();"), bad = function("return checked<100>();");
  const std::vector<Function> both = {good, bad};
  fs::path folder;
  std::vector<Result> right;
  {
    Workshop workshop = open();
    right = workshop.make(both);
    folder = workshop.libraries();
  }
  const fs::path entry = folder / (good.key + ".so"), text = folder / (bad.key + ".txt");
  ASSERT_TRUE(fs::is_symlink(entry));
  ASSERT_TRUE(fs::is_regular_file(text));
  const auto expect_made_again = [&](const std::string& what) {
    Workshop workshop = open();
    const std::vector<Result> results = workshop.make(both);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(results[i].made, right[i].made) << what;
      EXPECT_EQ(results[i].text, right[i].text) << what;
    }
    EXPECT_EQ(call(workshop, good), 1) << what;
  };
  fs::resize_file(fs::canonical(entry), 0);
  expect_made_again("an empty library");
  fs::remove(fs::canonical(entry));
  expect_made_again("a link that leads nowhere");
  for (const std::uintmax_t keep : {std::uintmax_t{0}, std::uintmax_t{3}, fs::file_size(text) / 2, fs::file_size(text) - 1}) {
    fs::resize_file(text, keep);
    expect_made_again("a text cut to " + std::to_string(keep));
  }
}

TEST_F(Workshops, WhatIsLeftOfAnotherProcessDoesNotMatter) {
  const fs::path folder = open().libraries();
  fs::create_directories(folder / "work-abcdef");
  folder_.write(fs::relative(folder / "work-abcdef/unit0.cpp", folder_.path()).string(), "nonsense");
  Workshop workshop = open();
  EXPECT_EQ(made(workshop, "return checked<1>();").made, Made::ready);
}

TEST_F(Workshops, TheCacheKeepsNothingOfTheWork) {
  fs::path folder;
  {
    Workshop workshop = open();
    folder = workshop.libraries();
    made(workshop, "return checked<1>();");
  }
  for (const auto& entry : fs::directory_iterator(folder)) EXPECT_FALSE(entry.path().filename().string().starts_with("work-")) << entry.path();
}

TEST_F(Workshops, WhatIsCompiledDependsOnTheHeadersAndTheCommand) {
  std::set<fs::path> folders;
  std::set<std::string> hashes;
  const auto note = [&](const char* what, std::size_t expected) {
    const Workshop workshop = open();
    folders.insert(workshop.libraries());
    hashes.insert(workshop.header_hash());
    EXPECT_EQ(folders.size(), expected) << what;
  };
  note("first", 1);
  note("the same", 1);
  folder_.write("include/pto.hpp", std::string(kHeader) + "// changed\n");
  note("another header", 2);
  folder_.write("include/deep/unused.hpp", "");
  note("a file more", 3);
  EXPECT_EQ(hashes.size(), 3u);
  config_.defines = {"A"};
  note("a define", 4);
  config_.flags = {"-O1"};
  note("a flag", 5);
  folder_.write("prelude.hpp", "");
  build_.prelude = folder_ / "prelude.hpp";
  note("a prelude", 6);
  folder_.write("prelude.hpp", "#define B 1\n");
  note("another prelude", 7);
  EXPECT_EQ(hashes.size(), 3u) << "the hash is of the headers alone";
}

TEST_F(Workshops, DefinesFlagsAndThePreludeReachTheFunctions) {
  folder_.write("prelude.hpp", "#define PRELUDE 4\n");
  config_.defines = {"ALL=1", "PLAIN"};
  build_.defines = {"ONE=20"};
  build_.flags = {"-DFLAG=300"};
  build_.prelude = folder_ / "prelude.hpp";
  Workshop workshop = open();
  const Function one = function("return ALL + PLAIN + ONE + FLAG + PRELUDE;");
  EXPECT_EQ(workshop.make({&one, 1}).front().text, "");
  EXPECT_EQ(call(workshop, one), 1 + 1 + 20 + 300 + 4);
  const std::vector<std::string> command = workshop.command();
  for (const char* word : {"g++", "-DALL=1", "-DONE=20", "-O0", "-DFLAG=300"}) EXPECT_EQ(std::count(command.begin(), command.end(), word), 1) << word;
}

TEST_F(Workshops, HeadersThatDoNotCompileAloneAreRefused) {
  const auto expect_refused = [&](std::initializer_list<const char*> words) {
    try {
      open();
      ADD_FAILURE() << "opened";
    } catch (const backend::CannotOpen& refused) {
      const std::string what = refused.what();
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
      for (const char* word : words) EXPECT_NE(what.find(word), std::string::npos) << "no '" << word << "' in: " << what;
    }
  };
  folder_.write("include/pto.hpp", "#include \"none.hpp\"\n");
  expect_refused({"mine.toml", "build checked", "environment", "pto.hpp:1: none.hpp: No such file or directory", "mend"});
  folder_.write("include/pto.hpp", "int x = y;\n");
  expect_refused({"build checked", "'y' was not declared in this scope"});
  folder_.write("include/pto.hpp", "namespace detail {}\ntemplate <class T>\nint f(T value) { return detail::copy_blocks(value); }\n");
  expect_refused({"build checked", "pto.hpp:3: 'copy_blocks' is not a member of 'detail'"});
  folder_.write("include/pto.hpp", kHeader);
  config_.include = "other.hpp";
  expect_refused({"build checked", "other.hpp: No such file or directory"});
}

TEST_F(Workshops, ProgramsThatAreNoCompilerAreRefused) {
  folder_.write("other", "#!/bin/sh\necho other 1.0\n");
  fs::permissions(folder_ / "other", fs::perms::owner_all);
  for (const auto& [program, words] : std::map<std::string, std::string>{
           {"no-such-compiler", "cannot be started"}, {"false", "does not answer --version"}, {folder_ / "other", "is neither clang nor gcc"}}) {
    config_.compiler = program;
    try {
      open();
      ADD_FAILURE() << program;
    } catch (const backend::CannotOpen& refused) {
      EXPECT_NE(std::string(refused.what()).find("mine.toml: compiler: " + program + " " + words), std::string::npos) << refused.what();
    }
  }
}

TEST_F(Workshops, ACacheThatCannotBeWrittenIsRefused) {
  folder_.write("file", "mine");
  EXPECT_THROW(open("file"), backend::CannotOpen);
  EXPECT_EQ(folder_.read("file"), "mine");
}

std::string refusal(Workshop& workshop, std::span<const Function> functions) {
  try {
    workshop.make(functions);
    return "none";
  } catch (const backend::CannotOpen& error) {
    return error.what();
  }
}

TEST_F(Workshops, ACompilerThatDoesNotEndIsEndedAndSaysNothingAboutTheHeaders) {
  // Sleeps over one function, and leaves a child that holds its output.
  log_starts("case \"$*\" in *unit*) grep -q 'endless' $(echo \"$*\" | tr ' ' '\\n' | grep 'unit.*cpp') && { sleep 600 & sleep 600; };; esac\n");
  open();  // the headers, without haste
  config_.compile_limit = std::chrono::seconds(1);
  Workshop workshop = open();
  const Function endless = function("/* endless */ return 1;");
  EXPECT_NE(refusal(workshop, {&endless, 1}).find("1 s were not enough"), std::string::npos);
  config_.compiler = "g++";
  EXPECT_EQ(open().make({&endless, 1}).front().made, Made::ready) << "nothing was kept";
}

TEST_F(Workshops, ACompilerThatIsKilledSaysNothingAboutTheHeaders) {
  log_starts("case \"$*\" in *unit*) grep -q 'deadly' $(echo \"$*\" | tr ' ' '\\n' | grep 'unit.*cpp') && kill -SEGV $$;; esac\n");
  Workshop workshop = open();
  const std::vector<Function> all = {function("return checked<1>();"), function("/* deadly */ return 1;"), function("return checked<100>();")};
  EXPECT_NE(refusal(workshop, all).find("SIGSEGV"), std::string::npos);
}

TEST_F(Workshops, ADiskThatIsFullSaysNothingAboutTheHeaders) {
  log_starts("case \"$*\" in *unit*) echo 'cc1plus: fatal error: error writing to x.s: No space left on device' >&2; exit 1;; esac\n");
  Workshop workshop = open();
  const Function one = function("return checked<1>();");
  EXPECT_NE(refusal(workshop, {&one, 1}).find("No space left"), std::string::npos);
}

TEST_F(Workshops, AFileThatThePreludeIncludesIsReadAgain) {
  build_.prelude = folder_ / "prelude.hpp";
  folder_.write("prelude.hpp", "#include \"number.hpp\"\n");
  folder_.write("number.hpp", "#define NUMBER 1\n");
  const Function number = function("return NUMBER;");
  Workshop first = open();
  first.make({&number, 1});
  EXPECT_EQ(call(first, number), 1);
  folder_.write("number.hpp", "#define NUMBER 2\n");
  Workshop second = open();
  second.make({&number, 1});
  EXPECT_EQ(call(second, number), 2);
}

}  // namespace
}  // namespace pto_cts::headers
