// SPDX-License-Identifier: MIT
#include "pto_cts/record/proof_file.h"

#include "case_fields.h"
#include "json_parts.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/case_file.h"

namespace pto_cts::record {
namespace {

Json tuple_or_null(const std::optional<Tuple>& tuple) { return tuple ? Json::parse(write_tuple(*tuple)) : Json(); }

std::optional<Tuple> read_tuple_or_null(const Node& node) {
  if (node.json->is_null()) return std::nullopt;
  return tuple_from_json(node);
}

std::string one_of(const Node& node, std::initializer_list<std::string_view> words) {
  const std::string text = read_text(node);
  std::string all;
  for (const std::string_view word : words) {
    if (text == word) return text;
    all += (all.empty() ? "" : ", ") + std::string(word);
  }
  refuse(node.path, in_quotes(text) + " is not known", "use one of " + all);
}

Json to_json(const ProofRecord& proof) {
  return {{"id", proof.id},           {"instruction", proof.instruction}, {"profile", proof.profile},
          {"family", proof.family},   {"status", proof.status},           {"kind", proof.kind},
          {"statement", proof.statement}, {"witness", tuple_or_null(proof.witness)}, {"twin", tuple_or_null(proof.twin)},
          {"changed", proof.changed}, {"because", proof.because},         {"note", proof.note},
          {"dispute", proof.dispute}};
}

Json to_json(const ProofCell& cell) {
  return {{"id", cell.id}, {"instruction", cell.instruction}, {"profile", cell.profile}, {"status", cell.status}, {"because", cell.because}};
}

ProofRecord proof_from_json(const Node& node) {
  const Fields fields(node, {"id", "instruction", "profile", "family", "status", "kind", "statement", "witness", "twin", "changed",
                             "because", "note", "dispute"});
  ProofRecord proof;
  proof.id = read_nonempty_text(fields.at("id"));
  proof.instruction = read_text(fields.at("instruction"));
  proof.profile = read_text(fields.at("profile"));
  proof.family = read_text(fields.at("family"));
  proof.status = one_of(fields.at("status"), {"proved", "refuted", "unknown"});
  proof.kind = read_text(fields.at("kind"));
  proof.statement = read_text(fields.at("statement"));
  proof.witness = read_tuple_or_null(fields.at("witness"));
  proof.twin = read_tuple_or_null(fields.at("twin"));
  proof.changed = read_texts(fields.at("changed"));
  proof.because = read_texts(fields.at("because"));
  proof.note = read_text(fields.at("note"));
  proof.dispute = read_text(fields.at("dispute"));
  return proof;
}

ProofCell cell_from_json(const Node& node) {
  const Fields fields(node, {"id", "instruction", "profile", "status", "because"});
  return {read_nonempty_text(fields.at("id")), read_text(fields.at("instruction")), read_text(fields.at("profile")),
          one_of(fields.at("status"), {"feasible", "infeasible", "unknown"}), read_texts(fields.at("because"))};
}

template <typename List>
std::string lines_of(const List& list) {
  std::string text;
  for (const auto& one : list) text += (text.empty() ? "\n" : ",\n") + to_json(one).dump(-1, ' ', false, Json::error_handler_t::replace);
  return text;
}

}  // namespace

std::string write_proofs(const ProofFile& proofs) {
  return "{\"schema\":" + std::to_string(kProofsSchema) + ",\n\"obligations\":[" + lines_of(proofs.obligations) +
         "],\n\"cells\":[" + lines_of(proofs.cells) + "]}\n";
}

ProofFile read_proofs(std::string_view text) {
  const Json document = parse_json(text);
  const Fields fields({&document, ""}, {"schema", "obligations", "cells"});
  check_schema(fields.at("schema"), kProofsSchema);
  ProofFile proofs;
  for (const Node& element : read_array(fields.at("obligations"))) proofs.obligations.push_back(proof_from_json(element));
  for (const Node& element : read_array(fields.at("cells"))) proofs.cells.push_back(cell_from_json(element));
  return proofs;
}

}  // namespace pto_cts::record
