// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <map>
#include <set>

#include "pto_cts/record/bad_input.h"
#include "verification.h"

namespace pto_cts::reports {
namespace {

// Header by header: what one says and the other does not.
void compare(Verification& v, const std::string& file, const record::RunHeader& header) {
  const std::string_view field = record::first_difference(header, v.package.header);
  if (!field.empty()) v.objections.add("headers", fmt::format("{}: {} is not that of records.jsonl", file, field));
}

template <typename List>
bool is_list_of_some(const List& list) {
  return !list.empty() && std::set<typename List::value_type>(list.begin(), list.end()).size() == list.size();
}

// The instructions of the run as this suite has them. False where the header asks for what nobody can ask for.
bool know_instructions(Verification& v) {
  const record::RunHeader& header = v.package.header;
  if (!is_list_of_some(header.instructions) || !is_list_of_some(header.profiles)) {
    v.objections.add("headers", "records.jsonl: names no instruction or no profile, or one of them twice");
    return false;
  }
  try {
    v.package.report.instructions = &v.means.instructions(header);
    return true;
  } catch (const record::BadInput& error) {
    v.objections.add("headers", std::string("records.jsonl: ") + error.what());
    return false;
  }
}

}  // namespace

void check_headers(Verification& v) {
  const Package& package = v.package;
  if (!v.readable.records) return;
  if (v.readable.plan) compare(v, "plan.jsonl", package.plan.header);
  if (v.readable.statement) compare(v, "statement.json", package.report.statement.run);
  const record::RunHeader& header = package.header;
  if (header.shard.count != 1)
    v.objections.add("headers", fmt::format("records.jsonl: shard {} of a run; join the shards with pto-cts merge", to_text(header.shard)));
  const VerifyMeans& means = v.means;
  v.same_suite = true;
  const auto differs = [&](std::string_view what, const std::string& there, const std::string& here) {
    v.same_suite = false;
    v.objections.add("headers", fmt::format("records.jsonl: {} {} is not {}, this suite's; verify it with version {} of the suite", what,
                                            record::printable(there), here, record::printable(header.suite_version)));
  };
  if (header.spec_hash != means.spec_hash) differs("spec hash", header.spec_hash, means.spec_hash);
  if (header.generator_epoch != means.generator_epoch)
    differs("generator epoch", std::to_string(header.generator_epoch), std::to_string(means.generator_epoch));
  if (header.suite_version != means.suite_version) differs("suite version", header.suite_version, means.suite_version);
  v.same_suite = v.same_suite && know_instructions(v);
}

void check_coverage(Verification& v) {
  if (!v.readable.plan || !v.readable.records) return;
  const Package& package = v.package;
  std::map<std::string_view, std::uint64_t> planned, recorded;
  for (const record::PlanEntry& entry : package.plan.entries)
    if (++planned[entry.name] == 2) v.objections.add("the plan", entry.name + ": planned twice");
  for (const record::Result& result : package.report.results)
    if (++recorded[result.name] == 2) v.objections.add("records", result.name + ": recorded twice");
  for (const record::PlanEntry& entry : package.plan.entries)
    if (!recorded.contains(entry.name)) v.objections.add("records", entry.name + ": planned, and has no record");
  for (const record::Result& result : package.report.results)
    if (!planned.contains(result.name)) v.objections.add("records", result.name + ": recorded, and not planned");
  if (package.plan.entries.size() != package.plan.header.planned_total)
    v.objections.add("the plan", fmt::format("plan.jsonl: {} cases, its header says {}", package.plan.entries.size(),
                                             package.plan.header.planned_total));
}

}  // namespace pto_cts::reports
