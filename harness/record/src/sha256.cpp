// SPDX-License-Identifier: MIT
#include "pto_cts/record/sha256.h"

#include <openssl/evp.h>

#include <stdexcept>

namespace pto_cts::record {
namespace {

void require(bool ok) {
  if (!ok) throw std::runtime_error("OpenSSL cannot compute SHA-256");
}

}  // namespace

void Sha256::Free::operator()(evp_md_ctx_st* context) const {
  EVP_MD_CTX_free(context);
}

Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
  require(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256::update(std::string_view bytes) {
  require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
}

Digest Sha256::finish() {
  Digest digest{};
  require(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr) == 1);
  return digest;
}

Digest sha256(std::string_view bytes) {
  Sha256 stream;
  stream.update(bytes);
  return stream.finish();
}

std::string to_hex(const Digest& digest) {
  std::string text;
  for (const std::uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string sha256_hex(std::string_view bytes) {
  return to_hex(sha256(bytes));
}

}  // namespace pto_cts::record
