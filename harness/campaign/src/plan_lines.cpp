// SPDX-License-Identifier: MIT
#include "plan_lines.h"

#include "pto_cts/record/plan_file.h"
#include "side_by_side.h"

namespace pto_cts::campaign {
namespace {

constexpr std::size_t kLinesAtOnce = 200'000;  // Kept until it is their turn.

using Indices = std::vector<std::uint64_t>;

}  // namespace

std::string plan_line(const Plan& plan, std::uint64_t index, const Case* subject) {
  const PlannedCase& planned = plan.cases()[index];
  record::PlanEntry entry{index, plan.case_name(planned), plan.cell_id(planned), {}};
  if (subject) entry.tuple = subject->tuple;
  return record::to_json_line(entry);
}

// The plan goes domain by domain, and a domain is made by one thread.
void write_plan(const std::filesystem::path& file, const record::RunHeader& header, const Plan& plan, std::uint64_t seed,
                const Indices& indices) {
  std::vector<Indices> by_domain(plan.domains().size());
  for (const std::uint64_t index : indices) by_domain[plan.cases()[index].domain].push_back(index);
  record::PlanWriter writer(file, header);
  for (std::size_t begin = 0, end; begin < by_domain.size(); begin = end) {
    std::size_t lines = by_domain[begin].size();
    for (end = begin + 1; end < by_domain.size() && lines + by_domain[end].size() <= kLinesAtOnce; ++end) lines += by_domain[end].size();
    std::vector<std::vector<std::string>> made(end - begin);
    side_by_side(made.size(), [&](std::size_t i) {
      for (const std::uint64_t index : by_domain[begin + i])
        made[i].push_back(plan_line(plan, index, plan.generate(plan.cases()[index], seed).subject.get()));
    });
    for (std::vector<std::string>& of_domain : made)
      for (std::string& line : of_domain) writer.add(std::move(line));
  }
  writer.finish();
}

void write_plan(const std::filesystem::path& file, const record::RunHeader& header, const std::map<std::uint64_t, std::string>& lines) {
  record::PlanWriter writer(file, header);
  for (const auto& [index, line] : lines) writer.add(line);
  writer.finish();
}

}  // namespace pto_cts::campaign
