// SPDX-License-Identifier: MIT
// pto-cts catalogue: what follows from the rules alone, found out once, by the build.
#include <fmt/format.h>

#include "command.h"
#include "pto_cts/campaign/plan.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/proofs/proofs.h"
#include "pto_cts/record/bad_input.h"

namespace pto_cts::cli {
namespace {

namespace fs = std::filesystem;

struct CatalogueOptions {
  std::string out;
  std::uint64_t jobs = 0;
};

void remove_those_of_other_engines(const fs::path& out) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(out, ignored))
    if (entry.path().filename() != proofs::Memory::folder_of(proofs::engine_digest())) fs::remove_all(entry.path(), ignored);
}

int catalogue(const CatalogueOptions& options) {
  const proofs::Memory memory({}, options.out);
  if (!memory.cannot_write().empty()) throw record::BadInput(options.out + ": cannot be written; name another folder");
  remove_those_of_other_engines(options.out);
  const campaign::Suite suite;
  proofs::Request request;
  request.profiles = parse_profiles("all");
  request.jobs = static_cast<unsigned>(options.jobs);
  request.memory = memory;
  request.queries = true;
  std::vector<std::string> mnemonics;
  for (const terms::Instruction& instruction : spec::instructions()) {
    request.instructions.push_back(&instruction);
    mnemonics.push_back(instruction.mnemonic);
  }
  const proofs::Proofs proofs = proofs::run(request);
  campaign::find_all_first_tuples(suite, mnemonics, request.profiles, memory);
  fmt::print("{}: {} results, {} of them remembered\n", options.out, proofs.jobs, proofs.remembered);
  return kConforms;
}

}  // namespace

Command catalogue_command() {
  auto options = std::make_shared<CatalogueOptions>();
  return {"catalogue",
          "Prove all rules and find all witnesses, as the build does for the folder beside the program",
          {
              {.name = "--out", .place = &options->out, .help = "Folder of the results; those of other rules are removed",
               .required = true},
              jobs_option(options->jobs),
          },
          [options] { return catalogue(*options); }};
}

}  // namespace pto_cts::cli
