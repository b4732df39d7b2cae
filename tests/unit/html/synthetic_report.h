// SPDX-License-Identifier: MIT
// A run that was never made: records of all judgements, findings of all kinds, texts that mean harm.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "pto_cts/reports/run_report.h"

namespace pto_cts::tests {

/// What a backend may say to break a page.
inline constexpr std::string_view kHostile =
    "</script><script>throw 1</script><!-- <b onclick='x'>\"quoted\" & \xff\xfe \x01\x1b[31m \xe2\x80\xae{{backend}} ]]>";

/// Owns the instructions that the report points to. The smallest cases are written to `folder`.
class SyntheticRun {
 public:
  SyntheticRun(const std::filesystem::path& folder, std::uint64_t records);
  SyntheticRun(const SyntheticRun&) = delete;
  SyntheticRun& operator=(const SyntheticRun&) = delete;

  reports::RunReport report;

 private:
  std::vector<terms::Instruction> instructions_;
};

}  // namespace pto_cts::tests
