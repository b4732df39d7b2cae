// SPDX-License-Identifier: MIT
// Writes JUnit files of made-up runs into a folder: a line "<file> <cases of the plan>" for each.
#include <cstdio>
#include <fstream>

#include "pto_cts/ci/ci.h"
#include "sample_run.h"

int main(int argc, char** argv) {
  using namespace pto_cts;
  if (argc != 2) return 2;
  const std::string folder = argv[1];
  const auto write = [&](const char* name, const reports::RunReport& report) {
    std::ofstream(folder + "/" + name, std::ios::binary) << reports::junit_xml(report);
    std::printf("%s %llu\n", name, static_cast<unsigned long long>(report.statement.run.planned_total));
  };
  write("passing.xml", tests::passing_run());
  write("failing.xml", tests::mixed_run());
  write("skipped.xml", tests::skipped_run());
  write("waived.xml", tests::waived_run());
  write("hostile.xml", tests::hostile_run());
  write("empty.xml", reports::RunReport());
  return 0;
}
