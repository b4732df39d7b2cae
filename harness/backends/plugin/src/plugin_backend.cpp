// SPDX-License-Identifier: MIT
#include "pto_cts/plugin/plugin_backend.h"

#include <algorithm>
#include <optional>
#include <string>

#include "call_writer.h"
#include "description.h"
#include "library.h"
#include "pto_cts/backend/process.h"

namespace pto_cts::plugin {
namespace {

using backend::Call;
using backend::Outcome;
using backend::OutcomeKind;

constexpr std::size_t kDiagnosticBytes = 512;
constexpr std::size_t kMostCalls = 256;  // at once, whatever the plug-in takes: more gains nothing

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
