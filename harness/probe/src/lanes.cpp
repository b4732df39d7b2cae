// SPDX-License-Identifier: MIT
#include "lanes.h"

#include <algorithm>
#include <cstring>

#include "pto_cts/types/layout.h"

namespace pto_cts::probe {
namespace {

constexpr std::size_t kDst = 0, kFirst = 1, kSecond = 2;  // operands of both instructions, as far as they have them

// All tiles wholly valid where the lanes lie: in the first row.
bool has_room(const Case& subject, DType dtype) {
  return std::all_of(subject.tuple.tiles.begin(), subject.tuple.tiles.end(), [&](const TileOperand& operand) {
    return operand.tile.dtype == dtype && operand.tile.valid_cols >= static_cast<std::int64_t>(Lanes::kLanes) &&
           operand.tile.valid_rows >= 1;
  });
}

}  // namespace

std::optional<Lanes> Lanes::find(std::span<const generators::Domain> domains, const backend::Backend& backend, DType dtype) {
  constexpr std::uint64_t kDraws = 20;
  for (const generators::Domain& domain : domains) {
    const std::string& mnemonic = domain.instruction().mnemonic;
    const bool product = mnemonic == "TMULS";
    if (!product && mnemonic != "TPARTADD") continue;
    for (const generators::Cell& cell : domain.cells()) {
      if (!cell.id.starts_with("legal/" + std::string(name(dtype)) + "/") || !cell.id.ends_with("/any")) continue;
      for (std::uint64_t k = 1; k <= kDraws; ++k) {
        const generators::Generated generated = domain.generate(cell, 1, k);
        const Case& subject = *generated.subject;
        const bool in_place = storage_count(subject.tuple) != static_cast<int>(subject.tuple.tiles.size());
        if (in_place || !has_room(subject, dtype) || !backend.capabilities().covers(subject.tuple, subject.profile)) continue;
        Lanes lanes;
        lanes.subject_ = subject;
        lanes.op_ = product ? numerics::ArithmeticOp::multiply : numerics::ArithmeticOp::add;
        lanes.where_ = mnemonic + " on " + std::string(name(subject.profile));
        return lanes;
      }
    }
  }
  return std::nullopt;
}

std::optional<std::vector<std::uint64_t>> Lanes::compute(backend::Backend& backend, const std::vector<std::uint64_t>& a,
                                                         const std::vector<std::uint64_t>& b) const {
  Case subject = subject_;
  const auto place = [&](std::size_t operand, std::size_t lane) {
    const TileDesc& tile = subject.tuple.tiles[operand].tile;
    return static_cast<std::size_t>(LayoutMap(tile).element_offset(0, static_cast<std::int64_t>(lane)) * element_bytes(tile.dtype));
  };
  const auto bytes = static_cast<std::size_t>(element_bytes(subject.tuple.tiles[kDst].tile.dtype));
  const auto storage_of = [&](std::size_t operand) { return static_cast<std::size_t>(subject.tuple.tiles[operand].storage); };
  for (std::size_t lane = 0; lane < a.size(); ++lane) {
    std::memcpy(&subject.payload[storage_of(kFirst)][place(kFirst, lane)], &a[lane], bytes);
    if (op_ == numerics::ArithmeticOp::add) std::memcpy(&subject.payload[storage_of(kSecond)][place(kSecond, lane)], &b[lane], bytes);
  }
  if (op_ == numerics::ArithmeticOp::multiply) subject.scalars.front() = b.front();

  judge::Memory memory(backend.memory());
  memory.fill(subject, judge::PoisonRun::first);
  const backend::Call call{.tuple = &subject.tuple, .profile = subject.profile, .storages = memory.storages(), .scalars = subject.scalars};
  backend::Outcome outcome;
  backend.execute({&call, 1}, {&outcome, 1});
  if (outcome.kind != backend::OutcomeKind::executed) return std::nullopt;
  std::vector<std::uint64_t> results(a.size());
  for (std::size_t lane = 0; lane < a.size(); ++lane)
    std::memcpy(&results[lane], memory.now(subject.tuple.tiles[kDst].storage).data() + place(kDst, lane), bytes);
  return results;
}

}  // namespace pto_cts::probe
