// SPDX-License-Identifier: MIT
// The summary of a run as one JSON document.
#pragma once

#include <string>
#include <vector>

#include "pto_cts/campaign/campaign.h"

namespace pto_cts::cli {

/// The fields of the command line's contract; `seconds` is the run's wall time, `remarks` those of
/// the backend.
std::string summary_json(const record::RunHeader& header, const campaign::Outcome& outcome, double seconds,
                         const std::string& out, const std::vector<std::string>& remarks = {});

/// 0 where the backend conforms, 1 where it does not, 2 where nothing ran.
int status_of(const record::Counts& total);

}  // namespace pto_cts::cli
