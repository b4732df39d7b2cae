// SPDX-License-Identifier: MIT
#include "pto_cts/plugin/plugin_backend.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abi.h"
#include "library.h"
#include "pto_cts/backend/backend.h"
#include "pto_cts/backend/process.h"

namespace pto_cts::plugin {
namespace {

using backend::Call;
using backend::Outcome;
using backend::OutcomeKind;

constexpr std::size_t kDiagnosticBytes = 512;
constexpr std::size_t kMostCalls = 256;  // at once, whatever the plug-in takes: more gains nothing

const char* profile_word(Profile profile) {
  static const auto words = [] {
    std::array<std::string, kAllProfiles.size()> all;
    for (const Profile each : kAllProfiles) all[static_cast<std::size_t>(each)] = name(each);
    return all;
  }();
  return words[static_cast<std::size_t>(profile)].c_str();
}

void write_tile(const TileOperand& operand, pto_cts_tile& written) {
  const TileDesc& tile = operand.tile;
  written.name = operand.name.c_str();
  written.role = to_c(operand.role);
  written.type = to_c(tile.type);
  written.dtype = to_c(tile.dtype);
  written.blayout = to_c(tile.blayout);
  written.slayout = to_c(tile.slayout);
  written.pad = to_c(tile.pad);
  written.rows = tile.rows;
  written.cols = tile.cols;
  written.static_valid_rows = tile.static_valid_rows;
  written.static_valid_cols = tile.static_valid_cols;
  written.valid_rows = tile.valid_rows;
  written.valid_cols = tile.valid_cols;
  written.fractal_bytes = tile.fractal_bytes;
  written.storage = static_cast<std::uint32_t>(operand.storage);
}

void write_attributes(const std::vector<Attribute>& attributes, PointedArray<pto_cts_attribute>& written) {
  written.resize(attributes.size());
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    written.structs[i].key = attributes[i].key.c_str();
    written.structs[i].value = attributes[i].value.c_str();
    written.structs[i].template_slot = attributes[i].template_slot ? 1 : 0;
  }
}

/// Calls of the suite as calls of the C interface. Keeps its memory from batch to batch, and converts a tuple once for
/// all its calls in a batch.
class CallWriter {
 public:
  /// What is returned points into the calls and this object, and holds until the next write().
  std::span<const pto_cts_call* const> write(std::span<const backend::Call> calls);

 private:
  struct TupleParts {
    const Tuple* tuple = nullptr;
    PointedArray<pto_cts_tile> tiles;
    PointedArray<pto_cts_attribute> attributes;
    PointedArray<pto_cts_attribute> configuration;
    std::vector<std::int32_t> read_only;  // by storage
  };
  struct CallParts {
    PointedArray<pto_cts_scalar> scalars;
    PointedArray<pto_cts_storage> storages;
  };

  const TupleParts& parts_of(const Tuple& tuple);
  static void write_tuple(const Tuple& tuple, TupleParts& parts);
  static void write_call(const backend::Call& call, const TupleParts& tuple, CallParts& parts, pto_cts_call& written);

  std::vector<TupleParts> tuples_;
  std::size_t used_tuples_ = 0;
  std::vector<CallParts> parts_;
  PointedArray<pto_cts_call> calls_;
};

void CallWriter::write_tuple(const Tuple& tuple, TupleParts& parts) {
  parts.tuple = &tuple;
  parts.tiles.resize(tuple.tiles.size());
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) write_tile(tuple.tiles[i], parts.tiles.structs[i]);
  write_attributes(tuple.attributes, parts.attributes);
  write_attributes(tuple.configuration, parts.configuration);
  parts.read_only.assign(static_cast<std::size_t>(storage_count(tuple)), 1);
  for (const TileOperand& operand : tuple.tiles)
    if (is_written(operand.role)) parts.read_only[static_cast<std::size_t>(operand.storage)] = 0;
}

// A case makes its calls one after the other, so that the search ends at once.
const CallWriter::TupleParts& CallWriter::parts_of(const Tuple& tuple) {
  for (std::size_t i = used_tuples_; i-- > 0;)
    if (tuples_[i].tuple == &tuple) return tuples_[i];
  TupleParts& parts = tuples_[used_tuples_++];
  write_tuple(tuple, parts);
  return parts;
}

void CallWriter::write_call(const backend::Call& call, const TupleParts& tuple, CallParts& parts,
                            pto_cts_call& written) {
  parts.scalars.resize(call.scalars.size());
  for (std::size_t i = 0; i < call.scalars.size(); ++i) {
    const ScalarOperand& scalar = call.tuple->scalars[i];
    parts.scalars.structs[i].name = scalar.name.c_str();
    parts.scalars.structs[i].dtype = to_c(scalar.dtype);
    parts.scalars.structs[i].bits = call.scalars[i];
  }
  parts.storages.resize(call.storages.size());
  for (std::size_t i = 0; i < call.storages.size(); ++i) {
    parts.storages.structs[i].data = call.storages[i].data;
    parts.storages.structs[i].bytes = call.storages[i].bytes;
    parts.storages.structs[i].read_only = i < tuple.read_only.size() ? tuple.read_only[i] : 1;
  }
  written.mnemonic = call.tuple->mnemonic.c_str();
  written.profile = profile_word(call.profile);
  written.tiles = tuple.tiles.pointers.data();
  written.tile_count = tuple.tiles.pointers.size();
  written.scalars = parts.scalars.pointers.data();
  written.scalar_count = parts.scalars.pointers.size();
  written.attributes = tuple.attributes.pointers.data();
  written.attribute_count = tuple.attributes.pointers.size();
  written.configuration = tuple.configuration.pointers.data();
  written.configuration_count = tuple.configuration.pointers.size();
  written.storages = parts.storages.pointers.data();
  written.storage_count = parts.storages.pointers.size();
}

