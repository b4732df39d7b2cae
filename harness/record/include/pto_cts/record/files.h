// SPDX-License-Identifier: MIT
// Whole files, never half-written.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pto_cts::record {

/// All bytes of a file; BadInput where it cannot be read.
std::string read_file(const std::filesystem::path& path);

/// Replaces a file as a whole, through AtomicFile.
void write_file(const std::filesystem::path& path, std::string_view text);

/// A file that appears under its name only when commit() has succeeded; until then it has a temporary name beside it,
/// and is removed if the object dies uncommitted. Missing parent directories are made. Every fault is a BadInput.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  ~AtomicFile();

  void write(std::string_view text);
  void commit();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  [[noreturn]] void fail(int error) const;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// Where the suite keeps, from one run to the next, what is dear to make: $XDG_CACHE_HOME/pto-cts, else
/// $HOME/.cache/pto-cts, else nothing.
std::optional<std::filesystem::path> default_cache();

/// Where temporary folders are made, which may not exist: $TMPDIR, else /tmp.
std::filesystem::path temporary_place();

}  // namespace pto_cts::record
