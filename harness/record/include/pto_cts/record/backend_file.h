// SPDX-License-Identifier: MIT
// backend.json: what a backend says of itself, as the run took it. It is part of what the root hash covers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/types/layout.h"
#include "pto_cts/types/profile.h"

namespace pto_cts::record {

inline constexpr std::int64_t kBackendSchema = 1;

/// Capabilities and observability in the words of harness/backend.
struct BackendFile {
  std::string name;     ///< As the run was given it; equal to RunHeader::backend, and so the next two.
  std::string version;
  std::string hash;
  std::vector<std::string> instructions;  ///< Mnemonics.
  std::vector<Profile> profiles;
  std::vector<DType> dtypes;
  std::vector<Layout> layouts;
  std::optional<std::vector<std::string>> forms;  ///< Nothing stands for all.
  bool in_place = true;
  bool guards = true;  ///< What the suite can see of it.
  bool sources = true;
  bool memory_after_reject = true;
  bool legality = true;
  bool determinism = true;

  friend bool operator==(const BackendFile&, const BackendFile&) = default;
};

/// One JSON document, indented.
std::string write_backend(const BackendFile& backend);

/// Inverse of write_backend(). Throws BadInput for any other text.
BackendFile read_backend(std::string_view text);

}  // namespace pto_cts::record
