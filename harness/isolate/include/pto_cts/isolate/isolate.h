// SPDX-License-Identifier: MIT
// A backend in a process of its own: what it breaks there costs the call that it breaks, and no other.
#pragma once

#include <functional>
#include <memory>

#include "pto_cts/backend/backend.h"
#include "pto_cts/backend/process.h"

namespace pto_cts::isolate {

/// Opens the backend. Called in the process that is to run it, once for each such process; throws what the caller of
/// isolate() is to be told.
using Opener = std::function<std::unique_ptr<backend::Backend>()>;

/// A small process, forked here, starts a worker that opens the backend and takes batches of calls through shared memory.
/// A call during which the worker ends or exceeds its limits has that as its outcome; the calls after it run in a new
/// worker. Where the backend allows it, storages lie between pages without access, and sources are write-protected.
/// Core dumps are off; what the backend prints is kept for diagnostics.
///
/// Call it while the program is small: each worker begins as a copy of it. Throws backend::CannotOpen where the backend
/// cannot be opened, ends, or takes too long meanwhile.
std::unique_ptr<backend::Backend> isolate(Opener open, const backend::Limits& limits = {});

}  // namespace pto_cts::isolate
