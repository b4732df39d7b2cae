// SPDX-License-Identifier: MIT
#include "pto_cts/process/wire.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>

#include "calls.h"

namespace pto_cts::process::wire_test {
namespace {

using backend::OutcomeKind;

std::string hex(std::string_view bytes) {
  std::string text;
  for (const unsigned char byte : bytes) text.append({"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]});
  return text;
}

std::string fault_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const ProtocolError& error) {
    return error.what();
  }
  return "no fault";
}

std::string replaced(std::string text, std::string_view part, std::string_view by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part << " in " << text;
  return text.replace(at, part.size(), by);
}

TEST(Hello, HasTheBytesOfThePage) {
  const std::string hello = write_hello();
  EXPECT_EQ(hello.substr(8), R"({"message":"hello","protocol":1,"suite":"0.1.0"})");
  EXPECT_EQ(hex(hello.substr(0, 8)), "3000000000000000");
}

TEST(Execute, SaysAllOfTheCall) {
  Calls calls(2);
  Splitter splitter;
  splitter.feed(write_execute(calls.call(1), "any \"id\""));
  const auto message = splitter.next();
  ASSERT_TRUE(message);
  const Request request = parse_execute(*message);
  EXPECT_EQ(request.id, "any \"id\"");
  EXPECT_EQ(request.profile, Profile::a5);
  EXPECT_EQ(request.tuple, *calls.call(1).tuple);
  EXPECT_EQ(request.scalars, std::vector<std::uint64_t>{1});
  EXPECT_EQ(request.storages, (std::vector{calls.memory(1, 0), calls.memory(1, 1)}));
}

TEST(Execute, WritesTheBitsOfAScalarByItsSize) {
  Tuple tuple = test_tuple(1);
  tuple.scalars = {{"a", DType::i8}, {"b", DType::f16}, {"c", DType::u64}};
  const std::uint64_t bits[] = {0xFF, 0x3C00, 0x0123456789ABCDEF};
  const std::string message = write_execute({&tuple, Profile::a5, {}, bits}, "");
  EXPECT_NE(message.find(R"("scalars":["0xff","0x3c00","0x0123456789abcdef"],"storages":[])"), std::string::npos);
}

TEST(CallNames, AreBoundToTheBytesAndCountRepeats) {
  Calls calls(2);
  CallNames names, others;
  const std::string first = names.next(calls.call(0));
  EXPECT_EQ(first.size(), 32u + 2u);
  EXPECT_TRUE(first.ends_with("-0"));
  EXPECT_EQ(names.next(calls.call(0)), first.substr(0, 32) + "-1");
  EXPECT_NE(names.next(calls.call(1)).substr(0, 32), first.substr(0, 32));
  others.next(calls.call(1));
  EXPECT_EQ(others.next(calls.call(0)), first);
}

TEST(Message, IsNotWrittenTooLong) {
  EXPECT_THROW(begin_message(std::string(kMaxTextBytes + 1, ' '), 0), std::invalid_argument);
  EXPECT_THROW(begin_message("{}", kMaxDataBytes + 1), std::invalid_argument);
  EXPECT_THROW(begin_message("{", 0), std::invalid_argument);
}

RC_GTEST_PROP(Splitter, FindsTheMessagesHoweverTheyComeInPieces, ()) {
  const auto contents = *rc::gen::container<std::vector<std::pair<std::string, std::string>>>(
      rc::gen::pair(rc::gen::suchThat<std::string>([](const std::string& text) { return text.size() >= 2; }),
                    rc::gen::arbitrary<std::string>()));
  std::string stream;
  for (const auto& [text, data] : contents) stream += begin_message(text, data.size()) + data;
  Splitter splitter;
  std::vector<std::pair<std::string, std::string>> found;
  while (!stream.empty()) {
    const auto size = std::min(*rc::gen::inRange<std::size_t>(1, 40), stream.size());
    splitter.feed(stream.substr(0, size));
    stream.erase(0, size);
    while (const auto message = splitter.next()) found.emplace_back(message->text, message->data);
  }
  RC_ASSERT(found == contents);
  RC_ASSERT(splitter.rest() == 0u);
}

TEST(Splitter, RefusesImpossibleLengthsAtOnce) {
  const auto refuses = [](std::string_view header) {
    Splitter splitter;
    splitter.feed(header);
    return fault_of([&] { splitter.next(); }) != "no fault";
  };
  using namespace std::string_view_literals;
  EXPECT_TRUE(refuses("\0\0\0\0\0\0\0\0"sv));
  EXPECT_TRUE(refuses("\1\0\0\0\0\0\0\0"sv));
  EXPECT_TRUE(refuses("\1\0\x10\0\0\0\0\0"sv));
  EXPECT_TRUE(refuses("\2\0\0\0\1\0\0\4"sv));
  EXPECT_TRUE(refuses("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"sv));
  EXPECT_FALSE(refuses("\0\0\x10\0\0\0\0\4"sv));
  EXPECT_FALSE(refuses("\xFF\xFF\xFF\xFF\0\0\0"sv));
}

const std::string kDescription =
    R"({"message":"description","protocol":1,"name":"my-backend","version":"2.3",)"
    R"("instructions":["TMULS","TPARTADD"],"profiles":["a2a3","a5"],"dtypes":["f16","f32"],"layouts":["ND"],)"
    R"("forms":["heterogeneous"],"in_place":true,"legality":"none","observes":["sources","memory_after_rejection"]})";

TEST(Description, IsReadWhole) {
  const backend::Description read = parse_description({kDescription, {}});
  backend::Description wanted{"my-backend", "2.3", {}, {false, true, true, false, true}, {}};
  wanted.capabilities = {{"TMULS", "TPARTADD"}, {DType::f16, DType::f32}, {Profile::a2a3, Profile::a5},
                         {Layout::ND},          {{"heterogeneous"}},      true};
  EXPECT_EQ(read, wanted);
}

TEST(Description, HasDefaultsForWhatIsLeftOut) {
  const backend::Description read = parse_description(
      {R"({"message":"description","protocol":1,"name":"x","instructions":[],"profiles":[],"legality":"own"})", {}});
  EXPECT_EQ(read.version, "");
  EXPECT_EQ(read.capabilities.dtypes.size(), kAllDTypes.size());
  EXPECT_EQ(read.capabilities.layouts.size(), kAllLayouts.size());
  EXPECT_EQ(read.capabilities.forms, std::nullopt);
  EXPECT_FALSE(read.capabilities.in_place);
  EXPECT_EQ(read.observability, (backend::Observability{false, false, false, true, true}));
}

TEST(Description, IsReadStrictly) {
  const auto fault = [](std::string_view part, std::string_view by) {
    return fault_of([&] { parse_description({replaced(kDescription, part, by), {}}); });
  };
  EXPECT_EQ(fault("\"a5\"", "\"a6\""), "profiles[1]: 'a6' is not known; use one of cpu_sim, a2a3, a5");
  EXPECT_EQ(fault("\"a5\"", "\"strict\""), "profiles[1]: 'strict' is not known; use one of cpu_sim, a2a3, a5");
  EXPECT_EQ(fault("\"f16\"", "\"half\"").substr(0, 31), "dtypes[0]: 'half' is not known;");
  EXPECT_EQ(fault("\"ND\"", "\"nd\""), "layouts[0]: 'nd' is not known; use one of ND, DN, Nz, Zn, Zz, Nn");
  EXPECT_EQ(fault("\"none\"", "\"some\""), "legality: 'some' is not known; use one of own, none");
  EXPECT_EQ(fault("\"sources\"", "\"all\""),
            "observes[0]: 'all' is not known; use one of sources, memory_after_rejection");
  EXPECT_EQ(fault("\"TMULS\"", "\"tmuls\""), "instructions: 'tmuls' is no mnemonic; write it in upper case");
  EXPECT_EQ(fault("TPARTADD", "TMULS"), "instructions[1]: given twice; give it once");
  EXPECT_EQ(fault("\"f32\"", "\"f16\""), "dtypes[1]: given twice; give it once");
  EXPECT_EQ(fault("my-backend", ""), "name: empty; give a name");
  EXPECT_EQ(fault("my-backend", "a\\nb"), "name: control characters in 'a?b'; remove them");
  EXPECT_EQ(fault("2.3", "\\u007f"), "version: control characters in '?'; remove them");
  EXPECT_EQ(fault("\"in_place\":true", "\"in_place\":1"), "in_place: found number; give true or false");
  EXPECT_EQ(fault("\"forms\"", "\"from\""), "unknown field 'from'; remove it or correct its name");
  EXPECT_EQ(fault("\"legality\":\"none\",", ""), "legality: missing; add this field");
  EXPECT_EQ(fault("\"description\"", "\"result\""), "message: found 'result'; answer with 'description'");
  EXPECT_EQ(fault("\"protocol\":1", "\"protocol\":2,\"more\":3"),
            "it speaks version 2 of the protocol; give a program that speaks version 1");
  EXPECT_EQ(fault("\"protocol\":1", "\"protocol\":\"1\"").substr(0, 9), "protocol:");
  EXPECT_EQ(fault("\"protocol\":1,", ""), "protocol: missing; add this field");
  EXPECT_NE(fault("}", ""), "no fault");
  EXPECT_EQ(fault_of([] {
              parse_description({kDescription, "x"});
            }),
            "the description comes with data; give text only");
  EXPECT_NE(fault_of([] { parse_description({"[]", {}}); }), "no fault");
}

const std::string kResult = R"({"message":"result","id":"7","outcome":"executed","storages":[0,1]})";

TEST(Result, IsReadWhole) {
  const Result executed = parse_result(kResult);
  EXPECT_EQ(executed.id, "7");
  EXPECT_EQ(executed.kind, OutcomeKind::executed);
  EXPECT_EQ(executed.storages, (std::vector<std::size_t>{0, 1}));
  const Result rejected =
      parse_result(R"({"message":"result","id":"","outcome":"rejected","diagnostic":"a\nb\u0007c","storages":[]})");
  EXPECT_EQ(rejected.kind, OutcomeKind::rejected);
  EXPECT_EQ(rejected.diagnostic, "a b c");
}

TEST(Result, IsReadStrictly) {
  const auto fault = [](std::string_view part, std::string_view by) {
    return fault_of([&] { parse_result(replaced(kResult, part, by)); });
  };
  EXPECT_EQ(fault("executed", "crashed"),
            "outcome: 'crashed' is not known; use one of executed, rejected, unsupported");
  EXPECT_EQ(fault("\"7\"", "7"), "id: found number; give a string");
  EXPECT_EQ(fault("\"id\":\"7\",", ""), "id: missing; add this field");
  EXPECT_EQ(fault("[0,1]", "[0,1],\"time\":3"), "unknown field 'time'; remove it or correct its name");
  EXPECT_EQ(fault("[0,1]", "[0,0]"), "storages[1]: out of order; list storages once, in rising order");
  EXPECT_EQ(fault("[0,1]", "[1,0]"), "storages[1]: out of order; list storages once, in rising order");
  EXPECT_NE(fault("[0,1]", "[-1]"), "no fault");
  EXPECT_NE(fault("[0,1]", "[0.5]"), "no fault");
  EXPECT_NE(fault("[0,1]", "{}"), "no fault");
  EXPECT_EQ(fault("\"id\"", "\"diagnostic\":\"\",\"id\""), "diagnostic: given with executed; leave it out");
  EXPECT_EQ(fault("\"id\"", "\"message\":\"result\",\"id\""), "field 'message' is given twice; give it once");
}

class TakeResult : public testing::Test {
 protected:
  std::string take(OutcomeKind kind, std::vector<std::size_t> storages, std::size_t bytes, bool sources, bool after) {
    const Result result{"0", kind, "", std::move(storages)};
    return fault_of([&] { take_result(result, std::string(bytes, 'x'), calls_.call(0), {false, sources, after}); });
  }

