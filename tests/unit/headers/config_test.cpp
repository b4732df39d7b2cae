// SPDX-License-Identifier: MIT
// Configurations: what is read, and what is refused.
#include "pto_cts/headers/config.h"

#include <gtest/gtest.h>

#include "pto_cts/backend/backend.h"
#include "temporary_folder.h"

namespace pto_cts::headers {
namespace {

using tests::TemporaryFolder;

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;

class Configurations : public testing::Test {
 protected:
  Configurations() {
    fs::create_directories(folder_ / "own/include");
    fs::create_directories(folder_ / "shared");
    folder_.write("own/throw.hpp", "");
  }

  fs::path file() const { return folder_ / "own/mine.toml"; }
  Config load(const std::string& text) const {
    folder_.write("own/mine.toml", text);
    return load_config(file());
  }

  // One line that names the file and holds all the words.
  void expect_refused(const std::string& text, std::initializer_list<const char*> words) const {
    try {
      load(text);
      ADD_FAILURE() << "accepted:\n" << text;
    } catch (const backend::CannotOpen& refused) {
      const std::string what = refused.what();
      EXPECT_TRUE(what.starts_with(file().string() + ": ")) << what;
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
      for (const char* word : words) EXPECT_NE(what.find(word), std::string::npos) << "no '" << word << "' in: " << what;
    }
  }

