// SPDX-License-Identifier: MIT
#include "library.h"

#include <dlfcn.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "abi.h"
#include "pto_cts/backend/backend.h"
#include "pto_cts/backend/process.h"

namespace pto_cts::plugin {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEntry = "pto_cts_open_backend";

// Throws backend::CannotOpen with the line "plug-in <library>: <what>; <mend>".
[[noreturn]] void refuse(const std::filesystem::path& library, const std::string& what, const std::string& mend) {
  const std::string text = "plug-in " + library.string() + ": " + what + "; " + mend;
  throw backend::CannotOpen(backend::last_lines(text, text.size()));
}

std::string in_quotes(std::string_view text) {
  return "'" + std::string(text) + "'";
}

// What the loader says, without the path that every message of ours begins with.
std::string loader_error(const fs::path& path) {
  const char* text = dlerror();
  std::string error = text ? text : "no reason given";
  if (const std::string prefix = path.string() + ": "; error.starts_with(prefix)) error.erase(0, prefix.size());
  return error;
}

const pto_cts_backend* call_entry(decltype(&pto_cts_open_backend) entry, const fs::path& path) {
  std::string what;
  try {
    return entry(PTO_CTS_ABI_VERSION);
  } catch (const std::exception& error) {
    what = error.what();
  } catch (...) {
    what = "of a type that is no std::exception";
  }
  refuse(path, std::string("an exception left ") + kEntry + "(): " + what, "catch it there and return NULL");
}

class DescriptionReader {
 public:
  explicit DescriptionReader(const std::filesystem::path& library) : library_(library) {}

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

// The loader searches its own folders for a name without a slash.
Library::Library(const fs::path& path) : path_(fs::absolute(path)) {
  std::error_code error;
  if (!fs::exists(path_, error)) refuse(path_, "there is no such file", "give the path of a shared library");
  if (!fs::is_regular_file(path_, error)) refuse(path_, "is no file", "give the path of a shared library");
  handle_ = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle_)
    refuse(path_, "cannot be loaded: " + loader_error(path_), "build it as a shared library that links all it needs");
}

Library::~Library() {
  dlclose(handle_);
}

const pto_cts_backend& Library::open_backend() const {
  const auto entry = reinterpret_cast<decltype(&pto_cts_open_backend)>(dlsym(handle_, kEntry));
  if (!entry)
    refuse(path_, std::string("has no function ") + kEntry, "define and export it as pto_cts_backend.h declares it");
  const pto_cts_backend* backend = call_entry(entry, path_);
  if (!backend) refuse(path_, std::string(kEntry) + "() returned NULL", "see what it wrote to standard error above");
  const std::string size = "the struct_size of its pto_cts_backend is " + std::to_string(backend->struct_size);
  if (!is_there(*backend, backend->abi_version)) refuse(path_, size, "set it to sizeof(pto_cts_backend)");
  if (backend->abi_version != PTO_CTS_ABI_VERSION)
    refuse(path_,
           "speaks ABI version " + std::to_string(backend->abi_version) + " where this suite speaks " +
               std::to_string(PTO_CTS_ABI_VERSION),
           "build it with this suite's pto_cts_backend.h");
  if (!is_there(*backend, backend->execute)) refuse(path_, size, "set it to sizeof(pto_cts_backend)");
  if (!backend->description) refuse(path_, "its description is NULL", "point it to a pto_cts_description");
  if (!backend->execute) refuse(path_, "its execute is NULL", "point it to the function that runs calls");
  return *backend;
}

Session::~Session() {
  const auto close = field_or_zero(backend_, backend_.close);
  try {
    if (close) close(backend_.self);
  } catch (...) {  // it is being thrown away
  }
}

PluginDescription read_description(const pto_cts_description& said, const std::filesystem::path& library) {
  const DescriptionReader reader(library);
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
