// SPDX-License-Identifier: MIT
#include "program_side.h"

#include "pto_cts/record/case_file.h"
#include "pto_cts/record/json_fields.h"

namespace pto_cts::process {

using record::Fields;
using record::Json;
using record::Node;

Request parse_execute(const Message& message) {
  const Json document = record::parse_json(message.text);
  const Fields fields({&document, ""}, {"message", "id", "profile", "tuple", "scalars", "storages"});
  if (record::read_text(fields.at("message")) != "execute") throw ProtocolError("no execute message");
  Request request;
  request.id = record::read_text(fields.at("id"));
  request.profile = record::read_enum(fields.at("profile"), parse_profile, kAllProfiles);
  request.tuple = record::read_tuple(fields.at("tuple").json->dump());
  const auto scalars = record::read_array(fields.at("scalars"));
  for (std::size_t i = 0; i < scalars.size(); ++i)
    request.scalars.push_back(record::read_hex(scalars[i], 2 * element_bytes(request.tuple.scalars.at(i).dtype)));
  std::string_view data = message.data;
  for (const Node& size : record::read_array(fields.at("storages"))) {
    request.storages.emplace_back(data.substr(0, record::read_unsigned(size)));
    data.remove_prefix(request.storages.back().size());
  }
  if (!data.empty()) throw ProtocolError("more data than storages");
  return request;
}

std::uint64_t parse_hello(const Message& message) {
  const Json document = record::parse_json(message.text);
  const Fields fields({&document, ""}, {"message", "protocol", "suite"});
  if (record::read_text(fields.at("message")) != "hello") throw ProtocolError("no hello");
  return record::read_unsigned(fields.at("protocol"));
}

std::string description_text(std::string_view name, std::uint64_t version) {
  const Json text = {{"message", "description"}, {"protocol", version},       {"name", name},
                     {"version", "7"},           {"instructions", {"TMULS"}}, {"profiles", {"a5"}},
                     {"in_place", true},         {"legality", "own"},         {"observes", {"sources"}}};
  return text.dump();
}

std::string write_result(std::string_view id, std::string_view outcome, const std::vector<std::size_t>& named,
                         const std::vector<std::string>& storages) {
  const Json text = {{"message", "result"}, {"id", id}, {"outcome", outcome}, {"storages", named}};
  std::string data;
  for (const std::size_t storage : named) data += storages.at(storage);
  return begin_message(text.dump(), data.size()) + data;
}

char changed(char byte, std::uint64_t scalar) {
  return static_cast<char>(byte ^ 0x5A ^ static_cast<char>(scalar));
}

}  // namespace pto_cts::process
