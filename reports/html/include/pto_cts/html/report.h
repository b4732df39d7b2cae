// SPDX-License-Identifier: MIT
// A run as one HTML file.
#pragma once

#include <string>

#include "pto_cts/reports/run_report.h"

namespace pto_cts::reports {

/// The whole report as one file that loads nothing from anywhere and opens from disk. Equal reports give equal bytes.
///
/// The smallest case of each finding is read from the package's folder and its tile drawn; where that cannot be, the page
/// says why. Texts of the backend are escaped, and their control characters made visible. Fragments such as
/// "#judgement=fail&instruction=TMULS" and "#case=<name>" choose what the list of cases shows.
/// pre: report.instructions is not null.
std::string html_report(const RunReport& report);

}  // namespace pto_cts::reports
