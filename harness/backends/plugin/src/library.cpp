// SPDX-License-Identifier: MIT
#include "library.h"

#include <dlfcn.h>

#include <string>

#include "abi.h"
#include "fault.h"

namespace pto_cts::plugin {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEntry = "pto_cts_open_backend";

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

}  // namespace pto_cts::plugin
