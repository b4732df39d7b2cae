// SPDX-License-Identifier: MIT
// Which words of a rejection's text name something of a clause.
#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "standing.h"

namespace pto_cts::reports {
namespace {

using terms::Field;
using terms::Op;

using Words = std::vector<std::string>;

// A star stands for any end of the word.
Words words_of_field(Field field) {
  switch (field) {
    case Field::type: return {"location", "loc", "tiletype", "vec", "mat", "left", "right", "acc", "bias", "scaling"};
    case Field::dtype: return {"dtype", "type", "element", "elem", "integer", "int8", "int16", "int32", "int64", "uint*", "float*", "half", "bfloat*", "f32", "f16", "bf16"};
    case Field::rows: return {"row", "shape"};
    case Field::cols: return {"col", "column", "shape"};
    case Field::blayout: return {"layout", "blayout", "major", "rowmajor", "colmajor", "nd", "dn", "nz"};
    case Field::slayout: return {"layout", "slayout", "box", "boxed", "nonebox", "fractal", "nz", "zn", "zz", "nn"};
    case Field::fractal_bytes: return {"fractal", "box", "layout"};
    case Field::pad: return {"pad", "padding", "padval*"};
    case Field::static_valid_rows:
    case Field::valid_rows: return {"valid", "validrow", "row", "mask"};
    case Field::static_valid_cols:
    case Field::valid_cols: return {"valid", "validcol", "col", "column", "mask"};
    case Field::box_rows:
    case Field::box_cols: return {"fractal", "box"};
  }
  return {};
}

Words words_of_op(const terms::Node& node) {
  switch (node.op) {
    case Op::field: return words_of_field(node.field);
    case Op::scalar_dtype: return {"scalar", "dtype", "type"};
    case Op::same_storage: return {"alias*", "storage", "address*", "overlap*", "inplace"};
    case Op::size_of: return {"size", "byte", "bit", "width", "sizeof"};
    case Op::mul: return {"capacity", "size", "byte"};
    case Op::mod: return {"align*", "multiple", "divisible"};
    case Op::index_value: return {"offset", "index"};
    default: return {};
  }
}

bool is_number(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  std::string word;
  const auto end = [&] {
    if (!word.empty()) words.insert(std::move(word));
    word.clear();
  };
  char before = ' ';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = std::isalpha(byte) != 0;
    if (letter && std::isupper(byte) && std::islower(static_cast<unsigned char>(before))) end();
    if (letter || (is_number(c) && !word.empty())) word += static_cast<char>(std::tolower(byte));
    else end();
    before = c;
  }
  end();
  return words;
}

std::set<std::string> words_for(const terms::Clause& clause) {
  std::set<std::string> words;
  terms::walk(clause.predicate.tree(), [&](const terms::Node& node) {
    for (std::string& word : words_of_op(node)) words.insert(std::move(word));
  });
  return words;
}

bool names_something_of(std::string_view text, const terms::Clause& clause) {
  if (text.find(clause.id) != std::string_view::npos) return true;
  const std::set<std::string> said = words_of(text);
  const std::set<std::string> wanted = words_for(clause);
  return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
    if (!word.ends_with('*')) return said.contains(word) || said.contains(word + "s");
    const std::string_view beginning = std::string_view(word).substr(0, word.size() - 1);
    const auto at = said.lower_bound(std::string(beginning));
    return at != said.end() && at->starts_with(beginning);
  });
}

}  // namespace pto_cts::reports
