// SPDX-License-Identifier: MIT
// backend.json against the suite and the records, files that no package has, failures without evidence.
#include <gtest/gtest.h>

#include "packages.h"

namespace pto_cts::reports::backend_test {
namespace {

using packages::expect_objection;
using packages::first_where;
using packages::Json;
using packages::joined;
using packages::name_of;
using packages::Package;

constexpr const char* kBackend = "backend.json";
constexpr const char* kRecords = "records.jsonl";

using Lines = std::vector<Json>;

/// Changes a record that holds this, and what follows from it; gives its name.
std::string forge(const Package& package, const std::function<bool(const Json&)>& holds, const std::function<void(Json&)>& change) {
  std::string name;
  package.edit(kRecords, [&](Lines& all) {
    Json& line = all[first_where(all, holds)];
    name = name_of(line);
    change(line);
  });
  package.derive_statement();
  package.seal();
  return name;
}

void declare(const Package& package, const std::function<void(Json&)>& change) {
  Json document = Json::parse(package.read(kBackend));
  change(document);
  package.write(kBackend, document.dump(2) + "\n");
  package.seal();
}

/// As above, of a backend that the suite knows nothing of.
void of_another(const Package& package) {
  const auto rename = [](Json& there, const char* name, const char* hash) {
    there[name] = "recorded:results";
    there[hash] = std::string(64, '1');
  };
  package.edit_headers([&](Json& header) { rename(header, "backend", "backend_hash"); });
  package.derive_statement();
  declare(package, [&](Json& backend) { rename(backend, "name", "hash"); });
}

TEST(VerifyBackend, ItIsThereAndOfThisRun) {
  const Package package;
  std::filesystem::remove(package.folder() / kBackend);
  package.seal();
  expect_objection(package.verify(), "backend.json: missing");
  package.write(kBackend, "{}\n");
  package.seal();
  expect_objection(package.verify(), "backend.json: ");
  package.write(kBackend, record::write_backend(packages::backend_file("simd")));
  package.seal();
  expect_objection(package.verify(), "backend.json: name is 'simd', that of the records is 'mutant:tfillpad-finite-max'");
}

TEST(VerifyBackend, ABuiltInOneIsAsThisSuiteHasIt) {
  const Package package;
  declare(package, [](Json& backend) { backend["observed"]["guards"] = false; });
  expect_objection(package.verify(), "backend.json: is not what mutant:tfillpad-finite-max declares in this suite");
}

TEST(VerifyBackend, HashesAreThoseOfTheirKind) {
  const Package package;
  package.edit_headers([](Json& header) { header["backend_hash"] = std::string(64, '1'); });
  package.derive_statement();
  declare(package, [](Json& backend) { backend["hash"] = std::string(64, '1'); });
  expect_objection(package.verify(), "records.jsonl: backend hash");
  const Package other;
  of_another(other);
  EXPECT_EQ(joined(other.verify().objections), "");
  other.edit_headers([](Json& header) { header["backend_hash"] = "built-in"; });
  other.derive_statement();
  declare(other, [](Json& backend) { backend["hash"] = "built-in"; });
  expect_objection(other.verify(), "records.jsonl: backend hash 'built-in' is not one of 'recorded:results'");
}

bool passes(const Json& line) { return line["judgement"] == "pass" && line["verdict"] == "legal"; }

void never_ran(Json& line, const char* judgement) {
  line["judgement"] = judgement;
  line["detail"] = "outside the declared capabilities";
  for (const char* key : {"outcome", "expected_hash", "mismatches", "other_kinds", "diagnostic", "twin_outcome"}) line.erase(key);
}

TEST(VerifyBackend, NotSupportedIsWhatIsNotDeclared) {
  const Package package;
  const std::string name = forge(package, passes, [](Json& line) { never_ran(line, "not-supported"); });
  expect_objection(package.verify(), name + ": not-supported, though the declared capabilities cover it");
  const Package other;
  of_another(other);
  declare(other, [](Json& backend) { backend["capabilities"]["instructions"] = {"TGATHERB"}; });
  expect_objection(other.verify(), "a5/tfillpad_expand/");
}

TEST(VerifyBackend, NotExpressibleIsOfHeaders) {
  const Package package;
  const std::string name = forge(package, passes, [](Json& line) { never_ran(line, "not-expressible"); });
  expect_objection(package.verify(), name + ": not-expressible, which only");
}

TEST(VerifyBackend, WhatIsNotObservableIsSaidInEachRecord) {
  for (const char* what : {"guards", "sources", "determinism", "legality", "memory_after_reject"}) {
    const Package package;
    package.edit(kRecords, [](Lines& all) {
      for (Json& line : all) line.erase("not_observed");
    });
    of_another(package);
    declare(package, [&](Json& backend) {
      for (auto& [key, seen] : backend["observed"].items()) seen = key != what;
    });
    const std::string all = joined(package.verify().objections);
    const std::string words = std::string(what) == "memory_after_reject" ? "memory after rejection" : what;
    EXPECT_NE(all.find(": does not say that the backend declares " + words + " not observable"), std::string::npos) << all;
  }
}

TEST(VerifyPaths, NothingElseLiesThere) {
  const Package package;
  const char* const added[] = {"README", "cases/note.txt", "findings/page.txt", "proofs/a5-tgatherb-cells.smt2", "proofs/domain/more/x.smt2", "more/plan.jsonl"};
  for (const char* path : added) package.write(path, "");
  package.seal();
  const VerifyResult result = package.verify();
  for (const char* path : added) expect_objection(result, std::string(path) + ": is ");
}

TEST(VerifyEvidence, TheFirstFailureOfAKindIsSaved) {
  const Package package;
  Json first;
  package.edit(kRecords, [&](Lines& all) { first = all[first_where(all, [](const Json& one) { return one["judgement"] == "fail"; })]; });
  const std::string file = "cases/" + first["case_hash"].get<std::string>().substr(0, 16) + ".json";
  ASSERT_TRUE(std::filesystem::remove(package.folder() / file));
  package.seal();
  expect_objection(package.verify(), name_of(first) + ": fails, and its case " + file + " was not saved");
}

}  // namespace
}  // namespace pto_cts::reports::backend_test
