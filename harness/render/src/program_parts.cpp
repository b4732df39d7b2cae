// SPDX-License-Identifier: MIT
#include "program_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace pto_cts::render {
namespace {

// The division and the remainder of one coordinate, where the tile has boxes in its direction.
std::string term(const std::string& coordinate, std::int64_t stride) {
  return stride == 1 ? coordinate : fmt::format("{} * {}", coordinate, stride);
}

std::string along(const char* coordinate, std::int64_t box, std::int64_t box_stride, std::int64_t stride) {
  if (box == 1) return term(coordinate, box_stride);
  return fmt::format("{} + {}", term(fmt::format("{} / {}", coordinate, box), box_stride),
                     term(fmt::format("{} % {}", coordinate, box), stride));
}

std::string row_text(DType dtype, const Matrix& matrix, std::int64_t row) {
  std::int64_t length = matrix.cols;
  while (length > 0 && matrix.at(row, length - 1) == 0) --length;
  std::string text;
  for (std::int64_t col = 0; col < length; ++col) text += (col == 0 ? "" : ", ") + bits_text(dtype, matrix.at(row, col));
  return text;
}

std::string text_function(DType dtype) {
  const std::string type = bits_type(dtype);
  std::string before, format = "%lld", value = "static_cast<long long>(bits)";
  if (is_signed_integer(dtype)) value = fmt::format("static_cast<long long>(static_cast<std::{}>(bits))", type.substr(6));
  if (dtype == DType::u64) format = "%llu", value = "static_cast<unsigned long long>(bits)";
  if (is_float(dtype)) format = "%.9g";
  if (dtype == DType::f32) value = "std::bit_cast<float>(bits)";
  if (dtype == DType::bf16) value = "std::bit_cast<float>(std::uint32_t{bits} << 16)";
  if (dtype == DType::f16) {
    value = "bits & 0x8000 ? -size : size";
    before = "  const std::uint32_t wide = (bits & 0x7fffu) << 13;\n"
             "  const float size = wide < 0x7c00u << 13 ? std::bit_cast<float>(wide) * 0x1p112f : std::bit_cast<float>(wide | 0x7f800000u);\n";
  }
  return fmt::format("std::string {}_text({} bits) {{\n{}  char text[64];\n"
                     "  std::snprintf(text, sizeof(text), \"{} (0x%0{}llx)\", {}, static_cast<unsigned long long>(bits));\n  return text;\n}}\n",
                     name(dtype), type, before, format, 2 * element_bytes(dtype), value);
}

}  // namespace

std::string bits_type(DType dtype) { return fmt::format("std::uint{}_t", 8 * element_bytes(dtype)); }

std::string bits_text(DType dtype, std::uint64_t bits) {
  const int width = 8 * element_bytes(dtype);
  return fmt::format("0x{:0{}x}", width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1), width / 4);
}

bool Matrix::is_uniform() const {
  return std::all_of(bits.begin(), bits.end(), [&](std::uint64_t one) { return one == bits.front(); });
}

std::string definition(DType dtype, const std::string& name, const Matrix& matrix) {
  if (matrix.bits.empty()) return {};
  if (matrix.is_uniform()) return fmt::format("const {} {} = {};  // everywhere\n", bits_type(dtype), name, bits_text(dtype, matrix.bits.front()));
  std::string text = fmt::format("const {} {}[{}][{}] = {{\n", bits_type(dtype), name, matrix.rows, matrix.cols);
  std::vector<std::string> rows;
  for (std::int64_t row = 0; row < matrix.rows; ++row) rows.push_back(row_text(dtype, matrix, row));
  while (rows.back().empty()) rows.pop_back();
  for (const std::string& row : rows) text += fmt::format("    {{{}}},\n", row);
  return text + "};\n";
}

std::string element_of(const std::string& name, const Matrix& matrix) { return matrix.is_uniform() ? name : name + "[r][c]"; }

std::string byte_offset(const TileDesc& tile) {
  const Box box = box_of(tile).value();
  const Strides<std::int64_t> strides = strides_of<std::int64_t>(layout_of(tile), tile.rows, tile.cols, box.rows, box.cols);
  const std::string elements = along("r", box.rows, strides.box_row, strides.row) + " + " + along("c", box.cols, strides.box_col, strides.col);
  return element_bytes(tile.dtype) == 1 ? elements : fmt::format("{} * ({})", element_bytes(tile.dtype), elements);
}

std::string helpers(bool is_illegal, bool has_pads, const std::set<DType>& dtypes) {
  std::string text;
  text += R"(// is_kept: it must be as before, not only the guard behind it.
struct Storage { const char* name; unsigned char* bytes; std::size_t size; bool is_kept; std::vector<unsigned char> before{}; };
std::vector<std::string> wrong;
)";
  text += is_illegal ? "bool returned, effects;\n" : fmt::format("bool guard_overwritten, source_modified{};\n", has_pads ? ", wrong_pad" : "");
  text += fmt::format(R"(
template <class T>
unsigned char* bytes_of(T& tile) {{ return reinterpret_cast<unsigned char*>(&tile.data()[0]); }}
void compare(const Storage& storage) {{
  for (std::size_t i = storage.is_kept ? 0 : storage.size; i < storage.before.size(); ++i) {{
    if (storage.bytes[i] == storage.before[i]) continue;
    {} = true;
    return wrong.push_back(storage.name + (": byte " + std::to_string(i)) + " of " + std::to_string(storage.size) + " has changed");
  }}
}}
)", is_illegal ? "effects" : "(i < storage.size ? source_modified : guard_overwritten)");
  for (const DType dtype : dtypes) text += text_function(dtype);
  if (!dtypes.empty())
    text += "void report(const char* tile, int r, int c, const std::string& expected, const std::string& got) {\n"
            "  wrong.push_back(tile + (\"[\" + std::to_string(r)) + \", \" + std::to_string(c) + \"]: expected \" + expected + \", got \" + got);\n}\n";
  return text;
}

std::string verdict(bool is_illegal, bool has_pads) {
  if (is_illegal)
    return R"(int check() {
  for (const bool is_second : {false, true}) run(is_second);
  for (std::size_t i = 0; i < wrong.size() && !returned && i < 8; ++i) std::puts(wrong[i].c_str());
  const char* fault = returned ? "illegal tuple accepted" : effects ? "effects before rejection" : nullptr;
  std::printf("%s%s\n", fault ? "FAIL: " : "pass", fault ? fault : "");
  return fault ? 1 : 0;
}
)";
  return fmt::format(R"(int check() {{
  std::vector<std::string> found[6];
  for (int i = 0; i < 6; ++i) {{
    run(i == 1 || i == 2 || i == 4);  // the first and the second run, and each of them twice more
    found[i].swap(wrong);
  }}
  int shown = 0;
  while (shown < 5 && found[shown].empty()) ++shown;
  for (std::size_t i = 0; i < found[shown].size() && i < 8; ++i) std::puts(found[shown][i].c_str());
  const bool differ = found[0] != found[3] || found[0] != found[5] || found[1] != found[2] || found[1] != found[4];
  const char* fault = guard_overwritten ? "guard overwritten" : source_modified ? "source modified" : differ ? "not deterministic"
                      : found[0].empty() != found[1].empty() ? "depends on undefined input"
                      : {}found[0].empty() ? nullptr : "wrong value";
  std::printf("%s%s\n", fault ? "FAIL: " : "pass", fault ? fault : "");
  return fault ? 1 : 0;
}}
)", has_pads ? "wrong_pad ? \"wrong pad\" : " : "");
}

}  // namespace pto_cts::render
