// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "pto_cts/record/result.h"

namespace pto_cts::reports {

/// What in a record contradicts itself, whatever the case is; empty where nothing does.
std::string judgement_problem(const record::Result& result);

/// The backend was asked.
bool ran(const record::Result& result);

}  // namespace pto_cts::reports
