// SPDX-License-Identifier: MIT
#include "stage.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace pto_cts::isolate {
namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::size_t kSlotGapBytes = std::size_t{1} << 20;
constexpr std::byte kPattern{0xA6};

// By pages as far as legal tiles go, by powers of two above.
constexpr std::size_t kClasses[] = {4u << 10,  8u << 10,  12u << 10,  16u << 10,  20u << 10,  24u << 10, 28u << 10, 32u << 10,
                                    64u << 10, 128u << 10, 256u << 10, 512u << 10, 1u << 20, Stage::kMaxSlotBytes};

constexpr std::size_t class_offset(std::size_t number) {
  std::size_t offset = kSlotGapBytes;
  for (std::size_t i = 0; i < number; ++i) offset += kClasses[i] + kSlotGapBytes;
  return offset;
}

constexpr std::size_t kSlotStride = class_offset(std::size(kClasses));
constexpr std::size_t kViewBytes = Stage::kSlots * kSlotStride + kSlotGapBytes;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

bool is_written(const Tuple& tuple, std::size_t storage) {
  return std::any_of(tuple.tiles.begin(), tuple.tiles.end(), [&](const TileOperand& operand) {
    return static_cast<std::size_t>(operand.storage) == storage && pto_cts::is_written(operand.role);
  });
}

// The first byte that is not the pattern.
const std::byte* find_change(const std::byte* from, const std::byte* to) {
  return std::find_if(from, to, [](std::byte byte) { return byte != kPattern; });
}

}  // namespace

// No file descriptor: the backend might close it.
Stage::Stage()
    : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))), usable_(2 * kSlots * std::size(kClasses)) {
  void* writable = mmap(nullptr, kViewBytes, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (writable == MAP_FAILED) fail("guarded memory");
  void* readable = mremap(writable, 0, kViewBytes, MREMAP_MAYMOVE);  // of size 0: a second mapping of the same memory
  if (readable == MAP_FAILED) fail("guarded memory");
  views_ = {static_cast<std::byte*>(readable), static_cast<std::byte*>(writable)};
}

Stage::~Stage() {
  for (std::byte* view : views_) munmap(view, kViewBytes);
}

std::byte* Stage::view_of(std::size_t slot, std::size_t size_class, bool writable) {
  std::byte* at = views_[writable ? 1 : 0] + slot * kSlotStride + class_offset(size_class);
  const std::size_t number = (slot * std::size(kClasses) + size_class) * 2 + (writable ? 1 : 0);
  if (!usable_[number]) {
    if (mprotect(at, kClasses[size_class], writable ? PROT_READ | PROT_WRITE : PROT_READ) != 0) fail("guarded memory");
    usable_[number] = true;
  }
  return at;
}

std::optional<std::span<const backend::Storage>> Stage::enter(const backend::Call& call, backend::Placement placement) {
  slots_.clear();
  storages_.clear();
  if (call.storages.size() > kSlots) return std::nullopt;
  for (std::size_t i = 0; i < call.storages.size(); ++i) {
    const backend::Storage& original = call.storages[i];
    const std::size_t room = round_up(std::max<std::size_t>(original.bytes, 1), kAlignment);
    const std::size_t margin = placement.guard_pages ? 0 : round_up(std::max(original.guard_bytes, page_), page_);
    const auto* fitting = std::find_if(std::begin(kClasses), std::end(kClasses),
                                       [&](std::size_t size) { return size >= room + 2 * margin; });
    if (fitting == std::end(kClasses)) return std::nullopt;
    const auto size_class = static_cast<std::size_t>(fitting - std::begin(kClasses));
    const std::size_t size = *fitting;
    const std::size_t offset = call.flush == backend::Flush::left ? margin : size - margin - room;
    Slot& slot = slots_.emplace_back();
    slot.original = original;
    slot.read_only = placement.read_only_sources && !is_written(*call.tuple, i);
    slot.before = std::min(original.guard_bytes, offset);
    slot.after = std::min(original.guard_bytes, size - offset - original.bytes);
    std::byte* begin = view_of(i, size_class, true);
    std::memset(begin, static_cast<int>(kPattern), offset - slot.before);
    std::memcpy(begin + offset - slot.before, original.data - slot.before, slot.before + original.bytes + slot.after);
    const std::size_t used = offset + original.bytes + slot.after;
    std::memset(begin + used, static_cast<int>(kPattern), size - used);
    slot.begin = slot.read_only ? view_of(i, size_class, false) : begin;
    slot.end = slot.begin + size;
    slot.data = slot.begin + offset;
    storages_.push_back({slot.data, original.bytes, 0});
  }
  return storages_;
}

void Stage::leave() const {
  for (const Slot& slot : slots_)
    if (!slot.read_only)
      std::memcpy(slot.original.data - slot.before, slot.data - slot.before, slot.before + slot.original.bytes + slot.after);
}

std::optional<backend::StrayAccess> Stage::find_stray_write() const {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    if (slot.read_only) continue;
    const std::byte* before = slot.data - slot.before;
    const std::byte* after = slot.data + slot.original.bytes + slot.after;
    const std::byte* change = find_change(slot.begin, before);
    if (change == before && (change = find_change(after, slot.end)) == slot.end) continue;
    return backend::StrayAccess{static_cast<int>(i), change - slot.data, true};
  }
  return std::nullopt;
}

std::optional<backend::StrayAccess> Stage::locate(const void* address) const {
  const auto* at = static_cast<const std::byte*>(address);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    if (at < slot.begin - kSlotGapBytes || at >= slot.end + kSlotGapBytes) continue;
    const std::int64_t position = at - slot.data;
    const bool inside = position >= 0 && position < static_cast<std::int64_t>(slot.original.bytes);
    return backend::StrayAccess{static_cast<int>(i), position, slot.read_only && inside};
  }
  return std::nullopt;
}

}  // namespace pto_cts::isolate
