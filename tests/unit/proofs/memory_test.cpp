// SPDX-License-Identifier: MIT
#include "pto_cts/proofs/memory.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "pto_cts/generators/domain.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/terms/rewrite.h"
#include "temporary_folder.h"

namespace pto_cts::proofs {
namespace {

namespace fs = std::filesystem;

using generators::Domain;

const terms::Instruction& instruction() {
  static const terms::Instruction resolved = terms::under(*spec::find_instruction("TFILLPAD_EXPAND"), {});
  return resolved;
}

// The solver is asked once for all of these tests.
const Domain& solved() {
  static const Domain domain = [] {
    Domain made(instruction(), Profile::a5);
    for (const generators::Cell& cell : made.cells()) made.find_first_tuple(cell);
    return made;
  }();
  return domain;
}

std::vector<std::string> asked_again(const Domain& domain) {
  std::vector<std::string> cells;
  for (const generators::Cell& cell : domain.cells())
    if (domain.find_first_tuple(cell)) cells.push_back(cell.id);
  return cells;
}

void expect_equal(const generators::FirstTuples& a, const generators::FirstTuples& b) {
  ASSERT_EQ(a.size(), b.size());
  for (const auto& [cell, witness] : a) {
    const auto& other = b.at(cell);
    ASSERT_EQ(witness.has_value(), other.has_value()) << cell;
    if (!witness) continue;
    EXPECT_EQ(witness->tuple, other->tuple) << cell;
    EXPECT_EQ(witness->twin.tuple, other->twin.tuple) << cell;
    EXPECT_EQ(witness->twin.changed, other->twin.changed) << cell;
  }
}

class MemoryOfFirstTuples : public testing::Test {
 protected:
  Memory memory(const std::string& engine = "one") const { return {{}, folder_.path(), engine}; }
  fs::path file() const {
    for (const auto& entry : fs::directory_iterator(folder_.path() / "one")) return entry.path();
    throw std::runtime_error("nothing is remembered");
  }
  std::string text() const {
    std::ostringstream all;
    all << std::ifstream(file(), std::ios::binary).rdbuf();
    return all.str();
  }
  std::size_t recalled(const Memory& from, const terms::Readings& readings = {}) const {
    Domain domain(instruction(), Profile::a5);
    recall_first_tuples(domain, readings, from);
    return domain.first_tuples().size();
  }
  tests::TemporaryFolder folder_;
};

TEST_F(MemoryOfFirstTuples, GivesWhatTheSolverGave) {
  ASSERT_GT(solved().first_tuples().size(), 5u);
  remember_first_tuples(solved(), {}, memory());
  Domain other(instruction(), Profile::a5);
  recall_first_tuples(other, {}, memory());
  expect_equal(other.first_tuples(), solved().first_tuples());
  EXPECT_EQ(asked_again(other), std::vector<std::string>());
  // A catalogue is read before a cache, and not written.
  const Memory catalogue(folder_.path(), {}, "one");
  EXPECT_EQ(recalled(catalogue), other.first_tuples().size());
  fs::remove(file());
  remember_first_tuples(solved(), {}, catalogue);
  EXPECT_TRUE(fs::is_empty(folder_.path() / "one"));
}

TEST_F(MemoryOfFirstTuples, AnswersForOneEngineAndItsReadings) {
  remember_first_tuples(solved(), {}, memory());
  EXPECT_EQ(recalled(memory("two")), 0u);
  EXPECT_EQ(recalled(memory(), {"block32"}), 0u);
  EXPECT_EQ(recalled({}), 0u);
  EXPECT_EQ(recalled(memory()), solved().first_tuples().size());
}

// Whatever is done to the file, it is whole or taken for missing.
TEST_F(MemoryOfFirstTuples, ThatIsDamagedIsTakenForMissing) {
  remember_first_tuples(solved(), {}, memory());
  const std::string whole = text();
  const auto expect_missing = [&](const std::string& damaged, const std::string& what) {
    std::ofstream(file(), std::ios::binary) << damaged;
    EXPECT_EQ(recalled(memory()), 0u) << what;
  };
  for (std::size_t at : {std::size_t{0}, std::size_t{63}, std::size_t{64}, std::size_t{65}, whole.size() / 2, whole.size() - 1}) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 1);
    expect_missing(flipped, "bit flipped at " + std::to_string(at));
    expect_missing(whole.substr(0, at), "cut at " + std::to_string(at));
  }
  expect_missing("", "empty");
  std::ofstream(file(), std::ios::binary) << whole;
  EXPECT_EQ(recalled(memory()), solved().first_tuples().size());
}

// Two whole entries under each other's names are of no use to either.
TEST_F(MemoryOfFirstTuples, ThatIsExchangedIsTakenForMissing) {
  remember_first_tuples(solved(), {}, memory());
  const std::string first = text();
  const fs::path other_name = memory().key_of("first-tuples-a2a3", instruction(), {}) + ".json";
  std::ofstream(folder_.path() / "one" / other_name, std::ios::binary) << first;
  Domain other(instruction(), Profile::a2a3);
  recall_first_tuples(other, {}, memory());
  EXPECT_TRUE(other.first_tuples().empty());
}

}  // namespace
}  // namespace pto_cts::proofs
