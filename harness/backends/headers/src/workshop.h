// SPDX-License-Identifier: MIT
// Compiles generated functions against one build of the headers, many at once, and keeps what came of each.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pto_cts/headers/config.h"

namespace pto_cts::headers {

/// A function to be compiled. Where its text is the same, so is its key.
struct Function {
  std::string key;                 ///< 32 hexadecimal digits: of a digest of types and text.
  std::vector<std::string> types;  ///< C++ tile types that it uses, each a complete type-id without commas outside of <>.
  std::string text;                ///< Complete definition of extern "C" void pto_cts_<key>(pto_cts_run*), several lines.
};

enum class Made : std::uint8_t {
  ready,       ///< It is in a library.
  refused,     ///< The compiler rejects it; the text is its first diagnostic, one line.
  environment  ///< A name that the headers use and nobody declares, or the like: the headers' own fault, whatever the
               ///< function asks. The text is the diagnostic, with its place in the headers.
};

struct Result {
  Made made = Made::refused;
  std::string text;
};

class Workshop {
 public:
  /// `base` is the text that every unit begins with, after the prelude and the include. Compiles it, alone. Throws
  /// backend::CannotOpen where that does not compile: one line with the build's name, the compiler's first error, the mend.
  Workshop(const Config& config, const Build& build, const std::string& base, const std::filesystem::path& cache);
  ~Workshop();
  Workshop(Workshop&&) noexcept;

  /// What becomes of each function; equal to what compiling each alone would give. Compiles what is not in the cache.
  /// Throws backend::CannotOpen where the compiler is ended, cannot write, and the like: that says nothing about headers.
  std::vector<Result> make(std::span<const Function> functions);

  /// The folder in which `<key>.so` is the library that has the function pto_cts_<key>.
  const std::filesystem::path& libraries() const;

  const std::string& compiler_version() const;  ///< First line of its --version.
  const std::string& header_hash() const;       ///< SHA-256 over paths and contents of the include folders.
  std::vector<std::string> command() const;     ///< The compiler's command line for a unit, without file names.

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pto_cts::headers
