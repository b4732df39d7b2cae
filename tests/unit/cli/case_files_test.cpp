// SPDX-License-Identifier: MIT
// check and reproduce: good and bad case files.
#include "program.h"

namespace pto_cts::cli {
namespace {

class CaseFiles : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new Folder;
    ASSERT_EQ(run(*folder_, certify({"--backend", kFaulty, "--cases", "60", "--out", "r"})).status, 1);
    // Any tuple that the verifier lets through although it is illegal gives a saved illegal case.
    ASSERT_EQ(run(*folder_, certify({"--backend", "mutant:tfillpad-expand-accepts-shrinking", "--cases", "300", "--out", "i"})).status, 1);
    legal_ = files_in(*folder_ / "r/cases").front();
    illegal_ = files_in(*folder_ / "i/cases").front();
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static Folder& folder() { return *folder_; }
  static const fs::path& legal() { return legal_; }
  static const fs::path& illegal() { return illegal_; }

  static void both_refuse(const std::string& text, std::initializer_list<const char*> words = {"bad.json"}) {
    write_text(folder() / "bad.json", text);
    expect_refused(folder(), {"check", "bad.json"}, words);
    expect_refused(folder(), {"reproduce", "bad.json"}, words);
    expect_refused(folder(), {"check", "bad.json", "--json"}, words);
  }

