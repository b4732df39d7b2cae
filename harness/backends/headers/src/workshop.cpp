// SPDX-License-Identifier: MIT
#include "workshop.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <random>
#include <thread>

#include "cache.h"
#include "compiler.h"
#include "diagnostics.h"
#include "pto_cts/backend/backend.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::headers {
namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 1;  // of what the cache holds
constexpr int kRoundsTogether = 3;
constexpr std::size_t kFolderDigits = 16;

bool crashed(const Command& command) {
  return !command.ended_by.empty() || command.messages.find("internal compiler error") != std::string::npos ||
         command.messages.find("PLEASE submit a bug report") != std::string::npos;
}

// The files that a rule for make names: "base: a.hpp b\\ c.hpp \\".
std::vector<fs::path> dependencies(const std::string& rule) {
  std::vector<fs::path> files;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) files.emplace_back(word);
    word.clear();
  };
  const std::size_t colon = rule.find(": ");
  for (std::size_t i = colon == std::string::npos ? rule.size() : colon + 1; i < rule.size(); ++i) {
    const bool escaped = rule[i] == '\\' && i + 1 < rule.size();
    if (escaped && rule[i + 1] != '\n') word += rule[++i];
    else if (escaped) ++i;
    else if (std::isspace(static_cast<unsigned char>(rule[i]))) finish();
    else word += rule[i];
  }
  finish();
  return files;
}

std::string new_token() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}", random(), random());
}

}  // namespace

struct Workshop::Impl {
  const Config config;
  const Build build;
  Compiler compiler;
  std::string hash;
  std::vector<std::string> flags;
  int jobs;
  CommandLimits limits;
  const PartNames names{new_token()};
  fs::path home;  ///< Of all that is compiled with these flags; what the files say decides about the folder in it.
  std::optional<Cache> cache;
  std::uint64_t units_made = 0;

