// SPDX-License-Identifier: MIT
#include "program_frame.h"

#include <fmt/format.h>

#include "program_data.h"

namespace pto_cts::render {
namespace {

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
