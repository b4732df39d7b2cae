// SPDX-License-Identifier: MIT
#include "pto_cts/record/files.h"
#include "pto_cts/record/records.h"
#include "pto_cts/record/sha256.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "pto_cts/record/bad_input.h"

namespace pto_cts::record::records_test {
namespace {

namespace fs = std::filesystem;

RunHeader sample_header(std::uint64_t planned) {
  RunHeader header;
  header.suite_version = "0.1";
  header.spec_hash = "abc";
  header.generator_epoch = 1;
  header.profiles = {Profile::a2a3, Profile::a5};
  header.instructions = {"TMULS"};
  header.interpretations = {"block32"};
  header.backend = "simd";
  header.seed = 0xffffffffffffffffu;
  header.cases_requested = planned;
  header.planned_total = planned;
  return header;
}

Result sample_result(std::uint64_t index) {
  Result result;
  result.plan_index = index;
  result.name = "a5/tmuls/legal/plain/" + std::to_string(index);
  result.instruction = "TMULS";
  result.profile = Profile::a5;
  result.cell = "plain";
  result.judgement = Judgement::pass;
  result.outcome = "executed";
  return result;
}

RecordFile unsharded(std::uint64_t planned) {
  RecordFile file{sample_header(planned), {}, ""};
  for (std::uint64_t i = 0; i < planned; ++i) file.results.push_back(sample_result(i));
  return file;
}

/// Case i goes to shard (i * 7 / 3) mod count, so that the shards interleave and differ in size.
std::vector<RecordFile> sharded(std::uint64_t planned, std::uint64_t count) {
  std::vector<RecordFile> shards(count, RecordFile{sample_header(planned), {}, ""});
  for (std::uint64_t k = 0; k < count; ++k) shards[k].header.shard = {k + 1, count};
  for (std::uint64_t i = 0; i < planned; ++i) shards[i * 7 / 3 % count].results.push_back(sample_result(i));
  return shards;
}

template <typename Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

class Records : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    directory_ = fs::path(::testing::TempDir()) / (std::string("pto_cts_records_") + test->name());
    fs::remove_all(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  std::string written(const RecordFile& file) const {
    write_records(directory_ / "records.jsonl", file);
    return read_file(directory_ / "records.jsonl");
  }

  fs::path directory_;
};

TEST_F(Records, HaveHeaderResultsAndTrailer) {
  const std::string text = written(unsharded(1));
  const std::string body =
      R"({"schema":2,"suite_version":"0.1","spec_hash":"abc","generator_epoch":1,"profiles":["a2a3","a5"],)"
      R"("instructions":["TMULS"],"interpretations":["block32"],"backend":"simd","backend_version":"","backend_hash":"","seed":18446744073709551615,)"
      R"("cases_requested":1,"planned_total":1,"shard":"1/1"})"
      "\n" +
      to_json_line(sample_result(0)) + "\n";
  EXPECT_EQ(text, body + R"({"end":1,"sha256":")" + sha256_hex(body) + "\"}\n");
}

TEST_F(Records, AreReadBack) {
  const RecordFile file = unsharded(5);
  written(file);
  const RecordFile again = read_records(directory_ / "records.jsonl");
  EXPECT_EQ(again.header, file.header);
  EXPECT_EQ(again.results, file.results);
  EXPECT_EQ(again.origin, (directory_ / "records.jsonl").string());
}

TEST_F(Records, CutAnywhereAreRefused) {
  const std::string text = written(unsharded(3));
  for (std::size_t size = 0; size < text.size(); ++size)
    EXPECT_THROW(parse_records(std::string_view(text).substr(0, size)), BadInput) << size;
}

TEST_F(Records, WithAnyChangedByteAreRefused) {
  const std::string text = written(unsharded(2));
  std::mt19937 random(1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] ^= static_cast<char>(1 + random() % 255);
    EXPECT_THROW(parse_records(damaged), BadInput) << at;
    EXPECT_THROW(parse_records(std::string(text).erase(at, 1)), BadInput) << at;
  }
  EXPECT_THROW(parse_records(text + "\n"), BadInput);
  EXPECT_THROW(parse_records(text + text), BadInput);
}

