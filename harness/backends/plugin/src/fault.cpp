// SPDX-License-Identifier: MIT
#include "fault.h"

#include "pto_cts/backend/backend.h"
#include "pto_cts/backend/process.h"

namespace pto_cts::plugin {

void refuse(const std::filesystem::path& library, const std::string& what, const std::string& mend) {
  const std::string text = "plug-in " + library.string() + ": " + what + "; " + mend;
  throw backend::CannotOpen(backend::last_lines(text, text.size()));
}

std::string in_quotes(std::string_view text) {
  return "'" + std::string(text) + "'";
}

}  // namespace pto_cts::plugin
