// SPDX-License-Identifier: MIT
#include "error_log.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>

namespace pto_cts::process {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20;
constexpr std::size_t kShownBytes = std::size_t{1} << 14;

}  // namespace

ErrorLog::ErrorLog() : file_(::memfd_create("standard error", MFD_CLOEXEC)) {
  // Appending, so that the program goes on at the start after the file was emptied.
  if (file_.get() < 0 || ::fcntl(file_.get(), F_SETFL, O_APPEND) != 0) throw_errno("a file for standard error");
}

void ErrorLog::mark() {
  kept_.clear();
  mark_ = size();
  if (mark_ > kMaxBytes && ::ftruncate(file_.get(), 0) == 0) mark_ = 0;
}

void ErrorLog::trim() {
  if (size() <= mark_ + kMaxBytes) return;
  std::string text = tail(kShownBytes);
  if (::ftruncate(file_.get(), 0) != 0) return;
  kept_ = std::move(text);
  mark_ = 0;
}

std::string ErrorLog::text() const {
  return kept_ + tail(kShownBytes);
}

std::uint64_t ErrorLog::size() const {
  struct stat status {};
  return ::fstat(file_.get(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::string ErrorLog::tail(std::size_t max_bytes) const {
  const std::uint64_t end = size();
  const std::uint64_t begin = std::max(mark_, end > max_bytes ? end - max_bytes : 0);
  std::string text(end > begin ? end - begin : 0, '\0');
  const ssize_t count = ::pread(file_.get(), text.data(), text.size(), static_cast<off_t>(begin));
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return text;
}

}  // namespace pto_cts::process
