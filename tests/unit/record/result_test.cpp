// SPDX-License-Identifier: MIT
#include "pto_cts/record/result.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "pto_cts/record/bad_input.h"

namespace pto_cts::record::result_test {
namespace {

Result plain_result() {
  Result result;
  result.plan_index = 7;
  result.name = "a5/tmuls/legal/plain/7";
  result.instruction = "TMULS";
  result.profile = Profile::a5;
  result.cell = "plain";
  result.judgement = Judgement::pass;
  result.outcome = "executed";
  return result;
}

Result full_result() {
  Result result = plain_result();
  result.kind = CaseKind::reject;
  result.verdict = VerdictKind::illegal;
  result.clauses = {"tmuls.a5.dtype", "tmuls.a5.shape"};
  result.reasons = {"why"};
  result.judgement = Judgement::fail;
  result.detail = "illegal tuple accepted";
  result.other_kinds = {"guard overwritten"};
  result.diagnostic = "line\n\"two\"";
  result.twin_outcome = "rejected";
  result.not_observed = {"guards"};
  result.mismatches = MismatchCensus{3, 15, {{"dst", 0, 1, "1.5 (0x3e00)", "nan (0x7e00)"}}};
  result.outside_writes = 0;
  result.replaced = 2;
  result.vacuous = true;
  result.case_hash = std::string(64, 'a');
  result.case_file = "cases/7.json";
  return result;
}

constexpr std::string_view kPlain =
    R"({"plan_index":7,"name":"a5/tmuls/legal/plain/7","instruction":"TMULS","profile":"a5","kind":"legal",)"
    R"("cell":"plain","verdict":"legal","judgement":"pass","outcome":"executed"})";

constexpr std::string_view kFull =
    R"({"plan_index":7,"name":"a5/tmuls/legal/plain/7","instruction":"TMULS","profile":"a5","kind":"reject",)"
    R"("cell":"plain","verdict":"illegal","clauses":["tmuls.a5.dtype","tmuls.a5.shape"],"reasons":["why"],)"
    R"("judgement":"fail","detail":"illegal tuple accepted","other_kinds":["guard overwritten"],)"
    R"("outcome":"executed","diagnostic":"line\n\"two\"","twin_outcome":"rejected","not_observed":["guards"],)"
    R"("mismatches":{"differing":3,"judged":15,"first":[{"operand":"dst","row":0,"col":1,)"
    R"~("expected":"1.5 (0x3e00)","actual":"nan (0x7e00)"}]},"outside_writes":0,"replaced":2,"vacuous":true,)~"
    R"("case_hash":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","case_file":"cases/7.json"})";

TEST(Result, LeavesOutWhatIsEmpty) {
  EXPECT_EQ(to_json_line(plain_result()), kPlain);
  EXPECT_EQ(parse_json_line(kPlain), plain_result());
}

TEST(Result, KeepsEveryField) {
  EXPECT_EQ(to_json_line(full_result()), kFull);
  EXPECT_EQ(parse_json_line(kFull), full_result());
}

TEST(Result, KeepsEveryWord) {
  for (const Judgement judgement : kAllJudgements) EXPECT_EQ(parse_judgement(name(judgement)), judgement);
  for (const CaseKind kind : kAllCaseKinds) EXPECT_EQ(parse_case_kind(name(kind)), kind);
  for (const VerdictKind verdict : kAllVerdictKinds) EXPECT_EQ(parse_verdict_kind(name(verdict)), verdict);
  EXPECT_EQ(parse_judgement("not_run"), std::nullopt);
}

TEST(Result, ReplacesBytesThatAreNotUtf8) {
  Result result = plain_result();
  result.diagnostic = "a\xff";
  const std::string line = to_json_line(result);
  EXPECT_EQ(parse_json_line(line).diagnostic, "a\xef\xbf\xbd");
  EXPECT_EQ(to_json_line(parse_json_line(line)), line);
}

TEST(Result, NamesTheFieldOfEveryFault) {
  const auto error_of = [](std::string_view from, std::string_view to) -> std::string {
    std::string text(kFull);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    try {
      parse_json_line(text.replace(at, from.size(), to));
    } catch (const BadInput& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(error_of("\"cell\"", "\"cel\""), "unknown field 'cel'; remove it or correct its name");
  EXPECT_EQ(error_of("\"cell\":\"plain\",", ""), "cell: missing; add this field");
  EXPECT_EQ(error_of(":7,", ":-7,"), "plan_index: found number; give a non-negative integer of 64 bits");
  EXPECT_EQ(error_of("\"illegal\"", "\"wrong\""),
            "verdict: 'wrong' is not known; use one of legal, illegal, target-defined");
  EXPECT_EQ(error_of("illegal tuple accepted", ""), "detail: a fail without its kind; give the kind");
  EXPECT_EQ(error_of("\"executed\"", "\"ran\""),
            "outcome: 'ran' is not known; use an outcome such as executed or rejected");
  EXPECT_EQ(error_of("\"row\":0", "\"row\":\"0\""),
            "mismatches.first[0].row: found string; give an integer of 64 bits");
  EXPECT_EQ(error_of("cases/7.json", "/cases/7.json"),
            "case_file: '/cases/7.json' is not a file of the package; give a relative path");
  EXPECT_EQ(error_of("aaaa\"", "aaaA\""),
            "case_hash: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...' is not a hash; give 64 lower-case hexadecimal "
            "digits");
  EXPECT_EQ(error_of("[\"why\"]", "[\"\"]"), "reasons[0]: empty; give a name");
}

TEST(Result, ACutLineIsRefused) {
  for (std::size_t size = 0; size < kFull.size(); ++size)
    EXPECT_THROW(parse_json_line(kFull.substr(0, size)), BadInput) << size;
}

TEST(Result, IsNotWrittenIfItCouldNotBeRead) {
  const auto refused = [](const std::function<void(Result&)>& change) {
    Result result = plain_result();
    change(result);
    EXPECT_THROW(to_json_line(result), std::invalid_argument);
  };
  refused([](Result& result) { result.name = ""; });
  refused([](Result& result) { result.instruction = ""; });
  refused([](Result& result) { result.outcome = "exploded"; });
  refused([](Result& result) { result.judgement = Judgement::fail; });
  refused([](Result& result) { result.case_file = "../x"; });
  refused([](Result& result) { result.clauses = {""}; });
}

}  // namespace
}  // namespace pto_cts::record::result_test
