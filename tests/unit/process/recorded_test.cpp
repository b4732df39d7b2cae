// SPDX-License-Identifier: MIT
// Calls written to a file, answered by a program that is fed with it, and read back.
#include "pto_cts/process/recorded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "calls.h"
#include "pto_cts/backend/backend.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"

namespace pto_cts::process::recorded_test {
namespace {

namespace fs = std::filesystem;
using backend::OutcomeKind;

constexpr std::size_t kCalls = 3;

std::vector<std::string> messages_in(const std::string& stream) {
  std::vector<std::string> messages;
  Splitter splitter;
  splitter.feed(stream);
  while (const auto message = splitter.next())
    messages.push_back(begin_message(message->text, message->data.size()).append(message->data));
  return messages;
}

class Recorded : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("pto-cts-recorded-" + std::to_string(::getpid()));
    fs::remove_all(folder_);
    backend::Description everything;
    everything.name = "writer";
    CallWriter writer(folder_, everything);
    Calls calls(kCalls);
    calls.run(writer);
    for (std::size_t i = 0; i < kCalls; ++i) EXPECT_EQ(calls.outcome(i).kind, OutcomeKind::unsupported);
    EXPECT_FALSE(fs::exists(folder_ / "calls.bin"));
    writer.conclude();
    answer();
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path results() const { return folder_ / "results.bin"; }

  void answer() const {
    const std::string command =
        "'" PTO_CTS_PROGRAM "' none all < '" + (folder_ / "calls.bin").string() + "' > '" + results().string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
  }

  /// Changes the messages of the results.
  void change(const std::function<void(std::vector<std::string>&)>& how) const {
    std::vector<std::string> messages = messages_in(record::read_file(results()));
    how(messages);
    std::string stream;
    for (const std::string& message : messages) stream += message;
    record::write_file(results(), stream);
  }

  std::string fault_at_opening() const {
    try {
      open_recorded(results());
    } catch (const backend::CannotOpen& error) {
      const std::string begin = "recorded:" + results().string() + ": ", what = error.what();
      EXPECT_TRUE(what.starts_with(begin)) << what;
      return what.substr(begin.size());
    }
    return "no fault";
  }

  std::string fault_of_run(std::size_t count) const {
    const auto backend = open_recorded(results());
    Calls calls(count);
    try {
      calls.run(*backend);
      backend->conclude();
    } catch (const record::BadInput& error) {
      const std::string begin = results().string() + ": ", what = error.what();
      EXPECT_TRUE(what.starts_with(begin)) << what;
      return what.substr(begin.size());
    }
    return "no fault";
  }

  fs::path folder_;
};

TEST_F(Recorded, CallsComeBackWithTheirResults) {
  const auto backend = open_recorded(results());
  EXPECT_EQ(backend->name(), "faulty");
  EXPECT_EQ(backend->observability(), (backend::Observability{false, true, false, true, false}));
  EXPECT_FALSE(backend->renew());
  Calls calls(kCalls);
  calls.run(*backend);
  for (std::size_t i = 0; i < kCalls; ++i) EXPECT_TRUE(calls.is_right(i)) << i;
  EXPECT_NO_THROW(backend->conclude());
}

TEST_F(Recorded, ResultsMayComeInAnyOrder) {
  change([](auto& messages) { std::swap(messages.at(1), messages.at(3)); });
  EXPECT_EQ(fault_of_run(kCalls), "no fault");
}

TEST_F(Recorded, AMissingResultIsBadInput) {
  change([](auto& messages) { messages.pop_back(); });
  EXPECT_EQ(fault_of_run(kCalls),
            "call 2 has no result; give the options that the calls were written with, and all results");
}

TEST_F(Recorded, AResultOfAnotherCallIsBadInput) {
  change([](auto& messages) {
    std::string& message = messages.at(2);
    const std::size_t digit = message.find("-0\"") - 1;
    message[digit] = message[digit] == '0' ? '1' : '0';
  });
  EXPECT_EQ(fault_of_run(kCalls),
            "call 1 has no result; give the options that the calls were written with, and all results");
}

TEST_F(Recorded, AResultTooManyIsBadInput) {
  const std::string fault = fault_of_run(kCalls - 1);
  EXPECT_TRUE(fault.starts_with("1 results are of no call, as '")) << fault;
}

TEST_F(Recorded, AResultTooManyThatSaysUnsupportedIsNone) {
  change([](auto& messages) {
    const std::string text = messages.at(3).substr(kHeaderBytes, read_lengths(messages.at(3)).text);
    const std::size_t id = text.find("\"id\":\"") + 6;
    const std::string name = text.substr(id, text.find('"', id) - id);
    messages.at(3) = begin_message(R"({"message":"result","id":")" + name + R"(","outcome":"unsupported","storages":[]})", 0);
  });
  EXPECT_EQ(fault_of_run(kCalls - 1), "no fault");
  EXPECT_EQ(fault_of_run(kCalls), "no fault");
}

TEST_F(Recorded, AResultThatDoesNotFitItsCallIsBadInput) {
  change([](auto& messages) {
    const std::string text = messages.at(2).substr(kHeaderBytes, read_lengths(messages.at(2)).text);
    messages.at(2) = begin_message(text, 3) + "abc";
  });
  EXPECT_EQ(fault_of_run(kCalls), "result of call 1: the data have 3 bytes; give the 1024 of the storages listed");
}

TEST_F(Recorded, AResultGivenTwiceIsRefused) {
  change([](auto& messages) { messages.push_back(messages.at(1)); });
  const std::string fault = fault_at_opening();
  EXPECT_TRUE(fault.starts_with("the id '") && fault.ends_with("' is given twice; record it again")) << fault;
}

TEST_F(Recorded, AFileCutAnywhereIsRefusedOrLacksResults) {
  const std::string whole = record::read_file(results());
  std::vector<std::size_t> ends = {0};
  for (const std::string& message : messages_in(whole)) ends.push_back(ends.back() + message.size());
  for (std::size_t size = 0; size < whole.size(); size += size % 97 + 1) {
    record::write_file(results(), std::string_view(whole).substr(0, size));
    const bool between = size > 0 && std::ranges::find(ends, size) != ends.end();
    EXPECT_EQ(fault_at_opening(), between ? "no fault" : "cut short; bring the whole file") << size;
  }
}

TEST_F(Recorded, ADamagedFileIsRefused) {
  change([](auto& messages) { messages.at(2)[0] ^= 1; });  // The length of the text.
  EXPECT_NE(fault_at_opening(), "no fault");
  answer();
  change([](auto& messages) { messages.at(2)[kHeaderBytes] = '['; });
  EXPECT_EQ(fault_at_opening(), "not JSON at line 1, column 11; restore the damaged text");
  answer();
  change([](auto& messages) { messages.erase(messages.begin()); });
  EXPECT_NE(fault_at_opening(), "no fault");
}

TEST_F(Recorded, AFileThatIsNotThereIsRefused) {
  fs::remove(results());
  EXPECT_EQ(fault_at_opening(), "cannot be read; give the path of a readable file");
}

}  // namespace
}  // namespace pto_cts::process::recorded_test
