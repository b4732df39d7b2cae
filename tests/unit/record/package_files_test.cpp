// SPDX-License-Identifier: MIT
// The files of a package: nothing is lost, damage is seen, and the sealed archive says nothing of the machine.
#include <gtest/gtest.h>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/environment.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/manifest.h"
#include "pto_cts/record/plan_file.h"
#include "pto_cts/record/proof_file.h"
#include "pto_cts/record/sha256.h"
#include "pto_cts/record/statement.h"
#include "temporary_folder.h"

namespace pto_cts::record::package_files_test {
namespace {

namespace fs = std::filesystem;

Tuple a_tuple() {
  Tuple tuple;
  tuple.mnemonic = "TMULS";
  TileOperand dst;
  dst.name = "dst";
  dst.tile.rows = 16;
  dst.tile.cols = 8;
  tuple.tiles = {dst};
  tuple.scalars = {{"scalar", DType::f32}};
  tuple.attributes = {{"form", "heterogeneous", false}};
  return tuple;
}

RunHeader a_header(std::uint64_t planned) {
  RunHeader header;
  header.backend = "simd";
  header.profiles = {Profile::a5};
  header.planned_total = planned;
  return header;
}

PlanFile a_plan(std::uint64_t planned, Shard shard = {}) {
  PlanFile plan{a_header(planned), {}};
  plan.header.shard = shard;
  for (std::uint64_t i = shard.index - 1; i < planned; i += shard.count)
    plan.entries.push_back({i, "a5/tmuls/legal/x/" + std::to_string(i), "legal/x", a_tuple()});
  return plan;
}

Statement a_statement() {
  Statement statement;
  statement.kind = PackageKind::reduced;
  statement.reasons = {"why"};
  statement.run = a_header(3);
  statement.conforms = true;
  statement.sentence = "it does";
  statement.level = 1;
  statement.profiles = {{Profile::a5, 2, "cap", {{Dimension::legality, Standing::conforms_with_waivers, {"w"}}}, {9, 1, 2, 3}}};
  statement.gaps = {"gap"};
  statement.waivers = {{"a5/*", "wrong pad", "because", 4}};
  statement.counts.planned = 7;
  statement.counts.fail_kinds = {{"wrong pad", 1}};
  statement.counts.not_observed = {{"guards", 2}};
  statement.cells = {4, 3, 2, 1};
  statement.proofs = {5, 6, 7, 8};
  return statement;
}

template <typename Function>
std::string error_of(Function function) {
  try {
    function();
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(PlanFile, IsReadBack) {
  const tests::TemporaryFolder folder;
  PlanFile plan = a_plan(3);
  plan.entries[1].tuple.reset();
  write_plan(folder / "plan.jsonl", plan);
  const PlanFile again = read_plan(folder / "plan.jsonl");
  EXPECT_EQ(again.header, plan.header);
  EXPECT_EQ(again.entries, plan.entries);
}

TEST(PlanFile, WithAnyChangedByteIsRefused) {
  const tests::TemporaryFolder folder;
  write_plan(folder / "plan.jsonl", a_plan(2));
  const std::string text = folder.read("plan.jsonl");
  for (std::size_t at = 0; at < text.size(); at += 7) {
    std::string damaged = text;
    damaged[at] ^= 1;
    folder.write("plan.jsonl", damaged);
    EXPECT_THROW(read_plan(folder / "plan.jsonl"), BadInput) << at;
  }
}

TEST(PlanFile, ShardsMakeTheWholePlanAndNothingElseDoes) {
  const PlanFile whole = a_plan(5);
  const std::vector<PlanFile> shards = {a_plan(5, {2, 2}), a_plan(5, {1, 2})};
  EXPECT_EQ(merge(shards).entries, whole.entries);
  EXPECT_EQ(merge(shards).header, whole.header);
  EXPECT_THROW(merge(std::span(shards).first(1)), BadInput);
  const std::vector<PlanFile> twice = {shards[0], shards[0]};
  EXPECT_THROW(merge(twice), BadInput);
}

TEST(ProofFile, IsReadBack) {
  ProofFile proofs;
  proofs.obligations = {{"a5/tmuls/x", "TMULS", "a5", "independence", "refuted", "implied", "it is", a_tuple(), std::nullopt,
                         {"dst.rows"}, {"tmuls.dtype"}, "note", "tmuls.alias"}};
  proofs.cells = {{"a5/tmuls/legal/x", "TMULS", "a5", "infeasible", {"tmuls.dtype"}}};
  EXPECT_EQ(read_proofs(write_proofs(proofs)), proofs);
  std::string text = write_proofs(proofs);
  text.replace(text.find("refuted"), 7, "decided");
  EXPECT_NE(error_of([&] { read_proofs(text); }).find("'decided' is not known"), std::string::npos);
}

TEST(StatementFile, IsReadBack) {
  Statement statement = a_statement();
  EXPECT_EQ(read_statement(write_statement(statement)), statement);
  statement.level.reset();
  statement.profiles.front().level.reset();
  EXPECT_EQ(read_statement(write_statement(statement)), statement);
}

TEST(StatementFile, RefusesWordsAndLevelsThatAreNone) {
  const std::string text = write_statement(a_statement());
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"reduced run\"", "\"certified\""}, {"\"level\": 1", "\"level\": 4"}, {"\"gaps\"", "\"gap\""}, {"\"schema\": 1", "\"schema\": 2"}}) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    EXPECT_THROW(read_statement(changed), BadInput) << from;
  }
}

