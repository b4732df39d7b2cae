// SPDX-License-Identifier: MIT
// Cases and backends for the tests of the judge, made by hand.
#pragma once

#include <cstring>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pto_cts/evaluate/contents.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/judge/judge.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::judge {

inline terms::Instruction instruction(std::string_view mnemonic, const terms::Readings& readings = {}) {
  return terms::under(*spec::find_instruction(mnemonic), readings);
}

/// A Vec tile whose valid extents are dynamic.
inline TileDesc masked(DType dtype, std::int64_t rows, std::int64_t cols, std::int64_t valid_rows,
                       std::int64_t valid_cols, PadValue pad = PadValue::Null) {
  TileDesc tile = default_tile(TileType::Vec, dtype, rows, cols);
  tile.static_valid_rows = tile.static_valid_cols = kDynamic;
  tile.valid_rows = valid_rows;
  tile.valid_cols = valid_cols;
  tile.pad = pad;
  return tile;
}

inline TileDesc full(DType dtype, std::int64_t rows, std::int64_t cols, PadValue pad = PadValue::Null) {
  return masked(dtype, rows, cols, rows, cols, pad);
}

/// A case of tiles in operand order, each in a storage of its own, attributes at their defaults, payload all zero.
inline Case make_case(std::string_view mnemonic, Profile profile, const std::vector<TileDesc>& tiles) {
  const terms::Instruction& spec = *spec::find_instruction(mnemonic);
  Case made;
  made.name = "test";
  made.profile = profile;
  made.tuple.mnemonic = mnemonic;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    made.tuple.tiles.push_back({spec.tiles[i].name, spec.tiles[i].role, tiles[i], static_cast<int>(i)});
    made.payload.emplace_back(static_cast<std::size_t>(tile_bytes(tiles[i])));
  }
  for (const std::string& name : spec.scalars) made.tuple.scalars.push_back({name, tiles[0].dtype});
  made.scalars.resize(spec.scalars.size());
  for (const terms::AttributeParameter& a : spec.attributes)
    made.tuple.attributes.push_back({a.key, a.default_value, a.template_slot});
  return made;
}

/// Puts the first two operands into one storage: source and destination are the same.
inline Case in_place(Case subject) {
  for (std::size_t i = 1; i < subject.tuple.tiles.size(); ++i) --subject.tuple.tiles[i].storage;
  subject.payload.erase(subject.payload.begin());
  return subject;
}

/// Sets an element of the payload.
inline void put(Case& subject, std::string_view operand, std::int64_t row, std::int64_t col, std::uint64_t bits) {
  const TileOperand& o = subject.tuple.tiles[static_cast<std::size_t>(find_tile(subject.tuple, operand))];
  evaluate::store_element(o.tile.dtype,
                          subject.payload[static_cast<std::size_t>(o.storage)].data() +
                              LayoutMap(o.tile).element_offset(row, col) * element_bytes(o.tile.dtype),
                          bits);
}

/// Sets all elements of an operand's static shape to value(row, col).
inline void put_all(Case& subject, std::string_view operand,
                    const std::function<std::uint64_t(std::int64_t, std::int64_t)>& value) {
  const TileDesc& tile = subject.tuple.tiles[static_cast<std::size_t>(find_tile(subject.tuple, operand))].tile;
  for (std::int64_t row = 0; row < tile.rows; ++row)
    for (std::int64_t col = 0; col < tile.cols; ++col) put(subject, operand, row, col, value(row, col));
}

/// An operand of a call, by coordinates.
class View {
 public:
  View(const backend::Call& call, std::string_view operand)
      : operand_(call.tuple->tiles[static_cast<std::size_t>(find_tile(*call.tuple, operand))]),
        map_(operand_.tile),
        bytes_(call.storages[static_cast<std::size_t>(operand_.storage)].data) {}

  const TileDesc& tile() const { return operand_.tile; }
  std::byte* bytes() const { return bytes_; }
  std::uint64_t get(std::int64_t row, std::int64_t col) const {
    return evaluate::load_element(tile().dtype, at(row, col));
  }
  void set(std::int64_t row, std::int64_t col, std::uint64_t bits) const {
    evaluate::store_element(tile().dtype, at(row, col), bits);
  }
  bool defines(std::int64_t row, std::int64_t col) const { return in_valid_region(tile(), row, col); }

 private:
  std::uint8_t* at(std::int64_t row, std::int64_t col) const {
    return reinterpret_cast<std::uint8_t*>(bytes_) + map_.element_offset(row, col) * element_bytes(tile().dtype);
  }

  const TileOperand& operand_;
  LayoutMap map_;
  std::byte* bytes_;
};

/// A backend that does what a function says; `call_number` counts from 1.
class TestBackend final : public backend::Backend {
 public:
  using Act = std::function<backend::Outcome(const backend::Call& call, int call_number)>;

  explicit TestBackend(Act act) : act_(std::move(act)) {
    declared.instructions = {"TMULS", "TPARTADD", "TFILLPAD", "TFILLPAD_EXPAND", "TGATHERB"};
    declared.dtypes.assign(kAllDTypes.begin(), kAllDTypes.end());
    declared.profiles.assign(kAllProfiles.begin(), kAllProfiles.end());
  }

  std::string_view name() const override { return "test"; }
  const backend::Capabilities& capabilities() const override { return declared; }
  backend::Observability observability() const override { return sight; }
  void execute(std::span<const backend::Call> batch, std::span<backend::Outcome> outcomes) override {
    ++batches;
    for (std::size_t i = 0; i < batch.size(); ++i) outcomes[i] = act_(batch[i], ++calls);
  }

  backend::Capabilities declared;
  backend::Observability sight;
  int calls = 0;
  int batches = 0;

 private:
  Act act_;
};

inline backend::Outcome executed() {
  return {backend::OutcomeKind::executed, ""};
}
inline backend::Outcome rejected() {
  return {backend::OutcomeKind::rejected, "no"};
}

/// Judges one case of a backend that acts so.
inline Judged judged(TestBackend::Act act, const Case& subject, Options options = {}) {
  TestBackend backend(std::move(act));
  return Judge(backend, options).judge(instruction(subject.tuple.mnemonic), subject);
}

/// The kinds of a fail, the first one first.
inline std::vector<FailKind> kinds(const Judged& judged) {
  std::vector<FailKind> all;
  if (judged.kind) all.push_back(*judged.kind);
  all.insert(all.end(), judged.other_kinds.begin(), judged.other_kinds.end());
  return all;
}

using Kinds = std::vector<FailKind>;

}  // namespace pto_cts::judge
