// SPDX-License-Identifier: MIT
// TPARTADD in C++, with rules of its own: PTO_CTS_LEGALITY_OWN promises that every illegal operand tuple is rejected
// with nothing changed, and every legal one run. The rules are those of the tile operand page and of TPARTADD's.
#include <pto_cts_backend.h>

#include <cstdint>
#include <cstdio>
#include <string>

namespace {

const char* const kOperands[] = {"dst", "src0", "src1"};

int size_of(const pto_cts_tile& tile) {
  return tile.dtype == PTO_CTS_I16 ? 2 : 4;
}

bool same_region(const pto_cts_tile& a, const pto_cts_tile& b) {
  return a.valid_rows == b.valid_rows && a.valid_cols == b.valid_cols;
}

bool within(const pto_cts_tile& a, const pto_cts_tile& b) {
  return a.valid_rows <= b.valid_rows && a.valid_cols <= b.valid_cols;
}

std::string must(const char* what, const std::string& rule, std::int64_t is) {
  return std::string(what) + " must be " + rule + ", not " + std::to_string(is);
}

// What the tile operand page says of every tile.
std::string fault_of(const pto_cts_tile& tile) {
  constexpr std::int64_t kMostBytes = 32768;
  if (tile.rows < 1 || tile.rows > kMostBytes) return must("rows", "1 to 32768", tile.rows);
  if (tile.cols < 1 || tile.cols > kMostBytes) return must("columns", "1 to 32768", tile.cols);
  const std::int64_t row_bytes = tile.cols * size_of(tile), bytes = tile.rows * row_bytes;
  if (bytes < 512 || bytes > kMostBytes) return must("capacity", "512 to 32768 bytes", bytes);
  if (bytes % 512 != 0) return must("capacity", "a multiple of 512 bytes", bytes);
  if (row_bytes % 32 != 0) return must("a row", "a multiple of 32 bytes", row_bytes);
  if (tile.valid_rows < 1 || tile.valid_rows > tile.rows)
    return must("valid rows", "1 to " + std::to_string(tile.rows), tile.valid_rows);
  if (tile.valid_cols < 1 || tile.valid_cols > tile.cols)
    return must("valid columns", "1 to " + std::to_string(tile.cols), tile.valid_cols);
  if (tile.blayout != PTO_CTS_BLAYOUT_ROW_MAJOR) return "must be row-major";
  if (tile.slayout != PTO_CTS_SLAYOUT_NONE_BOX) return "must have no boxes";  // the pages leave them to the target
  return {};
}

// What TPARTADD's page says of the three together. For a5 it is silent where this rejects: the target's choice.
std::string fault_of(const pto_cts_call& call) {
  if (call.tile_count != 3) return "three tiles are expected";
  for (std::size_t i = 0; i < 3; ++i)
    if (const std::string fault = fault_of(*call.tiles[i]); !fault.empty())
      return std::string(kOperands[i]) + ": " + fault;
  const pto_cts_tile &dst = *call.tiles[0], &src0 = *call.tiles[1], &src1 = *call.tiles[2];
  for (const pto_cts_tile* src : {&src0, &src1}) {
    const std::string name = kOperands[src == &src0 ? 1 : 2];
    if (src->dtype != dst.dtype) return name + ": element type must be that of dst";
    if (!within(*src, dst)) return name + ": valid region must not exceed that of dst";
  }
  if (!same_region(src0, dst) && !same_region(src1, dst))
    return "src0, src1: the valid region of one must be that of dst";
  return {};
}

template <typename Element>
struct View {
  Element* data;
  const pto_cts_tile* tile;

  View(const pto_cts_call& call, std::size_t operand)
      : data(static_cast<Element*>(call.storages[call.tiles[operand]->storage]->data)), tile(call.tiles[operand]) {}

  bool defined(std::int64_t row, std::int64_t col) const { return row < tile->valid_rows && col < tile->valid_cols; }
  Element& at(std::int64_t row, std::int64_t col) const { return data[row * tile->cols + col]; }
};

// Integers are unsigned here, so that they wrap. One source is defined everywhere in dst's valid region.
template <typename Element>
void add(const pto_cts_call& call) {
  const View<Element> dst(call, 0), src0(call, 1), src1(call, 2);
  for (std::int64_t row = 0; row < dst.tile->valid_rows; ++row)
    for (std::int64_t col = 0; col < dst.tile->valid_cols; ++col) {
      if (!src1.defined(row, col))
        dst.at(row, col) = src0.at(row, col);
      else if (!src0.defined(row, col))
        dst.at(row, col) = src1.at(row, col);
      else
        dst.at(row, col) = static_cast<Element>(src0.at(row, col) + src1.at(row, col));
    }
}

void run(const pto_cts_call& call, pto_cts_outcome& outcome) {
  if (const std::string fault = fault_of(call); !fault.empty()) {
    std::snprintf(outcome.diagnostic, outcome.diagnostic_bytes, "TPARTADD: %s", fault.c_str());
    outcome.status = PTO_CTS_REJECTED;
    return;
  }
  switch (call.tiles[0]->dtype) {
    case PTO_CTS_F32: add<float>(call); break;
    case PTO_CTS_I32: add<std::uint32_t>(call); break;
    default: add<std::uint16_t>(call); break;
  }
  outcome.status = PTO_CTS_EXECUTED;
}

void execute(void*, const pto_cts_call* const* calls, pto_cts_outcome* const* outcomes, size_t count) {
  for (size_t i = 0; i < count; ++i) run(*calls[i], *outcomes[i]);
}

const char* const kInstructions[] = {"TPARTADD", nullptr};
const char* const kProfiles[] = {"a2a3", "a5", nullptr};
const char* const kDTypes[] = {"f32", "i32", "i16", nullptr};

}  // namespace

// Layouts stay NULL, all of them: rejecting the wrong ones is a rule like the others.
const pto_cts_backend* pto_cts_open_backend(uint32_t) {
  static pto_cts_description description{};
  description.struct_size = sizeof description;
  description.name = "tpartadd-example";
  description.version = "1.0";
  description.instructions = kInstructions;
  description.profiles = kProfiles;
  description.dtypes = kDTypes;
  description.in_place = 1;
  description.legality = PTO_CTS_LEGALITY_OWN;
  description.observes = PTO_CTS_OBSERVES_ALL;
  description.allows = PTO_CTS_ALLOWS_ALL;

  static pto_cts_backend backend{};
  backend.struct_size = sizeof backend;
  backend.abi_version = PTO_CTS_ABI_VERSION;
  backend.description = &description;
  backend.execute = execute;
  return &backend;
}
