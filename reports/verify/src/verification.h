// SPDX-License-Identifier: MIT
// The package under verification, why it is refused, and the checks on its parts. Each adds what it finds.
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/record/manifest.h"
#include "pto_cts/record/plan_file.h"
#include "pto_cts/record/result.h"
#include "pto_cts/verify/verify.h"

namespace pto_cts::reports {

struct Package {
  std::filesystem::path folder;
  record::Manifest manifest;  ///< Of what lies there.
  record::PlanFile plan;
  RunReport report;
  record::RunHeader header;      ///< Of the records.
  std::string statement_text{};  ///< As shipped.

  bool has(const std::string& path) const { return manifest.files.contains(path); }
};

/// What was read without a fault.
struct Readable {
  bool plan = false, records = false, statement = false, backend = false, findings = false;
};

/// Why a package is refused.
class Objections {
 public:
  /// Objections of one kind are listed up to a number, then counted. `kind` is a plural: "verdicts".
  void add(const std::string& kind, std::string text);

  bool empty() const { return lines_.empty(); }

  /// In the order in which they were raised, counts at the end.
  std::vector<std::string> lines() const;

 private:
  std::vector<std::string> lines_;
  std::map<std::string, std::size_t> counts_;
};

struct Verification {
  const VerifyMeans& means;
  const VerifyOptions& options;
  Package package{};
  Readable readable{};
  Objections objections{};
  VerifyResult result{};
  bool same_suite = false;  ///< The run was made with this suite's rules and generators.

  /// A message of this verification, with paths as they are in the package.
  std::string relative(std::string_view message) const;
};

/// Manifest and files. False where nothing more can be read.
bool check_files(Verification& verification);
void check_signature(Verification& verification);

/// No file that a package does not have.
void check_paths(Verification& verification);

/// Headers against each other and against this suite, which then knows the instructions of the run.
void check_headers(Verification& verification);

/// One record for each planned case.
void check_coverage(Verification& verification);

/// Plan, verdicts and expected results against those that are made anew; needs same_suite.
void check_cases(Verification& verification);

/// What in a record contradicts itself, whatever the case is; empty where nothing does.
std::string judgement_problem(const record::Result& result);

/// The backend was asked.
bool ran(const record::Result& result);

/// What a record may say, whatever the case.
void check_judgements(Verification& verification);

/// What the backend declares, against what this suite knows of it and what the records say of it.
void check_backend(Verification& verification);

/// A saved case for the first failure of each kind.
void check_evidence(Verification& verification);

void check_findings(Verification& verification);
void check_proofs(Verification& verification);

/// What follows from the package as a whole.
struct Derived {
  std::optional<record::Statement> statement{};
  std::map<std::string, std::string> pages{};
  std::string problem{};  ///< Why it cannot be derived; else empty.
};

/// Derives it aside; the parts that were read do not change until it is there. Needs same_suite.
std::future<Derived> derive(const Verification& verification);
void check_statement(Verification& verification, const Derived& derived);

}  // namespace pto_cts::reports
