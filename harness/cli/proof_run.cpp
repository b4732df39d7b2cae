// SPDX-License-Identifier: MIT
#include "proof_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include "pto_cts/instructions/registry.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::cli {
namespace {

// The proofs of another program are not ours: its digest is part of the key of a remembered result.
std::string program_digest() {
  try {
    return record::sha256_hex(record::read_file("/proc/self/exe"));
  } catch (const record::BadInput&) {
    return {};
  }
}

}  // namespace

void remember_in(proofs::Request& request, bool nowhere, const std::string& folder) {
  request.program_digest = program_digest();
  if (nowhere || request.program_digest.empty()) return;
  if (!folder.empty())
    request.cache = folder;
  else if (const auto users = record::default_cache())
    request.cache = *users;
}

proofs::Request proofs_of_run(const record::RunHeader& header, const std::string& cache,
                              const std::filesystem::path& scripts) {
  proofs::Request request;
  for (const std::string& mnemonic : header.instructions)
    request.instructions.push_back(spec::find_instruction(mnemonic));
  request.profiles = header.profiles;
  request.readings = header.interpretations;
  request.smt2 = scripts;
  remember_in(request, false, cache);
  return request;
}

// Proofs are worth more than their cache.
proofs::Proofs prove_all(proofs::Request request, bool quiet) {
  const bool terminal = !quiet && isatty(STDERR_FILENO) == 1;
  const auto progress = [&](std::size_t done, std::size_t of) {
    if (terminal) fmt::print(stderr, "\r{} of {} proof runs{}", done, of, done == of ? "\n" : "");
  };
  if (!request.cache.empty()) {
    std::error_code error;
    std::filesystem::create_directories(request.cache, error);
    if (error || access(request.cache.c_str(), W_OK) != 0) {
      fmt::print(stderr, "pto-cts: nothing is remembered: {} cannot be written; name another folder with --cache\n",
                 request.cache.string());
      request.cache.clear();
    }
  }
  return proofs::run(request, progress);
}

}  // namespace pto_cts::cli
