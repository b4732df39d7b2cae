// SPDX-License-Identifier: MIT
// pto-cts prove: what the solver proves about the spec.
#include <fmt/format.h>

#include <chrono>
#include <map>
#include <nlohmann/json.hpp>

#include "command.h"
#include "memory.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/proofs/proofs.h"
#include "pto_cts/render/text.h"

namespace pto_cts::cli {
namespace {

using Json = nlohmann::ordered_json;
using smt::Obligation;
using smt::Status;

struct ProveOptions {
  std::string instructions = "all";
  std::string profile = "all";
  std::vector<std::string> interpretations;
  std::string smt2;
  ProofMemory memory;
  std::uint64_t jobs = 0;
  bool every = false;
  bool json = false;
};

proofs::Request request_of(const ProveOptions& options, const campaign::Suite& suite) {
  proofs::Request request;
  for (const std::string& mnemonic : parse_instructions(suite, options.instructions))
    request.instructions.push_back(spec::find_instruction(mnemonic));
  // What is portable is a matter between the profiles.
  if (options.profile != "portable") request.profiles = parse_profiles(options.profile);
  request.across_profiles = options.profile == "portable" || options.profile == "all";
  request.readings = suite.readings();
  request.jobs = static_cast<unsigned>(options.jobs);
  request.smt2 = options.smt2;
  request.memory = options.memory.memory();
  return request;
}

bool is_open(const Obligation& o) {
  return o.status == Status::unknown || (o.status == Status::refuted && o.dispute.empty());
}

struct Count {
  std::size_t proved = 0, refuted = 0, disputed = 0, unknown = 0;

  void add(const Obligation& o) {
    if (o.status == Status::proved)
      ++proved;
    else if (o.status == Status::unknown)
      ++unknown;
    else if (o.dispute.empty())
      ++refuted;
    else
      ++disputed;
  }
};

struct CellCount {
  std::size_t feasible = 0, infeasible = 0, unknown = 0;

