// SPDX-License-Identifier: MIT
// The statement, and the pages, against what follows from everything else.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "verification.h"

namespace pto_cts::reports {
namespace {

using Json = nlohmann::json;

struct Difference {
  std::string path, there, here;
};

std::string shown(const Json& value) {
  constexpr std::size_t kShown = 60;
  const std::string text = record::printable(value.dump(-1, ' ', false, Json::error_handler_t::replace));
  return text.size() > kShown ? text.substr(0, kShown) + "..." : text;
}

// The first place in which two documents differ.
std::optional<Difference> first_difference(const Json& there, const Json& here, const std::string& path) {
  if (there == here) return std::nullopt;
  const auto inside = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (there.is_object() && here.is_object()) {
    for (const auto& [key, value] : here.items()) {
      if (!there.contains(key)) return Difference{inside(key), "left out", shown(value)};
      if (auto found = first_difference(there[key], value, inside(key))) return found;
    }
    for (const auto& [key, value] : there.items())
      if (!here.contains(key)) return Difference{inside(key), shown(value), "nothing"};
  }
  if (there.is_array() && here.is_array())
    for (std::size_t i = 0; i < std::max(there.size(), here.size()); ++i) {
      const std::string at = path + "[" + std::to_string(i) + "]";
      if (i >= there.size()) return Difference{at, "left out", shown(here[i])};
      if (i >= here.size()) return Difference{at, shown(there[i]), "nothing"};
      if (auto found = first_difference(there[i], here[i], at)) return found;
    }
  return Difference{path, shown(there), shown(here)};
}

// What holds whoever derives it.
void check_kind(Verification& v) {
  const record::Statement& statement = v.package.report.statement;
  const record::Counts& counts = v.package.report.summary.total;
  const auto object = [&](std::string text) { v.objections.add("the statement", "statement.json: " + std::move(text)); };
  if (statement.kind == record::PackageKind::incomplete)
    object(fmt::format("the run has not ended: {} of {} cases have a record; pto-cts certify --resume, with the same options, completes it",
                       v.package.report.results.size(), v.package.header.planned_total));
  if (statement.kind == record::PackageKind::certificate && counts.not_run > 0)
    object(fmt::format("kind is certificate, and {} of {} cases were not run", counts.not_run, counts.planned));
  if (statement.kind != record::PackageKind::certificate && statement.level) object(fmt::format("awards a level, and kind is {}", name(statement.kind)));
  if (statement.conforms && counts.fail > 0 && statement.waivers.empty()) object(fmt::format("says that it conforms, and {} cases fail", counts.fail));
}

void compare_statement(Verification& v, const record::Statement& derived) {
  const std::string here = record::write_statement(derived);
  if (here == v.package.statement_text) return;
  const auto found = first_difference(Json::parse(v.package.statement_text), Json::parse(here), "");
  v.objections.add("the statement", found ? fmt::format("statement.json: {} is {}, from the package follows {}", found->path, found->there, found->here)
                                          : "statement.json: is not written as this suite writes it");
}

// Without means to derive the whole: the counts alone.
void compare_counts(Verification& v) {
  record::Statement counted = v.package.report.statement;
  counted.counts = v.package.report.summary.total;
  const auto found = first_difference(Json::parse(v.package.statement_text), Json::parse(record::write_statement(counted)), "");
  if (found) v.objections.add("the statement", fmt::format("statement.json: {} is {}, the records have {}", found->path, found->there, found->here));
}

void compare_pages(Verification& v, const std::map<std::string, std::string>& pages) {
  for (const auto& [path, text] : pages) {
    if (!v.package.has(path)) {
      v.objections.add("pages", path + ": missing");
      continue;
    }
    const std::string there = record::read_file(v.package.folder / path);
    if (there == text) continue;
    const auto at = std::mismatch(there.begin(), there.end(), text.begin(), text.end()).first;
    v.objections.add("pages", fmt::format("{}: line {} is not what follows from the package", path, 1 + std::count(there.begin(), at, '\n')));
  }
  if (!v.means.finding_pages) return;
  for (const auto& [path, digest] : v.package.manifest.files)
    if (path.starts_with("findings/") && !path.ends_with(".json") && !pages.contains(path))
      v.objections.add("pages", path + ": does not follow from the package");
}

}  // namespace

std::future<Derived> derive(const Verification& v) {
  return std::async(std::launch::async, [&v] {
    RunReport report = v.package.report;
    report.statement.run = v.package.header;
    Derived derived;
    try {
      if (v.means.state) derived.statement = v.means.state(report);
      if (v.means.pages) derived.pages = v.means.pages(report);
    } catch (const record::BadInput& error) {
      derived.problem = v.relative(error.what());
    }
    return derived;
  });
}

void check_statement(Verification& v, const Derived& derived) {
  check_kind(v);
  if (v.package.report.statement.kind == record::PackageKind::incomplete) return;
  if (!derived.problem.empty()) v.objections.add("the statement", "statement.json: cannot be derived: " + derived.problem);
  if (derived.statement) compare_statement(v, *derived.statement);
  else compare_counts(v);
  compare_pages(v, derived.pages);
}

}  // namespace pto_cts::reports
