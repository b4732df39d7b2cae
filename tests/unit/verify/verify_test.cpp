// SPDX-License-Identifier: MIT
// A package of a real run is accepted; what a forger makes of it is refused by a line that names it.
#include "pto_cts/verify/verify.h"

#include <gtest/gtest.h>

#include "packages.h"
#include "pto_cts/record/bad_input.h"

namespace pto_cts::reports::verify_test {
namespace {

using packages::expect_objection;
using packages::first_where;
using packages::Json;
using packages::joined;
using packages::name_of;
using packages::Package;

constexpr const char* kRecords = "records.jsonl";
constexpr const char* kPlan = "plan.jsonl";

using Lines = std::vector<Json>;

bool is_pass_of(const Json& line, const char* verdict) { return line["judgement"] == "pass" && line["verdict"] == verdict; }

TEST(Verify, ASoundPackageIsAccepted) {
  const Package package;
  const VerifyResult result = package.verify();
  EXPECT_TRUE(result.accepted()) << joined(result.objections);
  EXPECT_EQ(result.planned, packages::kCases);
  EXPECT_EQ(result.verdicts, packages::kCases);
  const Lines lines = package.lines(kRecords);
  const auto expected = static_cast<std::uint64_t>(std::count_if(lines.begin() + 1, lines.end(), [](const Json& line) { return line["verdict"] == "legal"; }));
  EXPECT_EQ(result.expected, expected);
  EXPECT_GT(expected, 100u);
  EXPECT_GT(result.saved, 2u);
  EXPECT_EQ(result.notes, std::vector<std::string>{"not signed"});
  EXPECT_EQ(result.root, package.read("manifest.txt").substr(26, 64));
  ASSERT_TRUE(result.statement);
  EXPECT_FALSE(result.statement->conforms);
  EXPECT_TRUE(package.verify({.full = true}).accepted());
}

TEST(Verify, TheSampleIsAsLargeAsAsked) { EXPECT_EQ(Package().verify({.sample = 7}).expected, 7u); }

TEST(Verify, AFolderThatIsNoPackageIsNone) {
  const tests::TemporaryFolder folder;
  folder.write("something.txt", "else");
  EXPECT_THROW(verify_package(folder.path(), packages::means()), record::BadInput);
}

// What is changed after sealing.

TEST(Verify, FilesThatDifferFromTheManifestAreNamed) {
  const Package package;
  package.replace(kRecords, "executed", "rejected");
  package.write("proofs/extra.smt2", "");
  std::filesystem::remove(package.folder() / "statement.md");
  const VerifyResult result = package.verify();
  expect_objection(result, "records.jsonl: changed");
  expect_objection(result, "proofs/extra.smt2: added");
  expect_objection(result, "statement.md: missing");
  expect_objection(result, "records.jsonl: damaged");
}

TEST(Verify, AWrongRootHashIsNamed) {
  const Package package;
  package.replace("manifest.txt", package.read("manifest.txt").substr(26, 64), std::string(64, 'a'));
  expect_objection(package.verify(), "manifest.txt: its root hash is not that of its lines");
}

TEST(Verify, ALinkIsNoFile) {
  const Package package;
  std::filesystem::create_symlink("/dev/null", package.folder() / "link");
  expect_objection(package.verify(), "link: is no file");
}

// From here on the forger makes all digests anew.

TEST(Verify, AFailThatWasMadeAPassIsNamed) {
  const Package package;
  std::string name;
  package.edit(kRecords, [&](Lines& all) {
    Json& line = all[first_where(all, [](const Json& one) { return one["judgement"] == "fail"; })];
    name = name_of(line);
    line["judgement"] = "pass";
    for (const char* key : {"detail", "other_kinds", "mismatches", "explained_by", "case_file"}) line.erase(key);
  });
  package.seal();
  const VerifyResult result = package.verify();
  EXPECT_NE(joined(result.objections).find(name), std::string::npos) << joined(result.objections);
  expect_objection(result, "statement.json: ");
  expect_objection(result, "findings.json: ");

  package.derive_statement();
  package.seal();
  const VerifyResult again = package.verify();
  EXPECT_NE(joined(again.objections).find(name), std::string::npos) << joined(again.objections);
}

TEST(Verify, AVerdictThatWasFlippedIsNamed) {
  const Package package;
  std::string name;
  package.edit(kRecords, [&](Lines& all) {
    Json& line = all[first_where(all, [](const Json& one) { return one["verdict"] == "target-defined" && one["outcome"] == "executed"; })];
    name = name_of(line);
    line["verdict"] = line["kind"] = "legal";
    line["judgement"] = "pass";
    line.erase("reasons");
    line.erase("detail");
  });
  package.derive_statement();
  package.seal();
  const VerifyResult result = package.verify();
  expect_objection(result, name + ": recorded as legal, it is target-defined");
  expect_objection(result, name + ": has no hash of what is expected");
}

TEST(Verify, ContentsDecideToo) {
  const Package package;
  std::string name;
  package.edit(kRecords, [&](Lines& all) {
    Json& line = all[first_where(all, [](const Json& one) { return one.contains("reasons") && one["reasons"][0] == "tgatherb.offset-bounds"; })];
    name = name_of(line);
    line["reasons"] = {"tgatherb.same-dtype"};
  });
  package.seal();
  expect_objection(package.verify(), name + ": recorded as target-defined for tgatherb.same-dtype, it is for tgatherb.offset-bounds");
}

TEST(Verify, ClausesThatWereEditedAreNamed) {
  const Package package;
  std::string name;
  package.edit(kRecords, [&](Lines& all) {
    Json& line = all[first_where(all, [](const Json& one) { return is_pass_of(one, "illegal"); })];
    name = name_of(line);
    line["clauses"] = {"tgatherb.nothing"};
  });
  package.derive_statement();
  package.seal();
  expect_objection(package.verify(), name + ": recorded as breaking tgatherb.nothing, it breaks ");
}

TEST(Verify, APassThatTheOutcomeForbidsIsNamed) {
  const Package package;
  std::string accepted, target;
  package.edit(kRecords, [&](Lines& all) {
    Json& line = all[first_where(all, [](const Json& one) { return is_pass_of(one, "illegal"); })];
    accepted = name_of(line);
    line["outcome"] = "executed";
    Json& other = all[first_where(all, [](const Json& one) { return one["verdict"] == "target-defined"; })];
    target = name_of(other);
    other["judgement"] = "pass";
  });
  package.derive_statement();
  package.seal();
  const VerifyResult result = package.verify();
  expect_objection(result, accepted + ": passed, though it is illegal and was executed");
  expect_objection(result, target + ": a target-defined case never passes");
}

TEST(Verify, ARecordThatWasRemovedIsNamed) {
  const Package package;
  std::string name;
  package.edit(kRecords, [&](Lines& all) {
    name = name_of(all[5]);
    all.erase(all.begin() + 5);
  });
  package.seal();
  expect_objection(package.verify(), name + ": planned, and has no record");
}

TEST(Verify, ARecordThatWasAddedIsNamed) {
  const Package package;
  package.edit(kRecords, [&](Lines& all) {
    all.push_back(all.back());
    all.back()["name"] = "a5/tgatherb/legal/forged/0";
    all.back()["plan_index"] = all.size() - 2;
  });
  package.seal();
  expect_objection(package.verify(), "a5/tgatherb/legal/forged/0: recorded, and not planned");
  // In the plan as well, the header's number with it.
  package.edit(kPlan, [&](Lines& all) {
    all.push_back(all.back());
    all.back()["name"] = "a5/tgatherb/legal/forged/0";
    all.back()["plan_index"] = all.size() - 2;
  });
  package.edit_headers([](Json& header) { header["planned_total"] = packages::kCases + 1; });
  package.derive_statement();
  package.seal();
  const VerifyResult result = package.verify();
  expect_objection(result, "plan.jsonl: 261 cases, this suite makes 260 of that request");
  expect_objection(result, "a5/tgatherb/legal/forged/0: beyond the plan that this suite makes");
}

TEST(Verify, ARecordThatIsThereTwiceIsNamed) {
  const Package package;
  std::string name;
  package.edit(kRecords, [&](Lines& all) {
    name = name_of(all[7]);
    all[6] = all[7];
  });
  package.seal();
  expect_objection(package.verify(), name + ": recorded twice");
}

TEST(Verify, APlanThatWasEditedIsNamed) {
  const Package package;
  std::string tuple, cell, renamed;
  package.edit(kPlan, [&](Lines& all) {
    tuple = name_of(all[3]), cell = name_of(all[4]), renamed = name_of(all[5]);
    all[3]["tuple"] = all[9]["tuple"];
    all[4]["cell"] = "legal/elsewhere";
    all[5]["name"] = "a5/tgatherb/legal/forged/0";
  });
  package.seal();
  const VerifyResult result = package.verify();
  expect_objection(result, tuple + ": its tuple is not the one that this suite makes");
  expect_objection(result, cell + ": planned in the cell legal/elsewhere, not in ");
  expect_objection(result, "a5/tgatherb/legal/forged/0: case 4 of the plan that this suite makes is " + renamed);
}

TEST(Verify, ACaseThatWasLeftOutOfPlanAndRecordsIsNamed) {
  const Package package;
  const auto shorten = [](Lines& all) { all.pop_back(); };
  package.edit(kPlan, shorten);
  package.edit(kRecords, shorten);
  package.edit_headers([](Json& header) { header["planned_total"] = packages::kCases - 1; });
  package.derive_statement();
  package.seal();
  expect_objection(package.verify(), "plan.jsonl: 259 cases, this suite makes 260 of that request");
}

TEST(Verify, ATupleThatWasTakenOutOfThePlanIsNamed) {
  const Package package;
  std::string name;
  package.edit(kPlan, [&](Lines& all) {
    name = name_of(all[3]);
    all[3]["tuple"] = nullptr;
  });
  package.seal();
  expect_objection(package.verify(), name + ": was run, and its tuple is not in the plan");
}

TEST(Verify, HashesAreOfTheCase) {
  const Package package;
  std::string hashed, expected;
  package.edit(kRecords, [&](Lines& all) {
    Json& line = all[first_where(all, [](const Json& one) { return is_pass_of(one, "legal"); })];
    hashed = name_of(line);
    line["case_hash"] = std::string(64, '0');
    Json& other = all[first_where(all, [&](const Json& one) { return is_pass_of(one, "legal") && name_of(one) != hashed; })];
    expected = name_of(other);
    other["expected_hash"] = std::string(64, '0');
  });
  package.seal();
  const VerifyResult result = package.verify();
  expect_objection(result, hashed + ": its case hash is not that of its case");
  expect_objection(result, expected + ": what is expected of it is not what its record says");
}

TEST(Verify, ASavedCaseThatWasSwappedIsNamed) {
  const Package package;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(package.folder() / "cases")) files.push_back("cases/" + entry.path().filename().string());
  ASSERT_GE(files.size(), 2u);
  package.write(files[0], package.read(files[1]));
  package.write("cases/0123456789abcdef.json", "{}");
  package.seal();
  const VerifyResult result = package.verify();
  expect_objection(result, files[0] + ": its hash is not the one that its name says");
  expect_objection(result, "cases/0123456789abcdef.json: ");
}

TEST(Verify, FindingsAreOfTheRun) {
  const Package package;
  std::vector<record::Finding> findings = record::read_findings(package.read("findings.json"));
  ASSERT_FALSE(findings.empty());
  const std::string id = findings[0].id, smallest = findings[0].smallest;
  findings[0].verdict = record::VerdictKind::illegal;
  findings[0].cases += packages::kCases;
  findings[0].members[0].name = "a5/tgatherb/legal/forged/0";
  package.write("findings.json", record::write_findings(findings));
  package.seal();
  const VerifyResult result = package.verify();
  expect_objection(result, id + ": its smallest case is legal, not illegal");
  expect_objection(result, id + ": a5/tgatherb/legal/forged/0 does not fail");
  expect_objection(result, "findings.json: ");

  package.write("findings.json", record::write_findings({}));
  package.seal();
  expect_objection(package.verify(), smallest + ": belongs to no finding");
}

TEST(Verify, AStatementThatWasChangedIsNamed) {
  const Package package;
  record::Statement statement = record::read_statement(package.read("statement.json"));
  const std::string fails = std::to_string(statement.counts.fail);
  const auto ship = [&] {
    package.write("statement.json", record::write_statement(statement));
    package.write("statement.md", statement_page(statement));
    package.seal();
  };
  statement.conforms = true;
  ship();
  VerifyResult result = package.verify();
  expect_objection(result, "statement.json: says that it conforms, and " + fails + " cases fail");
  expect_objection(result, "statement.json: conforms is true, from the package follows false");

  statement.conforms = false;
  statement.counts.pass += 1;
  ship();
  expect_objection(package.verify(), "statement.json: counts.pass is " + std::to_string(statement.counts.pass) + ", from the package follows " +
                                         std::to_string(statement.counts.pass - 1));
}

TEST(Verify, AReducedRunThatIsCalledACertificateIsNamed) {
  const Package package;
  record::Statement statement = record::read_statement(package.read("statement.json"));
  ASSERT_EQ(statement.kind, record::PackageKind::reduced);
  statement.kind = record::PackageKind::certificate;
  statement.reasons.clear();
  statement.level = 2;
  package.write("statement.json", record::write_statement(statement));
  package.write("statement.md", statement_page(statement));
  package.seal();
  expect_objection(package.verify(), "statement.json: kind is \"certificate\", from the package follows \"reduced run\"");
}

TEST(Verify, APageThatWasChangedIsNamed) {
  const Package package;
  package.write("statement.md", package.read("statement.md") + "\nAll is well.\n");
  package.seal();
  expect_objection(package.verify(), "statement.md: line ");
}

TEST(Verify, AnotherSuitesRunIsNotVerifiedHere) {
  const Package package;
  package.edit_headers([](Json& header) {
    header["spec_hash"] = std::string(64, 'b');
    header["suite_version"] = "9.9";
  });
  package.seal();
  const VerifyResult result = package.verify();
  expect_objection(result, "records.jsonl: spec hash " + std::string(64, 'b') + " is not " + campaign::spec_hash());
  expect_objection(result, "records.jsonl: suite version 9.9 is not test, this suite's; verify it with version 9.9 of the suite");
}

TEST(Verify, HeadersAreOne) {
  const Package package;
  package.edit(kPlan, [](Lines& all) { all[0]["seed"] = 2; });
  package.seal();
  expect_objection(package.verify(), "plan.jsonl: seed is not that of records.jsonl");
}

TEST(Verify, RequestsThatNobodyCanMakeAreNotPlanned) {
  const Package package;
  package.edit_headers([](Json& header) { header["instructions"] = {"TGATHERB", "TGATHERB"}; });
  package.seal();
  expect_objection(package.verify(), "records.jsonl: names no instruction or no profile, or one of them twice");
  package.edit_headers([](Json& header) { header["instructions"] = Json::array(); });
  package.seal();
  expect_objection(package.verify(), "records.jsonl: names no instruction or no profile");
}

TEST(Verify, AnotherSeedMakesAnotherPlan) {
  const Package package;
  package.edit_headers([](Json& header) { header["seed"] = 2; });
  package.derive_statement();
  package.seal();
  const VerifyResult result = package.verify();
  EXPECT_NE(joined(result.objections).find(": its tuple is not the one that this suite makes"), std::string::npos);
  EXPECT_NE(joined(result.objections).find("more objections to the plan"), std::string::npos);
  EXPECT_LT(result.objections.size(), 60u);
}

TEST(Verify, ARequestThatIsFarLargerThanThePlanIsNotPlanned) {
  const Package package;
  package.edit_headers([](Json& header) { header["cases_requested"] = std::uint64_t{1} << 60; });
  package.derive_statement();
  package.seal();
  expect_objection(package.verify(), "plan.jsonl: 260 cases, asked for were 1152921504606846976");
}

TEST(Verify, ALegalDomainThatWasEditedIsNamed) {
  const Package package;
  package.replace("proofs/domain/a5.tgatherb.smt2", "32768", "65536");
  std::filesystem::remove(package.folder() / "proofs/domain/a5.tfillpad_expand.smt2");
  package.write("proofs/domain/a2a3.tgatherb.smt2", "");
  package.seal();
  const VerifyResult result = package.verify();
  expect_objection(result, "proofs/domain/a5.tgatherb.smt2: is not the legal domain of this suite");
  expect_objection(result, "proofs/domain/a5.tfillpad_expand.smt2: missing");
  expect_objection(result, "proofs/domain/a2a3.tgatherb.smt2: is the domain of nothing that was planned");
}

TEST(Verify, ProofsAreOfAllThatWasPlannedAndThoseOfThisSuite) {
  const Package package;
  record::ProofFile proofs;
  record::ProofRecord proof;
  proof.id = "a5/tgatherb/x";
  proof.instruction = "TGATHERB";
  proof.profile = "a5";
  proof.status = "proved";
  proofs.obligations.push_back(proof);
  package.write("proofs/results.json", record::write_proofs(proofs));
  package.seal();
  expect_objection(package.verify(), "proofs/results.json: nothing is proved of TFILLPAD_EXPAND on a5");
  VerifyMeans means = packages::means();
  means.proofs = [&](const record::RunHeader&) {
    record::ProofFile here = proofs;
    here.obligations[0].status = "refuted";
    return MadeProofs{here, {{"a5-tgatherb-x.smt2", "(check-sat)\n"}, {"a5-tgatherb-y.smt2", ""}}};
  };
  expect_objection(package.verify({.full = true}, means), "proofs/results.json: a5/tgatherb/x: the obligation is proved, this suite says refuted");
  package.write("proofs/a5-tgatherb-x.smt2", "");
  package.write("proofs/a5-tgatherb-z.smt2", "");
  package.seal();
  const VerifyResult full = package.verify({.full = true}, means);
  expect_objection(full, "proofs/a5-tgatherb-x.smt2: is not what this suite asks");
  expect_objection(full, "proofs/a5-tgatherb-y.smt2: missing; this suite asks it");
  expect_objection(full, "proofs/a5-tgatherb-z.smt2: this suite asks no such questions");
  EXPECT_EQ(package.verify().notes.back(), "proof scripts and results not proved again: --full does");
}

// Runs that have not ended.

TEST(Verify, ARunThatWasCutShortSaysHowFarItCame) {
  const Package package;
  Lines records = package.lines(kRecords);
  std::string journal;
  for (std::size_t i = 0; i < 41; ++i) journal += records[i].dump() + "\n";
  std::filesystem::remove(package.folder() / kRecords);
  std::filesystem::remove(package.folder() / "manifest.txt");
  package.write("records.partial.jsonl", journal);
  const VerifyResult result = package.verify();
  ASSERT_EQ(result.objections.size(), 1u) << joined(result.objections);
  EXPECT_EQ(result.objections[0],
            "the run has not ended: 40 cases have a result of 260; pto-cts certify --resume, with the same options, completes it");
}

TEST(Verify, AStatementOfARunThatHasNotEndedIsRefused) {
  const Package package;
  const record::Statement statement = record::read_statement(package.read("statement.json"));
  package.write("statement.json", record::write_statement(incomplete_statement(statement.run, {})));
  package.seal();
  expect_objection(package.verify(), "statement.json: the run has not ended: 260 of 260 cases have a record");
}

TEST(Verify, AShardIsNotVerifiedAlone) {
  const Package package;
  package.edit_headers([](Json& header) { header["shard"] = "1/2"; });
  package.seal();
  expect_objection(package.verify(), "records.jsonl: shard 1/2 of a run; join the shards with pto-cts merge");
}

}  // namespace
}  // namespace pto_cts::reports::verify_test