  TemporaryFolder folder_;
};

const std::string kTop = "compiler = \"g++\"\ninclude_folders = [\"include\"]\nprofiles = [\"a5\"]\n";
const std::string kBuild = "[[builds]]\nname = \"checked\"\nassertions = true\n";
const std::string kLeast = kTop + kBuild;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST_F(Configurations, WhatIsNotSaidHasItsDefault) {
  const Config config = load(kLeast);
  EXPECT_EQ(config.file, file());
  EXPECT_EQ(config.name, "mine");
  EXPECT_EQ(config.compiler, "g++");
  EXPECT_EQ(config.include, "pto/pto-inst.hpp");
  EXPECT_TRUE(config.defines.empty() && config.flags.empty() && config.environment.empty() && config.interpretations.empty());
  EXPECT_EQ(config.jobs, 0);
  EXPECT_EQ(config.functions_per_unit, 48);
  EXPECT_EQ(config.compile_limit, std::chrono::seconds(300));
  EXPECT_EQ(config.compile_memory_bytes, 0u);
  EXPECT_EQ(config.call_limit, std::chrono::seconds(5));
  const backend::Capabilities all;
  EXPECT_EQ(config.capabilities.instructions, (Texts{"TMULS", "TPARTADD", "TFILLPAD", "TFILLPAD_EXPAND", "TGATHERB"}));
  EXPECT_EQ(config.capabilities.profiles, std::vector<Profile>{Profile::a5});
  EXPECT_EQ(config.capabilities.dtypes, all.dtypes);
  EXPECT_EQ(config.capabilities.layouts, all.layouts);
  EXPECT_EQ(config.capabilities.forms, all.forms);
  EXPECT_TRUE(config.capabilities.in_place);
  EXPECT_FALSE(config.dtypes_given);
  for (const TileType type : kAllTileTypes) EXPECT_EQ(config.memory.at(type), 196'608u) << name(type);
  ASSERT_EQ(config.builds.size(), 1u);
  EXPECT_EQ(config.builds[0].name, "checked");
  EXPECT_EQ(config.builds[0].mode, Mode::automatic);
  EXPECT_TRUE(config.builds[0].assertions);
  EXPECT_TRUE(config.builds[0].prelude.empty() && config.builds[0].defines.empty() && config.builds[0].flags.empty());
  EXPECT_FALSE(config.builds[0].undefined_traps || config.builds[0].address_sanitizer);
  EXPECT_FALSE(load(replaced(kLeast, "assertions = true", "assertions = true\n[[builds]]\nname = \"fast\"")).builds[1].assertions);
}

TEST_F(Configurations, EveryKeyIsRead) {
  const Config config = load(R"(
name = "other"
compiler = "clang++-19"
include = "all.hpp"
include_folders = ["include", "../shared"]
defines = ["A", "B=2"]
flags = ["-O1"]
profiles = ["cpu_sim", "a2a3"]
interpretations = ["block32"]
jobs = 3
functions_per_unit = 7

[environment]
SEED = "1"
EMPTY = "0"

[capabilities]
instructions = ["TMULS", "TGATHERB"]
dtypes = ["i8", "f32"]
layouts = ["ND", "Nz"]
forms = ["homogeneous"]
in_place = false

[limits]
compile_seconds = 20
compile_mib = 512
call_seconds = 7

[memory]
Vec = 4096
Bias = 8192

[[builds]]
name = "checked-1"
mode = "manual"
assertions = true
defines = ["C"]
flags = ["-O0", "-g"]
prelude = "throw.hpp"
sanitize = ["undefined"]

[[builds]]
name = "fast"
mode = "auto"
assertions = false
sanitize = ["address", "undefined"]
)");
  EXPECT_EQ(config.name, "other");
  EXPECT_EQ(config.compiler, "clang++-19");
  EXPECT_EQ(config.include, "all.hpp");
  EXPECT_EQ(config.defines, (Texts{"A", "B=2"}));
  EXPECT_EQ(config.flags, Texts{"-O1"});
  EXPECT_EQ(config.interpretations, Texts{"block32"});
  EXPECT_EQ(config.jobs, 3);
  EXPECT_EQ(config.functions_per_unit, 7);
  EXPECT_EQ(config.environment, (std::map<std::string, std::string>{{"EMPTY", "0"}, {"SEED", "1"}}));
  EXPECT_EQ(config.capabilities.profiles, (std::vector<Profile>{Profile::cpu_sim, Profile::a2a3}));
  EXPECT_EQ(config.capabilities.instructions, (Texts{"TMULS", "TGATHERB"}));
  EXPECT_EQ(config.capabilities.dtypes, (std::vector<DType>{DType::i8, DType::f32}));
  EXPECT_EQ(config.capabilities.layouts, (std::vector<Layout>{Layout::ND, Layout::Nz}));
  EXPECT_EQ(config.capabilities.forms, Texts{"homogeneous"});
  EXPECT_FALSE(config.capabilities.in_place);
  EXPECT_TRUE(config.dtypes_given);
  EXPECT_EQ(config.compile_limit, std::chrono::seconds(20));
  EXPECT_EQ(config.compile_memory_bytes, std::uint64_t{512} << 20);
  EXPECT_EQ(config.call_limit, std::chrono::seconds(7));
  EXPECT_EQ(config.memory.at(TileType::Vec), 4'096u);
  EXPECT_EQ(config.memory.at(TileType::Bias), 8'192u);
  EXPECT_EQ(config.memory.at(TileType::Mat), 196'608u);
  ASSERT_EQ(config.builds.size(), 2u);
  const Build &checked = config.builds[0], &fast = config.builds[1];
  EXPECT_EQ(checked.name, "checked-1");
  EXPECT_EQ(checked.mode, Mode::manual);
  EXPECT_TRUE(checked.assertions);
  EXPECT_EQ(checked.defines, Texts{"C"});
  EXPECT_EQ(checked.flags, (Texts{"-O0", "-g"}));
  EXPECT_TRUE(checked.undefined_traps && !checked.address_sanitizer);
  EXPECT_EQ(fast.mode, Mode::automatic);
  EXPECT_FALSE(fast.assertions);
  EXPECT_TRUE(fast.undefined_traps && fast.address_sanitizer);
}

// The working folder is elsewhere.
TEST_F(Configurations, RelativePathsBeginAtTheFile) {
  const std::string text = replaced(kLeast, "[\"include\"]", "[\"include\", \"../shared\", \"" + (folder_ / "own").string() + "\"]") + "prelude = \"throw.hpp\"\n";
  const Config config = load(text);
  EXPECT_EQ(config.include_folders, (std::vector<fs::path>{folder_ / "own/include", folder_ / "shared", folder_ / "own"}));
  EXPECT_EQ(config.builds[0].prelude, folder_ / "own/throw.hpp");

  // And they are absolute where the file's own path is not: compilers may run elsewhere.
  const fs::path before = fs::current_path();
  fs::current_path(folder_ / "own");
  const Config near = load_config("mine.toml");
  fs::current_path(before);
  EXPECT_EQ(near.include_folders, config.include_folders);
  EXPECT_EQ(near.builds[0].prelude, config.builds[0].prelude);
}

TEST_F(Configurations, TheFixturesOwnFileIsGood) {
  const Config config = load_config(fs::path(PTO_CTS_SOURCE_DIR) / "tests/fixtures/headers/fixture.toml");
  EXPECT_EQ(config.builds.size(), 2u);
  EXPECT_TRUE(fs::exists(config.include_folders.at(0) / config.include));
}

TEST_F(Configurations, UnknownKeysAreRefusedAtEveryLevel) {
  expect_refused("compilers = \"g++\"\n" + kLeast, {"compilers: is no key", "compiler "});
  expect_refused(kLeast + "optimise = true\n", {"builds[0].optimise: is no key", "assertions"});
  expect_refused(kLeast + "[[builds]]\nname = \"b\"\nsanitise = []\n", {"builds[1].sanitise: is no key"});
  expect_refused(kLeast + "[capabilities]\ndtype = [\"f32\"]\n", {"capabilities.dtype: is no key", "dtypes"});
  expect_refused(kLeast + "[limits]\nseconds = 3\n", {"limits.seconds: is no key", "compile_seconds"});
  expect_refused(kLeast + "[memory]\nVector = 4096\n", {"memory.Vector: is no key", "Vec"});
  expect_refused(kLeast + "[extra]\nx = 1\n", {"extra: is no key"});
}

TEST_F(Configurations, WhatIsRequiredMustBeThere) {
  expect_refused(replaced(kLeast, "compiler = \"g++\"\n", ""), {"compiler: name the program"});
  expect_refused(replaced(kLeast, "include_folders = [\"include\"]\n", ""), {"include_folders: name the folder", "pto/pto-inst.hpp"});
  expect_refused(replaced(kLeast, "[\"include\"]", "[]"), {"include_folders: "});
  expect_refused(replaced(kLeast, "profiles = [\"a5\"]\n", ""), {"profiles: ", "cpu_sim"});
  expect_refused(replaced(kLeast, "[\"a5\"]", "[]"), {"profiles: "});
  expect_refused(kTop, {"builds: ", "[[builds]]"});
  expect_refused("builds = []\n" + kTop, {"builds: "});
  expect_refused(kTop + "[builds]\nname = \"checked\"\nassertions = true\n", {"builds: ", "[[builds]]"});
  expect_refused("builds = [1]\n" + kTop, {"builds: "});
  expect_refused(kTop + "[[builds]]\nassertions = true\n", {"builds[0].name: "});
  expect_refused(kLeast + "[capabilities]\ninstructions = []\n", {"capabilities.instructions: is empty"});
}

TEST_F(Configurations, OneBuildMustHaveAssertions) {
  expect_refused(replaced(kLeast, "true", "false"), {"builds: none has assertions", "assertions = true"});
  expect_refused(kTop + "[[builds]]\nname = \"a\"\n[[builds]]\nname = \"b\"\n", {"builds: none has assertions"});
}

TEST_F(Configurations, BuildsHaveDistinctPlainNames) {
  expect_refused(kLeast + "[[builds]]\nname = \"fast\"\n[[builds]]\nname = \"checked\"\n", {"builds[2].name: 'checked' is there already"});
  for (const char* bad : {"Checked", "a b", "a/b", "a_b", "", "ä"}) expect_refused(replaced(kLeast, "checked", bad), {"builds[0].name: "});
}

TEST_F(Configurations, WordsAreOfTheirLists) {
  expect_refused(kLeast + "mode = \"automatic\"\n", {"builds[0].mode: 'automatic' is not known", "auto manual"});
  expect_refused(kLeast + "sanitize = [\"thread\"]\n", {"builds[0].sanitize: 'thread' is not known", "undefined address"});
  expect_refused(kLeast + "[capabilities]\ndtypes = [\"f32\", \"f64\"]\n", {"capabilities.dtypes: 'f64' is not known", "bf16"});
  expect_refused(kLeast + "[capabilities]\nlayouts = [\"nd\"]\n", {"capabilities.layouts: 'nd' is not known", "ND"});
  expect_refused(kLeast + "[capabilities]\ndtypes = []\n", {"capabilities.dtypes: is empty"});
  expect_refused(kLeast + "[capabilities]\nlayouts = []\n", {"capabilities.layouts: is empty"});
  expect_refused(replaced(kLeast, "a5", "a7"), {"profiles: 'a7' is not known", "a2a3"});
  expect_refused(replaced(kLeast, "a5", "portable"), {"profiles: 'portable' is not known"});
}

TEST_F(Configurations, ValuesOfAnotherTypeAreRefused) {
  expect_refused(replaced(kLeast, "\"g++\"", "1"), {"compiler: give a text"});
  expect_refused(replaced(kLeast, "\"g++\"", "\"\""), {"compiler: give a text"});
  expect_refused(replaced(kLeast, "[\"include\"]", "\"include\""), {"include_folders: give a list of texts"});
  expect_refused(replaced(kLeast, "[\"a5\"]", "\"a5\""), {"profiles: give a list of texts"});
  for (const char* key : {"name", "include"}) expect_refused(std::string(key) + " = true\n" + kLeast, {key, "give a text"});
  for (const char* key : {"defines", "flags", "interpretations"}) {
    expect_refused(std::string(key) + " = \"x\"\n" + kLeast, {key, "give a list of texts"});
    expect_refused(std::string(key) + " = [\"x\", 1]\n" + kLeast, {key, "give a list of texts"});
  }
  for (const char* value : {"-1", "1.5", "\"4\"", "1025", "true"}) expect_refused(std::string("jobs = ") + value + "\n" + kLeast, {"jobs: give a whole number from 0 to 1024"});
  for (const char* value : {"0", "4097"}) expect_refused(std::string("functions_per_unit = ") + value + "\n" + kLeast, {"functions_per_unit: give a whole number from 1 to 4096"});
  expect_refused(kLeast + "[limits]\ncompile_seconds = 0\n", {"limits.compile_seconds: give a whole number from 1"});
  expect_refused(kLeast + "[limits]\ncall_seconds = 0\n", {"limits.call_seconds: give a whole number from 1"});
  expect_refused(kLeast + "[limits]\ncompile_mib = -1\n", {"limits.compile_mib: give a whole number from 0"});
  expect_refused(kLeast + "[memory]\nVec = 511\n", {"memory.Vec: give a whole number from 512"});
  expect_refused(kLeast + "[memory]\nMat = \"4096\"\n", {"memory.Mat: give a whole number"});
  expect_refused(kLeast + "[environment]\nSEED = 1\n", {"environment.SEED: give a text"});
  expect_refused(replaced(kLeast, "true", "1"), {"builds[0].assertions: give true or false"});
  expect_refused(kLeast + "[capabilities]\nin_place = \"yes\"\n", {"capabilities.in_place: give true or false"});
  expect_refused(kLeast + "[capabilities]\nforms = [1]\n", {"capabilities.forms: give a list of texts"});
  for (const char* table : {"capabilities", "limits", "memory", "environment"})
    expect_refused(std::string(table) + " = 1\n" + kLeast, {table, "give a table"});
}

TEST_F(Configurations, PathsMustBeThere) {
  expect_refused(replaced(kLeast, "\"include\"", "\"include\", \"nowhere\""), {"include_folders: ", "own/nowhere: is no folder"});
  expect_refused(replaced(kLeast, "\"include\"", "\"throw.hpp\""), {"include_folders: ", "own/throw.hpp: is no folder"});
  expect_refused(kLeast + "prelude = \"catch.hpp\"\n", {"builds[0].prelude: ", "own/catch.hpp: is no file"});
  expect_refused(kLeast + "prelude = \"include\"\n", {"builds[0].prelude: ", "own/include: is no file"});
}

TEST_F(Configurations, WhatIsNoTomlIsRefusedWithItsLine) {
  expect_refused(kLeast + "mode =\n", {"line 7", "mend the TOML"});
  expect_refused(kLeast + "name = \"again\"\n", {"line 7"});
  expect_refused("compiler = \"g++\nx = 1\n", {"line 1"});
}

TEST_F(Configurations, AFileThatIsNotThereIsRefused) {
  for (const fs::path& path : {folder_ / "none.toml", folder_ / "own"}) try {
      load_config(path);
      ADD_FAILURE() << path;
    } catch (const backend::CannotOpen& refused) {
      EXPECT_TRUE(std::string(refused.what()).starts_with(path.string() + ": is no file")) << refused.what();
    }
}

}  // namespace
}  // namespace pto_cts::headers
