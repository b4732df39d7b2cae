// SPDX-License-Identifier: MIT
#include "source_tree.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

namespace pto_cts::architecture {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxLines = 750;
constexpr std::size_t kMaxInstructionLines = 120;

constexpr std::array kFolders = {"spec",  "oracle", "generators", "harness", "reports", "tests",
                                 "bench", "cmake",  "docs",       "tools",   ".ci"};

// Public headers of the spec and the oracle, which no backend may see.
constexpr std::array kHiddenFromBackends = {"pto_cts/terms/",        "pto_cts/profiles/", "pto_cts/sources/",
                                            "pto_cts/instructions/", "pto_cts/numerics/", "pto_cts/evaluate/",
                                            "pto_cts/smt/"};

bool is_source(const fs::path& path, const std::vector<std::string>& lines) {
  static const std::array extensions = {".h", ".hpp", ".c", ".cpp", ".in", ".cmake", ".sh", ".py"};
  return std::ranges::find(extensions, path.extension().string()) != extensions.end() ||
         path.filename() == "CMakeLists.txt" || (!lines.empty() && lines.front().starts_with("#!"));
}

SourceFile read(const fs::path& root, const fs::path& path) {
  SourceFile file{fs::relative(path, root).generic_string(), {}};
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) file.lines.push_back(line);
  return file;
}

bool includes_library(const SourceFile& file, const RestrictedLibrary& library) {
  return std::ranges::any_of(file.includes(), [&](const std::string& header) {
    return std::ranges::any_of(library.prefixes, [&](const std::string& prefix) { return header.starts_with(prefix); });
  });
}

bool used_in(const SourceTree& tree, const std::string& folder, const RestrictedLibrary& library) {
  return std::ranges::any_of(
      tree, [&](const SourceFile& file) { return file.in(folder) && includes_library(file, library); });
}

bool has_code(const SourceTree& tree, const std::string& folder) {
  return std::ranges::any_of(tree, [&](const SourceFile& file) { return file.in(folder) && file.is_cpp(); });
}

// spec/instructions/<family>/<mnemonic>.cpp
bool is_instruction(const SourceFile& file) {
  static const std::regex pattern("spec/instructions/[^/]+/[^/]+\\.cpp");
  return std::regex_match(file.path, pattern);
}

}  // namespace

std::vector<std::string> SourceFile::includes() const {
  static const std::regex pattern("\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"].*");
  std::vector<std::string> result;
  if (!is_cpp()) return result;
  for (const std::string& line : lines) {
    std::smatch match;
    if (line.find("include") != std::string::npos && std::regex_match(line, match, pattern)) result.push_back(match[1]);
  }
  return result;
}

bool SourceFile::in(std::string_view folder) const {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

bool SourceFile::is_cpp() const {
  static const std::array extensions = {".h", ".hpp", ".c", ".cpp"};
  return std::ranges::find(extensions, fs::path(path).extension().string()) != extensions.end();
}

SourceTree load_source_tree(const std::string& root) {
  SourceTree tree;
  auto add = [&](const fs::path& path) {
    SourceFile file = read(root, path);
    if (is_source(path, file.lines)) tree.push_back(std::move(file));
  };
  add(fs::path(root) / "CMakeLists.txt");
  for (const char* folder : kFolders) {
    if (!fs::exists(fs::path(root) / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(root) / folder)) {
      if (entry.is_regular_file()) add(entry.path());
    }
  }
  std::ranges::sort(tree, {}, &SourceFile::path);
  return tree;
}

Violations relative_includes(const SourceTree& tree) {
  Violations result;
  for (const SourceFile& file : tree) {
    for (const std::string& header : file.includes()) {
      if (header.starts_with("../") || header.find("/../") != std::string::npos || header.starts_with("/")) {
        result.push_back(file.path + " includes " + header);
      }
    }
  }
  return result;
}

Violations missing_licence_lines(const SourceTree& tree) {
  // Not one literal, so that this file has one such line only.
  const std::string licence = std::string("SPDX-License-") + "Identifier: MIT";
  Violations result;
  for (const SourceFile& file : tree) {
    const auto end = file.lines.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, file.lines.size()));
    const bool found = std::any_of(file.lines.begin(), end,
                                   [&](const std::string& line) { return line.find(licence) != std::string::npos; });
    if (!found) result.push_back(file.path + " has no " + licence + " in its first two lines");
  }
  return result;
}

