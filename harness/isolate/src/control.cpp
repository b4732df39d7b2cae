// SPDX-License-Identifier: MIT
#include "control.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>
#include <system_error>

namespace pto_cts::isolate {
namespace {

// No access between the two, nor around them.
constexpr std::size_t kBlockGapBytes = std::size_t{1} << 20;
constexpr std::size_t kControlBytes = (sizeof(Control) + 4095) / 4096 * 4096;
constexpr std::size_t kArenaOffset = kControlBytes + kBlockGapBytes;
constexpr std::size_t kBlockBytes = kBlockGapBytes + kArenaOffset + kArenaBytes + kBlockGapBytes;

}  // namespace

void OutcomeSlot::set(const backend::Outcome& outcome) {
  kind = static_cast<std::uint32_t>(outcome.kind);
  has_stray = outcome.stray.has_value();
  if (outcome.stray) {
    stray_storage = outcome.stray->storage;
    stray_position = outcome.stray->position;
    stray_write = outcome.stray->write;
  }
  text_bytes = static_cast<std::uint32_t>(std::min(outcome.diagnostic.size(), kDiagnosticBytes));
  std::memcpy(text, outcome.diagnostic.data(), text_bytes);
  done = 1;
}

backend::Outcome OutcomeSlot::get() const {
  using backend::OutcomeKind;
  if (!done || kind > static_cast<std::uint32_t>(OutcomeKind::protocol_error))
    return {OutcomeKind::protocol_error, "the worker gave no outcome"};
  backend::Outcome outcome{static_cast<OutcomeKind>(kind), std::string(text, std::min<std::size_t>(text_bytes, kDiagnosticBytes))};
  if (has_stray) outcome.stray = backend::StrayAccess{stray_storage, stray_position, stray_write != 0};
  return outcome;
}

bool OutcomeSlot::shows_a_fault() const {
  const backend::Outcome outcome = get();
  const bool ended_well = outcome.kind == backend::OutcomeKind::executed || outcome.kind == backend::OutcomeKind::rejected;
  return !ended_well || outcome.stray;
}

SharedBlock::SharedBlock() {
  void* block = mmap(nullptr, kBlockBytes, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "shared memory");
  base_ = static_cast<std::byte*>(block) + kBlockGapBytes;
  if (mprotect(base_, kControlBytes, PROT_READ | PROT_WRITE) != 0 ||
      mprotect(arena().data(), kArenaBytes, PROT_READ | PROT_WRITE) != 0)
    throw std::system_error(errno, std::generic_category(), "shared memory");
  new (base_) Control{};
}

SharedBlock::~SharedBlock() { munmap(static_cast<std::byte*>(base_) - kBlockGapBytes, kBlockBytes); }

std::span<std::byte> SharedBlock::arena() const { return {static_cast<std::byte*>(base_) + kArenaOffset, kArenaBytes}; }

std::uint64_t steady_nanoseconds() {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count());
}

}  // namespace pto_cts::isolate
