// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <map>

#include "pages.h"
#include "pto_cts/render/text.h"

namespace pto_cts::reports::manual {
namespace {

using record::ProofRecord;

std::string profile_text(const std::string& profile) { return profile.empty() ? "all profiles" : profile; }

std::vector<Text> tally_cells(const ProofTally& tally) {
  const auto cell = [](std::size_t count) { return Text{plain(std::to_string(count))}; };
  return {cell(tally.proved), cell(tally.disputed), cell(tally.refuted), cell(tally.unknown)};
}

std::vector<const ProofRecord*> of(const Manual& manual, const terms::Instruction& instruction) {
  std::vector<const ProofRecord*> found;
  for (const ProofRecord& proof : manual.proofs->obligations)
    if (proof.instruction == instruction.mnemonic) found.push_back(&proof);
  return found;
}

// Profiles in the order in which they occur.
std::vector<std::string> profiles_of(const std::vector<const ProofRecord*>& proofs) {
  std::vector<std::string> profiles;
  for (const ProofRecord* proof : proofs)
    if (std::find(profiles.begin(), profiles.end(), proof->profile) == profiles.end()) profiles.push_back(proof->profile);
  return profiles;
}

void add_cells(Document& document, const Manual& manual, const terms::Instruction& instruction) {
  std::map<std::string, std::map<std::string, std::size_t>> counts;
  for (const record::ProofCell& cell : manual.proofs->cells)
    if (cell.instruction == instruction.mnemonic) ++counts[cell.profile][cell.status];
  Items items;
  for (auto& [profile, by_status] : counts)
    items.items.push_back({plain(fmt::format("Cells of legal tuples on {}: {} feasible, {} infeasible, {} unknown.", profile_text(profile),
                                             by_status["feasible"], by_status["infeasible"], by_status["unknown"]))});
  if (!items.items.empty()) document.add(items);
}

}  // namespace

void ProofTally::add(const ProofRecord& proof) {
  if (proof.status == "proved") ++proved;
  else if (proof.status != "refuted") ++unknown;
  else ++(proof.dispute.empty() ? refuted : disputed);
}

Text obligation(const terms::Instruction& instruction, const ProofRecord& proof) {
  Text text = {strong(proof.status), plain(" "), code(proof.id), plain((proof.kind.empty() ? "" : " (" + proof.kind + ")") + ": " + proof.statement)};
  const auto add = [&](std::string words, const Text& more) {
    text.push_back(plain(std::move(words)));
    text.insert(text.end(), more.begin(), more.end());
  };
  const auto references = [&](const std::vector<std::string>& ids) {
    std::vector<Span> spans;
    for (const std::string& id : ids) spans.push_back(reference(instruction, id));
    return listed(spans);
  };
  if (proof.witness) add(proof.status == "refuted" ? "; not so: " : "; witness: ", {code(render::render_tuple(*proof.witness))});
  if (proof.twin && proof.changed.empty()) add("; it is legal", {});
  if (proof.twin && !proof.changed.empty()) {
    std::string changed;
    for (const std::string& one : proof.changed) changed += (changed.empty() ? "" : ", ") + one;
    add("; nearest legal tuple, " + changed + " changed: ", {code(render::render_tuple(*proof.twin))});
  }
  if (!proof.note.empty()) add("; " + proof.note, {});
  if (!proof.because.empty()) add(proof.kind == "implied" ? "; implied by " : "; because of ", references(proof.because));
  if (!proof.dispute.empty()) add("; recorded as dispute ", references({proof.dispute}));
  return text;
}

void add_proofs(Document& document, const Manual& manual, const terms::Instruction& instruction) {
  document.add(Heading{2, "Proofs", "proofs"});
  const auto all = manual.proofs ? of(manual, instruction) : std::vector<const ProofRecord*>();
  if (all.empty()) {
    document.add(Paragraph{{plain("No proofs were run for this page: see pto-cts prove.")}});
    return;
  }
  Table table{"Proof obligations on " + instruction.mnemonic, {"profile", "family", "proved", "refuted as disputes record", "refuted otherwise", "unknown"}, {}};
  std::map<std::string, std::map<std::string, ProofTally>> tallies;
  for (const ProofRecord* proof : all) tallies[proof->profile][proof->family].add(*proof);
  const std::vector<std::string> profiles = profiles_of(all);
  for (const std::string& profile : profiles)
    for (const auto& [family, tally] : tallies[profile]) {
      std::vector<Text> row = {{plain(profile_text(profile))}, {plain(family)}};
      for (Text& cell : tally_cells(tally)) row.push_back(std::move(cell));
      table.rows.push_back(std::move(row));
    }
  document.add(table);
  add_cells(document, manual, instruction);
  for (const std::string& profile : profiles) {
    document.add(Heading{3, "Proofs on " + profile_text(profile), "proofs-" + (profile.empty() ? "all" : profile)});
    for (const auto& [family, tally] : tallies[profile]) {
      document.add(Heading{4, family});
      Items items;
      for (const ProofRecord* proof : all)
        if (proof->profile == profile && proof->family == family) items.items.push_back(obligation(instruction, *proof));
      document.add(items);
    }
  }
}

Document proofs_page(const Manual& manual) {
  Document document{std::string(kProofs), "Proofs", {}, {}};
  document.add(Paragraph{{plain("The rules themselves are proved with an SMT solver: that legal tuples exist, that each clause can be broken alone or is implied by "
                                "others, that formulas read only what is defined, how the profiles include each other. A refutation shows its smallest tuple.")}});
  if (!manual.proofs) {
    document.add(Paragraph{{plain("No proofs were run for this manual: see pto-cts prove.")}});
    return document;
  }
  Table table{"Proof obligations", {"instruction", "profile", "proved", "refuted as disputes record", "refuted otherwise", "unknown"}, {}};
  Items open;
  for (const terms::Instruction& instruction : manual.instructions) {
    const auto all = of(manual, instruction);
    for (const std::string& profile : profiles_of(all)) {
      ProofTally tally;
      for (const ProofRecord* proof : all)
        if (proof->profile == profile) tally.add(*proof);
      std::vector<Text> row = {{link(instruction.mnemonic, page_of(instruction), "proofs")}, {plain(profile_text(profile))}};
      for (Text& cell : tally_cells(tally)) row.push_back(std::move(cell));
      table.rows.push_back(std::move(row));
    }
    for (const ProofRecord* proof : all)
      if (proof->status != "proved") open.items.push_back(obligation(instruction, *proof));
  }
  document.add(table);
  document.add(Heading{2, "Refuted and unknown", "open"});
  if (open.items.empty()) document.add(Paragraph{{plain("None.")}});
  else document.add(open);
  return document;
}

}  // namespace pto_cts::reports::manual
