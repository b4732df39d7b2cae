// SPDX-License-Identifier: MIT
#include "pto_cts/verify/verify.h"

#include "package.h"

namespace pto_cts::reports {

VerifyResult verify_package(const std::filesystem::path& folder, const VerifyMeans& means, const VerifyOptions& options) {
  Verification v{means, options};
  v.package.folder = folder.lexically_normal();
  if (!v.package.folder.has_filename()) v.package.folder = v.package.folder.parent_path();
  if (check_files(v)) {
    check_signature(v);
    read_parts(v);
    check_headers(v);
    check_paths(v);
    check_coverage(v);
    check_backend(v);
    check_judgements(v);
    std::future<Derived> derived;
    if (v.same_suite && v.readable.statement) derived = derive(v);
    if (v.same_suite && v.readable.plan) check_cases(v);
    check_evidence(v);
    check_findings(v);
    check_proofs(v);
    if (v.readable.statement) check_statement(v, derived.valid() ? derived.get() : Derived{});
  }
  v.result.objections = v.objections.lines();
  return std::move(v.result);
}

}  // namespace pto_cts::reports
