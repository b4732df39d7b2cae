// SPDX-License-Identifier: MIT
// A run as JUnit XML, for CI servers. docs/schemas/junit.xsd is its form.
#pragma once

#include <string>

#include "pto_cts/reports/run_report.h"

namespace pto_cts::reports {

/// One test suite for each instruction and profile ("a5.TMULS"), one test case for each cell in it; a clause is the cell
/// "reject/<clause id>" of the cases that break it, so that every case of the plan is counted in one test case. The properties
/// of a test case say how many cases have which judgement.
///
/// A test case fails where any of its cases fails, waived or not; it is skipped where none passes and none fails: what is
/// undecided, not supported, not expressible or not run never fails. Faults of the backend itself are errors, and cases
/// without a record are skipped, in one more suite "run", which is left out where there are none.
///
/// Equal runs give equal bytes: no time, no host. Characters that XML does not have, and bytes that are no UTF-8, are U+FFFD.
std::string junit_xml(const RunReport& report);

}  // namespace pto_cts::reports
