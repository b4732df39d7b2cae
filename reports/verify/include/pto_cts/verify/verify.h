// SPDX-License-Identifier: MIT
// Whether a package is what it says, without the backend that it is about.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pto_cts/record/backend_file.h"
#include "pto_cts/record/proof_file.h"
#include "pto_cts/record/run_header.h"
#include "pto_cts/record/statement.h"
#include "pto_cts/reports/run_report.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::reports {

/// A planned case, made again.
struct MadeCase {
  std::unique_ptr<const Case> subject;
  std::uint64_t replaced = 0;  ///< Draws thrown away before it.
  bool vacuous = false;
};

/// The plan that a request makes in this build of the suite, by plan index.
class PlanOf {
 public:
  virtual ~PlanOf() = default;
  virtual std::uint64_t size() const = 0;
  virtual std::string name(std::uint64_t index) const = 0;
  virtual std::string cell(std::uint64_t index) const = 0;
  virtual MadeCase make(std::uint64_t index) const = 0;
};

struct MadeProofs {
  record::ProofFile results;
  std::map<std::string, std::string> scripts;  ///< By file name.
};

/// What this build of the suite knows, for the comparison. A function that is empty leaves its check out; those that
/// refuse the header throw record::BadInput.
struct VerifyMeans {
  std::string spec_hash;
  std::string suite_version;
  std::uint64_t generator_epoch = 0;
  /// All instructions under the readings of the run. They outlive the verification. Not empty.
  std::function<const std::vector<terms::Instruction>&(const record::RunHeader&)> instructions;
  /// Not empty.
  std::function<std::unique_ptr<PlanOf>(const record::RunHeader&)> plan;
  /// The statement that follows from all other files; the waivers are those of the shipped statement.
  std::function<record::Statement(const RunReport&)> state;
  /// Files that follow from the package as a whole, by their path in it.
  std::function<std::map<std::string, std::string>(const RunReport&)> pages;
  bool finding_pages = false;  ///< Whether those of findings are among the pages.
  /// The legal domain as SMT-LIB, as it lies in proofs/domain/.
  std::function<std::string(const terms::Instruction&, Profile)> domain_script;
  /// A backend that is part of this suite, as it declares itself; nothing for the others.
  std::function<std::optional<record::BackendFile>(const record::RunHeader&)> built_in;
  /// What this suite proves. Asked only with VerifyOptions::full.
  std::function<MadeProofs(const record::RunHeader&)> proofs;
};

/// Whose signature is accepted; see ssh-keygen(1) for the form of the file.
struct Signature {
  std::filesystem::path allowed_signers;
  std::string identity;
};

struct VerifyOptions {
  bool full = false;            ///< Expected results of all cases, and the proofs, instead of a sample.
  std::uint64_t sample = 2000;  ///< Cases whose expected results are derived anew; the root hash chooses them.
  std::optional<Signature> signature{};
};

struct VerifyResult {
  std::vector<std::string> objections;  ///< Why it is refused, one line each; empty where it is accepted.
  std::vector<std::string> notes;       ///< What a reader should know besides.
  std::string root;                     ///< Root hash of what lies there.
  std::optional<record::Statement> statement;  ///< As shipped.
  std::uint64_t files = 0;              ///< Whose digests were compared.
  std::uint64_t planned = 0;            ///< Cases of the shipped plan.
  std::uint64_t verdicts = 0;           ///< Cases whose verdict was derived anew.
  std::uint64_t expected = 0;           ///< Cases whose expected results were derived anew.
  std::uint64_t saved = 0;              ///< Saved cases that were read.

  bool accepted() const { return objections.empty(); }
};

/// Checks a package in a folder. Every fault of it is an objection; throws record::BadInput only where the folder holds no
/// package at all.
VerifyResult verify_package(const std::filesystem::path& folder, const VerifyMeans& means, const VerifyOptions& options = {});

}  // namespace pto_cts::reports
