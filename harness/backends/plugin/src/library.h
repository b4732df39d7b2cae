// SPDX-License-Identifier: MIT
// A shared library in this process, the backend that it opens, and what that says about itself.
#pragma once

#include <pto_cts_backend.h>

#include <filesystem>

#include "pto_cts/backend/backend.h"

namespace pto_cts::plugin {

/// A loaded library; unloaded on destruction.
class Library {
 public:
  /// Throws backend::CannotOpen.
  explicit Library(const std::filesystem::path& path);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// Absolute.
  const std::filesystem::path& path() const { return path_; }

  /// Calls pto_cts_open_backend(). The result has this suite's version, a description and an execute(). Throws
  /// backend::CannotOpen.
  const pto_cts_backend& open_backend() const;

 private:
  std::filesystem::path path_;
  void* handle_ = nullptr;
};

/// A library with its backend open; close() comes before unloading.
class Session {
 public:
  explicit Session(const std::filesystem::path& path) : library_(path), backend_(library_.open_backend()) {}
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const std::filesystem::path& path() const { return library_.path(); }
  const pto_cts_backend& backend() const { return backend_; }

 private:
  Library library_;
  const pto_cts_backend& backend_;
};

/// What a plug-in says about itself, read and checked.
struct PluginDescription : backend::Description {
  std::size_t max_batch = 1;  ///< At least 1.
};

/// Throws backend::CannotOpen, naming the library.
PluginDescription read_description(const pto_cts_description& said, const std::filesystem::path& library);

}  // namespace pto_cts::plugin
