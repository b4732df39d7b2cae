// SPDX-License-Identifier: MIT
// Signatures of ssh-keygen, where it is installed.
#include <gtest/gtest.h>

#include <cstdlib>

#include "packages.h"

namespace pto_cts::reports::signature_test {
namespace {

using packages::expect_objection;
using packages::joined;
using packages::Package;

class Signed : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v ssh-keygen > /dev/null") != 0) GTEST_SKIP() << "no ssh-keygen";
    sign("vendor");
    sign("other");
    keys_.write("signers", "vendor@example.org " + keys_.read("vendor.pub"));
    options_.signature = {keys_ / "signers", "vendor@example.org"};
  }

  void sign(const std::string& key) const {
    ASSERT_EQ(std::system(("ssh-keygen -q -t ed25519 -N '' -f " + (keys_ / key).string()).c_str()), 0);
  }
  void sign_with(const std::string& key, const std::string& space = "pto-cts") const {
    std::filesystem::remove(package_.folder() / "manifest.txt.sig");
    ASSERT_EQ(std::system(("ssh-keygen -q -Y sign -f " + (keys_ / key).string() + " -n " + space + " " + (package_.folder() / "manifest.txt").string() +
                           " 2> /dev/null").c_str()), 0);
  }

  Package package_;
  tests::TemporaryFolder keys_;
  VerifyOptions options_;
};

TEST_F(Signed, ASignatureIsChecked) {
  sign_with("vendor");
  VerifyResult result = package_.verify(options_);
  EXPECT_TRUE(result.accepted()) << joined(result.objections);
  EXPECT_EQ(result.notes, std::vector<std::string>{"signed by vendor@example.org"});
  result = package_.verify();
  EXPECT_TRUE(result.accepted());
  EXPECT_EQ(result.notes, std::vector<std::string>{"signature not checked: give --signers and --identity"});
}

TEST_F(Signed, AnothersSignatureIsRefused) {
  sign_with("other");
  expect_objection(package_.verify(options_), "manifest.txt.sig: is no signature by vendor@example.org");
  sign_with("vendor", "file");
  expect_objection(package_.verify(options_), "manifest.txt.sig: is no signature by vendor@example.org");
  sign_with("vendor");
  options_.signature->identity = "someone@example.org";
  expect_objection(package_.verify(options_), "manifest.txt.sig: is no signature by someone@example.org");
}

TEST_F(Signed, ASignatureIsOfOneManifest) {
  sign_with("vendor");
  package_.write("cases/0123456789abcdef.json", "{}");
  package_.seal();
  expect_objection(package_.verify(options_), "manifest.txt.sig: is no signature by vendor@example.org");
}

TEST_F(Signed, AMissingSignatureIsRefusedWhereOneIsWanted) {
  expect_objection(package_.verify(options_), "manifest.txt.sig: missing");
  sign_with("vendor");
  options_.signature->allowed_signers = keys_ / "nothing";
  expect_objection(package_.verify(options_), (keys_ / "nothing").string() + ": is no file of allowed signers");
}

}  // namespace
}  // namespace pto_cts::reports::signature_test
