// SPDX-License-Identifier: MIT
// Calls written to a file, for a machine that the suite cannot reach.
#pragma once

#include <cstdint>
#include <filesystem>

#include "pto_cts/backend/backend.h"
#include "pto_cts/process/described_backend.h"
#include "pto_cts/record/files.h"

namespace pto_cts::process {

/// Writes hello and each call it is given into `<folder>/calls.bin`, and answers `unsupported`. Calls are numbered
/// from 0 in the order in which they come, and named by call_id(). The file appears with conclude(). Faults of the
/// file system are record::BadInput.
///
/// `description` is what the campaign gets to see; calls are the same later only if the recorded program's description
/// leads to the same campaign.
class CallWriter final : public DescribedBackend {
 public:
  CallWriter(const std::filesystem::path& folder, backend::Description description);

  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override;
  void conclude() override;

 private:
  record::AtomicFile file_;
  std::uint64_t calls_ = 0;
};

}  // namespace pto_cts::process