TEST_F(Records, NameFileLineAndFieldOfAFault) {
  const auto error_with_line = [&](const std::string& line) {
    const std::string body = to_json_line(sample_header(1)) + "\n" + line + "\n";
    write_file(directory_ / "r", body + R"({"end":1,"sha256":")" + sha256_hex(body) + "\"}\n");
    return error_of([&] { read_records(directory_ / "r"); });
  };
  const std::string path = (directory_ / "r").string();
  EXPECT_EQ(error_with_line("{}"), path + ": line 2: plan_index: missing; add this field");
  EXPECT_EQ(error_with_line(to_json_line(sample_result(1))),
            path + ": line 2: plan_index lies outside the plan; run this shard again, or restore the file");
  write_file(directory_ / "r", to_json_line(sample_header(0)) + "\n");
  EXPECT_EQ(error_of([&] { read_records(directory_ / "r"); }),
            path + ": cut short: it has no end line; run this shard again, or restore the file");
}

TEST_F(Records, AreRefusedWhenTheyDoNotFitThePlan) {
  const auto error_with = [](const std::vector<Result>& results, const Shard& shard) {
    RunHeader header = sample_header(3);
    header.shard = shard;
    std::string body = to_json_line(header) + "\n";
    for (const Result& result : results) body += to_json_line(result) + "\n";
    const std::string end =
        R"({"end":)" + std::to_string(results.size()) + R"(,"sha256":")" + sha256_hex(body) + "\"}\n";
    return error_of([&] { parse_records(body + end); });
  };
  Result renamed = sample_result(1);
  renamed.name = sample_result(0).name;
  EXPECT_EQ(error_with({sample_result(0), sample_result(2)}, {1, 2}), "accepted");
  EXPECT_EQ(error_with({}, {2, 2}), "accepted");
  EXPECT_NE(error_with({sample_result(0), sample_result(2)}, {1, 1}).find("2 results of 3 planned"), std::string::npos);
  EXPECT_NE(error_with({sample_result(1), sample_result(0)}, {1, 2}).find("does not rise"), std::string::npos);
  EXPECT_NE(error_with({sample_result(0), renamed}, {1, 2}).find("occurs twice"), std::string::npos);
}

TEST_F(Records, AppearOnlyWhenFinished) {
  {
    RecordWriter writer(directory_ / "records.jsonl", sample_header(2));
    writer.add(sample_result(0));
    EXPECT_FALSE(fs::exists(directory_ / "records.jsonl"));
    EXPECT_THROW(writer.add(sample_result(0)), std::invalid_argument);
    EXPECT_THROW(writer.add(sample_result(2)), std::invalid_argument);
    EXPECT_THROW(writer.finish(), std::invalid_argument);
  }
  EXPECT_TRUE(fs::is_empty(directory_));
}

TEST_F(Records, OfAllShardsMergeToTheBytesOfTheUnshardedRun) {
  for (const std::uint64_t planned : {0u, 1u, 2u, 17u, 100u})
    for (const std::uint64_t count : {1u, 2u, 3u, 8u}) {
      std::vector<RecordFile> shards = sharded(planned, count);
      for (RecordFile& shard : shards) shard = parse_records(written(shard));
      std::ranges::reverse(shards);
      EXPECT_EQ(written(merge(shards)), written(unsharded(planned)));
    }
}