  Impl(const Config& c, const Build& b, const std::string& base_text, const fs::path& folder)
      : config(c),
        build(b),
        compiler(identify(c.compiler, c.file)),
        hash(hash_of(c.include_folders)),
        flags(unit_flags(compiler, c, b)),
        jobs(c.jobs > 0 ? c.jobs : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))),
        limits{c.compile_limit, c.compile_memory_bytes} {
    std::string start = b.prelude.empty() ? "" : fmt::format("#include \"{}\"\n", b.prelude.string());
    start += fmt::format("#include <{}>\n{}", c.include, base_text);
    const std::string identity = fmt::format("{}\n{}\n{}\n{}\n{}\n{}", kFormat, c.compiler, compiler.version, fmt::join(flags, "\n"), hash, start);
    home = folder / record::sha256_hex(identity).substr(0, kFolderDigits);
    if (const auto digest = digest_of_files()) cache.emplace(home / *digest);
    if (cache && fs::exists(precompiled()) && fs::exists(base())) return;
    precompile(start);
  }

  fs::path list_of_files() const { return home / "files.d"; }

  // Of the contents of all files that the headers were last seen to consist of; nothing where that is not known.
  std::optional<std::string> digest_of_files() const {
    std::error_code error;
    if (!fs::exists(list_of_files(), error)) return std::nullopt;
    std::string contents;
    const std::vector<fs::path> files = dependencies(record::read_file(list_of_files()));
    for (std::size_t i = 1; i < files.size(); ++i) {  // The first is ours, and its text part of the identity.
      const fs::path path = config.file.parent_path() / files[i];
      contents += fs::is_regular_file(path, error) ? record::sha256_hex(record::read_file(path)) : "none";
    }
    return record::sha256_hex(contents).substr(0, kFolderDigits);
  }
  static fs::path base_in(const fs::path& folder) { return folder / "base.hpp"; }

  fs::path base() const { return base_in(cache->folder()); }
  fs::path precompiled() const { return cache->folder() / (compiler.vendor == Vendor::clang ? "base.hpp.pch" : "base.hpp.gch"); }

  std::vector<std::string> start_of_command() const {
    std::vector<std::string> words = {compiler.program};
    words.insert(words.end(), flags.begin(), flags.end());
    return words;
  }

  void run(std::span<Command> commands) const { run_commands(commands, jobs, limits, fs::absolute(config.file).parent_path()); }

  // The headers alone, and which files they are; two processes that do it at once do the same.
  void precompile(const std::string& start) {
    const Cache scratch(home / "first");
    const fs::path source = base_in(scratch.work()), made = scratch.work() / "base.out", files = scratch.work() / "files.d";
    record::write_file(source, start);
    Command list{start_of_command()};
    list.words.insert(list.words.end(), {"-M", "-MF", files.string(), "-x", "c++", source.string()});
    run({&list, 1});
    if (list.status != 0) refuse(list);
    fs::rename(files, list_of_files());
    cache.emplace(home / digest_of_files().value());
    record::write_file(base(), start);
    Command command{start_of_command()};
    std::vector<std::string>& words = command.words;
    // What the files hold is part of the folder's name, so times say nothing more.
    if (compiler.vendor == Vendor::clang) words.insert(words.end(), {"-fpch-instantiate-templates", "-Xclang", "-fno-pch-timestamp"});
    words.insert(words.end(), {"-x", "c++-header", base().string(), "-o", made.string()});
    run({&command, 1});
    if (command.status != 0) refuse(command);
    fs::rename(made, precompiled());
  }

  [[noreturn]] void refuse(const Command& command) const {
    const std::string error = crashed(command) ? why_crashed(command) : first_error(command.messages);
    throw backend::CannotOpen(fmt::format("{}: build {}: environment: the headers do not compile alone: {}; mend them, or give what they need in defines, flags or prelude",
                                          config.file.string(), build.name, error));
  }
  std::string why_crashed(const Command& command) const {
    return compiler.program + " fails: " + (command.ended_by.empty() ? "internal compiler error" : command.ended_by);
  }

  struct Unit {
    std::vector<std::size_t> functions;  ///< Positions in what is to be made.
    int round = 0;
  };

  // Distinct tile types come first, each by itself, so that what is wrong with one is said there.
  std::string text_of(std::span<const Function> functions, const Unit& unit, std::vector<std::string>& types) const {
    for (const std::size_t i : unit.functions)
      for (const std::string& type : functions[i].types)
        if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
    std::string text;
    for (std::size_t t = 0; t < types.size(); ++t) text += fmt::format("#line 1 \"{}\"\nstatic_assert(sizeof({}) > 0);\n", names.of_type(t), types[t]);
    for (std::size_t i = 0; i < unit.functions.size(); ++i)
      text += fmt::format("#line 1 \"{}\"\n{}", names.of_case(i), functions[unit.functions[i]].text);
    return text;
  }

  Command command_for(const fs::path& source, const fs::path& library) const {
    Command command{start_of_command()};
    if (compiler.vendor == Vendor::clang) command.words.insert(command.words.end(), {"-include-pch", precompiled().string()});
    else command.words.insert(command.words.end(), {"-include", base().string()});
    command.words.insert(command.words.end(), {"-Wl,-z,defs", "-shared", source.string(), "-o", library.string()});
    return command;
  }

  std::vector<Unit> units_of(const std::vector<std::size_t>& functions) const {
    const auto most = static_cast<std::size_t>(config.functions_per_unit);
    const std::size_t for_all_jobs = (functions.size() + static_cast<std::size_t>(jobs) - 1) / static_cast<std::size_t>(jobs);
    const std::size_t size = std::clamp<std::size_t>(for_all_jobs, 1, most);
    std::vector<Unit> units;
    for (std::size_t at = 0; at < functions.size(); at += size)
      units.push_back({{functions.begin() + static_cast<std::ptrdiff_t>(at),
                        functions.begin() + static_cast<std::ptrdiff_t>(std::min(at + size, functions.size()))}});
    return units;
  }

  std::vector<Result> make(std::span<const Function> functions) {
    std::vector<Result> results(functions.size());
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < functions.size(); ++i) {
      if (auto known = cache->find(functions[i].key)) results[i] = std::move(*known);
      else missing.push_back(i);
    }
    for (std::vector<Unit> units = units_of(missing); !units.empty();) units = compile(functions, units, results);
    return results;
  }

  // Compiles units and settles what they decide; what is left is to be compiled again.
  std::vector<Unit> compile(std::span<const Function> functions, const std::vector<Unit>& units, std::vector<Result>& results) {
    std::vector<Command> commands;
    std::vector<std::vector<std::string>> types(units.size());
    std::vector<fs::path> libraries;
    for (std::size_t u = 0; u < units.size(); ++u) {
      const fs::path source = cache->work() / fmt::format("unit{}.cpp", units_made++);
      record::write_file(source, text_of(functions, units[u], types[u]));
      libraries.push_back(fs::path(source).replace_extension(".so"));
      commands.push_back(command_for(source, libraries.back()));
    }
    run(commands);
    std::vector<Unit> left;
    for (std::size_t u = 0; u < units.size(); ++u) settle(functions, units[u], types[u], commands[u], libraries[u], results, left);
    return left;
  }

  void settle(std::span<const Function> functions, const Unit& unit, const std::vector<std::string>& types, const Command& command,
              const fs::path& library, std::vector<Result>& results, std::vector<Unit>& left) {
    if (command.status == 0) {
      std::vector<std::string> keys;
      for (const std::size_t i : unit.functions) {
        keys.push_back(functions[i].key);
        results[i] = {Made::ready, ""};
      }
      return cache->keep_library(fs::path(library).replace_extension(".cpp"), library, keys);
    }
    const auto decide = [&](std::size_t i, Result result) {
      cache->keep(functions[i].key, result);
      results[i] = std::move(result);
    };
    const auto one_by_one = [&](const std::vector<std::size_t>& these) {
      for (const std::size_t i : these) left.push_back({{i}, unit.round + 1});
    };
    const bool alone = unit.functions.size() == 1;
    if (crashed(command)) {
      if (!alone) return one_by_one(unit.functions);
      if (!command.ended_by.empty()) throw backend::CannotOpen(fmt::format("{}: build {}: {}, at one call; see limits, or try another compiler", config.file.string(), build.name, why_crashed(command)));
      results[unit.functions.front()] = {Made::environment, why_crashed(command)};
      return;
    }
    if (!is_about_the_text(command.messages))
      throw backend::CannotOpen(fmt::format("{}: build {}: {} cannot do its work: {}", config.file.string(), build.name, compiler.program, first_error(command.messages)));
    const Diagnosis diagnosis = diagnose(compiler.vendor, names, command.messages);
    std::vector<std::size_t> survivors;
    std::map<std::string, std::vector<std::size_t>> by_place;
    std::vector<std::pair<std::size_t, const Fault*>> faults;
    for (std::size_t c = 0; c < unit.functions.size(); ++c) {
      const std::size_t i = unit.functions[c];
      if (const Fault* fault = fault_of(functions[i], c, types, diagnosis)) {
        faults.emplace_back(i, fault);
        by_place[fault->place].push_back(i);
      } else {
        survivors.push_back(i);
      }
    }
    // An instantiation that failed once is silent when another call needs it, and then a later error of that call comes
    // first. That changes nothing where all errors have one place, or all first ones have and none is of another kind; else
    // they are asked again apart.
    const bool alike = diagnosis.places.size() <= 1 || (by_place.size() == 1 && diagnosis.kinds.size() == 1);
    if (alone || alike) {
      for (const auto& [i, fault] : faults) decide(i, fault->result);
    } else {
      for (const auto& [place, these] : by_place) {
        if (unit.round >= kRoundsTogether || by_place.size() == 1) one_by_one(these);
        else left.push_back({these, unit.round + 1});
      }
    }
    if (survivors.empty()) return;
    // An error that belongs to no part of a unit with one function is about what surrounds it.
    if (alone) return decide(survivors.front(), {Made::environment, first_error(command.messages)});
    if (survivors.size() == unit.functions.size() || unit.round >= kRoundsTogether) return one_by_one(survivors);
    left.push_back({std::move(survivors), unit.round + 1});
  }

  // What its types break is told before what the call does.
  static const Fault* fault_of(const Function& function, std::size_t number, const std::vector<std::string>& types, const Diagnosis& diagnosis) {
    for (const std::string& type : function.types) {
      const auto t = static_cast<std::size_t>(std::find(types.begin(), types.end(), type) - types.begin());
      if (const auto found = diagnosis.types.find(t); found != diagnosis.types.end()) return &found->second;
    }
    const auto found = diagnosis.cases.find(number);
    return found == diagnosis.cases.end() ? nullptr : &found->second;
  }
};

Workshop::Workshop(const Config& config, const Build& build, const std::string& base, const fs::path& cache)
    : impl_(std::make_unique<Impl>(config, build, base, cache)) {}
Workshop::~Workshop() = default;
Workshop::Workshop(Workshop&&) noexcept = default;

std::vector<Result> Workshop::make(std::span<const Function> functions) { return impl_->make(functions); }
const fs::path& Workshop::libraries() const { return impl_->cache->folder(); }
const std::string& Workshop::compiler_version() const { return impl_->compiler.version; }
const std::string& Workshop::header_hash() const { return impl_->hash; }
std::vector<std::string> Workshop::command() const { return impl_->start_of_command(); }

}  // namespace pto_cts::headers
