// SPDX-License-Identifier: MIT
#include "pto_cts/plugin/export_backend.h"

#include <cstdio>
#include <string>
#include <vector>

#include "abi.h"
#include "pto_cts/backend/backend.h"

namespace pto_cts::plugin {
namespace {

using backend::Outcome;
using backend::OutcomeKind;

/// Collects the first thing that is unknown.
class CallReader {
 public:
  template <typename Enum, std::size_t count>
  Enum value(const char* what, std::int32_t constant, const std::array<Enum, count>& all) {
    const std::optional<Enum> found = from_c(constant, all);
    if (!found) unknown(what, std::to_string(constant));
    return found.value_or(all[0]);
  }

  Profile profile(const char* word) {
    const std::optional<Profile> found = parse_profile(word);
    if (!found) unknown("profile", word);
    return found.value_or(Profile::cpu_sim);
  }

  std::string complaint() const { return complaint_; }

 private:
  void unknown(const char* what, const std::string& value) {
    if (complaint_.empty()) complaint_ = std::string("unknown ") + what + " " + value;
  }

  std::string complaint_;
};

TileOperand read_tile(const pto_cts_tile& written, CallReader& reader) {
  TileOperand operand{
      written.name, reader.value("role", written.role, kAllRoles), {}, static_cast<int>(written.storage)};
  TileDesc& tile = operand.tile;
  tile.type = reader.value("tile type", written.type, kAllTileTypes);
  tile.dtype = reader.value("element type", written.dtype, kAllDTypes);
  tile.blayout = reader.value("block layout", written.blayout, kAllBLayouts);
  tile.slayout = reader.value("sub-layout", written.slayout, kAllSLayouts);
  tile.pad = reader.value("pad value", written.pad, kAllPadValues);
  tile.rows = written.rows;
  tile.cols = written.cols;
  tile.static_valid_rows = written.static_valid_rows;
  tile.static_valid_cols = written.static_valid_cols;
  tile.valid_rows = written.valid_rows;
  tile.valid_cols = written.valid_cols;
  tile.fractal_bytes = written.fractal_bytes;
  return operand;
}

std::vector<Attribute> read_attributes(const pto_cts_attribute* const* written, std::size_t count) {
  std::vector<Attribute> attributes;
  for (std::size_t i = 0; i < count; ++i)
    attributes.push_back({written[i]->key, written[i]->value, written[i]->template_slot != 0});
  return attributes;
}

/// A call, and what it points to.
struct ReadCall {
  Tuple tuple;
  std::vector<std::uint64_t> scalars;
  std::vector<backend::Storage> storages;
  backend::Call call;  ///< Points into this object.
};

// Empty, or what in the call is unknown to this side, as a newer suite might send it.
std::string read_call(const pto_cts_call& written, ReadCall& call) {
  CallReader reader;
  Tuple& tuple = call.tuple;
  tuple.mnemonic = written.mnemonic;
  tuple.tiles.clear();
  for (std::size_t i = 0; i < written.tile_count; ++i) tuple.tiles.push_back(read_tile(*written.tiles[i], reader));
  tuple.scalars.clear();
  call.scalars.clear();
  for (std::size_t i = 0; i < written.scalar_count; ++i) {
    const pto_cts_scalar& scalar = *written.scalars[i];
    tuple.scalars.push_back({scalar.name, reader.value("element type", scalar.dtype, kAllDTypes)});
    call.scalars.push_back(scalar.bits);
  }
  tuple.attributes = read_attributes(written.attributes, written.attribute_count);
  tuple.configuration = read_attributes(written.configuration, written.configuration_count);
  call.storages.clear();
  for (std::size_t i = 0; i < written.storage_count; ++i)
    call.storages.push_back({static_cast<std::byte*>(written.storages[i]->data), written.storages[i]->bytes});
  call.call = {&tuple, reader.profile(written.profile), call.storages, call.scalars};
  return reader.complaint();
}

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
