// SPDX-License-Identifier: MIT
#include "pto_cts/plugin/export_backend.h"

#include <cstdio>
#include <string>

#include "call_reader.h"

namespace pto_cts::plugin {
namespace {

using backend::Outcome;
using backend::OutcomeKind;

/// A list of words ended by NULL.
class WordList {
 public:
  void add(std::string_view word) { words_.emplace_back(word); }

  const char* const* pointers() {
    for (const std::string& word : words_) pointers_.push_back(word.c_str());
    pointers_.push_back(nullptr);
    return pointers_.data();
  }

 private:
  std::vector<std::string> words_;
  std::vector<const char*> pointers_;
};

class Export {
 public:
  explicit Export(Exported exported) : exported_(std::move(exported)) {
    describe();
    plugin_.struct_size = sizeof plugin_;
    plugin_.abi_version = PTO_CTS_ABI_VERSION;
    plugin_.description = &description_;
    plugin_.self = this;
    plugin_.execute = [](void* self, const pto_cts_call* const* calls, pto_cts_outcome* const* outcomes,
                         std::size_t count) { static_cast<Export*>(self)->execute(calls, outcomes, count); };
    plugin_.close = [](void* self) { delete static_cast<Export*>(self); };
  }

  const pto_cts_backend* plugin() const { return &plugin_; }

 private:
  void describe() {
    const backend::Description& description = exported_.description;
    const backend::Capabilities& capabilities = description.capabilities;
    for (const std::string& mnemonic : capabilities.instructions) instructions_.add(mnemonic);
    for (const Profile profile : capabilities.profiles)
      if (profile != Profile::strict) profiles_.add(name(profile));
    for (const DType dtype : capabilities.dtypes) dtypes_.add(name(dtype));
    for (const Layout layout : capabilities.layouts) layouts_.add(name(layout));
    for (const std::string& form : capabilities.forms.value_or(std::vector<std::string>{})) forms_.add(form);

    const backend::Observability& sees = description.observability;
    description_.struct_size = sizeof description_;
    description_.name = description.name.c_str();
    description_.version = description.version.c_str();
    description_.instructions = instructions_.pointers();
    description_.profiles = profiles_.pointers();
    description_.dtypes = dtypes_.pointers();
    description_.layouts = layouts_.pointers();
    description_.forms = capabilities.forms ? forms_.pointers() : nullptr;
    description_.in_place = capabilities.in_place ? 1 : 0;
    description_.legality = sees.legality ? PTO_CTS_LEGALITY_OWN : PTO_CTS_LEGALITY_NONE;
    description_.observes = (sees.guards ? PTO_CTS_OBSERVES_GUARDS : 0) |
                            (sees.sources ? PTO_CTS_OBSERVES_SOURCES : 0) |
                            (sees.memory_after_reject ? PTO_CTS_OBSERVES_MEMORY_AFTER_REJECTION : 0);
    description_.allows = (description.placement.guard_pages ? PTO_CTS_ALLOWS_GUARD_PAGES : 0) |
                          (description.placement.read_only_sources ? PTO_CTS_ALLOWS_READ_ONLY_SOURCES : 0);
    description_.max_batch = exported_.max_batch;
  }

  // What is thrown leaves the status of this call and of those after it as it was.
  void execute(const pto_cts_call* const* calls, pto_cts_outcome* const* outcomes, std::size_t count) noexcept {
    try {
      for (std::size_t i = 0; i < count; ++i) answer(run(*calls[i]), *outcomes[i]);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", exported_.description.name.c_str(), error.what());
    }
  }

  Outcome run(const pto_cts_call& call) {
    std::string unknown = read_call(call, call_);
    if (!unknown.empty()) return {OutcomeKind::unsupported, std::move(unknown)};
    Outcome outcome;
    exported_.backend->execute({&call_.call, 1}, {&outcome, 1});
    return outcome;
  }

  static void answer(const Outcome& outcome, pto_cts_outcome& answer) {
    std::snprintf(answer.diagnostic, answer.diagnostic_bytes, "%s", outcome.diagnostic.c_str());
    switch (outcome.kind) {
      case OutcomeKind::executed: answer.status = PTO_CTS_EXECUTED; break;
      case OutcomeKind::rejected: answer.status = PTO_CTS_REJECTED; break;
      case OutcomeKind::unsupported: answer.status = PTO_CTS_UNSUPPORTED; break;
      default: break;  // the C interface has no words for the others
    }
  }

  Exported exported_;
  WordList instructions_, profiles_, dtypes_, layouts_, forms_;
  pto_cts_description description_{};
  pto_cts_backend plugin_{};
  ReadCall call_;
};

}  // namespace

const pto_cts_backend* export_backend(const std::function<Exported()>& make) noexcept {
  try {
    return (new Export(make()))->plugin();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "the backend cannot be opened: %s\n", error.what());
  } catch (...) {
    std::fprintf(stderr, "the backend cannot be opened\n");
  }
  return nullptr;
}

}  // namespace pto_cts::plugin
