// SPDX-License-Identifier: MIT
// Of what suite and backend are made here, and where they run.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/campaign/campaign.h"
#include "pto_cts/record/backend_file.h"
#include "pto_cts/record/environment.h"

namespace pto_cts::cli {

/// The backend as it declares itself; name and hash are the request's.
record::BackendFile backend_file_of(const backend::Backend& backend, const campaign::Request& request);

record::Environment environment_of(const backend::Backend& backend, const campaign::Request& request);

/// The part of a run that this process makes; it began at `began`.
record::RunPart run_part(const campaign::Request& request, std::chrono::system_clock::time_point began, double seconds);

}  // namespace pto_cts::cli
