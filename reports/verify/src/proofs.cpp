// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "package.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"

namespace pto_cts::reports {
namespace {

constexpr std::string_view kDomains = "proofs/domain/";

std::string path_of(const terms::Instruction& instruction, Profile profile) {
  return fmt::format("{}{}.{}.smt2", kDomains, name(profile), terms::id_prefix(instruction));
}

void check_domains(Verification& v) {
  std::set<std::string> wanted;
  for (const terms::Instruction& instruction : *v.package.report.instructions) {
    const auto& mnemonics = v.package.header.instructions;
    if (std::find(mnemonics.begin(), mnemonics.end(), instruction.mnemonic) == mnemonics.end()) continue;
    for (const Profile profile : v.package.header.profiles) {
      const std::string path = path_of(instruction, profile);
      wanted.insert(path);
      if (!v.package.has(path)) v.objections.add("proofs", path + ": missing; it is the legal domain that verdicts follow from");
      else if (record::read_file(v.package.folder / path) != v.means.domain_script(instruction, profile))
        v.objections.add("proofs", path + ": is not the legal domain of this suite");
    }
  }
  for (const auto& [path, digest] : v.package.manifest.files)
    if (path.starts_with(kDomains) && !wanted.contains(path)) v.objections.add("proofs", path + ": is the domain of nothing that was planned");
}

void compare_results(Verification& v, const record::ProofFile& here) {
  const record::ProofFile& there = v.package.report.proofs;
  if (there == here) return;
  const auto compare = [&](const auto& shipped, const auto& made, const char* what) {
    for (std::size_t i = 0; i < std::max(shipped.size(), made.size()); ++i) {
      const std::string id = i < shipped.size() ? shipped[i].id : made[i].id;
      if (i >= shipped.size()) v.objections.add("proofs", fmt::format("proofs/results.json: {}: the {} is left out", id, what));
      else if (i >= made.size()) v.objections.add("proofs", fmt::format("proofs/results.json: {}: this suite has no such {}", id, what));
      else if (!(shipped[i] == made[i])) v.objections.add("proofs", fmt::format("proofs/results.json: {}: the {} is {}, this suite says {}{}", id, what,
                                                                                shipped[i].status, made[i].status,
                                                                                shipped[i].status == made[i].status ? " otherwise" : ""));
    }
  };
  compare(there.obligations, here.obligations, "obligation");
  compare(there.cells, here.cells, "cell");
}

}  // namespace

void check_proofs(Verification& v) {
  if (!v.package.report.instructions) return;
  if (v.means.domain_script) check_domains(v);
  if (!v.options.full || !v.means.proofs || !v.package.has("proofs/results.json")) return;
  try {
    compare_results(v, v.means.proofs(v.package.header));
  } catch (const record::BadInput& error) {
    v.objections.add("proofs", std::string("proofs/results.json: cannot be made again: ") + error.what());
  }
}

}  // namespace pto_cts::reports
