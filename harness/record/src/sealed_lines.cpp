// SPDX-License-Identifier: MIT
#include "sealed_lines.h"

#include <utility>

#include "pto_cts/record/bad_input.h"

namespace pto_cts::record {
namespace {

std::string trailer(std::uint64_t count, const Digest& digest) {
  return "{\"end\":" + std::to_string(count) + ",\"sha256\":\"" + to_hex(digest) + "\"}";
}

// Lines without their newlines. pre: the text ends with a newline.
std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

}  // namespace

SealedLinesWriter::SealedLinesWriter(const std::filesystem::path& path, std::string header) : file_(path) {
  write(std::move(header));
}

void SealedLinesWriter::add(std::string line) {
  write(std::move(line));
  ++count_;
}

void SealedLinesWriter::finish() {
  file_.write(trailer(count_, sha256_.finish()) + "\n");
  file_.commit();
}

void SealedLinesWriter::write(std::string line) {
  line += '\n';
  sha256_.update(line);
  file_.write(line);
}

std::vector<std::string_view> unseal_lines(std::string_view text) {
  if (text.empty()) refuse("", "empty", kRerun);
  std::vector<std::string_view> lines = text.ends_with('\n') ? split_lines(text) : std::vector<std::string_view>();
  if (lines.size() < 2 || !lines.back().starts_with("{\"end\":")) refuse("", "cut short: it has no end line", kRerun);
  if (lines.back() != trailer(lines.size() - 2, sha256(text.substr(0, text.size() - lines.back().size() - 1))))
    refuse("", "damaged: its lines do not match its end line", kRerun);
  lines.pop_back();
  return lines;
}

}  // namespace pto_cts::record