TEST(EnvironmentFile, IsReadBackAndMerged) {
  const Environment one{{{"name", "x"}, {"hash", "h"}}, {"r"}, {{{"system", "a"}}}};
  Environment two = one;
  two.machines = {{{"system", "b"}}};
  EXPECT_EQ(read_environment(write_environment(one)), one);
  EXPECT_EQ(merge_environments({two, one, one}).machines, (std::vector<Machine>{{{"system", "a"}}, {{"system", "b"}}}));
  EXPECT_EQ(merge_environments({one, one}), one);
  two.backend[1].value = "other";
  EXPECT_NE(error_of([&] { merge_environments({one, two}); }).find("'hash' differs"), std::string::npos);
}

TEST(RunFile, IsReadBack) {
  const RunFile run{"root", {{"1/2", "host", "2026-01-31T12:00:00Z", 1.5, 0, "g++", "-O2", "Debian", "x86", {"a", "b c"}, true}}};
  EXPECT_EQ(read_run(write_run(run)), run);
}

class Package : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("statement.json", "s");
    folder_.write("cases/a.json", "a");
    folder_.write("environment.json", "here");
    folder_.write("run.json", "today");
  }
  tests::TemporaryFolder folder_;
};

TEST_F(Package, ManifestHoldsAllThatBelongsToIt) {
  const Manifest manifest = take_manifest(folder_.path());
  EXPECT_EQ(manifest.files, (std::map<std::string, std::string>{
                                {"cases/a.json", sha256_hex("a")}, {"environment.json", sha256_hex("here")}, {"statement.json", sha256_hex("s")}}));
  EXPECT_EQ(read_manifest(write_manifest(manifest)), manifest);
  EXPECT_EQ(root_hash(manifest), sha256_hex(sha256_hex("a") + "  cases/a.json\n" + sha256_hex("s") + "  statement.json\n"));
}

TEST_F(Package, RootLeavesTheMachineOut) {
  const std::string root = seal_package(folder_.path());
  folder_.write("environment.json", "elsewhere");
  folder_.write("report.html", "here");
  EXPECT_EQ(seal_package(folder_.path()), root);
  folder_.write("cases/a.json", "b");
  EXPECT_NE(seal_package(folder_.path()), root);
}

TEST_F(Package, AnyChangeOfTheManifestIsRefused) {
  const std::string text = write_manifest(take_manifest(folder_.path()));
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string damaged = text;
    damaged[at] = damaged[at] == '0' ? '1' : '0';
    if (damaged == text) continue;
    // A changed digest of what the root leaves out is for the file itself to show.
    const std::size_t line = text.rfind('\n', at) + 1;
    if (text.find("environment.json", line) < text.find('\n', line)) continue;
    EXPECT_THROW(read_manifest(damaged), BadInput) << at;
  }
  EXPECT_THROW(read_manifest(""), BadInput);
}

