// SPDX-License-Identifier: MIT
// Strict reading of what a program answers.
#include <algorithm>
#include <array>

#include "pto_cts/backend/process.h"
#include "pto_cts/process/wire.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/json_fields.h"

namespace pto_cts::process {
namespace {

using backend::OutcomeKind;
using record::Fields;
using record::in_quotes;
using record::Json;
using record::Node;
using record::refuse;

constexpr std::size_t kMaxDiagnosticBytes = 1000;

enum class Legality : std::uint8_t { own, none };
enum class Sight : std::uint8_t { sources, memory_after_rejection };

std::string_view name(Legality legality) {
  return legality == Legality::own ? "own" : "none";
}
std::string_view name(Sight sight) {
  return sight == Sight::sources ? "sources" : "memory_after_rejection";
}

constexpr std::array kLegalities = {Legality::own, Legality::none};
constexpr std::array kSights = {Sight::sources, Sight::memory_after_rejection};
constexpr std::array kReplies = {OutcomeKind::executed, OutcomeKind::rejected, OutcomeKind::unsupported};

/// One of the names in `all`, exactly as it is spelt there.
template <typename Values>
typename Values::value_type read_word(const Node& node, const Values& all) {
  const std::string text = record::read_text(node);
  std::string names;
  for (const auto value : all) {
    if (name(value) == text) return value;
    names.append(names.empty() ? "" : ", ").append(name(value));
  }
  refuse(node.path, in_quotes(text) + " is not known", "use one of " + names);
}

template <typename Value>
void add_once(std::vector<Value>& list, Value value, const Node& node) {
  if (std::ranges::find(list, value) != list.end()) refuse(node.path, "given twice", "give it once");
  list.push_back(std::move(value));
}

template <typename Values>
std::vector<typename Values::value_type> read_words(const Node& node, const Values& all) {
  std::vector<typename Values::value_type> words;
  for (const Node& element : record::read_array(node)) add_once(words, read_word(element, all), element);
  return words;
}

std::vector<std::string> read_names(const Node& node) {
  std::vector<std::string> names;
  for (const Node& element : record::read_array(node)) add_once(names, record::read_nonempty_text(element), element);
  return names;
}

std::vector<std::string> read_mnemonics(const Node& node) {
  std::vector<std::string> mnemonics = read_names(node);
  for (const std::string& mnemonic : mnemonics)
    if (mnemonic.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != std::string::npos)
      refuse(node.path, in_quotes(mnemonic) + " is no mnemonic", "write it in upper case");
  return mnemonics;
}

/// A name that is shown in reports.
std::string read_shown_text(const Node& node) {
  std::string text = record::read_text(node);
  if (std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
    refuse(node.path, "control characters in " + in_quotes(text), "remove them");
  return text;
}

void demand_message(const Fields& fields, std::string_view wanted) {
  const std::string found = record::read_text(fields.at("message"));
  if (found != wanted)
    refuse("message", "found " + in_quotes(found), std::string("answer with ").append(in_quotes(wanted)));
}

/// First of all: the text of another version may look different altogether.
void demand_version(const Json& document) {
  if (!document.is_object() || !document.contains("protocol")) return;
  const std::uint64_t found = record::read_unsigned({&document["protocol"], "protocol"});
  if (found != kProtocolVersion)
    refuse("", "it speaks version " + std::to_string(found) + " of the protocol",
           "give a program that speaks version " + std::to_string(kProtocolVersion));
}

backend::Description read_description(const Json& document) {
  demand_version(document);
  const Fields fields({&document, ""}, {"message", "protocol", "name", "instructions", "profiles", "legality"},
                      {"version", "dtypes", "layouts", "forms", "in_place", "observes"});
  demand_message(fields, "description");
  backend::Description description;
  description.name = read_shown_text(fields.at("name"));
  if (description.name.empty()) refuse("name", "empty", "give a name");
  if (const auto node = fields.find("version")) description.version = read_shown_text(*node);

  backend::Capabilities& capabilities = description.capabilities;
  capabilities.instructions = read_mnemonics(fields.at("instructions"));
  capabilities.profiles = read_words(fields.at("profiles"), kCertifiedProfiles);
  if (const auto node = fields.find("dtypes")) capabilities.dtypes = read_words(*node, kAllDTypes);
  if (const auto node = fields.find("layouts")) capabilities.layouts = read_words(*node, kAllLayouts);
  if (const auto node = fields.find("forms")) capabilities.forms = read_names(*node);
  const auto in_place = fields.find("in_place");
  capabilities.in_place = in_place && record::read_bool(*in_place);

  std::vector<Sight> sights;
  if (const auto node = fields.find("observes")) sights = read_words(*node, kSights);
  const auto sees = [&sights](Sight sight) { return std::ranges::find(sights, sight) != sights.end(); };
  description.observability = {.guards = false,
                               .sources = sees(Sight::sources),
                               .memory_after_reject = sees(Sight::memory_after_rejection),
                               .legality = read_word(fields.at("legality"), kLegalities) == Legality::own,
                               .determinism = true};
  return description;
}

Result read_result(const Json& document) {
  const Fields fields({&document, ""}, {"message", "id", "outcome", "storages"}, {"diagnostic"});
  demand_message(fields, "result");
  Result result;
  result.id = record::read_text(fields.at("id"));
  result.kind = read_word(fields.at("outcome"), kReplies);
  if (const auto node = fields.find("diagnostic")) {
    if (result.kind == OutcomeKind::executed) refuse("diagnostic", "given with executed", "leave it out");
    result.diagnostic = backend::last_lines(record::read_text(*node), kMaxDiagnosticBytes);
  }
  for (const Node& element : record::read_array(fields.at("storages"))) {
    const std::uint64_t storage = record::read_unsigned(element);
    if (!result.storages.empty() && storage <= result.storages.back())
      refuse(element.path, "out of order", "list storages once, in rising order");
    result.storages.push_back(storage);
  }
  return result;
}

template <typename Read>
auto parse(std::string_view text, Read read) {
  try {
    return read(record::parse_json(text));
  } catch (const record::BadInput& fault) {
    throw ProtocolError(fault.what());
  }
}

bool is_written(const Tuple& tuple, std::size_t storage) {
  return std::ranges::any_of(tuple.tiles, [&](const TileOperand& tile) {
    return static_cast<std::size_t>(tile.storage) == storage && pto_cts::is_written(tile.role);
  });
}

bool is_due(OutcomeKind kind, std::size_t storage, const backend::Call& call, const backend::Observability& seen) {
  if (kind == OutcomeKind::executed) return seen.sources || is_written(*call.tuple, storage);
  return kind == OutcomeKind::rejected && seen.memory_after_reject;
}

void check_storages(const Result& result, std::size_t data_bytes, const backend::Call& call,
                    const backend::Observability& seen) {
  const auto fault = [&](std::size_t storage, const char* what) {
    throw ProtocolError("storages: " + std::to_string(storage) + " " + what);
  };
  std::size_t bytes = 0;
  for (const std::size_t storage : result.storages) {
    if (storage >= call.storages.size()) fault(storage, "is none of the call; list its storages only");
    if (result.kind == OutcomeKind::unsupported) fault(storage, "after unsupported; give none");
    bytes += call.storages[storage].bytes;
  }
  for (std::size_t storage = 0; storage < call.storages.size(); ++storage)
    if (is_due(result.kind, storage, call, seen) && !std::ranges::binary_search(result.storages, storage))
      fault(storage, "is missing; list it and give its contents");
  if (data_bytes != bytes)
    throw ProtocolError("the data have " + std::to_string(data_bytes) + " bytes; give the " + std::to_string(bytes) +
                        " of the storages listed");
}

}  // namespace

backend::Description parse_description(const Message& message) {
  if (!message.data.empty()) throw ProtocolError("the description comes with data; give text only");
  return parse(message.text, read_description);
}

Result parse_result(std::string_view text) {
  return parse(text, read_result);
}

backend::Outcome take_result(const Result& result, std::string_view data, const backend::Call& call,
                             const backend::Observability& observability) {
  check_storages(result, data.size(), call, observability);
  for (const std::size_t index : result.storages) {
    const backend::Storage& storage = call.storages[index];
    std::copy_n(reinterpret_cast<const std::byte*>(data.data()), storage.bytes, storage.data);
    data.remove_prefix(storage.bytes);
  }
  return {result.kind, result.diagnostic};
}

}  // namespace pto_cts::process