  Calls calls_{1};
  const std::size_t bytes_ = calls_.call(0).storages[0].bytes;
};

TEST_F(TakeResult, WantsWhatTheDescriptionPromises) {
  const std::string kMissing0 = "storages: 0 is missing; list it and give its contents";
  const std::string kMissing1 = "storages: 1 is missing; list it and give its contents";
  EXPECT_EQ(take(OutcomeKind::executed, {1}, bytes_, false, false), kMissing0);
  EXPECT_EQ(take(OutcomeKind::executed, {0}, bytes_, true, false), kMissing1);
  EXPECT_EQ(take(OutcomeKind::rejected, {0}, bytes_, true, true), kMissing1);
  EXPECT_TRUE(calls_.is_untouched(0));
  EXPECT_EQ(take(OutcomeKind::rejected, {}, 0, true, false), "no fault");
  EXPECT_EQ(take(OutcomeKind::unsupported, {}, 0, true, true), "no fault");
  EXPECT_TRUE(calls_.is_untouched(0));
  EXPECT_EQ(take(OutcomeKind::executed, {0}, bytes_, false, false), "no fault");
  EXPECT_EQ(calls_.memory(0, 0), std::string(bytes_, 'x'));
}

TEST_F(TakeResult, WantsTheRightSizes) {
  EXPECT_NE(take(OutcomeKind::executed, {0, 1}, bytes_, true, true), "no fault");
  EXPECT_NE(take(OutcomeKind::executed, {0, 1}, 2 * bytes_ + 1, true, true), "no fault");
  EXPECT_NE(take(OutcomeKind::executed, {0, 1, 2}, 3 * bytes_, true, true), "no fault");
  EXPECT_NE(take(OutcomeKind::executed, {0, 1, SIZE_MAX}, 3 * bytes_, true, true), "no fault");
  EXPECT_NE(take(OutcomeKind::unsupported, {0}, bytes_, true, true), "no fault");
  EXPECT_NE(take(OutcomeKind::rejected, {}, 1, false, false), "no fault");
  EXPECT_TRUE(calls_.is_untouched(0));
}

/// Whatever the bytes are, there is a message or a fault.
void read_all(std::string_view bytes) {
  Calls calls(1);
  try {
    Splitter splitter;
    splitter.feed(bytes);
    while (const auto message = splitter.next()) {
      const std::string one_line = fault_of([&] { parse_description(*message); });
      RC_ASSERT(std::ranges::none_of(one_line, [](unsigned char c) { return c < 0x20; }));
      take_result(parse_result(message->text), message->data, calls.call(0), {});
    }
  } catch (const ProtocolError&) {
  }
}

RC_GTEST_PROP(HostileBytes, AreAFault, (const std::string& bytes)) {
  read_all(bytes);
  if (bytes.size() >= 2) read_all(begin_message(bytes, 0));
}

RC_GTEST_PROP(HostileBytes, AreAFaultWhereAMessageWasChanged, ()) {
  std::string bytes = begin_message(*rc::gen::element(kDescription, kResult), 0);
  const int changes = *rc::gen::inRange(1, 4);
  for (int i = 0; i < changes; ++i) {
    const auto at = *rc::gen::inRange<std::size_t>(kHeaderBytes, bytes.size());
    bytes[at] = *rc::gen::oneOf(rc::gen::arbitrary<char>(), rc::gen::elementOf(std::string("[]{}\",:019\\ux-e.")));
  }
  read_all(bytes);
}

TEST(HostileBytes, MayBeNestedDeeply) {
  const std::string nested(kMaxTextBytes, '[');
  EXPECT_NE(fault_of([&] { parse_result(nested); }), "no fault");
  std::string objects;
  while (objects.size() + 5 <= kMaxTextBytes) objects += "{\"a\":";
  EXPECT_NE(fault_of([&] { parse_result(objects); }), "no fault");
}

TEST(HostileBytes, MayHaveManyFields) {
  std::string text = "{";
  for (int i = 0; text.size() + 20 <= kMaxTextBytes; ++i) text += "\"" + std::to_string(i) + "\":0,";
  text += "\"a\":0}";
  EXPECT_EQ(fault_of([&] { parse_result(text); }), "an object has too many fields; restore the damaged text");
}

}  // namespace
}  // namespace pto_cts::process::wire_test