TEST(Merge, RefusesWhatIsNotOneWholeRun) {
  const auto error_with = [](auto change) {
    std::vector<RecordFile> shards = sharded(10, 3);
    change(shards);
    return error_of([&] { merge(shards); });
  };
  using Shards = std::vector<RecordFile>;
  EXPECT_EQ(error_with([](Shards&) {}), "accepted");
  EXPECT_EQ(error_with([](Shards& s) { s.clear(); }), "no shards are given; give all shards of one run");
  EXPECT_EQ(error_with([](Shards& s) { s.erase(s.begin() + 1); }), "shard 2/3: missing; give all 3 shards");
  EXPECT_EQ(error_with([](Shards& s) {
              s[2] = s[0];
              s[2].origin = "b/records.jsonl";
            }),
            "b/records.jsonl (shard 1/3): given twice; give each shard once");
  EXPECT_EQ(error_with([](Shards& s) { s[1].header.seed = 4; }),
            "shard 2/3: seed differs from that of shard 1/3; merge shards of one run");
  EXPECT_EQ(error_with([](Shards& s) { s[1].header.shard.count = 4; }),
            "shard 2/4: the number of shards differs from that of shard 1/3; merge shards of one run");
  EXPECT_EQ(error_with([](Shards& s) { s[2].header.shard.index = 4; }),
            "shard 4/3: no such shard; merge shards of one run");
  EXPECT_EQ(error_with([](Shards& s) { s[0].results.erase(s[0].results.begin()); }),
            "the shards lack the result with plan_index 0 of 10; run the shards again");
  EXPECT_EQ(error_with([](Shards& s) { s[0].results[0].plan_index = 1; }),
            "the shards lack the result with plan_index 0 of 10; run the shards again");
  EXPECT_EQ(error_with([](Shards& s) { s[1].results.push_back(s[0].results[0]); }),
            "case 'a5/tmuls/legal/plain/0': its plan_index occurs twice; run the shards again");
  EXPECT_EQ(error_with([](Shards& s) { s[1].results[0].name = s[0].results[0].name; }),
            "case 'a5/tmuls/legal/plain/0': occurs twice; run the shards again");
  EXPECT_EQ(error_with([](Shards& s) { s[1].results.push_back(sample_result(10)); }),
            "the shards hold more than the 10 planned results; run the shards again");
}

TEST(RunHeader, KeepsEveryFieldAndFindsEveryDifference) {
  RunHeader header = sample_header(3);
  header.shard = {2, 4};
  EXPECT_EQ(parse_header_line(to_json_line(header)), header);
  const auto difference = [&](auto change) {
    RunHeader other = header;
    change(other);
    return first_difference(header, other);
  };
  EXPECT_EQ(difference([](RunHeader& h) { h.shard = {1, 1}; }), "");
  EXPECT_EQ(difference([](RunHeader& h) { h.schema = 1; }), "schema");
  EXPECT_EQ(difference([](RunHeader& h) { h.suite_version = ""; }), "suite_version");
  EXPECT_EQ(difference([](RunHeader& h) { h.spec_hash = ""; }), "spec_hash");
  EXPECT_EQ(difference([](RunHeader& h) { h.generator_epoch = 9; }), "generator_epoch");
  EXPECT_EQ(difference([](RunHeader& h) { h.profiles.pop_back(); }), "profiles");
  EXPECT_EQ(difference([](RunHeader& h) { h.instructions.clear(); }), "instructions");
  EXPECT_EQ(difference([](RunHeader& h) { h.interpretations.clear(); }), "interpretations");
  EXPECT_EQ(difference([](RunHeader& h) { h.backend = ""; }), "backend");
  EXPECT_EQ(difference([](RunHeader& h) { h.backend_version = "2"; }), "backend_version");
  EXPECT_EQ(difference([](RunHeader& h) { h.backend_hash = "built-in"; }), "backend_hash");
  EXPECT_EQ(difference([](RunHeader& h) { h.seed = 0; }), "seed");
  EXPECT_EQ(difference([](RunHeader& h) { h.cases_requested = 0; }), "cases_requested");
  EXPECT_EQ(difference([](RunHeader& h) { h.planned_total = 0; }), "planned_total");
}

TEST(RunHeader, RefusesAnotherSchema) {
  RunHeader header = sample_header(1);
  header.schema = 1;
  EXPECT_EQ(error_of([&] { parse_header_line(to_json_line(header)); }),
            "schema: not version 2; use the version of the suite that wrote the records");
}

TEST(Shard, IsReadAsKOfN) {
  EXPECT_EQ(parse_shard("2/4"), (Shard{2, 4}));
  EXPECT_EQ(to_text(Shard{2, 4}), "2/4");
  for (const std::string_view text :
       {"", "/", "1", "1/", "/1", "0/4", "5/4", "+1/4", "1/4 ", "01/4", "1/65537", "1/99999999999999999999"})
    EXPECT_EQ(error_of([&] { parse_shard(text); }).find("'" + std::string(text) + "' is not a shard; give k/n"), 0u);
}

}  // namespace
}  // namespace pto_cts::record::records_test
