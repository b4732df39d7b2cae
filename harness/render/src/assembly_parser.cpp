// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "assembly_parts.h"
#include "pto_cts/render/assembly.h"

namespace pto_cts::render {
namespace {

struct Value {
  std::string name;
  std::size_t at = 0;
  ValueType type;
};

std::vector<Value> parse_values(Scanner& in) {
  std::vector<Value> values;
  if (!in.sees("%")) return values;
  do {
    const std::size_t at = in.here();
    values.push_back({in.value(), at, {}});
  } while (in.accept(","));
  return values;
}

std::string parse_mnemonic(Scanner& in) {
  in.accept("pto.");
  return upper_case(in.word("an instruction"));
}

class Parser {
 public:
  Parser(std::string_view line, const AssemblySignature& signature) : in_(line), signature_(&signature) {}

  AssemblyLine parse() {
    results_ = parse_values(in_);
    if (!results_.empty()) in_.expect("=", "after the results");
    const std::size_t at = in_.here();
    if (const std::string mnemonic = parse_mnemonic(in_); mnemonic != upper_case(signature_->mnemonic))
      in_.fail(at, fmt::format("{} is not {}", shown(mnemonic), signature_->mnemonic), "give a line of that instruction");
    for (const AssemblySignature::Tile& tile : signature_->tiles) ++(is_result(tile.role) ? result_tiles_ : operand_tiles_);
    const bool dps = results_.empty() && !in_.sees("%") && !in_.sees("{") && !in_.sees(":");
    if (dps) parse_dps();
    else parse_ssa();
    parse_attributes();
    if (in_.accept_word("config")) line_.tuple.configuration = parse_configuration();
    in_.accept(";");
    if (!in_.at_end()) in_.fail(in_.here(), in_.found(in_.here()) + " after the end of the instruction", "remove it; check takes one instruction");
    line_.form = dps ? AssemblyForm::dps : AssemblyForm::ssa;
    make_operands();
    make_attributes();
    return std::move(line_);
  }

 private:
  void parse_dps() {
    if (in_.accept_word("ins")) operands_ = parse_group("ins");
    count_operands();
    check_kinds(operands_, operand_tiles_);
    const std::size_t at = in_.here();
    if (in_.accept_word("outs")) results_ = parse_group("outs");
    count_results(at);
    check_kinds(results_, result_tiles_);
  }

  // "(%a, %b : type, type)"
  std::vector<Value> parse_group(const std::string& word) {
    in_.expect("(", "after " + word);
    std::vector<Value> values = parse_values(in_);
    if (!values.empty()) {
      in_.expect(":", "before the types");
      const std::size_t at = in_.here();
      assign_types(at, values, parse_types(false));
    }
    in_.expect(")", "at the end of " + word);
    return values;
  }

  // "%a, %b {attributes} : (type, type) -> type"
  void parse_ssa() {
    const std::size_t at = in_.here();
    operands_ = parse_values(in_);
    count_operands();
    parse_attributes();
    in_.expect(":", "before the types of the inputs");
    const std::size_t types_at = in_.here();
    const bool brackets = in_.accept("(");
    assign_types(types_at, operands_, parse_types(brackets));
    check_kinds(operands_, operand_tiles_);
    count_results(at);
    const std::size_t arrow_at = in_.here();
    if (in_.accept("->")) {
      const std::size_t result_types_at = in_.here();
      const bool result_brackets = in_.accept("(");
      assign_types(result_types_at, results_, parse_types(result_brackets));
      return check_kinds(results_, result_tiles_);
    }
    // The pages' synchronous form may leave out the type of the result.
    if (results_.empty()) return;
    if (operand_tiles_ == 0) in_.fail(arrow_at, "no types of the results", "write them after '->'");
    for (Value& result : results_) result.type = operands_.front().type;
  }

  std::vector<ValueType> parse_types(bool brackets) {
    std::vector<ValueType> types;
    if (brackets && in_.accept(")")) return types;
    do {
      types.push_back(parse_type(in_));
    } while (in_.accept(","));
    if (brackets) in_.expect(")", "after the types");
    return types;
  }

