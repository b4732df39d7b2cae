// SPDX-License-Identifier: MIT
#include "pto_cts/smt/prove.h"
#include "pto_cts/instructions/registry.h"
#include <gtest/gtest.h>
#include <chrono>
#include <cstdio>
using namespace pto_cts; using namespace pto_cts::smt;
static double now() { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count(); };
TEST(Time, All) {
  for (const auto& i : spec::instructions()) {
    auto show = [](const ProofRun& run, double t) {
      std::map<std::string, int> n;
      for (auto& o : run.obligations) { ++n[o.family + " " + std::string(name(o.status)) + " " + o.kind]; 
        if (o.status != Status::proved) { printf("  %s %s dispute=%s note=%s because=", o.id.c_str(), name(o.status).data(), o.dispute.c_str(), o.note.c_str()); for (auto& b : o.because) printf("%s ", b.c_str()); printf("\n"); } }
      printf("%.0f ms %zu:", t, run.obligations.size()); for (auto& [k, v] : n) printf(" %s=%d;", k.c_str(), v); printf("\n");
    };
    for (Profile p : kCertifiedProfiles) { double t = now(); printf("%s %s\n", i.mnemonic.c_str(), name(p).data()); auto r = prove(i, p); show(r, now() - t); }
    double t = now(); auto r = prove_across_profiles(i); show(r, now() - t);
  }
}
