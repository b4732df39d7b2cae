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
#include <mutex>
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
  std::vector<std::string> planted{};  ///< For each program the fault that the environment plants; empty for none.
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

inline const std::string kCompiler =
    "g++ -std=c++20 -O0 -Wall -Wextra -Werror=shadow -I'" PTO_CTS_SOURCE_DIR "/tests/fixtures/headers/include' -I'" PTO_CTS_SOURCE_DIR "/tests/fixtures/headers' ";

/// A folder with the headers that programs include, read once for each mode.
inline const tests::TemporaryFolder& workplace() {
  static const tests::TemporaryFolder folder;
  static const bool is_new = [] {
    std::string messages, includes;
    for (const char* header : {"bit", "cstdint", "cstdio", "cstdlib", "cstring", "string", "vector", "pto/pto-inst.hpp"})
      includes += std::string("#include <") + header + ">\n";
    folder.write("headers.h", includes);
    std::filesystem::create_directory(folder / "headers.h.gch");  // of which the compiler takes what fits its flags
    bool all = true;
    for (const auto& [name, flags] : {std::pair("manual", kManual), std::pair("auto", kAuto)})
      all &= shell(kCompiler + flags + " -x c++-header " + (folder / "headers.h").string() + " -o " + (folder / "headers.h.gch" / name).string(), messages) == 0;
    return all;
  }();
  EXPECT_TRUE(is_new);
  return folder;
}

/// What became of programs and flags that were compiled.
struct Compiled {
  std::once_flag once;
  bool succeeded = false;
  std::string program, messages;
};

inline void compile(const Group& group, const tests::TemporaryFolder& folder, const std::string& name, Compiled& compiled) {
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
  compiled.program = (folder / name).string();
  const std::string command = kCompiler + group.flags + " -include " + (folder / "headers.h").string() + " -o " + compiled.program + " " + compiled.program + ".cpp";
  compiled.succeeded = shell(command, compiled.messages) == 0;
}

inline void run(Group& group, const tests::TemporaryFolder& folder, const std::string& name) {
  static std::mutex mutex;
  static std::map<std::pair<std::vector<std::string>, std::string>, Compiled> known;
  std::unique_lock lock(mutex);
  Compiled& compiled = known[{group.programs, group.flags}];
  lock.unlock();
  std::call_once(compiled.once, [&] { compile(group, folder, name, compiled); });
  group.ended.assign(group.programs.size(), {compiled.succeeded, -1, compiled.messages});
  if (!compiled.succeeded) return;
  for (std::size_t i = 0; i < group.programs.size(); ++i) {
    std::string printed;
    const std::string planted = group.planted.empty() ? "" : group.planted[i];
    group.ended[i].status = shell("FIXTURE_FAULTS='" + planted + "' timeout 5 " + compiled.program + " " + std::to_string(i), printed);
    group.ended[i].text += printed;
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

/// Where a case comes from.
struct Origin {
  const generators::Cell* cell;
  std::uint64_t k;
  Tuple tuple;
};

inline Case case_of(const Origin& origin) { return *domain(origin.tuple.mnemonic).generate(*origin.cell, kSeed, origin.k).subject; }

/// Of the cases whose cell's id starts so, those that a program can show; made once.
inline const std::vector<Origin>& origins(const std::string& mnemonic, const std::string& cell_start) {
  static std::map<std::pair<std::string, std::string>, std::vector<Origin>> known;
  const auto [place, is_new] = known.try_emplace({mnemonic, cell_start});
  if (!is_new) return place->second;
  for (const generators::Cell& cell : domain(mnemonic).cells()) {
    if (!cell.id.starts_with(cell_start)) continue;
    for (std::uint64_t k = 1; k < 4; ++k) {
      const generators::Generated made = domain(mnemonic).generate(cell, kSeed, k);
      if (!made.vacuous && !render::program_inexpressible(made.subject->tuple)) place->second.push_back({&cell, k, made.subject->tuple});
    }
  }
  return place->second;
}

/// Up to `count` cases of cells whose id starts so and whose tuple is of that sort, from everywhere in the domain.
inline std::vector<Case> cases(const std::string& mnemonic, const std::string& cell_start, std::size_t count,
                               const std::function<bool(const Tuple&)>& is_of_sort = [](const Tuple&) { return true; }) {
  std::vector<const Origin*> all;
  for (const Origin& origin : origins(mnemonic, cell_start))
    if (is_of_sort(origin.tuple)) all.push_back(&origin);
  std::vector<Case> some;
  for (std::size_t i = 0; i < std::min(count, all.size()); ++i) some.push_back(case_of(*all[i * all.size() / std::min(count, all.size())]));
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
