// SPDX-License-Identifier: MIT
// Calls written to a file, for a machine that the suite cannot reach.
#pragma once

#include <cstdint>
#include <filesystem>

#include "pto_cts/backend/backend.h"
#include "pto_cts/process/described_backend.h"
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

}  // namespace pto_cts::process
