// SPDX-License-Identifier: MIT
#include "pto_cts/record/backend_file.h"

#include "json_parts.h"

namespace pto_cts::record {

std::string write_backend(const BackendFile& backend) {
  const Json document = {{"schema", kBackendSchema},
                         {"name", backend.name},
                         {"version", backend.version},
                         {"hash", backend.hash},
                         {"capabilities",
                          {{"instructions", backend.instructions},
                           {"profiles", names_json(backend.profiles)},
                           {"dtypes", names_json(backend.dtypes)},
                           {"layouts", names_json(backend.layouts)},
                           {"forms", backend.forms ? Json(*backend.forms) : Json()},
                           {"in_place", backend.in_place}}},
                         {"observed",
                          {{"guards", backend.guards},
                           {"sources", backend.sources},
                           {"memory_after_reject", backend.memory_after_reject},
                           {"legality", backend.legality},
                           {"determinism", backend.determinism}}}};
  return dumped(document);
}

BackendFile read_backend(std::string_view text) {
  const Json document = parse_json(text);
  const Fields fields({&document, ""}, {"schema", "name", "version", "hash", "capabilities", "observed"});
  check_schema(fields.at("schema"), kBackendSchema);
  BackendFile backend;
  backend.name = read_nonempty_text(fields.at("name"));
  backend.version = read_text(fields.at("version"));
  backend.hash = read_text(fields.at("hash"));
  const Fields can(fields.at("capabilities"), {"instructions", "profiles", "dtypes", "layouts", "forms", "in_place"});
  backend.instructions = read_texts(can.at("instructions"));
  backend.profiles = read_names(can.at("profiles"), parse_profile, kAllProfiles);
  backend.dtypes = read_names(can.at("dtypes"), parse_dtype, kAllDTypes);
  backend.layouts = read_names(can.at("layouts"), parse_layout, kAllLayouts);
  if (const Node forms = can.at("forms"); !forms.json->is_null()) backend.forms = read_texts(forms);
  backend.in_place = read_bool(can.at("in_place"));
  const Fields seen(fields.at("observed"), {"guards", "sources", "memory_after_reject", "legality", "determinism"});
  backend.guards = read_bool(seen.at("guards"));
  backend.sources = read_bool(seen.at("sources"));
  backend.memory_after_reject = read_bool(seen.at("memory_after_reject"));
  backend.legality = read_bool(seen.at("legality"));
  backend.determinism = read_bool(seen.at("determinism"));
  return backend;
}

}  // namespace pto_cts::record
