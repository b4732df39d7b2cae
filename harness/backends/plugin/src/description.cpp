// SPDX-License-Identifier: MIT
#include "description.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "abi.h"
#include "fault.h"

namespace pto_cts::plugin {
namespace {

class Reader {
 public:
  explicit Reader(const std::filesystem::path& library) : library_(library) {}

  [[noreturn]] void fail(const std::string& what, const std::string& mend) const { refuse(library_, what, mend); }

  std::string text(const char* field, const char* value) const {
    const std::string text = value ? value : "";
    if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
      fail(std::string("its ") + field + " " + in_quotes(text) + " holds control characters", "take them out");
    return text;
  }

  std::vector<std::string> words(const char* field, const char* const* list) const {
    std::vector<std::string> result;
    for (; list && *list; ++list) result.push_back(text(field, *list));
    return result;
  }

  // A list of the names of `all`, each in its canonical spelling. NULL is everything, where that is allowed.
  template <typename Value, std::size_t count>
  std::vector<Value> values(const char* field, const char* const* list, const std::array<Value, count>& all,
                            bool null_is_all) const {
    if (!list && null_is_all) return {all.begin(), all.end()};
    std::vector<Value> result;
    for (const std::string& word : words(field, list)) {
      const auto found = std::find_if(all.begin(), all.end(), [&](Value value) { return name(value) == word; });
      if (found == all.end())
        fail("its " + std::string(field) + " hold the unknown word " + in_quotes(word), "choose from " + names(all));
      result.push_back(*found);
    }
    if (result.empty()) fail("its list of " + std::string(field) + " is empty", "choose from " + names(all));
    return result;
  }

  std::vector<std::string> instructions(const char* const* list) const {
    constexpr std::string_view kMnemonic = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    std::vector<std::string> result = words("instructions", list);
    for (const std::string& word : result)
      if (word.empty() || word.find_first_not_of(kMnemonic) != std::string::npos)
        fail("its instructions hold " + in_quotes(word), "write mnemonics in upper case, such as TMULS");
    if (result.empty()) fail("its list of instructions is empty", "list the mnemonics that it runs");
    return result;
  }

  // A number whose bits are all among those of `most`.
  std::int32_t bits(const char* field, std::int32_t value, std::int32_t most) const {
    if ((value & ~most) != 0)
      fail("its " + std::string(field) + " is " + std::to_string(value), "use the constants of pto_cts_backend.h");
    return value;
  }

 private:
  template <typename Value, std::size_t count>
  static std::string names(const std::array<Value, count>& all) {
    std::string result;
    for (const Value value : all) result += (result.empty() ? "" : ", ") + std::string(name(value));
    return result;
  }

  const std::filesystem::path& library_;
};

}  // namespace

PluginDescription read_description(const pto_cts_description& said, const std::filesystem::path& library) {
  const Reader reader(library);
  if (!is_there(said, said.legality))
    reader.fail("the struct_size of its pto_cts_description is " + std::to_string(said.struct_size),
                "set it to sizeof(pto_cts_description)");
  PluginDescription description;
  description.name = reader.text("name", said.name);
  if (description.name.find_first_not_of(' ') == std::string::npos)
    reader.fail("has no name", "set the name in its description");
  description.version = reader.text("version", said.version);

  backend::Capabilities& capabilities = description.capabilities;
  capabilities.instructions = reader.instructions(said.instructions);
  capabilities.profiles = reader.values("profiles", said.profiles, kCertifiedProfiles, false);
  capabilities.dtypes = reader.values("dtypes", said.dtypes, kAllDTypes, true);
  capabilities.layouts = reader.values("layouts", said.layouts, kAllLayouts, true);
  if (said.forms) capabilities.forms = reader.words("forms", said.forms);
  capabilities.in_place = reader.bits("in_place", said.in_place, 1) != 0;

  const std::int32_t legality = reader.bits("legality", said.legality, PTO_CTS_LEGALITY_OWN);
  const std::int32_t observes = reader.bits("observes", field_or_zero(said, said.observes), PTO_CTS_OBSERVES_ALL);
  const std::int32_t allows = reader.bits("allows", field_or_zero(said, said.allows), PTO_CTS_ALLOWS_ALL);
  description.observability.guards = observes & PTO_CTS_OBSERVES_GUARDS;
  description.observability.sources = observes & PTO_CTS_OBSERVES_SOURCES;
  description.observability.memory_after_reject = observes & PTO_CTS_OBSERVES_MEMORY_AFTER_REJECTION;
  description.observability.legality = legality == PTO_CTS_LEGALITY_OWN;
  description.placement.guard_pages = allows & PTO_CTS_ALLOWS_GUARD_PAGES;
  description.placement.read_only_sources = allows & PTO_CTS_ALLOWS_READ_ONLY_SOURCES;
  description.max_batch = std::max<std::size_t>(field_or_zero(said, said.max_batch), 1);
  return description;
}

}  // namespace pto_cts::plugin
