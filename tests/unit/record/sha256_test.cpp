// SPDX-License-Identifier: MIT
#include "pto_cts/record/sha256.h"

#include <gtest/gtest.h>

namespace pto_cts::record::sha256_test {
namespace {

TEST(Sha256, GivesThePublishedDigests) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abc").front(), 0xba);
}

TEST(Sha256, DoesNotDependOnThePieces) {
  Sha256 stream;
  stream.update("a");
  stream.update("");
  stream.update("bc");
  EXPECT_EQ(to_hex(stream.finish()), sha256_hex("abc"));
}

}  // namespace
}  // namespace pto_cts::record::sha256_test