  // One tile type may stand for that of all tiles.
  void assign_types(std::size_t at, std::vector<Value>& values, std::vector<ValueType> types) {
    const auto tiles = static_cast<std::size_t>(std::ranges::count(types, true, &ValueType::is_tile));
    const std::size_t scalars = types.size() - tiles;
    if (tiles == 1 && types.front().is_tile && values.size() > types.size()) types.insert(types.begin(), values.size() - scalars - 1, types.front());
    if (types.size() != values.size())
      in_.fail(at, fmt::format("{} types for {} values", types.size(), values.size()), "write a type for each value, in their order");
    for (std::size_t i = 0; i < values.size(); ++i) values[i].type = types[i];
  }

  std::string names_of(bool results) const {
    std::vector<std::string> names;
    for (const AssemblySignature::Tile& tile : signature_->tiles)
      if (is_result(tile.role) == results) names.push_back("%" + tile.name);
    if (!results)
      for (const std::string& scalar : signature_->scalars) names.push_back("%" + scalar);
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
  }

  void count_results(std::size_t at) {
    if (results_.size() != result_tiles_)
      in_.fail(results_.empty() ? at : results_.front().at, fmt::format("{} outputs for {}", results_.size(), signature_->mnemonic),
               "give " + names_of(true));
  }

  void count_operands() {
    if (operands_.size() != operand_tiles_ + signature_->scalars.size())
      in_.fail(operands_.empty() ? in_.here() : operands_.front().at,
               fmt::format("{} inputs for {}", operands_.size(), signature_->mnemonic), "give " + names_of(false));
  }

  // Tiles stand before scalars.
  void check_kinds(const std::vector<Value>& values, std::size_t tiles) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const ValueType& type = values[i].type;
      if (type.is_tile == (i < tiles)) continue;
      in_.fail(type.at, fmt::format("{} is a {}", shown("%" + values[i].name), type.is_tile ? "scalar" : "tile"),
               type.is_tile ? "write its element type, as in f32" : "write its type as !pto.tile<...>");
    }
  }

  struct Given {
    Attribute attribute;
    std::size_t at = 0;
    bool used = false;
  };

  // "{key = value, key = <value>, storage = [0, 1]}"
  void parse_attributes() {
    if (!in_.accept("{")) return;
    if (in_.accept("}")) return;
    do {
      Given given;
      given.at = in_.here();
      given.attribute.key = in_.word("a key");
      in_.expect("=", "after the key");
      if (given.attribute.key == "storage" && in_.accept("[")) {
        parse_storages();
        continue;
      }
      parse_attribute_value(given.attribute);
      given_.push_back(std::move(given));
    } while (in_.accept(","));
    in_.expect("}", "after the attributes");
  }

  std::vector<Attribute> parse_configuration() {
    std::vector<Attribute> configuration;
    in_.expect("{", "after config");
    do {
      Attribute& attribute = configuration.emplace_back();
      attribute.key = in_.word("a key");
      in_.expect("=", "after the key");
      parse_attribute_value(attribute);
    } while (in_.accept(","));
    in_.expect("}", "at the end of config");
    return configuration;
  }

  void parse_attribute_value(Attribute& attribute) {
    attribute.template_slot = in_.accept("<");
    attribute.value = in_.word("a value");
    if (attribute.template_slot) in_.expect(">", "after the template argument");
  }

  void parse_storages() {
    const std::size_t at = in_.here();
    storages_.emplace();
    do {
      const std::size_t number_at = in_.here();
      const std::int64_t number = small_integer(in_.word("a number"));
      if (number == kNoInteger) in_.fail(number_at, "a storage that is no number", "number the storages from 0");
      storages_->push_back(static_cast<int>(number));
    } while (in_.accept(","));
    in_.expect("]", "after the storages");
    if (storages_->size() != signature_->tiles.size())
      in_.fail(at, fmt::format("{} storages for {} tiles", storages_->size(), signature_->tiles.size()), "give one for each, outputs first");
  }

