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

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

std::size_t view_bytes(std::size_t page) { return Stage::kSlots * (Stage::kSlotBytes + page) + page; }

std::byte* map_view(int fd, std::size_t page, int protection) {
  void* base = mmap(nullptr, view_bytes(page), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) fail("guard pages");
  for (std::size_t i = 0; i < Stage::kSlots; ++i) {
    std::byte* at = static_cast<std::byte*>(base) + page + i * (Stage::kSlotBytes + page);
    const auto offset = static_cast<off_t>(i * Stage::kSlotBytes);
    if (mmap(at, Stage::kSlotBytes, protection, MAP_SHARED | MAP_FIXED, fd, offset) == MAP_FAILED) fail("guarded memory");
  }
  return static_cast<std::byte*>(base);
}

bool is_written(const Tuple& tuple, std::size_t storage) {
  return std::any_of(tuple.tiles.begin(), tuple.tiles.end(), [&](const TileOperand& operand) {
    return static_cast<std::size_t>(operand.storage) == storage && pto_cts::is_written(operand.role);
  });
}

}  // namespace

Stage::Stage() : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
  const int fd = memfd_create("pto-cts-stage", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, kSlots * kSlotBytes) != 0) fail("guarded memory");
  writable_ = map_view(fd, page_, PROT_READ | PROT_WRITE);
  readable_ = map_view(fd, page_, PROT_READ);
  close(fd);
}

Stage::~Stage() {
  munmap(writable_, view_bytes(page_));
  munmap(readable_, view_bytes(page_));
}

std::byte* Stage::slot(std::byte* view, std::size_t index) const { return view + page_ + index * (kSlotBytes + page_); }

std::optional<std::span<const backend::Storage>> Stage::enter(const backend::Call& call, backend::Placement placement) {
  slots_.clear();
  storages_.clear();
  if (call.storages.size() > kSlots) return std::nullopt;
  for (std::size_t i = 0; i < call.storages.size(); ++i) {
    const backend::Storage& original = call.storages[i];
    const std::size_t room = round_up(original.bytes, kAlignment);
    const std::size_t margin = round_up(original.guard_bytes, kAlignment);
    if (room + 2 * margin > kSlotBytes) return std::nullopt;
    const std::size_t offset = !placement.guard_pages                  ? margin
                               : call.flush == backend::Flush::left ? 0
                                                                    : kSlotBytes - room;
    Slot& slot = slots_.emplace_back();
    slot.original = original;
    slot.read_only = placement.read_only_sources && !is_written(*call.tuple, i);
    slot.before = std::min(original.guard_bytes, offset);
    slot.after = std::min(original.guard_bytes, kSlotBytes - offset - original.bytes);
    std::byte* begin = this->slot(writable_, i);
    std::memcpy(begin + offset - slot.before, original.data - slot.before, slot.before + original.bytes + slot.after);
    slot.view = this->slot(slot.read_only ? readable_ : writable_, i);
    slot.data = slot.view + offset;
    storages_.push_back({slot.data, original.bytes, 0});
  }
  return storages_;
}

void Stage::leave() const {
  for (const Slot& slot : slots_)
    if (!slot.read_only)
      std::memcpy(slot.original.data - slot.before, slot.data - slot.before, slot.before + slot.original.bytes + slot.after);
}

std::optional<backend::StrayAccess> Stage::locate(const void* address) const {
  const auto* at = static_cast<const std::byte*>(address);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Slot& slot = slots_[i];
    if (at < slot.view - page_ || at >= slot.view + kSlotBytes + page_) continue;
    // Between two slots lies one page: it counts to the storage that is nearer.
    const std::int64_t position = at - slot.data;
    const bool behind = position >= static_cast<std::int64_t>(slot.original.bytes);
    if (behind && i + 1 < slots_.size() && slots_[i + 1].view - page_ <= at && at < slots_[i + 1].view &&
        slots_[i + 1].data - at < at - (slot.data + slot.original.bytes))
      continue;
    return backend::StrayAccess{static_cast<int>(i), position, slot.read_only && !behind && position >= 0};
  }
  return std::nullopt;
}

}  // namespace pto_cts::isolate
