// SPDX-License-Identifier: MIT
#include "pto_cts/record/environment.h"

#include <algorithm>
#include <map>

#include "json_parts.h"
#include "pto_cts/record/bad_input.h"

namespace pto_cts::record {
namespace {

Json to_json(const std::vector<NamedText>& texts) {
  Json json = Json::object();
  for (const NamedText& text : texts) json[text.key] = text.value;
  return json;
}

std::vector<NamedText> named_texts(const Node& node) {
  if (!node.json->is_object()) refuse(node.path, "is no object", "give names and texts");
  std::vector<NamedText> texts;
  for (const auto& [key, value] : node.json->items()) texts.push_back({key, read_text({&value, node.path + "." + key})});
  return texts;
}

double read_seconds(const Node& node) {
  if (!node.json->is_number() || node.json->get<double>() < 0) refuse(node.path, "is no time", "give seconds");
  return node.json->get<double>();
}

}  // namespace

std::string write_environment(const Environment& environment) {
  Json machines = Json::array();
  for (const Machine& machine : environment.machines) machines.push_back(to_json(machine));
  return dumped({{"schema", kEnvironmentSchema},
                 {"backend", to_json(environment.backend)},
                 {"remarks", environment.remarks},
                 {"machines", std::move(machines)}});
}

Environment read_environment(std::string_view text) {
  const Json document = parse_json(text);
  const Fields fields({&document, ""}, {"schema", "backend", "remarks", "machines"});
  check_schema(fields.at("schema"), kEnvironmentSchema);
  Environment environment;
  environment.backend = named_texts(fields.at("backend"));
  environment.remarks = read_texts(fields.at("remarks"));
  for (const Node& machine : read_array(fields.at("machines"))) environment.machines.push_back(named_texts(machine));
  return environment;
}

Environment merge_environments(const std::vector<Environment>& shards) {
  Environment whole;
  for (const Environment& shard : shards) {
    if (&shard == &shards.front()) whole.backend = shard.backend;
    for (std::size_t i = 0; i < std::max(whole.backend.size(), shard.backend.size()); ++i)
      if (i >= whole.backend.size() || i >= shard.backend.size() || whole.backend[i] != shard.backend[i])
        throw BadInput("environment.json: the shards are of different backends: '" +
                       (i < shard.backend.size() ? shard.backend[i].key : whole.backend[i].key) + "' differs; run them on one");
    whole.remarks.insert(whole.remarks.end(), shard.remarks.begin(), shard.remarks.end());
    whole.machines.insert(whole.machines.end(), shard.machines.begin(), shard.machines.end());
  }
  const auto unique = [](auto& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  };
  unique(whole.remarks);
  unique(whole.machines);
  return whole;
}

std::string write_run(const RunFile& run) {
  Json parts = Json::array();
  for (const RunPart& part : run.parts)
    parts.push_back({{"shard", part.shard},
                     {"host", part.host},
                     {"began", part.began},
                     {"seconds", part.seconds},
                     {"budget", part.budget},
                     {"compiler", part.compiler},
                     {"flags", part.flags},
                     {"system", part.system},
                     {"processor", part.processor},
                     {"command", part.command},
                     {"resumed", part.resumed}});
  return dumped({{"schema", kRunSchema}, {"root", run.root}, {"parts", std::move(parts)}});
}

RunFile read_run(std::string_view text) {
  const Json document = parse_json(text);
  const Fields fields({&document, ""}, {"schema", "root", "parts"});
  check_schema(fields.at("schema"), kRunSchema);
  RunFile run;
  run.root = read_text(fields.at("root"));
  for (const Node& element : read_array(fields.at("parts"))) {
    const Fields part(element, {"shard", "host", "began", "seconds", "budget", "compiler", "flags", "system", "processor",
                                "command", "resumed"});
    run.parts.push_back({read_text(part.at("shard")), read_text(part.at("host")), read_text(part.at("began")),
                         read_seconds(part.at("seconds")), read_seconds(part.at("budget")), read_text(part.at("compiler")),
                         read_text(part.at("flags")), read_text(part.at("system")), read_text(part.at("processor")),
                         read_texts(part.at("command")), read_bool(part.at("resumed"))});
  }
  return run;
}

}  // namespace pto_cts::record
