// SPDX-License-Identifier: MIT
#include "pto_cts/ci/ci.h"

#include <fmt/format.h>

#include "text.h"

namespace pto_cts::reports {
namespace {

using namespace ci;

constexpr std::size_t kAnnotationBytes = 300;

std::string escaped_for_command(std::string_view text, bool property) {
  std::string result;
  for (const char c : text) {
    if (c == '%') result += "%25";
    else if (c == '\r') result += "%0D";
    else if (c == '\n') result += "%0A";
    else if (property && c == ':') result += "%3A";
    else if (property && c == ',') result += "%2C";
    else result += c;
  }
  return result;
}

std::string command(std::string_view level, std::string_view title, std::string_view message) {
  return fmt::format("::{} title={}::{}\n", level, escaped_for_command(clean(title), true), escaped_for_command(clean(message), false));
}

struct Annotation {
  std::string title, message;
};

std::string message_of(const record::Finding& finding) {
  std::string text = fmt::format("{} in {}, {}", finding.kind, joined(finding.instructions, ", "), counted(finding.cases, "case"));
  const auto add = [&](const char* what, const std::string& value) {
    if (!value.empty()) text += fmt::format("\n{}: {}", what, one_line(value, kAnnotationBytes));
  };
  add("not checked", joined(finding.clauses, ", "));
  add("fails for", finding.statement);
  add("explained in full by the reading", joined(finding.explained_by, ", "));
  add("smallest", finding.tuple);
  add("element", first_mismatch(finding.mismatches));
  add("diagnostic", finding.diagnostic);
  add("file", finding.smallest);
  return text;
}

std::vector<Annotation> errors_of(const RunReport& report) {
  std::vector<Annotation> errors;
  for (const auto& [fault, cases] : report.summary.total.environment)
    errors.push_back({"PTO-CTS: fault of the backend itself", fmt::format("{}\n{} met it", one_line(fault, kAnnotationBytes), counted(cases, "case"))});
  for (const record::Finding& finding : report.findings) errors.push_back({"PTO-CTS: " + one_line(finding.id, kAnnotationBytes), message_of(finding)});
  if (const std::uint64_t rest = ungrouped(report.summary.total, report.findings); rest > 0)
    errors.push_back({"PTO-CTS: failing cases in no finding",
                      fmt::format("{}; failing cases by kind: {}", counted(rest, "case"), one_line(by_count(report.summary.total.fail_kinds), kAnnotationBytes))});
  return errors;
}

}  // namespace

std::string github_annotations(const RunReport& report) {
  std::string text;
  const std::vector<Annotation> errors = errors_of(report);
  // Where the backend conforms all the same, every failure is waived.
  const char* level = report.statement.conforms ? "warning" : "error";
  for (std::size_t i = 0; i < errors.size() && i < kErrorAnnotations; ++i) text += command(level, errors[i].title, errors[i].message);
  if (errors.size() > kErrorAnnotations)
    text += command("warning", "PTO-CTS: more errors",
                    fmt::format("{} more, of {}; see findings.json", errors.size() - kErrorAnnotations, errors.size()));
  const record::Statement& statement = report.statement;
  std::string gaps;
  for (const std::string& gap : statement.gaps) gaps += (gaps.empty() ? "" : "\n") + one_line(gap, kAnnotationBytes);
  if (!gaps.empty()) text += command("warning", "PTO-CTS: known gaps", gaps);
  std::string result = one_line(statement.sentence, kAnnotationBytes);
  for (const std::string& reason : statement.reasons) result += fmt::format("\nno certificate: {}", one_line(reason, kAnnotationBytes));
  return text + command("notice", fmt::format("PTO-CTS: {}", record::name(statement.kind)), result);
}

}  // namespace pto_cts::reports
