// SPDX-License-Identifier: MIT
#include "unit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "pto_cts/record/sha256.h"
#include "pto_cts/render/intrinsic.h"

namespace pto_cts::headers {
namespace {

constexpr std::size_t kKeyDigits = 32;
constexpr const char* kSymbol = "pto_cts_@";  // The key is a digest of a text that holds this for itself.

bool same_object(const TileDesc& a, const TileDesc& b) {
  return same_type(a, b) && a.valid_rows == b.valid_rows && a.valid_cols == b.valid_cols;
}

std::size_t first_in_storage(const Tuple& tuple, std::size_t i) {
  std::size_t first = 0;
  while (tuple.tiles[first].storage != tuple.tiles[i].storage) ++first;
  return first;
}

Function finished(std::vector<std::string> types, std::string body) {
  std::string text = fmt::format("extern \"C\" __attribute__((visibility(\"default\"))) void {}(pto_cts_run* run) {{\n{}}}\n", kSymbol, body);
  Function function;
  function.key = record::sha256_hex(fmt::format("{}\n{}", fmt::join(types, "\n"), text)).substr(0, kKeyDigits);
  text.replace(text.find(kSymbol), std::string(kSymbol).size(), "pto_cts_" + function.key);
  function.types = std::move(types);
  function.text = std::move(text);
  return function;
}

std::string declaration(const TileDesc& tile, const std::string& type, const std::string& object, std::size_t i) {
  const std::string operand = fmt::format("run->tiles[{}]", i);
  const auto arguments = render::constructor_arguments(tile, operand + ".valid_rows", operand + ".valid_cols");
  if (arguments.empty()) return fmt::format("  {} {};\n", type, object);
  return fmt::format("  {} {}({});\n", type, object, fmt::join(arguments, ", "));
}

// Writes one function, operand by operand.
class Writer {
 public:
  Writer(const Tuple& tuple, Mode mode) : tuple_(tuple), manual_(mode == Mode::manual) {}

  Function write() {
    for (std::size_t i = 0; i < tuple_.tiles.size(); ++i) declare(i);
    for (std::size_t i = 0; i < tuple_.tiles.size(); ++i)
      if (is_own(i)) body_ += fmt::format("  pto_cts_put(t{0}, run->tiles[{0}].data, run->tiles[{0}].bytes);\n", i);
    if (manual_)
      for (std::size_t i = 0; i < tuple_.tiles.size(); ++i)
        body_ += fmt::format("  if (run->tiles[{0}].guard) {{\n    TASSIGN(g{0}, static_cast<int>(run->tiles[{0}].guard_address));\n"
                             "    pto_cts_put(g{0}, run->tiles[{0}].guard, run->tiles[{0}].bytes);\n  }}\n", i);
    body_ += "  {\n    pto_cts_finally after{[&] {\n";
    for (std::size_t i = 0; i < tuple_.tiles.size(); ++i) {
      if (is_own(i)) body_ += fmt::format("      pto_cts_get(t{0}, run->tiles[{0}].data, run->tiles[{0}].bytes);\n", i);
      if (manual_) body_ += fmt::format("      if (run->tiles[{0}].guard) pto_cts_get(g{0}, run->tiles[{0}].guard, run->tiles[{0}].bytes);\n", i);
    }
    body_ += "    }};\n" + call() + "  }\n";
    return finished(std::move(types_), std::move(body_));
  }

 private:
  // Operands in one storage are one object where tiles own their storage; elsewhere each is a tile of its own.
  bool is_own(std::size_t i) const { return manual_ || first_in_storage(tuple_, i) == i; }
  std::string object(std::size_t i) const { return fmt::format("t{}", is_own(i) ? i : first_in_storage(tuple_, i)); }

  void declare(std::size_t i) {
    const TileDesc& tile = tuple_.tiles[i].tile;
    const std::string type = render::cpp_tile_type(tile);
    if (std::find(types_.begin(), types_.end(), type) == types_.end()) types_.push_back(type);
    body_ += fmt::format("  using T{} = {};\n", i, type);
    if (!is_own(i)) return;
    body_ += declaration(tile, fmt::format("T{}", i), fmt::format("t{}", i), i);
    if (!manual_) return;
    body_ += declaration(tile, fmt::format("T{}", i), fmt::format("g{}", i), i);
    body_ += fmt::format("  TASSIGN(t{0}, static_cast<int>(run->tiles[{0}].address));\n", i);
  }

  std::string call() const {
    std::vector<std::string> objects, types, scalars, parameters;
    const bool in_template = render::is_ambiguous(tuple_);
    for (std::size_t i = 0; i < tuple_.tiles.size(); ++i) {
      objects.push_back(in_template ? fmt::format("a{}", i) : object(i));
      types.push_back(in_template ? fmt::format("std::remove_reference_t<decltype(a{})>", i) : fmt::format("T{}", i));
      parameters.push_back(fmt::format("auto& a{}", i));
    }
    for (std::size_t i = 0; i < tuple_.scalars.size(); ++i)
      scalars.push_back(fmt::format("pto_cts_scalar<{}>(run->scalars[{}])", render::cpp_type(tuple_.scalars[i].dtype), i));
    const std::string statement = render::cpp_call(tuple_, objects, types, scalars);
    if (!in_template) return fmt::format("    {}\n", statement);
    std::vector<std::string> given;
    for (std::size_t i = 0; i < tuple_.tiles.size(); ++i) given.push_back(object(i));
    return fmt::format("    [&]({}) {{\n      {}\n    }}({});\n", fmt::join(parameters, ", "), statement, fmt::join(given, ", "));
  }

