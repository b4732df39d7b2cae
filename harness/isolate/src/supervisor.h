// SPDX-License-Identifier: MIT
// The small process that starts workers and watches over them.
#pragma once

#include "control.h"
#include "pto_cts/isolate/isolate.h"

namespace pto_cts::isolate {

/// What the host asks for, a byte each, and what it is answered.
enum class Request : char { open = 'o', run = 'r', renew = 'n' };
enum class Answer : char { done = 'd', refused = 'x' };

/// Serves requests on `channel` until it is closed, then ends.
[[noreturn]] void run_supervisor(const Opener& open, const backend::Limits& limits, Control& control, int channel);

}  // namespace pto_cts::isolate
