// SPDX-License-Identifier: MIT
// Which libraries are opened, and what is said of those that are not.
#include <filesystem>
#include <fstream>

#include "pto_cts/backend/backend.h"
#include "scripted.h"

namespace pto_cts::plugin {
namespace {

namespace fs = std::filesystem;

/// What open_plugin() says of a library, without the path that it begins with; empty if it opens.
std::string fault_of(const fs::path& library) {
  try {
    open_plugin(library);
    return {};
  } catch (const backend::CannotOpen& error) {
    const std::string text = error.what(), prefix = "plug-in " + fs::absolute(library).string() + ": ";
    EXPECT_TRUE(text.starts_with(prefix)) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    return text.substr(prefix.size());
  }
}

class OpenPlugin : public Scripted {
 protected:
  std::string fault() const { return fault_of(SCRIPTED_PLUGIN); }
};

TEST_F(OpenPlugin, TakesALibraryThatKeepsToTheInterface) {
  EXPECT_EQ(fault(), "");
  EXPECT_EQ(script->closed, 1);
}

TEST_F(OpenPlugin, RefusesWhatIsNoLibrary) {
  const fs::path folder = fs::path(testing::TempDir()) / "plugin_open_test";
  fs::create_directories(folder);
  EXPECT_EQ(fault_of(folder / "absent.so"), "there is no such file; give the path of a shared library");
  EXPECT_EQ(fault_of(folder), "is no file; give the path of a shared library");
  std::ofstream(folder / "text.so") << "no library, but long enough for the header of one, with everything in it\n";
  EXPECT_EQ(fault_of(folder / "text.so"),
            "cannot be loaded: invalid ELF header; build it as a shared library that links all it needs");
  EXPECT_EQ(fault_of(NO_ENTRY_PLUGIN),
            "has no function pto_cts_open_backend; define and export it as pto_cts_backend.h declares it");
}

TEST_F(OpenPlugin, TakesANameWithoutASlashFromTheCurrentFolder) {
  const fs::path before = fs::current_path();
  fs::current_path(fs::path(SCRIPTED_PLUGIN).parent_path());
  EXPECT_EQ(fault_of(fs::path(SCRIPTED_PLUGIN).filename()), "");
  EXPECT_EQ(fault_of("libm.so.6"), "there is no such file; give the path of a shared library");
  fs::current_path(before);
}

TEST_F(OpenPlugin, RefusesOneThatDoesNotOpen) {
  script->opened = nullptr;
  EXPECT_EQ(fault(), "pto_cts_open_backend() returned NULL; see what it wrote to standard error above");
  script->opening = [] { throw std::runtime_error("no\ndevice"); };
  EXPECT_EQ(fault(), "an exception left pto_cts_open_backend(): no device; catch it there and return NULL");
  script->opening = [] { throw 1; };
  EXPECT_EQ(fault().substr(0, 46), "an exception left pto_cts_open_backend(): of a");
}

TEST_F(OpenPlugin, RefusesAnotherVersionAndLeavesItAlone) {
  script->backend.abi_version = 2;
  script->backend.description = nullptr;
  EXPECT_EQ(fault(), "speaks ABI version 2 where this suite speaks 1; build it with this suite's pto_cts_backend.h");
  EXPECT_EQ(script->closed, 0);
}

TEST_F(OpenPlugin, RefusesStructsThatEndTooSoon) {
  for (const std::size_t size : {std::size_t{0}, sizeof(std::size_t), offsetof(pto_cts_backend, execute)}) {
    script->backend.struct_size = size;
    EXPECT_EQ(fault(), "the struct_size of its pto_cts_backend is " + std::to_string(size) +
                           "; set it to sizeof(pto_cts_backend)");
  }
  script->backend.struct_size = sizeof(pto_cts_backend);
  script->description.struct_size = offsetof(pto_cts_description, legality);
  EXPECT_EQ(fault(), "the struct_size of its pto_cts_description is " +
                         std::to_string(script->description.struct_size) + "; set it to sizeof(pto_cts_description)");
  EXPECT_EQ(script->closed, 1);
}

TEST_F(OpenPlugin, TakesFieldsBeyondTheSizeForAbsent) {
  script->backend.struct_size = offsetof(pto_cts_backend, reset);
  script->description.struct_size = offsetof(pto_cts_description, observes);
  script->description.observes = -1;
  script->description.allows = -1;
  const auto plugin = open();
  EXPECT_FALSE(plugin->observability().guards);
  EXPECT_FALSE(plugin->placement().guard_pages);
  EXPECT_FALSE(plugin->renew());
}

TEST_F(OpenPlugin, TakesStructsThatHaveGrown) {
  script->backend.struct_size += 64;
  script->description.struct_size += 64;
  EXPECT_EQ(fault(), "");
}

TEST_F(OpenPlugin, RefusesMissingParts) {
  script->backend.execute = nullptr;
  EXPECT_EQ(fault(), "its execute is NULL; point it to the function that runs calls");
  script->backend.description = nullptr;
  EXPECT_EQ(fault(), "its description is NULL; point it to a pto_cts_description");
}

TEST_F(OpenPlugin, RefusesADescriptionWithoutInstructionsProfilesOrName) {
  static constexpr const char* kNothing[] = {nullptr};
  const pto_cts_description good = script->description;
  script->description.instructions = nullptr;
  EXPECT_EQ(fault(), "its list of instructions is empty; list the mnemonics that it runs");
  script->description = good;
  script->description.profiles = nullptr;
  EXPECT_EQ(fault(), "its list of profiles is empty; choose from cpu_sim, a2a3, a5");
  script->description = good;
  script->description.layouts = kNothing;
  EXPECT_EQ(fault(), "its list of layouts is empty; choose from ND, DN, Nz, Zn, Zz, Nn");
  script->description = good;
  for (const char* const name : {static_cast<const char*>(nullptr), "", "  "}) {
    script->description.name = name;
    EXPECT_EQ(fault(), "has no name; set the name in its description");
  }
  EXPECT_EQ(script->closed, 6);
}

TEST_F(OpenPlugin, NamesAnUnknownWord) {
  static constexpr const char* kDTypes[] = {"f32", "float", nullptr};
  static constexpr const char* kProfiles[] = {"a5", "strict", nullptr};
  static constexpr const char* kLayouts[] = {"nz", nullptr};
  static constexpr const char* kInstructions[] = {"tmuls", nullptr};
  const pto_cts_description good = script->description;
  script->description.dtypes = kDTypes;
  EXPECT_EQ(
      fault(),
      "its dtypes hold the unknown word 'float'; choose from u8, i8, u16, i16, u32, i32, u64, i64, f16, bf16, f32");
  script->description = good;
  script->description.profiles = kProfiles;
  EXPECT_EQ(fault(), "its profiles hold the unknown word 'strict'; choose from cpu_sim, a2a3, a5");
  script->description = good;
  script->description.layouts = kLayouts;
  EXPECT_EQ(fault(), "its layouts hold the unknown word 'nz'; choose from ND, DN, Nz, Zn, Zz, Nn");
  script->description = good;
  script->description.instructions = kInstructions;
  EXPECT_EQ(fault(), "its instructions hold 'tmuls'; write mnemonics in upper case, such as TMULS");
}

TEST_F(OpenPlugin, RefusesControlCharacters) {
  static constexpr const char* kForms[] = {"homo\tgeneous", nullptr};
  const pto_cts_description good = script->description;
  script->description.name = "two\nlines";
  EXPECT_EQ(fault(), "its name 'two lines' holds control characters; take them out");
  script->description = good;
  script->description.version = "1\x7F";
  EXPECT_EQ(fault(), "its version '1 ' holds control characters; take them out");
  script->description = good;
  script->description.forms = kForms;
  EXPECT_EQ(fault(), "its forms 'homo geneous' holds control characters; take them out");
}

TEST_F(OpenPlugin, RefusesFlagsOfNoMeaning) {
  const pto_cts_description good = script->description;
  const auto with = [&](std::int32_t pto_cts_description::*field, std::int32_t value) {
    script->description = good;
    script->description.*field = value;
    return fault();
  };
  const std::string mend = "; use the constants of pto_cts_backend.h";
  EXPECT_EQ(with(&pto_cts_description::in_place, 2), "its in_place is 2" + mend);
  EXPECT_EQ(with(&pto_cts_description::legality, 2), "its legality is 2" + mend);
  EXPECT_EQ(with(&pto_cts_description::observes, 8), "its observes is 8" + mend);
  EXPECT_EQ(with(&pto_cts_description::allows, -1), "its allows is -1" + mend);
}

}  // namespace
}  // namespace pto_cts::plugin
