// SPDX-License-Identifier: MIT
// Results that a program gave to the calls of emit.h, somewhere else and earlier, as a backend.
#pragma once

#include <filesystem>
#include <memory>

#include "pto_cts/backend/backend.h"

namespace pto_cts::process {

/// The file holds the replies of docs/backend-protocol.md, the description first, to the calls that CallWriter wrote: a
/// call that has no result under its name (CallNames), or one that does not fit it, is a record::BadInput that names the
/// number of the call. So is a result that nobody has asked for by conclude(), unless it says `unsupported`, or the
/// program is kernels alone, which get fewer calls than were written.
/// Throws backend::CannotOpen for a file that cannot be read, is damaged or cut short, or has two results for one id.
std::unique_ptr<backend::Backend> open_recorded(const std::filesystem::path& file);

}  // namespace pto_cts::process
