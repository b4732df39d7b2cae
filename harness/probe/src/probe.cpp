// SPDX-License-Identifier: MIT
#include "pto_cts/probe/probe.h"

#include <algorithm>
#include <set>

#include "arithmetic.h"
#include "pto_cts/generators/domain.h"
#include "pto_cts/judge/judge.h"

namespace pto_cts::probe {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kCellsOfADtype = 3;

class Trials {
 public:
  Trials(const generators::Domain& domain, backend::Backend& backend, judge::Judge& judge, std::vector<Finding>& findings)
      : domain_(domain), backend_(backend), judge_(judge), findings_(findings) {
    path_ = std::string(name(domain.profile())) + "/" + terms::id_prefix(domain.instruction()) + "/";
  }

  void run() {
    for (const DType dtype : backend_.capabilities().dtypes) try_dtype(dtype);
    try_rejection();
  }

 private:
  void try_dtype(DType dtype) {
    std::size_t tried = 0, cells = 0;
    std::string wrong;
    for (const generators::Cell& cell : domain_.cells()) {
      if (!cell.id.starts_with("legal/" + std::string(name(dtype)) + "/") || cells == kCellsOfADtype) continue;
      bool inside = false;
      for (const std::uint64_t k : {0u, 1u}) {
        const generators::Generated generated = domain_.generate(cell, kSeed, k);
        const judge::Judged judged = judge_.judge(domain_.instruction(), *generated.subject, generated.expectation.get());
        if (judged.judgement == judge::Judgement::not_supported) continue;
        inside = true;
        ++tried;
        if (judged.judgement != judge::Judgement::fail || !wrong.empty()) continue;
        wrong = std::string(name(*judged.kind)) + (judged.diagnostic.empty() ? "" : ": " + judged.diagnostic) + ", at " +
                generated.subject->name;
      }
      cells += inside ? 1 : 0;
    }
    if (tried == 0) return;
    findings_.push_back({path_ + std::string(name(dtype)), wrong.empty() ? Status::holds : Status::differs,
                         wrong.empty() ? std::to_string(tried) + " legal tuples" : wrong});
  }

  void try_rejection() {
    if (!backend_.observability().legality) {
      findings_.push_back({path_ + "legality", Status::not_checked, "it leaves it to the suite's verifier"});
      return;
    }
    for (const generators::Cell& cell : domain_.cells()) {
      if (cell.kind != generators::CellKind::reject || cell.broken.size() != 1) continue;
      const generators::Generated generated = domain_.generate(cell, kSeed, 0);
      const judge::Judged judged = judge_.judge(domain_.instruction(), *generated.subject);
      if (judged.judgement == judge::Judgement::not_supported) continue;
      const bool rejects = judged.judgement == judge::Judgement::pass;
      findings_.push_back({path_ + "legality", rejects ? Status::holds : Status::differs,
                           rejects ? "rejects what breaks " + cell.broken.front() + ": " + judged.diagnostic
                                   : (judged.kind ? std::string(name(*judged.kind)) : judged.why) + ", at " + generated.subject->name});
      return;
    }
  }

  const generators::Domain& domain_;
  backend::Backend& backend_;
  judge::Judge& judge_;
  std::vector<Finding>& findings_;
  std::string path_;
};

template <typename Value>
bool has(const std::vector<Value>& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

std::string_view name(Status status) {
  constexpr std::string_view kNames[] = {"holds", "differs", "informs", "not-checked"};
  return kNames[static_cast<std::size_t>(status)];
}

bool Report::holds() const {
  const auto is = [&](Status status) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) { return finding.status == status; });
  };
  return is(Status::holds) && !is(Status::differs);
}

std::vector<generators::Domain> claimed_domains(std::span<const terms::Instruction> instructions,
                                                std::span<const Profile> profiles, const backend::Backend& backend) {
  const backend::Capabilities& can = backend.capabilities();
  std::vector<generators::Domain> domains;
  for (const terms::Instruction& instruction : instructions)
    for (const Profile profile : profiles)
      if (has(can.instructions, instruction.mnemonic) && has(can.profiles, profile)) domains.emplace_back(instruction, profile);
  return domains;
}

Report probe(std::span<const generators::Domain> domains, backend::Backend& backend) {
  Report report{backend::describe(backend), {}, {}};
  judge::Judge judge(backend);
  const backend::Capabilities& can = backend.capabilities();
  std::set<std::string> tried;
  for (const generators::Domain& domain : domains) {
    if (!has(can.instructions, domain.instruction().mnemonic)) continue;
    tried.insert(domain.instruction().mnemonic);
    Trials(domain, backend, judge, report.findings).run();
  }
  for (const std::string& mnemonic : can.instructions)
    if (!tried.count(mnemonic)) report.findings.push_back({mnemonic, Status::not_checked, "not asked for, or not known to this suite"});
  probe_arithmetic(domains, backend, report.findings);
  report.remarks = backend.remarks();
  return report;
}

}  // namespace pto_cts::probe
