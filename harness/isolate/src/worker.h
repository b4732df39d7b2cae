// SPDX-License-Identifier: MIT
// The process that runs the backend.
#pragma once

#include "control.h"
#include "pto_cts/isolate/isolate.h"

namespace pto_cts::isolate {

/// Opens the backend, writes its description and then runs batches, each begun by a byte on `channel` and answered by
/// one. Ends when the channel is closed. `output` gets what the backend prints.
[[noreturn]] void run_worker(const Opener& open, const backend::Limits& limits, Control& control, int channel, int output);

}  // namespace pto_cts::isolate
