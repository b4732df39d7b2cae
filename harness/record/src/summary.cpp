// SPDX-License-Identifier: MIT
#include "pto_cts/record/summary.h"

namespace pto_cts::record {
namespace {

void count(const Result& result, Counts& counts) {
  ++counts.planned;
  counts.vacuous += result.vacuous ? 1 : 0;
  counts.replaced += result.replaced;
  for (const std::string& what : result.not_observed) ++counts.not_observed[what];
  for (const std::string& fault : result.environment) ++counts.environment[fault];
  for (const std::string& reading : result.explained_by) ++counts.explained_by[reading];
  switch (result.judgement) {
    case Judgement::pass: ++counts.pass; break;
    case Judgement::fail:
      ++counts.fail;
      ++counts.fail_kinds[result.detail];
      break;
    case Judgement::undecided:
      ++counts.undecided;
      ++counts.undecided_reasons[result.detail];
      break;
    case Judgement::not_supported: ++counts.not_supported; return;
    case Judgement::not_expressible: ++counts.not_expressible; return;
    case Judgement::not_run: ++counts.not_run; return;
  }
  ++counts.run;
}

}  // namespace

Summary summarise(std::span<const Result> results) {
  Summary summary;
  for (const Result& result : results) {
    count(result, summary.total);
    count(result, summary.rows[{result.instruction, result.profile}]);
  }
  return summary;
}

}  // namespace pto_cts::record