 private:
  static inline Folder* folder_ = nullptr;
  static inline fs::path legal_, illegal_;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::runtime_error("nothing to replace: " + from);
  return text.replace(at, from.size(), to);
}

TEST_F(CaseFiles, CheckSaysLegal) {
  const Finished finished = run(folder(), {"check", legal()});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_NE(finished.out.find("a5: legal"), std::string::npos) << finished.out;
}

TEST_F(CaseFiles, CheckNamesTheBrokenClauseAndTheNearestLegalTuple) {
  const Finished finished = run(folder(), {"check", illegal()});
  EXPECT_EQ(finished.status, 0) << finished.err;
  for (const char* word : {"a5: illegal", "breaks tfillpad_expand.", "nearest legal tuple: change"})
    EXPECT_NE(finished.out.find(word), std::string::npos) << word << " in " << finished.out;
  const Finished as_json = run(folder(), {"check", illegal(), legal(), "--json"});
  EXPECT_EQ(as_json.status, 0);
  EXPECT_EQ(as_json.err, "");
  const Json verdict = as_json.json().at(0).at("verdicts").at(0);
  EXPECT_EQ(verdict.at("verdict"), "illegal");
  EXPECT_FALSE(verdict.at("clauses").empty());
  EXPECT_EQ(as_json.json().at(1).at("verdicts").at(0).at("verdict"), "legal");
}

TEST_F(CaseFiles, CheckJudgesOnOtherProfiles) {
  const Finished finished = run(folder(), {"check", legal(), "--profile", "portable", "--json"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.json().at(0).at("verdicts").size(), 3u);
  EXPECT_TRUE(finished.json().at(0).at("portable").is_boolean());
  expect_refused(folder(), {"check", legal(), "--profile", "a7"}, {"a7"});
}

TEST_F(CaseFiles, ReproduceOfAnIllegalCase) {
  EXPECT_EQ(run(folder(), {"reproduce", illegal()}).status, 0);
  const Finished finished = run(folder(), {"reproduce", illegal(), "--backend", "mutant:tfillpad-expand-accepts-shrinking"});
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.out.find("illegal tuple accepted"), std::string::npos) << finished.out;
}

TEST_F(CaseFiles, MissingFilesAndEmptyGlobs) {
  for (const char* command : {"check", "reproduce"}) {
    expect_refused(folder(), {command}, {});
    expect_refused(folder(), {command, "nowhere.json"}, {"nowhere.json"});
    expect_refused(folder(), {command, "r/cases/zz*.json"}, {"r/cases/zz*.json"});
    expect_refused(folder(), {command, legal(), "nowhere.json", "--json"}, {"nowhere.json"});
    expect_refused(folder(), {command, "r/cases"}, {"r/cases"});
    expect_refused(folder(), {command, "r/records.jsonl"}, {"r/records.jsonl"});
    expect_refused(folder(), {command, "/dev/null"}, {"/dev/null"});
  }
  expect_refused(folder(), {"reproduce", legal(), "--backend", "nope"}, {"nope"});
  expect_refused(folder(), {"reproduce", legal(), "--interpretation", "nope"}, {"nope", "block32"});
}

// A name with the marks of a glob is a name where such a file exists.
TEST_F(CaseFiles, AFileMayHaveBracketsInItsName) {
  fs::copy_file(legal(), folder() / "case[1].json", fs::copy_options::overwrite_existing);
  EXPECT_EQ(run(folder(), {"check", "case[1].json"}).status, 0);
}

TEST_F(CaseFiles, ANameThatIsNotUtf8IsNoInternalFault) {
  fs::copy_file(legal(), folder() / "\xff.json", fs::copy_options::overwrite_existing);
  EXPECT_NE(run(folder(), {"check", "\xff.json", "--json"}).status, 3);
}

TEST_F(CaseFiles, CutAnywhere) {
  const std::string text = read_text(legal());
  for (const std::size_t keep : {std::size_t{0}, std::size_t{1}, std::size_t{20}, text.size() / 4, text.size() / 2, text.size() - 40, text.size() - 3})
    both_refuse(text.substr(0, keep));
}

TEST_F(CaseFiles, Malformed) {
  const std::string text = read_text(legal());
  both_refuse("hello\n");
  both_refuse("[]\n");
  both_refuse("{}\n");
  both_refuse("\xff\xfe");
  both_refuse(text + "{}");
  both_refuse(replaced(text, "\"schema\": 1", "\"schema\": 2"), {"bad.json", "schema"});
  both_refuse(replaced(text, "\"schema\": 1", "\"schema\": 1, \"surprise\": 1"), {"bad.json", "surprise"});
  both_refuse(replaced(text, "\"schema\": 1", "\"schema\": 1, \"schema\": 1"), {"bad.json"});
  both_refuse(replaced(text, "\"poison\"", "\"poisson\""), {"bad.json"});
  both_refuse(replaced(text, "\"profile\": \"a5\"", "\"profile\": \"a7\""), {"bad.json", "profile"});
  both_refuse(replaced(text, "\"TFILLPAD_EXPAND\"", "\"TFROB\""), {"bad.json", "TFROB"});
  both_refuse(replaced(text, "\"TFILLPAD_EXPAND\"", "\"TMULS\""), {"bad.json"});
  both_refuse(replaced(text, "\"name\": \"dst\"", "\"name\": \"destination\""), {"bad.json"});
  both_refuse(replaced(text, "\"attributes\": []", "\"attributes\": [{\"key\": \"frob\", \"value\": \"x\", \"template_slot\": false}]"),
              {"bad.json"});
}

TEST_F(CaseFiles, PayloadOneElementShort) {
  // The last element of the last row of the payload.
  const std::string text = read_text(legal());
  const std::size_t quote = text.find("\"\n", text.find("\"payload\":"));
  ASSERT_NE(quote, std::string::npos);
  const std::size_t space = text.rfind(' ', quote);
  both_refuse(text.substr(0, space) + text.substr(quote), {"bad.json", "payload"});
}

TEST_F(CaseFiles, AbsurdExtents) {
  const std::string text = read_text(legal());
  const std::size_t at = text.find("\"rows\": "), end = text.find(',', at);
  for (const char* rows : {"0", "-1", "2147483647", "9223372036854775807", "99999999999999999999", "1.5", "\"8\"", "null"})
    both_refuse(text.substr(0, at) + "\"rows\": " + rows + text.substr(end), {"bad.json"});
}

}  // namespace
}  // namespace pto_cts::cli
