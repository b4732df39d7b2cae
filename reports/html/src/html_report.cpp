// SPDX-License-Identifier: MIT
#include "pto_cts/html/report.h"

#include <fmt/format.h>

#include <stdexcept>

#include "embedded.h"
#include "parts.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::reports {
namespace {

std::string base64(const record::Digest& digest) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < digest.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) group = group << 8 | (i + j < digest.size() ? digest[i + j] : 0u);
    for (std::size_t j = 0; j < 4; ++j) text += i + j > digest.size() ? '=' : kDigits[group >> (18 - 6 * j) & 63];
  }
  return text;
}

// Nothing may be loaded; the page's own style and script may run, nothing else that gets into it.
std::string policy(std::string_view style, std::string_view script) {
  return fmt::format("default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
                     base64(record::sha256(style)), base64(record::sha256(script)));
}

kainjow::mustache::partial part(std::string_view text) {
  return [text] { return std::string(text); };
}

}  // namespace

std::string html_report(const RunReport& report) {
  using namespace html;
  Data page = object();
  add_statement(page, report);
  add_matrix(page, report);
  const std::string tiles = add_findings(page, report);
  add_clauses(page, report);
  add_disputes(page, report);
  add_coverage(page, report);
  add_proofs(page, report);
  add_environment(page, report);
  const std::string script = std::string(page::report_js) + std::string(page::tiles_js);
  page.set("style", std::string(page::report_css));
  page.set("script", script);
  page.set("policy", policy(page::report_css, script));
  page.set("tiles", tiles);
  page.set("records", cases_json(report));
  set(page, "record_count", report.results.size());
  page.set("statement_part", Data(part(page::statement_mustache)));
  page.set("matrix_part", Data(part(page::matrix_mustache)));
  page.set("findings_part", Data(part(page::findings_mustache)));
  page.set("clauses_part", Data(part(page::clauses_mustache)));
  page.set("facts_part", Data(part(page::facts_mustache)));
  page.set("rule_part", Data(part(page::rule_mustache)));
  page.set("proof_part", Data(part(page::proof_mustache)));
  page.set("cases_part", Data(part(page::cases_mustache)));
  kainjow::mustache::mustache view{std::string(page::report_mustache)};
  std::string text = view.render(page);
  if (!view.is_valid()) throw std::logic_error("template of the report: " + view.error_message());
  return text;
}

}  // namespace pto_cts::reports
