// SPDX-License-Identifier: MIT
// Emitted programs, compiled with the fixture headers and run.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "pto_cts/generators/domain.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/render/program.h"
#include "pto_cts/render/text.h"
#include "pto_cts/reproducer/reproducer.h"
#include "pto_cts/terms/rewrite.h"
#include "temporary_folder.h"

namespace pto_cts::reproducer {

inline constexpr const char* kManual = "";
inline constexpr const char* kAuto = "-DFIXTURE_AUTO -D__PTO_AUTO__";
inline constexpr std::uint64_t kSeed = 1;
inline constexpr int kAborted = 128 + 6, kCrashed = 128 + 11, kTimeout = 124;  // as a shell and timeout(1) say it

/// How a program ended.
struct Ended {
  bool compiled = false;
  int status = -1;   ///< As a shell gives it.
  std::string text;  ///< What the compiler said, or else what the program printed.

  std::string last_line() const {
    const std::size_t end = text.find_last_not_of('\n');
    if (end == std::string::npos) return "";
    const std::size_t begin = text.rfind('\n', end);
    return text.substr(begin == std::string::npos ? 0 : begin + 1, end - (begin == std::string::npos ? 0 : begin + 1) + 1);
  }
  bool passed() const { return compiled && status == 0 && last_line() == "pass"; }
};

/// Programs that are compiled as one, so that the headers are read once; if one of them does not compile, none does.
struct Group {
  std::vector<std::string> programs;
  std::string flags;
  std::vector<Ended> ended{};  ///< One for each program.
};

inline int shell(const std::string& command, std::string& text) {
  FILE* pipe = popen(("{ " + command + "; } 2>&1").c_str(), "r");
  if (!pipe) return -1;
  char buffer[4096];
  for (std::size_t got = 0; (got = fread(buffer, 1, sizeof(buffer), pipe)) > 0;) text.append(buffer, got);
  const int status = pclose(pipe);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

inline constexpr const char* kCompiler = "g++ -std=c++20 -O0 -Wall -Wextra -Werror=shadow";

/// A folder with the standard headers that programs include, read once.
inline const tests::TemporaryFolder& workplace() {
  static const tests::TemporaryFolder folder;
  static const bool is_new = [] {
    std::string messages;
    std::string includes;
    for (const char* header : {"bit", "cstdint", "cstdio", "cstdlib", "cstring", "string", "vector"}) includes += std::string("#include <") + header + ">\n";
    folder.write("standard.h", includes);
    return shell(kCompiler + (" -x c++-header " + (folder / "standard.h").string()), messages) == 0;
  }();
  EXPECT_TRUE(is_new);
  return folder;
}

inline void run(Group& group, const tests::TemporaryFolder& folder, const std::string& name) {
  std::string all, table;
  for (std::size_t i = 0; i < group.programs.size(); ++i) {
    const std::string number = std::to_string(i), file = name + "_" + number + ".cpp";
    folder.write(file, group.programs[i]);
    all += "#define main main_" + number + "\n#define reproducer reproducer_" + number + "\n#include \"" + file + "\"\n";
    all += "#undef main\n#undef reproducer\n";
    table += "main_" + number + ", ";
  }
  all += "#include <cstdlib>\nint main(int, char** words) {\n  int (*const all[])() = {" + table + "};\n  return all[std::atoi(words[1])]();\n}\n";
  folder.write(name + ".cpp", all);
  const std::string program = (folder / name).string();
  const std::string include = PTO_CTS_SOURCE_DIR "/tests/fixtures/headers";
  group.ended.resize(group.programs.size());
  std::string messages;
  const std::string includes = " -include " + (folder / "standard.h").string() + " -I'" + include + "/include' -I'" + include + "' ";
  if (shell(kCompiler + includes + group.flags + " -o " + program + " " + program + ".cpp", messages) != 0) {
    for (Ended& ended : group.ended) ended.text = messages;
    return;
  }
  for (std::size_t i = 0; i < group.programs.size(); ++i) {
    Ended& ended = group.ended[i];
    ended.compiled = true;
    ended.status = shell("timeout 2 " + program + " " + std::to_string(i), ended.text);
    ended.text = messages + ended.text;
  }
}

/// Two at a time.
inline void run(std::vector<Group>& groups) {
  const tests::TemporaryFolder& folder = workplace();
  static std::size_t runs = 0;
  const std::string name = "run" + std::to_string(++runs) + "_";
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < groups.size(); i = next++) run(groups[i], folder, name + std::to_string(i));
  };
  std::thread other(work);
  work();
  other.join();
}

inline const terms::Instruction& resolved(const std::string& mnemonic) {
  static std::map<std::string, terms::Instruction> known;
  const auto [entry, fresh] = known.try_emplace(mnemonic);
  if (fresh) entry->second = terms::under(*spec::find_instruction(mnemonic), {});
  return entry->second;
}

inline const generators::Domain& domain(const std::string& mnemonic) {
  static std::map<std::string, std::unique_ptr<const generators::Domain>> known;
  auto& entry = known[mnemonic];
  if (!entry) entry = std::make_unique<const generators::Domain>(resolved(mnemonic), Profile::cpu_sim);
  return *entry;
}

/// Up to `count` cases of cells whose id starts so and whose tuple is of that sort, from everywhere in the domain.
inline std::vector<Case> cases(const std::string& mnemonic, const std::string& cell_start, std::size_t count,
                               const std::function<bool(const Tuple&)>& is_of_sort = [](const Tuple&) { return true; }) {
  std::vector<Case> all;
  for (const generators::Cell& cell : domain(mnemonic).cells()) {
    if (!cell.id.starts_with(cell_start)) continue;
    for (std::uint64_t k = 1; k < 4; ++k) {
      const generators::Generated made = domain(mnemonic).generate(cell, kSeed, k);
      if (!made.vacuous && !render::program_inexpressible(made.subject->tuple) && is_of_sort(made.subject->tuple)) all.push_back(*made.subject);
    }
  }
  std::vector<Case> some;
  for (std::size_t i = 0; i < std::min(count, all.size()); ++i) some.push_back(all[i * all.size() / std::min(count, all.size())]);
  return some;
}

inline std::string program_of(const Case& subject, const std::string& kind) {
  return cpp_reproducer(resolved(subject.tuple.mnemonic), subject, kind, subject.name + "\n" + render::render_tuple(subject.tuple));
}

/// As much of a text as a message may hold.
inline std::string head(const std::string& text) { return text.substr(0, 1000); }

inline bool is_in_place(const Tuple& tuple) { return storage_count(tuple) < static_cast<int>(tuple.tiles.size()); }

/// In place with tiles that are not one object, which automatic mode cannot say.
inline bool is_manual_only(const std::string& program) { return program.find("#error") != std::string::npos; }

}  // namespace pto_cts::reproducer
