// SPDX-License-Identifier: MIT
// write_report_page <folder> <records>: a report of a synthetic run as <folder>/report.html.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include "pto_cts/html/report.h"
#include "pto_cts/record/files.h"
#include "synthetic_report.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: write_report_page <folder> <records>\n", stderr);
    return 2;
  }
  try {
    const std::filesystem::path folder = argv[1];
    const pto_cts::tests::SyntheticRun run(folder, std::stoull(argv[2]));
    pto_cts::record::write_file(folder / "report.html", pto_cts::reports::html_report(run.report));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "write_report_page: %s\n", error.what());
    return 1;
  }
}
