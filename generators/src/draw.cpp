// SPDX-License-Identifier: MIT
#include "pto_cts/generators/draw.h"

#include <openssl/evp.h>

#include <cstring>
#include <stdexcept>
#include <vector>

namespace pto_cts::generators {
namespace {

/// The next number of SplitMix64 (Steele, Lea and Flood).
std::uint64_t split_mix(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

/// Fields as the digest sees them.
class Canonical {
 public:
  void number(std::uint64_t value, std::uint32_t bytes) {
    raw(bytes, 4);
    raw(value, bytes);
  }

  void text(std::string_view value) {
    raw(static_cast<std::uint32_t>(value.size()), 4);
    bytes_.insert(bytes_.end(), value.begin(), value.end());
  }

  std::array<unsigned char, 32> sha256() const {
    std::array<unsigned char, 32> digest{};
    unsigned int size = 0;
    if (EVP_Digest(bytes_.data(), bytes_.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1 ||
        size != digest.size())
      throw std::runtime_error("SHA-256 is not available from OpenSSL");
    return digest;
  }

 private:
  void raw(std::uint64_t value, std::uint32_t bytes) {
    for (std::uint32_t i = 0; i < bytes; ++i) bytes_.push_back(static_cast<unsigned char>(value >> (8 * i)));
  }

  std::vector<unsigned char> bytes_;
};

}  // namespace

Stream::Stream(std::uint64_t seed) : state_{} {
  for (std::uint64_t& word : state_) word = split_mix(seed);
}

// Little-endian hosts only, as everywhere in the suite.
void Stream::fill(std::span<std::uint8_t> bytes) {
  std::uint8_t* to = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, to += 8) {
    const std::uint64_t word = next();
    std::memcpy(to, &word, 8);
  }
  if (left == 0) return;
  const std::uint64_t word = next();
  std::memcpy(to, &word, left);
}

std::array<std::uint64_t, 3> cell_key(std::uint32_t epoch, std::uint64_t seed, std::string_view instruction,
                                      Profile profile, std::string_view cell) {
  Canonical fields;
  fields.number(epoch, 4);
  fields.number(seed, 8);
  fields.text(instruction);
  fields.text(name(profile));
  fields.text(cell);
  const auto digest = fields.sha256();
  std::array<std::uint64_t, 3> key{};
  std::memcpy(key.data(), digest.data(), sizeof(key));
  return key;
}

}  // namespace pto_cts::generators