  const Tuple& tuple_;
  bool manual_;
  std::vector<std::string> types_;
  std::string body_;
};

constexpr const char* kQuestions[] = {"@half", "@bfloat16_t", "@storage", "@ndebug", "@bfloat16_is_half", "@unsigned_extents"};

Function answer_to(const Tuple& tuple, Mode mode) {
  const std::string& name = tuple.mnemonic;
  if (name == kQuestions[0] || name == kQuestions[1])
    return finished({}, fmt::format("  pto_cts_answer(run, pto_cts_float_facts<{}>());\n", name.substr(1)));
  if (name == kQuestions[3]) return finished({}, "#ifdef NDEBUG\n  run->answer[0] = 1;\n#else\n  run->answer[0] = 0;\n#endif\n");
  const std::string type = render::cpp_tile_type(default_tile(TileType::Vec, DType::f32, 16, 16));
  if (name == kQuestions[4]) return finished({}, "  run->answer[0] = std::is_same_v<half, bfloat16_t>;\n");
  if (name == kQuestions[5])
    return finished({type}, fmt::format("  run->answer[0] = std::is_unsigned_v<decltype(std::declval<{}&>().GetValidRow())>;\n", type));
  return finished({type}, fmt::format("  using T = {};\n  T t;\n{}  pto_cts_bytes(t)[0] = 165;\n  pto_cts_bytes(t)[1023] = 90;\n"
                                      "  run->answer[0] = pto_cts_bytes(t)[0] == 165 && pto_cts_bytes(t)[1023] == 90;\n",
                                      type, mode == Mode::manual ? "  TASSIGN(t, 0);\n" : ""));
}

}  // namespace

std::optional<std::string> inexpressible_in(const Tuple& tuple, Mode mode) {
  if (auto why = render::inexpressible(tuple)) return why;
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) {
    const TileOperand& first = tuple.tiles[first_in_storage(tuple, i)];
    const TileOperand& operand = tuple.tiles[i];
    if (mode == Mode::automatic && !same_object(first.tile, operand.tile))
      return "tiles that own their storage share it only where they are one object";
    if (mode == Mode::manual && first.tile.type != operand.tile.type) return "one storage in two kinds of memory";
  }
  return std::nullopt;
}

bool has_negative_extent(const Tuple& tuple) {
  return std::any_of(tuple.tiles.begin(), tuple.tiles.end(), [](const TileOperand& operand) {
    const TileDesc& tile = operand.tile;
    return (has_dynamic_rows(tile) && tile.valid_rows < 0) || (has_dynamic_cols(tile) && tile.valid_cols < 0);
  });
}

Function function_of(const Tuple& tuple, Mode mode) {
  return is_question(tuple) ? answer_to(tuple, mode) : Writer(tuple, mode).write();
}

const Function& FunctionMaker::of(const Tuple& tuple) {
  if (function_.key.empty() || tuple_ != tuple) {
    function_ = function_of(tuple, mode_);
    tuple_ = tuple;
  }
  return function_;
}

Tuple question(Question about) { return {.mnemonic = kQuestions[static_cast<std::size_t>(about)], .tiles = {}, .scalars = {}, .attributes = {}, .configuration = {}}; }

bool is_question(const Tuple& tuple) { return tuple.mnemonic.starts_with('@'); }

std::string base_text() {
  return R"(#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

using namespace pto;

struct pto_cts_tile {
  unsigned char* data;
  unsigned long long bytes;
  int valid_rows, valid_cols;
  unsigned long long address;
  unsigned char* guard;
  unsigned long long guard_address;
};
struct pto_cts_run {
  pto_cts_tile* tiles;
  const unsigned long long* scalars;
  unsigned char* answer;
};

template <class T>
unsigned char* pto_cts_bytes(T& tile) {
  return reinterpret_cast<unsigned char*>(&tile.data()[0]);
}
template <class T>
void pto_cts_put(T& tile, const unsigned char* from, unsigned long long bytes) {
  std::memcpy(pto_cts_bytes(tile), from, bytes);
}
template <class T>
void pto_cts_get(T& tile, unsigned char* to, unsigned long long bytes) {
  std::memcpy(to, pto_cts_bytes(tile), bytes);
}
template <class T>
T pto_cts_scalar(unsigned long long bits) {
  T value{};
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
template <class F>
struct pto_cts_finally {
  F f;
  ~pto_cts_finally() { f(); }
};
template <class F>
pto_cts_finally(F) -> pto_cts_finally<F>;

struct pto_cts_facts {
  unsigned bytes, significand_bits, has_1e30;
};
template <class T>
pto_cts_facts pto_cts_float_facts() {
  unsigned bits = 1;
  float step = 0.5f;
  while (bits < 30 && static_cast<float>(static_cast<T>(1.0f + step)) != 1.0f) {
    step *= 0.5f;
    ++bits;
  }
  const float large = static_cast<float>(static_cast<T>(1e30f));
  return {static_cast<unsigned>(sizeof(T)), bits, large > 1e29f && large < 1e31f};
}
template <class T>
void pto_cts_answer(pto_cts_run* run, const T& value) {
  std::memcpy(run->answer, &value, sizeof(value));
}
)";
}

}  // namespace pto_cts::headers
