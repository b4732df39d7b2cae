// SPDX-License-Identifier: MIT
#include "pto_cts/smt/layout_proof.h"
#include <gtest/gtest.h>
#include <chrono>
#include <fstream>
namespace pto_cts::smt {
namespace {
TEST(LayoutProof, OwnMapsAreOneToOneAndInside) {
  for (const Layout layout : {Layout::ND, Layout::DN, Layout::Nz, Layout::Zn, Layout::Zz, Layout::Nn})
    for (const Box& box : {Box{1, 1}, Box{16, 32}, Box{16, 8}, Box{8, 16}, Box{16,16}, Box{16, 2}, Box{2, 16}, Box{4,16}}) {
      if (box.rows * box.cols > 1 && (layout == Layout::ND || layout == Layout::DN)) continue;
      int n = 0;
      for (const Query& query : map_questions(layout, box)) {
        auto t = std::chrono::steady_clock::now();
        EXPECT_EQ(ask_script(query), Answer::unsat) << name(layout) << box.rows << "x" << box.cols;
        printf("%s %ldx%ld q%d %.3f\n", name(layout).data(), box.rows, box.cols, n, std::chrono::duration<double>(std::chrono::steady_clock::now() - t).count());
        std::ofstream("/tmp/exp/q" + std::string(name(layout)) + std::to_string(box.rows) + "x" + std::to_string(box.cols) + "_" + std::to_string(n++) + ".smt2") << query.script << "(assert " << query.assertion << ")\n(check-sat)\n";
      }
    }
}
}
}
