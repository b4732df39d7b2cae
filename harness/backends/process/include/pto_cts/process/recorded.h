// SPDX-License-Identifier: MIT
// Calls written to a file, for a machine that the suite cannot reach; and the results that a program gave to them there
// as a backend.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "pto_cts/backend/backend.h"
#include "pto_cts/process/wire.h"
#include "pto_cts/record/files.h"

namespace pto_cts::process {

/// Writes hello and each call it is given into `<folder>/calls.bin`, named by CallNames, and answers `unsupported`. The
/// file appears with conclude(). Faults of the file system are record::BadInput. `description` is what the campaign
/// gets to see.
class CallWriter final : public DescribedBackend {
 public:
  CallWriter(const std::filesystem::path& folder, backend::Description description);

  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override;
  void conclude() override;

 private:
  record::AtomicFile file_;
  CallNames names_;
};

/// The file holds the replies of docs/backend-protocol.md, the description first, to the calls that CallWriter wrote: a
/// call that has no result under its name (CallNames), or one that does not fit it, is a record::BadInput that names the
/// number of the call. So is a result that nobody has asked for by conclude(), unless it says `unsupported`, or the
/// program is kernels alone, which get fewer calls than were written.
/// Throws backend::CannotOpen for a file that cannot be read, is damaged or cut short, or has two results for one id.
std::unique_ptr<backend::Backend> open_recorded(const std::filesystem::path& file);

}  // namespace pto_cts::process