TEST_F(Package, LinksAreRefused) {
  fs::create_symlink("/etc/passwd", folder_.path() / "cases/b.json");
  EXPECT_NE(error_of([&] { take_manifest(folder_.path()); }).find("cases/b.json: is no file"), std::string::npos);
}

TEST_F(Package, ArchiveIsTheSameWhereverAndWheneverItIsMade) {
  seal_package(folder_.path());
  const std::string first = folder_.read("package.tar.zst");
  fs::last_write_time(folder_.path() / "statement.json", fs::file_time_type::clock::now() - std::chrono::hours(48));
  fs::permissions(folder_.path() / "cases/a.json", fs::perms::owner_read);
  seal_package(folder_.path());
  EXPECT_EQ(folder_.read("package.tar.zst"), first);
}

TEST_F(Package, ArchiveUnpacksToWhatWasSealed) {
  seal_package(folder_.path());
  const tests::TemporaryFolder other;
  unpack_package(folder_.path() / "package.tar.zst", other.path());
  EXPECT_EQ(take_manifest(other.path()), take_manifest(folder_.path()));
  EXPECT_EQ(other.read("manifest.txt"), folder_.read("manifest.txt"));
  EXPECT_EQ(other.read("cases/a.json"), "a");
  EXPECT_FALSE(fs::exists(other.path() / "run.json"));
}

// A header of a tar archive, as POSIX has it.
std::string tar_header(const std::string& name, std::uint64_t size) {
  std::string header(512, '\0');
  const auto put = [&](std::size_t at, const std::string& text) { header.replace(at, text.size(), text); };
  const auto octal = [](std::uint64_t number, std::size_t digits) {
    std::string text(digits, '0');
    for (std::size_t i = digits; i-- > 0; number /= 8) text[i] = static_cast<char>('0' + number % 8);
    return text;
  };
  put(0, name);
  put(100, octal(0644, 7));
  put(124, octal(size, 11));
  put(136, octal(0, 11));
  put(148, "        0");
  put(257, std::string("ustar\00000", 8));
  std::uint64_t sum = 0;
  for (const unsigned char byte : header) sum += byte;
  put(148, octal(sum, 6) + std::string("\0 ", 2));
  return header;
}

// What would fill the disk is refused before it does.
TEST_F(Package, ATrapIsRefusedBeforeItIsUnpacked) {
  const auto said = [&](const std::string& text) {
    folder_.write("trap.tar", text);
    const tests::TemporaryFolder other;
    const std::string error = error_of([&] { unpack_package(folder_.path() / "trap.tar", other.path()); });
    std::uintmax_t bytes = 0;
    for (const auto& entry : fs::recursive_directory_iterator(other.path())) bytes += entry.is_regular_file() ? entry.file_size() : 0;
    EXPECT_LT(bytes, 1u << 20);
    return error;
  };
  const std::string small = tar_header("pto-cts-package/plan.jsonl", 3) + "abc" + std::string(509, '\0');
  EXPECT_EQ(said(small + std::string(1024, '\0')), "accepted") << "the header is right";
  EXPECT_NE(said(tar_header("pto-cts-package/plan.jsonl", std::uint64_t{4} << 30) + std::string(512, '\0')).find("it is no package"), std::string::npos);
  EXPECT_NE(said(small + tar_header("pto-cts-package/records.jsonl", std::uint64_t{4} << 30)).find("it is no package"), std::string::npos);
}

TEST_F(Package, ADamagedArchiveIsRefused) {
  seal_package(folder_.path());
  std::string text = folder_.read("package.tar.zst");
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, text.size() / 2}) {
    folder_.write("package.tar.zst", text.substr(0, size));
    const tests::TemporaryFolder other;
    EXPECT_THROW(unpack_package(folder_.path() / "package.tar.zst", other.path()), BadInput) << size;
  }
}

}  // namespace
}  // namespace pto_cts::record::package_files_test
