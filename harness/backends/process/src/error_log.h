// SPDX-License-Identifier: MIT
// What a program writes to standard error.
#pragma once

#include <cstdint>
#include <string>

#include "descriptor.h"

namespace pto_cts::process {

/// A file in memory, not a pipe: the program can never be held up by it, and what it wrote last is there when it dies.
class ErrorLog {
 public:
  ErrorLog();

  /// To be the program's standard error.
  int descriptor() const { return file_.get(); }

  /// Forgets what was written so far.
  void mark();

  /// Gives memory back, keeping the end of the text. To be called now and then.
  void trim();

  /// The end of what was written since mark().
  std::string text() const;

 private:
  std::uint64_t size() const;
  std::string tail(std::size_t max_bytes) const;

  Descriptor file_;
  std::uint64_t mark_ = 0;
  std::string kept_;  ///< From before the last trim().
};

}  // namespace pto_cts::process
