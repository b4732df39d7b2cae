// SPDX-License-Identifier: MIT
// SHA-256 of text, at once or in pieces.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace pto_cts::record {

using Digest = std::array<std::uint8_t, 32>;

/// Digest of a stream: update() any number of times, then finish() once.
class Sha256 {
 public:
  Sha256();
  void update(std::string_view bytes);
  Digest finish();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

Digest sha256(std::string_view bytes);

/// 64 lower-case hexadecimal digits.
std::string to_hex(const Digest& digest);

/// to_hex(sha256(bytes)).
std::string sha256_hex(std::string_view bytes);

}  // namespace pto_cts::record