  void add(const proofs::Cell& cell) {
    ++(cell.answer == smt::Answer::sat ? feasible : cell.answer == smt::Answer::unsat ? infeasible : unknown);
  }
};

std::string status_word(smt::Answer answer) {
  return answer == smt::Answer::sat ? "feasible" : answer == smt::Answer::unsat ? "infeasible" : "unknown";
}

Json document_of(const proofs::Proofs& all, double seconds) {
  Count total;
  CellCount cell_total;
  Json obligations = Json::parse(proofs::to_json(all.obligations));
  for (std::size_t i = 0; i < all.obligations.size(); ++i) {
    const Obligation& o = all.obligations[i];
    total.add(o);
    if (o.witness) obligations[i]["witness_text"] = render::render_tuple(*o.witness);
    if (o.twin) obligations[i]["twin_text"] = render::render_tuple(*o.twin);
  }
  Json cells = Json::array();
  for (const proofs::Cell& cell : all.cells) {
    cell_total.add(cell);
    cells.push_back({{"id", cell.id},
                     {"instruction", cell.instruction},
                     {"profile", cell.profile},
                     {"status", status_word(cell.answer)},
                     {"because", cell.because}});
  }
  return {{"solver", smt::solver_version()},
          {"proved", total.proved},
          {"refuted", total.refuted + total.disputed},
          {"disputed", total.disputed},
          {"unknown", total.unknown + cell_total.unknown},
          {"obligations", std::move(obligations)},
          {"cells",
           {{"feasible", cell_total.feasible}, {"infeasible", cell_total.infeasible}, {"unknown", cell_total.unknown}}},
          {"legal_cells", std::move(cells)},
          {"runs", all.jobs},
          {"remembered", all.remembered},
          {"seconds", seconds}};
}

void print_obligation(const Obligation& o) {
  fmt::print("{} {}{}\n    {}\n", name(o.status), o.id, o.kind.empty() ? "" : " (" + o.kind + ")", o.statement);
  if (o.witness)
    fmt::print("    {}: {}\n", o.status == Status::refuted ? "not so" : "witness", render::render_tuple(*o.witness));
  if (!o.note.empty()) fmt::print("    {}\n", o.note);
  if (o.twin) {
    if (o.changed.empty())
      fmt::print("    it is legal\n");
    else
      fmt::print("    nearest legal tuple: change {}\n      {}\n", joined(o.changed), render::render_tuple(*o.twin));
  }
  if (!o.because.empty())
    fmt::print("    {}: {}\n",
               o.kind == "implied"  ? "implied by"
               : o.kind == "domain" ? "rules"
                                    : "because of",
               joined(o.because));
  if (!o.dispute.empty()) fmt::print("    recorded as dispute {}\n", o.dispute);
}

void print_table(const proofs::Proofs& all) {
  std::map<std::pair<std::string, std::string>, std::map<std::string, Count>> rows;
  std::vector<std::pair<std::string, std::string>> order;
  for (const Obligation& o : all.obligations) {
    const std::pair key{o.instruction, o.profile.empty() ? "all" : o.profile};
    if (!rows.count(key)) order.push_back(key);
    rows[key][o.family].add(o);
  }
  std::map<std::pair<std::string, std::string>, CellCount> cells;
  for (const proofs::Cell& cell : all.cells) cells[{cell.instruction, cell.profile}].add(cell);
  fmt::print("{:<16} {:<8} {:<20} {:>7} {:>8} {:>8} {:>7}\n", "instruction", "profile", "obligations", "proved",
             "disputed", "refuted", "unknown");
  for (const auto& key : order) {
    for (const auto& [family, count] : rows[key])
      fmt::print("{:<16} {:<8} {:<20} {:>7} {:>8} {:>8} {:>7}\n", key.first, key.second, family, count.proved,
                 count.disputed, count.refuted, count.unknown);
    if (const auto found = cells.find(key); found != cells.end())
      fmt::print("{:<16} {:<8} cells: {} feasible, {} proved infeasible, {} unknown\n", key.first, key.second,
                 found->second.feasible, found->second.infeasible, found->second.unknown);
  }
}

void print_result(const proofs::Proofs& all, const ProveOptions& options, double seconds) {
  print_table(all);
  Count total;
  for (const Obligation& o : all.obligations) {
    total.add(o);
    if (options.every || o.status != Status::proved || o.kind == "differs" || o.kind == "domain") {
      fmt::print("\n");
      print_obligation(o);
    }
  }
  fmt::print(
      "\n{} proved, {} refuted as disputes record, {} refuted otherwise, {} unknown; {:.1f} s, {} of {} runs "
      "remembered\n",
      total.proved, total.disputed, total.refuted, total.unknown, seconds, all.remembered, all.jobs);
}

int prove(const ProveOptions& options) {
  const campaign::Suite suite = suite_under(options.interpretations);
  const proofs::Request request = request_of(options, suite);
  const auto begin = std::chrono::steady_clock::now();
  const proofs::Proofs all = prove_all(request, options.json);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (options.json)
    fmt::print("{}\n", json_text(document_of(all, seconds)));
  else
    print_result(all, options, seconds);
  for (const Obligation& o : all.obligations)
    if (is_open(o)) return kDoesNotConform;
  for (const proofs::Cell& cell : all.cells)
    if (cell.answer == smt::Answer::unknown) return kDoesNotConform;
  return kConforms;
}

}  // namespace

Command prove_command() {
  auto options = std::make_shared<ProveOptions>();
  return {"prove",
          "Prove the spec's predicates sound",
          {
              instruction_option(options->instructions),
              {"--profile", &options->profile, "Profiles, separated by commas; all; portable"},
              interpretation_option(options->interpretations),
              jobs_option(options->jobs),
              {"--smt2", &options->smt2, "Folder for the queries as SMT-LIB 2"},
              cache_option(options->memory.cache),
              no_cache_option(options->memory.none),
              {"--every", &options->every, "Print every obligation, not only what is refuted or unknown"},
              {"--json", &options->json, "One JSON document"},
          },
          [options] { return prove(*options); }};
}

}  // namespace pto_cts::cli
