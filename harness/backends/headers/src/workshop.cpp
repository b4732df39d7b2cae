// SPDX-License-Identifier: MIT
#include "workshop.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <thread>

#include "cache.h"
#include "compiler.h"
#include "diagnostics.h"
#include "header_hash.h"
#include "pto_cts/backend/cannot_open.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::headers {
namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 1;  // of what the cache holds
constexpr int kRoundsTogether = 3;
constexpr std::size_t kDigits = 16;

bool crashed(const Command& command) {
  return !command.ended_by.empty() || command.messages.find("internal compiler error") != std::string::npos ||
         command.messages.find("PLEASE submit a bug report") != std::string::npos;
}

std::string why_crashed(const Command& command) {
  return "the compiler does not survive it: " + (command.ended_by.empty() ? "internal compiler error" : command.ended_by);
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
  std::optional<Cache> cache;
  std::uint64_t units_made = 0;

  Impl(const Config& c, const Build& b, std::string base, const fs::path& folder)
      : config(c),
        build(b),
        compiler(identify(c.compiler, c.file)),
        hash(hash_of(c.include_folders)),
        flags(unit_flags(compiler, c, b)),
        jobs(c.jobs > 0 ? c.jobs : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))),
        limits{c.compile_limit, c.compile_memory_bytes} {
    std::string start = b.prelude.empty() ? "" : fmt::format("#include \"{}\"\n", b.prelude.string());
    start += fmt::format("#include <{}>\n{}", c.include, base);
    const std::string prelude = b.prelude.empty() ? "" : record::read_file(b.prelude);
    const std::string identity = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", kFormat, c.compiler, compiler.version, fmt::join(flags, "\n"), prelude, hash, start);
    cache.emplace(folder / record::sha256_hex(identity).substr(0, kDigits));
    precompile(start);
  }

  fs::path base() const { return cache->folder() / "base.hpp"; }
  fs::path precompiled() const { return cache->folder() / (compiler.vendor == Vendor::clang ? "base.hpp.pch" : "base.hpp.gch"); }

  std::vector<std::string> start_of_command() const {
    std::vector<std::string> words = {compiler.program};
    words.insert(words.end(), flags.begin(), flags.end());
    return words;
  }

  // The headers alone. A process that finds them compiled takes that; two that do it at once do the same.
  void precompile(const std::string& start) {
    if (fs::exists(precompiled()) && fs::exists(base())) return;
    record::write_file(base(), start);
    const fs::path made = cache->work() / "base";
    Command command{start_of_command()};
    std::vector<std::string>& words = command.words;
    // What the headers hold is part of the folder's name, so times say nothing more.
    if (compiler.vendor == Vendor::clang) words.insert(words.end(), {"-fpch-instantiate-templates", "-Xclang", "-fno-pch-timestamp"});
    words.insert(words.end(), {"-x", "c++-header", base().string(), "-o", made.string()});
    run_commands({&command, 1}, 1, limits);
    if (command.status == 0) return fs::rename(made, precompiled());
    const std::string error = crashed(command) ? why_crashed(command) : first_error(command.messages);
    throw backend::CannotOpen(fmt::format("{}: build {}: environment: the headers do not compile alone: {}; mend them, or give what they need in defines, flags or prelude",
                                          config.file.string(), build.name, error));
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
    for (std::size_t t = 0; t < types.size(); ++t) text += fmt::format("#line 1 \"{}\"\nstatic_assert(sizeof({}) > 0);\n", type_name(t), types[t]);
    for (std::size_t i = 0; i < unit.functions.size(); ++i)
      text += fmt::format("#line 1 \"{}\"\n{}", case_name(i), functions[unit.functions[i]].text);
    return text;
  }

  Command command_for(const fs::path& source, const fs::path& library) const {
    Command command{start_of_command()};
    if (compiler.vendor == Vendor::clang) command.words.insert(command.words.end(), {"-include-pch", precompiled().string()});
    else command.words.insert(command.words.end(), {"-include", base().string()});
    if (!build.address_sanitizer) command.words.emplace_back("-Wl,-z,defs");
    command.words.insert(command.words.end(), {"-shared", source.string(), "-o", library.string()});
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
    run_commands(commands, jobs, limits);
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
      if (alone) return decide(unit.functions.front(), {Made::refused, why_crashed(command)});
      return one_by_one(unit.functions);
    }
    const Diagnosis diagnosis = diagnose(compiler.vendor, command.messages);
    std::vector<std::size_t> survivors, of_kind[2];
    std::vector<std::pair<std::size_t, const Result*>> errors;
    for (std::size_t c = 0; c < unit.functions.size(); ++c) {
      const std::size_t i = unit.functions[c];
      const Result* error = error_of(functions[i], c, types, diagnosis);
      if (!error) {
        survivors.push_back(i);
        continue;
      }
      errors.emplace_back(i, error);
      of_kind[error->made == Made::environment].push_back(i);
    }
    // An instantiation that failed before can make another error of a function the first: which kind it is, is sure only
    // where all are of one.
    if (!of_kind[0].empty() && !of_kind[1].empty()) {
      for (const auto& these : of_kind) {
        if (unit.round >= kRoundsTogether) one_by_one(these);
        else left.push_back({these, unit.round + 1});
      }
    } else {
      for (const auto& [i, error] : errors) decide(i, *error);
    }
    if (survivors.empty()) return;
    // An error that belongs to no part of a unit with one function is about what surrounds it.
    if (alone) return decide(survivors.front(), {Made::environment, first_error(command.messages)});
    if (survivors.size() == unit.functions.size() || unit.round >= kRoundsTogether) return one_by_one(survivors);
    left.push_back({std::move(survivors), unit.round + 1});
  }

  // What its types break is told before what the call does.
  static const Result* error_of(const Function& function, std::size_t number, const std::vector<std::string>& types, const Diagnosis& diagnosis) {
    for (const std::string& type : function.types) {
      const auto t = static_cast<std::size_t>(std::find(types.begin(), types.end(), type) - types.begin());
      if (const auto found = diagnosis.types.find(t); found != diagnosis.types.end()) return &found->second;
    }
    const auto found = diagnosis.cases.find(number);
    return found == diagnosis.cases.end() ? nullptr : &found->second;
  }
};

Workshop::Workshop(const Config& config, const Build& build, std::string base, const fs::path& cache)
    : impl_(std::make_unique<Impl>(config, build, std::move(base), cache)) {}
Workshop::~Workshop() = default;
Workshop::Workshop(Workshop&&) noexcept = default;

std::vector<Result> Workshop::make(std::span<const Function> functions) { return impl_->make(functions); }
const fs::path& Workshop::libraries() const { return impl_->cache->folder(); }
const std::string& Workshop::compiler_version() const { return impl_->compiler.version; }
const std::string& Workshop::header_hash() const { return impl_->hash; }
std::vector<std::string> Workshop::command() const { return impl_->start_of_command(); }

}  // namespace pto_cts::headers
