// SPDX-License-Identifier: MIT
#include "environment.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <ctime>
#include <fstream>
#include <iterator>

#include "pto_cts/smt/solver.h"

namespace pto_cts::cli {
namespace {

// The value of the first line "<key><separator>value" of a file; empty where there is none.
std::string value_in(const char* file, const std::string& key, char separator) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t at = line.find(separator);
    if (at == std::string::npos) continue;
    std::string value = line.substr(at + 1);
    std::erase(value, '"');
    return value.substr(std::min(value.find_first_not_of(" \t"), value.size()));
  }
  return {};
}

std::string system_name() {
  const std::string pretty = value_in("/etc/os-release", "PRETTY_NAME=", '=');
  return pretty.empty() ? "unknown" : pretty;
}

std::string processor_name() {
  utsname names{};
  const std::string machine = uname(&names) == 0 ? names.machine : "unknown";
  const std::string model = value_in("/proc/cpuinfo", "model name", ':');
  return model.empty() ? machine : machine + ", " + model;
}

std::vector<std::string> command_line() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size(); at = text.find('\0', at) + 1)
    words.emplace_back(text[at] == '\0' ? "''" : text.c_str() + at);
  return words;
}

}  // namespace

record::BackendFile backend_file_of(const backend::Backend& backend, const campaign::Request& request) {
  const backend::Capabilities& can = backend.capabilities();
  const backend::Observability sight = backend.observability();
  return {request.backend_name, request.backend_version,
          request.backend_hash, can.instructions,
          can.profiles,         can.dtypes,
          can.layouts,          can.forms,
          can.in_place,         sight.guards,
          sight.sources,        sight.memory_after_reject,
          sight.legality,       sight.determinism};
}

record::Environment environment_of(const backend::Backend& backend, const campaign::Request& request) {
  record::Environment environment;
  environment.backend = {{"name", request.backend_name},
                         {"calls itself", std::string(backend.name())},
                         {"version", request.backend_version},
                         {"hash", request.backend_hash}};
  for (const backend::Fact& fact : backend.facts()) environment.backend.push_back({"fact: " + fact.key, fact.value});
  environment.remarks = backend.remarks();
  environment.machines = {{{"suite version", request.suite_version},
                           {"suite compiler", PTO_CTS_COMPILER},
                           {"suite flags", PTO_CTS_FLAGS},
                           {"solver", smt::solver_version()},
                           {"system", system_name()},
                           {"processor", processor_name()}}};
  return record::merge_environments({environment});
}

record::RunPart run_part(const campaign::Request& request, std::chrono::system_clock::time_point began,
                         double seconds) {
  utsname names{};
  record::RunPart part;
  part.shard = record::to_text(request.shard);
  part.host = uname(&names) == 0 ? names.nodename : "unknown";
  part.began = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(began)));
  part.seconds = seconds;
  part.budget = request.budget ? request.budget->count() : 0;
  part.compiler = PTO_CTS_COMPILER;
  part.flags = PTO_CTS_FLAGS;
  part.system = system_name();
  part.processor = processor_name();
  part.command = command_line();
  part.resumed = request.resume;
  return part;
}

}  // namespace pto_cts::cli
