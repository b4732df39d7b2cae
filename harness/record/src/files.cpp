// SPDX-License-Identifier: MIT
#include "pto_cts/record/files.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "pto_cts/record/bad_input.h"

namespace pto_cts::record {

std::string read_file(const std::filesystem::path& path) {
  const auto fail = [&path](int error) {
    refuse(printable(path.string()), std::string("cannot be read (") + std::strerror(error) + ")",
           "give the path of a readable file");
  };
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(status)) fail(EISDIR);
  // Of a pipe nothing may ever come; a device never ends.
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    refuse(printable(path.string()), "is no regular file", "give the path of one");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) fail(errno);
  std::string text;
  char buffer[1 << 16];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file.get())) text.append(buffer, count);
  if (std::ferror(file.get())) fail(errno);
  return text;
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

AtomicFile::AtomicFile(std::filesystem::path path)
    : path_(std::move(path)), temporary_(path_.string() + ".tmp" + std::to_string(::getpid())) {
  std::error_code error;
  if (path_.has_parent_path()) std::filesystem::create_directories(path_.parent_path(), error);
  if (error) fail(error.value());
  file_.reset(std::fopen(temporary_.c_str(), "wb"));
  if (!file_) fail(errno);
}

AtomicFile::~AtomicFile() {
  if (!file_) return;
  file_.reset();
  std::error_code ignored;
  std::filesystem::remove(temporary_, ignored);
}

void AtomicFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail(errno);
}

void AtomicFile::commit() {
  if (std::fflush(file_.get()) != 0) fail(errno);
  std::error_code error;
  std::filesystem::rename(temporary_, path_, error);
  if (error) fail(error.value());
  file_.reset();
}

void AtomicFile::fail(int error) const {
  refuse(printable(path_.string()), std::string("cannot be written (") + std::strerror(error) + ")",
         "give a place with room and permission to write");
}

std::filesystem::path temporary_place() {
  const char* folder = std::getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

std::optional<std::filesystem::path> default_cache() {
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder && *folder == '/') return std::filesystem::path(folder) / "pto-cts";
  if (const char* home = std::getenv("HOME"); home && *home == '/') return std::filesystem::path(home) / ".cache" / "pto-cts";
  return std::nullopt;
}

}  // namespace pto_cts::record
