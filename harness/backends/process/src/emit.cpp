// SPDX-License-Identifier: MIT
#include "pto_cts/process/emit.h"

namespace pto_cts::process {

CallWriter::CallWriter(const std::filesystem::path& folder, backend::Description description)
    : DescribedBackend(std::move(description)), file_(folder / "calls.bin") {
  file_.write(write_hello());
}

void CallWriter::execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    file_.write(write_execute(calls[i], names_.next(calls[i])));
    outcomes[i] = {backend::OutcomeKind::unsupported, "written to a file"};
  }
}

void CallWriter::conclude() {
  file_.commit();
}

}  // namespace pto_cts::process
