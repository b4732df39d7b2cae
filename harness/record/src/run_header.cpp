// SPDX-License-Identifier: MIT
#include "pto_cts/record/run_header.h"

#include <charconv>

#include "json_parts.h"
#include "pto_cts/record/bad_input.h"

namespace pto_cts::record {
namespace {

bool parse_number(std::string_view text, std::uint64_t& value) {
  if (text.empty() || text.front() == '0') return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

Shard read_shard(const Node& node) {
  const std::string text = read_text(node);
  try {
    return parse_shard(text);
  } catch (const BadInput& error) {
    throw BadInput(node.path + ": " + error.what());
  }
}

}  // namespace

std::string to_text(const Shard& shard) {
  return std::to_string(shard.index) + "/" + std::to_string(shard.count);
}

Shard parse_shard(std::string_view text) {
  constexpr std::uint64_t kMaxShards = 65536;
  const std::size_t slash = text.find('/');
  Shard shard;
  if (slash == std::string_view::npos || !parse_number(text.substr(0, slash), shard.index) ||
      !parse_number(text.substr(slash + 1), shard.count) || shard.index > shard.count || shard.count > kMaxShards)
    refuse("", in_quotes(text) + " is not a shard",
           "give k/n with 1 <= k <= n <= " + std::to_string(kMaxShards) + ", such as 2/4");
  return shard;
}

std::string to_json_line(const RunHeader& header) {
  Json line;
  line["schema"] = header.schema;
  line["suite_version"] = header.suite_version;
  line["spec_hash"] = header.spec_hash;
  line["generator_epoch"] = header.generator_epoch;
  line["profiles"] = names_json(header.profiles);
  line["instructions"] = header.instructions;
  line["interpretations"] = header.interpretations;
  line["backend"] = header.backend;
  line["backend_version"] = header.backend_version;
  line["backend_hash"] = header.backend_hash;
  line["seed"] = header.seed;
  line["cases_requested"] = header.cases_requested;
  line["planned_total"] = header.planned_total;
  line["shard"] = to_text(header.shard);
  return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

RunHeader parse_header_line(std::string_view line) {
  const Json document = parse_json(line);
  if (document.is_object() && document.contains("schema") && document["schema"] != kRecordsSchema)
    refuse("schema", "not version " + std::to_string(kRecordsSchema),
           "use the version of the suite that wrote the records");
  const Fields fields({&document, ""},
                      {"schema", "suite_version", "spec_hash", "generator_epoch", "profiles", "instructions",
                       "interpretations", "backend", "backend_version", "backend_hash", "seed", "cases_requested", "planned_total", "shard"});
  RunHeader header;
  header.schema = read_unsigned(fields.at("schema"));
  header.suite_version = read_text(fields.at("suite_version"));
  header.spec_hash = read_text(fields.at("spec_hash"));
  header.generator_epoch = read_unsigned(fields.at("generator_epoch"));
  header.profiles = read_names(fields.at("profiles"), parse_profile, kAllProfiles);
  header.instructions = read_texts(fields.at("instructions"));
  header.interpretations = read_texts(fields.at("interpretations"));
  header.backend = read_text(fields.at("backend"));
  header.backend_version = read_text(fields.at("backend_version"));
  header.backend_hash = read_text(fields.at("backend_hash"));
  header.seed = read_unsigned(fields.at("seed"));
  header.cases_requested = read_unsigned(fields.at("cases_requested"));
  header.planned_total = read_unsigned(fields.at("planned_total"));
  header.shard = read_shard(fields.at("shard"));
  return header;
}

std::string_view first_difference(const RunHeader& a, const RunHeader& b) {
  if (a.schema != b.schema) return "schema";
  if (a.suite_version != b.suite_version) return "suite_version";
  if (a.spec_hash != b.spec_hash) return "spec_hash";
  if (a.generator_epoch != b.generator_epoch) return "generator_epoch";
  if (a.profiles != b.profiles) return "profiles";
  if (a.instructions != b.instructions) return "instructions";
  if (a.interpretations != b.interpretations) return "interpretations";
  if (a.backend != b.backend) return "backend";
  if (a.backend_version != b.backend_version) return "backend_version";
  if (a.backend_hash != b.backend_hash) return "backend_hash";
  if (a.seed != b.seed) return "seed";
  if (a.cases_requested != b.cases_requested) return "cases_requested";
  if (a.planned_total != b.planned_total) return "planned_total";
  return {};
}

}  // namespace pto_cts::record
