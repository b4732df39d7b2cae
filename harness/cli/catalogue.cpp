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

bool is_hex(const std::string& text) { return text.find_first_not_of("0123456789abcdef") == std::string::npos; }

// Of a build that is edited again and again. Nothing else that may lie there is touched.
void remove_those_of_other_engines(const fs::path& out) {
  const std::string own = proofs::Memory::folder_of(proofs::engine_digest());
  std::vector<fs::path> others;
  for (const fs::directory_entry& entry : fs::directory_iterator(out))
    if (const std::string name = entry.path().filename(); entry.is_directory() && !entry.is_symlink() && name != own &&
                                                          name.size() == own.size() && is_hex(name))
      others.push_back(entry.path());
  std::error_code ignored;
  for (const fs::path& folder : others) {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
      if (is_hex(entry.path().stem().string())) fs::remove(entry.path(), ignored);
    fs::remove(folder, ignored);
  }
}

int catalogue(const std::string& out) {
  const proofs::Memory memory({}, out);
  if (!memory.cannot_write().empty()) throw record::BadInput(out + ": cannot be written; name another folder");
  remove_those_of_other_engines(out);
  const campaign::Suite suite;
  proofs::Request request;
  request.profiles = parse_profiles("all");
  request.memory = memory;
  request.queries = true;
  std::vector<std::string> mnemonics;
  for (const terms::Instruction& instruction : spec::instructions()) {
    request.instructions.push_back(&instruction);
    mnemonics.push_back(instruction.mnemonic);
  }
  const proofs::Proofs proofs = proofs::run(request);
  campaign::find_all_first_tuples(suite, mnemonics, request.profiles, memory);
  fmt::print("{}: {} results, {} of them remembered\n", out, proofs.jobs, proofs.remembered);
  return kConforms;
}

}  // namespace

Command catalogue_command() {
  auto out = std::make_shared<std::string>();
  return {"catalogue",
          "Prove all rules and find all witnesses, as the build does for the folder beside the program",
          {
              {.name = "--out",
               .place = out.get(),
               .help = "Folder of the results; those of another build of the suite are removed",
               .required = true},
          },
          [out] { return catalogue(*out); }};
}

}  // namespace pto_cts::cli
