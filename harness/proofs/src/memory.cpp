// SPDX-License-Identifier: MIT
#include "pto_cts/proofs/memory.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"
#include "pto_cts/smt/prove.h"
#include "pto_cts/smt/world.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::proofs {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kFolderDigits = 16;

std::optional<std::string> read_entry(const std::filesystem::path& folder, const std::string& name) {
  std::error_code ignored;
  if (folder.empty() || !std::filesystem::is_regular_file(folder / name, ignored)) return std::nullopt;
  try {
    const std::string all = record::read_file(folder / name);
    const std::size_t end = all.find('\n');
    if (end == std::string::npos) return std::nullopt;
    std::string text = all.substr(end + 1);
    if (record::sha256_hex(name + text) != all.substr(0, end)) return std::nullopt;
    return text;
  } catch (const record::BadInput&) {
    return std::nullopt;
  }
}

Json to_json(const std::optional<smt::Witness>& witness) {
  if (!witness) return nullptr;
  return {record::write_tuple(witness->tuple), record::write_tuple(witness->twin.tuple), witness->twin.changed};
}

std::optional<smt::Witness> witness_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return smt::Witness{record::read_tuple(json.at(0).get<std::string>()),
                      {record::read_tuple(json.at(1).get<std::string>()), json.at(2).get<std::vector<std::string>>()}};
}

std::string first_tuples_file(const generators::Domain& domain, const terms::Readings& readings, const Memory& memory) {
  return memory.key_of("first-tuples-" + std::string(name(domain.profile())), domain.instruction(), readings) + ".json";
}

}  // namespace

Memory::Memory(std::filesystem::path catalogue, std::filesystem::path cache, std::string engine)
    : catalogue_(std::move(catalogue)), cache_(std::move(cache)), engine_(std::move(engine)) {
  for (std::filesystem::path* folder : {&catalogue_, &cache_})
    if (!folder->empty()) *folder /= folder_of(engine_);
}

std::string Memory::folder_of(const std::string& engine) { return engine.substr(0, kFolderDigits); }

std::string Memory::key_of(const std::string& kind, const terms::Instruction& instruction,
                           const terms::Readings& readings) const {
  record::Sha256 digest;
  const auto add = [&](const std::string& part) {
    digest.update(std::to_string(part.size()) + ":");
    digest.update(part);
  };
  add(engine_);
  add(smt::solver_version());
  add(kind);
  for (const std::string& reading : readings) add(reading);
  add(smt::World(instruction).script());
  for (const terms::Effect& effect : instruction.effects) add(terms::print(instruction, effect));
  return record::to_hex(digest.finish());
}

std::optional<std::string> Memory::recall(const std::string& file) const {
  for (const std::filesystem::path& folder : {catalogue_, cache_})
    if (auto text = read_entry(folder, file)) return text;
  return std::nullopt;
}

void Memory::remember(const std::string& file, const std::string& text) const {
  if (cache_.empty()) return;
  try {
    record::write_file(cache_ / file, record::sha256_hex(file + text) + "\n" + text);
  } catch (const record::BadInput&) {
  }
}

std::filesystem::path Memory::cannot_write() const {
  if (cache_.empty()) return {};
  std::error_code error;
  std::filesystem::create_directories(cache_, error);
  return error || access(cache_.c_str(), W_OK) != 0 ? cache_ : std::filesystem::path();
}

void recall_first_tuples(generators::Domain& domain, const terms::Readings& readings, const Memory& memory) {
  if (!memory.is_used()) return;
  try {
    const std::optional<std::string> text = memory.recall(first_tuples_file(domain, readings, memory));
    if (!text) return;
    const Json document = Json::parse(*text);
    generators::FirstTuples tuples;
    for (const auto& [cell, witness] : document.items()) tuples.emplace(cell, witness_from(witness));
    domain.know(tuples);
  } catch (const record::BadInput&) {
  } catch (const Json::exception&) {
  }
}

void remember_first_tuples(const generators::Domain& domain, const terms::Readings& readings, const Memory& memory) {
  if (!memory.is_used()) return;
  const std::string file = first_tuples_file(domain, readings, memory);
  Json all = Json::object();
  // Another process may have found others meanwhile.
  if (const auto text = memory.recall(file)) all = Json::parse(*text, nullptr, false);
  if (!all.is_object()) all = Json::object();
  for (const auto& [cell, witness] : domain.first_tuples()) all[cell] = to_json(witness);
  memory.remember(file, all.dump());
}

}  // namespace pto_cts::proofs