  void make_operands() {
    std::size_t next_result = 0, next_operand = 0;
    for (const AssemblySignature::Tile& tile : signature_->tiles) {
      const Value& value = is_result(tile.role) ? results_[next_result++] : operands_[next_operand++];
      line_.names.tiles.push_back(value.name);
      line_.tuple.tiles.push_back({tile.name, tile.role, value.type.tile, 0});
      if (value.type.assumed_whole) line_.assumed_whole.push_back(tile.name);
    }
    const std::vector<int> storages = storages_.value_or(named_storages(line_.names.tiles));
    for (std::size_t i = 0; i < storages.size(); ++i) line_.tuple.tiles[i].storage = storages[i];
    for (const std::string& scalar : signature_->scalars) {
      const Value& value = operands_[next_operand++];
      if (std::ranges::find(line_.names.tiles, value.name) != line_.names.tiles.end())
        in_.fail(value.at, fmt::format("{} is a tile and a scalar", shown("%" + value.name)), "use two names");
      line_.names.scalars.push_back(value.name);
      line_.tuple.scalars.push_back({scalar, value.type.dtype});
    }
    line_.tuple.mnemonic = signature_->mnemonic;
  }

  void make_attributes() {
    for (const AssemblySignature::Parameter& parameter : signature_->attributes) {
      const auto given = std::ranges::find_if(given_, [&](const Given& one) { return !one.used && one.attribute.key == parameter.key; });
      Attribute attribute = {parameter.key, parameter.default_value, parameter.template_slot};
      if (given != given_.end()) {
        given->used = true;
        attribute.value = value_of(*given, parameter);
      }
      line_.tuple.attributes.push_back(std::move(attribute));
    }
    for (const Given& given : given_) {
      if (given.used) continue;
      std::vector<std::string> keys;
      for (const AssemblySignature::Parameter& parameter : signature_->attributes) keys.push_back(parameter.key);
      if (std::ranges::find(keys, given.attribute.key) != keys.end())
        in_.fail(given.at, fmt::format("attribute {} is given twice", shown(given.attribute.key)), "give it once");
      in_.fail(given.at, fmt::format("{} has no attribute {}", signature_->mnemonic, shown(given.attribute.key)),
               keys.empty() ? "remove it" : fmt::format("choose from {}", fmt::join(keys, ", ")));
    }
  }

  std::string value_of(const Given& given, const AssemblySignature::Parameter& parameter) {
    if (given.attribute.template_slot && !parameter.template_slot)
      in_.fail(given.at, fmt::format("attribute {} is no template argument", shown(parameter.key)), "write its value without <>");
    if (parameter.values.empty()) return given.attribute.value;
    for (const std::string& known : parameter.values)
      if (lower_case(known) == lower_case(given.attribute.value)) return known;
    in_.fail(given.at, fmt::format("attribute {} has no value {}", shown(parameter.key), shown(given.attribute.value)),
             fmt::format("choose from {}", fmt::join(parameter.values, ", ")));
  }

  Scanner in_;
  const AssemblySignature* signature_;
  AssemblyLine line_;
  std::size_t result_tiles_ = 0, operand_tiles_ = 0;
  std::vector<Value> results_, operands_;
  std::vector<Given> given_;
  std::optional<std::vector<int>> storages_;
};

}  // namespace

std::string assembly_mnemonic(std::string_view line) {
  Scanner in(line);
  if (!parse_values(in).empty()) in.expect("=", "after the results");
  return parse_mnemonic(in);
}

AssemblyLine parse_assembly_line(std::string_view line, const AssemblySignature& signature) { return Parser(line, signature).parse(); }

Tuple parse_assembly(std::string_view line, const AssemblySignature& signature) { return parse_assembly_line(line, signature).tuple; }

}  // namespace pto_cts::render
