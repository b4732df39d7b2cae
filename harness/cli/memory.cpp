// SPDX-License-Identifier: MIT
#include "memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include "pto_cts/instructions/registry.h"
#include "pto_cts/record/files.h"

namespace pto_cts::cli {
namespace {

namespace fs = std::filesystem;

// As the build or the installation laid it out.
fs::path catalogue() {
  std::error_code error, missing;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& place : {folder / "catalogue", folder / PTO_CTS_DATA_FROM_BIN / "catalogue"})
    if (!error && fs::is_directory(place, missing)) return place;
  return {};
}

fs::path cache_or_users(const std::string& cache) {
  return cache.empty() ? record::default_cache().value_or(fs::path()) : fs::path(cache);
}

}  // namespace

proofs::Memory memory_of(const std::string& cache) { return {catalogue(), cache_or_users(cache)}; }

proofs::Request proofs_of_run(const record::RunHeader& header, proofs::Memory memory, const fs::path& scripts) {
  proofs::Request request;
  for (const std::string& mnemonic : header.instructions)
    request.instructions.push_back(spec::find_instruction(mnemonic));
  request.profiles = header.profiles;
  request.readings = header.interpretations;
  request.smt2 = scripts;
  request.memory = std::move(memory);
  return request;
}

proofs::Proofs prove_all(const proofs::Request& request, bool quiet) {
  const bool terminal = !quiet && isatty(STDERR_FILENO) == 1;
  const auto progress = [&](std::size_t done, std::size_t of) {
    if (terminal) fmt::print(stderr, "\r{} of {} proof runs{}", done, of, done == of ? "\n" : "");
  };
  proofs::Proofs proofs = proofs::run(request, progress);
  if (const fs::path cache = request.memory.cannot_write(); !cache.empty() && proofs.remembered < proofs.jobs)
    fmt::print(stderr, "pto-cts: not remembered: {} cannot be written; name another folder with --cache\n", cache.string());
  return proofs;
}

proofs::Memory ProofMemory::memory() const {
  if (none) return {};
  return cache.empty() ? memory_of({}) : proofs::Memory({}, cache);
}

}  // namespace pto_cts::cli
