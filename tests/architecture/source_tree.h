// SPDX-License-Identifier: MIT
// The repository's source files, and the rules of its architecture as functions from a tree to what breaks them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pto_cts::architecture {

struct SourceFile {
  std::string path;  ///< relative to the repository, with '/'
  std::vector<std::string> lines;

  std::vector<std::string> includes() const;  ///< as spelled between the quotes or brackets
  bool in(std::string_view folder) const;
  bool is_cpp() const;  ///< C++ or C
};

using SourceTree = std::vector<SourceFile>;

/// Everything but documents, data and build output, sorted by path.
SourceTree load_source_tree(const std::string& root);

/// A library that only some folders may include.
struct RestrictedLibrary {
  std::string name;                   ///< as ALLOW in cmake/Layer.cmake spells it
  std::vector<std::string> prefixes;  ///< of its headers
  std::vector<std::string> folders;
};

/// That the target of `folder` may include the library `name`, as CMake was told.
struct Allowance {
  std::string folder;
  std::string name;
};

struct SizeException {
  std::string path;
  std::size_t max_lines;
};

using Violations = std::vector<std::string>;

Violations relative_includes(const SourceTree& tree);
Violations missing_licence_lines(const SourceTree& tree);
Violations misplaced_public_headers(const SourceTree& tree);
Violations backends_that_see_the_spec(const SourceTree& tree);
Violations restricted_includes(const SourceTree& tree, const std::vector<RestrictedLibrary>& libraries);
/// Entries, here or in CMake, that allow what nobody uses, and CMake's that allow more than `libraries`.
Violations wrong_allowances(const SourceTree& tree, const std::vector<RestrictedLibrary>& libraries,
                            const std::vector<Allowance>& told_to_cmake);
Violations oversized_files(const SourceTree& tree, const std::vector<SizeException>& exceptions);

}  // namespace pto_cts::architecture