Violations misplaced_public_headers(const SourceTree& tree) {
  static const std::regex pattern("(.+)/include/pto_cts/([^/]+)/.+");
  Violations result;
  std::map<std::string, std::string> owner;  // of pto_cts/<name>/
  for (const SourceFile& file : tree) {
    if (file.in("tests") || file.in("cmake") || file.path.find("/include/") == std::string::npos) continue;
    std::smatch match;
    if (!std::regex_match(file.path, match, pattern)) {
      result.push_back(file.path + " is not in include/pto_cts/<layer>/");
    } else if (const auto [at, added] = owner.emplace(match[2], match[1]); !added && at->second != match[1]) {
      result.push_back(file.path + ": pto_cts/" + at->first + "/ belongs to " + at->second);
    }
  }
  return result;
}

Violations backends_that_see_the_spec(const SourceTree& tree) {
  Violations result;
  for (const SourceFile& file : tree) {
    if (!file.in("harness/backends")) continue;
    for (const std::string& header : file.includes()) {
      for (const char* hidden : kHiddenFromBackends) {
        if (header.starts_with(hidden)) result.push_back(file.path + " includes " + header);
      }
    }
  }
  return result;
}

Violations restricted_includes(const SourceTree& tree, const std::vector<RestrictedLibrary>& libraries) {
  Violations result;
  for (const SourceFile& file : tree) {
    for (const RestrictedLibrary& library : libraries) {
      const bool allowed = std::ranges::any_of(library.folders, [&](const auto& folder) { return file.in(folder); });
      if (!allowed && includes_library(file, library)) result.push_back(file.path + " includes " + library.name);
    }
  }
  return result;
}

Violations wrong_allowances(const SourceTree& tree, const std::vector<RestrictedLibrary>& libraries,
                            const std::vector<Allowance>& told_to_cmake) {
  Violations result;
  for (const RestrictedLibrary& library : libraries) {
    for (const std::string& folder : library.folders) {
      if (has_code(tree, folder) && !used_in(tree, folder, library)) {
        result.push_back(folder + " is allowed " + library.name + " and does not use it");
      }
    }
    for (const Allowance& told : told_to_cmake) {
      if (told.name != library.name || told.folder.starts_with("tests/")) continue;
      if (std::ranges::find(library.folders, told.folder) == library.folders.end()) {
        result.push_back(told.folder + "/CMakeLists.txt must not ALLOW " + library.name);
      }
    }
  }
  return result;
}

Violations oversized_files(const SourceTree& tree, const std::vector<SizeException>& exceptions) {
  Violations result;
  for (const SourceFile& file : tree) {
    std::size_t limit = is_instruction(file) ? kMaxInstructionLines : kMaxLines;
    const auto exception = std::ranges::find(exceptions, file.path, &SizeException::path);
    if (exception != exceptions.end()) limit = exception->max_lines;
    if (file.lines.size() > limit) {
      result.push_back(file.path + " has " + std::to_string(file.lines.size()) + " lines; the limit is " +
                       std::to_string(limit));
    }
  }
  for (const SizeException& exception : exceptions) {
    const auto file = std::ranges::find(tree, exception.path, &SourceFile::path);
    if (file == tree.end() || file->lines.size() <= (is_instruction(*file) ? kMaxInstructionLines : kMaxLines)) {
      result.push_back(exception.path + " needs no exception");
    }
  }
  return result;
}

}  // namespace pto_cts::architecture