std::span<const pto_cts_call* const> CallWriter::write(std::span<const backend::Call> calls) {
  used_tuples_ = 0;
  tuples_.resize(std::max(tuples_.size(), calls.size()));
  parts_.resize(std::max(parts_.size(), calls.size()));
  calls_.resize(calls.size());
  for (std::size_t i = 0; i < calls.size(); ++i)
    write_call(calls[i], parts_of(*calls[i].tuple), parts_[i], calls_.structs[i]);
  return calls_.pointers;
}

/// Outcomes of a batch as the plug-in sees them, with their buffers.
class OutcomeTable {
 public:
  pto_cts_outcome* const* reset(std::size_t count) {
    outcomes_.resize(count);
    pointers_.resize(count);
    texts_.resize(count * kDiagnosticBytes);
    for (std::size_t i = 0; i < count; ++i) {
      *text(i) = 0;
      outcomes_[i] = {sizeof(pto_cts_outcome), PTO_CTS_NOT_RUN, text(i), kDiagnosticBytes};
      pointers_[i] = &outcomes_[i];
    }
    return pointers_.data();
  }

  bool was_run(std::size_t i) const { return outcomes_[i].status != PTO_CTS_NOT_RUN; }

  void read(std::size_t i, Outcome& outcome) {
    outcome = {};
    switch (outcomes_[i].status) {
      case PTO_CTS_EXECUTED: outcome.kind = OutcomeKind::executed; return;
      case PTO_CTS_REJECTED: outcome.kind = OutcomeKind::rejected; break;
      case PTO_CTS_UNSUPPORTED: outcome.kind = OutcomeKind::unsupported; break;
      case PTO_CTS_NOT_RUN: outcome.diagnostic = "execute() left the status of this call as it was"; return;
      default: outcome.diagnostic = "execute() set the unknown status " + std::to_string(outcomes_[i].status); return;
    }
    text(i)[kDiagnosticBytes - 1] = 0;
    outcome.diagnostic = backend::last_lines(text(i), kDiagnosticBytes);
  }

 private:
  char* text(std::size_t i) { return texts_.data() + i * kDiagnosticBytes; }

  std::vector<pto_cts_outcome> outcomes_;
  std::vector<pto_cts_outcome*> pointers_;
  std::vector<char> texts_;
};

class PluginBackend final : public backend::Backend {
 public:
  explicit PluginBackend(const std::filesystem::path& path)
      : session_(path), description_(read_description(*session_.backend().description, session_.path())) {}

  std::string_view name() const override { return description_.name; }
  std::string_view version() const override { return description_.version; }
  const backend::Capabilities& capabilities() const override { return description_.capabilities; }
  backend::Observability observability() const override { return description_.observability; }
  backend::Placement placement() const override { return description_.placement; }

  // A case is two calls.
  std::size_t batch_cases() const override { return (calls_at_once() + 1) / 2; }

  void execute(std::span<const Call> calls, std::span<Outcome> outcomes) override {
    while (!calls.empty()) {
      const std::size_t count = std::min(calls.size(), calls_at_once());
      const std::size_t settled = execute_batch(calls.first(count), outcomes);
      calls = calls.subspan(settled);
      outcomes = outcomes.subspan(settled);
    }
  }

  bool renew() override {
    const pto_cts_backend& plugin = session_.backend();
    const auto reset = field_or_zero(plugin, plugin.reset);
    if (!reset) return false;
    try {
      reset(plugin.self);
      return true;
    } catch (...) {
      return false;
    }
  }

 private:
  std::size_t calls_at_once() const { return std::min(description_.max_batch, kMostCalls); }

  // What the plug-in threw, if it did.
  std::optional<std::string> hand_over(std::span<const pto_cts_call* const> calls) {
    const pto_cts_backend& plugin = session_.backend();
    try {
      plugin.execute(plugin.self, calls.data(), table_.reset(calls.size()), calls.size());
      return std::nullopt;
    } catch (const std::exception& error) {
      return error.what();
    } catch (...) {
      return "of a type that is no std::exception";
    }
  }

  // Fills outcomes from the front, and returns how many: all, or those up to the one that threw.
  std::size_t execute_batch(std::span<const Call> calls, std::span<Outcome> outcomes) {
    const std::optional<std::string> thrown = hand_over(writer_.write(calls));
    std::size_t ended = calls.size();
    if (thrown) {
      ended = 0;
      while (ended + 1 < calls.size() && table_.was_run(ended)) ++ended;
      outcomes[ended] = {OutcomeKind::crashed, "an exception left execute(): " + backend::last_lines(*thrown)};
    }
    for (std::size_t i = 0; i < ended; ++i) table_.read(i, outcomes[i]);
    return thrown ? ended + 1 : ended;
  }

  Session session_;
  PluginDescription description_;
  CallWriter writer_;
  OutcomeTable table_;
};

}  // namespace

std::unique_ptr<backend::Backend> open_plugin(const std::filesystem::path& library) {
  return std::make_unique<PluginBackend>(library);
}

}  // namespace pto_cts::plugin
