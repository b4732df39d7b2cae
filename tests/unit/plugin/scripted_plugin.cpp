// SPDX-License-Identifier: MIT
// One plug-in with every fault: the test that loads it first says how it is to behave.
#include "script.h"

namespace {

pto_cts::plugin::Script script;

void execute(void* self, const pto_cts_call* const* calls, pto_cts_outcome* const* outcomes, size_t count) {
  auto& told = *static_cast<pto_cts::plugin::Script*>(self);
  told.batches.push_back(count);
  for (size_t i = 0; i < count; ++i) told.execute(*calls[i], *outcomes[i], told.calls++);
}

const char* const kInstructions[] = {"TMULS", "TPARTADD", nullptr};
const char* const kProfiles[] = {"a5", "cpu_sim", nullptr};

}  // namespace

extern "C" {

/// Forgets what was told before, and behaves well until told otherwise.
PTO_CTS_EXPORT pto_cts::plugin::Script* scripted_plugin() {
  script = {};
  script.description.struct_size = sizeof(pto_cts_description);
  script.description.name = "scripted";
  script.description.instructions = kInstructions;
  script.description.profiles = kProfiles;
  script.description.max_batch = 4;
  script.backend.struct_size = sizeof(pto_cts_backend);
  script.backend.abi_version = PTO_CTS_ABI_VERSION;
  script.backend.description = &script.description;
  script.backend.self = &script;
  script.backend.execute = execute;
  script.backend.reset = [](void* self) { static_cast<pto_cts::plugin::Script*>(self)->reset(); };
  script.backend.close = [](void* self) { ++static_cast<pto_cts::plugin::Script*>(self)->closed; };
  script.opened = &script.backend;
  script.execute = [](const pto_cts_call&, pto_cts_outcome& outcome, int) { outcome.status = PTO_CTS_EXECUTED; };
  return &script;
}

const pto_cts_backend* pto_cts_open_backend(uint32_t) {
  if (script.opening) script.opening();
  return script.opened;
}
}
