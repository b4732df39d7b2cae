// SPDX-License-Identifier: MIT
#include "pto_cts/record/case_file.h"

#include <gtest/gtest.h>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::record::case_file_test {
namespace {

constexpr std::string_view kGolden = R"({
  "schema": 1,
  "name": "a5/tmuls/legal/plain/17",
  "profile": "a5",
  "instruction": "TMULS",
  "tiles": [
    {
      "name": "dst",
      "role": "out",
      "storage": 0,
      "type": "Vec",
      "dtype": "f16",
      "shape": {"rows": 2, "cols": 4},
      "layout": {"blayout": "RowMajor", "slayout": "NoneBox", "fractal_bytes": 512},
      "static_valid": {"rows": -1, "cols": 3},
      "valid": {"rows": 1, "cols": 3},
      "pad": "Zero"
    },
    {
      "name": "offset",
      "role": "index",
      "storage": 1,
      "type": "Vec",
      "dtype": "u32",
      "shape": {"rows": 9, "cols": 1},
      "layout": {"blayout": "ColMajor", "slayout": "NoneBox", "fractal_bytes": 512},
      "static_valid": {"rows": 9, "cols": 1},
      "valid": {"rows": 9, "cols": 1},
      "pad": "Null"
    }
  ],
  "scalars": [
    {"name": "scalar", "dtype": "f16", "bits": "0x3e00"}
  ],
  "attributes": [
    {"key": "form", "value": "element", "template_slot": true}
  ],
  "configuration": [],
  "poison": "0xffa5ffa5",
  "index_poison": [
    {"tile": "offset", "first": "0x00000000", "second": "0x00000020"}
  ],
  "payload_class": "finite",
  "payload": [
    [
      "0201 0403 3c00 3e00",
      "0000 0001 8000 7c00"
    ],
    [
      "00000000 00000001 00000002 00000003 00000004 00000005 00000006 00000007",
      "fffffffe"
    ]
  ],
  "broken": [],
  "twin": null
}
)";

std::string replaced(std::string_view from, std::string_view to) {
  std::string text(kGolden);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string error_of(std::string_view text) {
  try {
    read_case(text);
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

TEST(CaseFile, ReadsTheGoldenSample) {
  const Case c = read_case(kGolden);
  EXPECT_EQ(c.name, "a5/tmuls/legal/plain/17");
  EXPECT_EQ(c.profile, Profile::a5);
  EXPECT_EQ(c.tuple.mnemonic, "TMULS");
  ASSERT_EQ(c.tuple.tiles.size(), 2u);
  TileDesc dst = default_tile(TileType::Vec, DType::f16, 2, 4);
  dst.static_valid_rows = kDynamic;
  dst.valid_rows = 1;
  dst.static_valid_cols = dst.valid_cols = 3;
  dst.pad = PadValue::Zero;
  EXPECT_EQ(c.tuple.tiles[0], (TileOperand{"dst", Role::out, dst, 0}));
  TileDesc offset = default_tile(TileType::Vec, DType::u32, 9, 1);
  offset.blayout = BLayout::ColMajor;
  EXPECT_EQ(c.tuple.tiles[1], (TileOperand{"offset", Role::index, offset, 1}));
  EXPECT_EQ(c.tuple.scalars, (std::vector<ScalarOperand>{{"scalar", DType::f16}}));
  EXPECT_EQ(c.tuple.attributes, (std::vector<Attribute>{{"form", "element", true}}));
  EXPECT_TRUE(c.tuple.configuration.empty());
  EXPECT_EQ(c.scalars, std::vector<std::uint64_t>{0x3e00});
  EXPECT_EQ(c.poison.pattern, 0xffa5ffa5u);
  EXPECT_EQ(c.index_poison, (std::vector<IndexPoison>{{1, 0, 0x20}}));
  EXPECT_EQ(c.payload_class, "finite");
  ASSERT_EQ(c.payload.size(), 2u);
  EXPECT_EQ(c.payload[0], (std::vector<std::uint8_t>{1, 2, 3, 4, 0, 0x3c, 0, 0x3e, 0, 0, 1, 0, 0, 0x80, 0, 0x7c}));
  ASSERT_EQ(c.payload[1].size(), 36u);
  EXPECT_EQ(c.payload[1][32], 0xfe);
  EXPECT_EQ(c.payload[1][35], 0xff);
  EXPECT_TRUE(c.broken.empty());
  EXPECT_EQ(c.twin, nullptr);
}

TEST(CaseFile, WritesTheGoldenSample) {
  EXPECT_EQ(write_case(read_case(kGolden)), kGolden);
}

TEST(CaseFile, KeepsATwin) {
  Case c = read_case(kGolden);
  c.twin = std::make_shared<Case>(c);
  c.broken = {"tmuls.a5.dtype"};
  c.name = "a5/tmuls/reject/tmuls.a5.dtype/0";
  const Case again = read_case(write_case(c));
  ASSERT_TRUE(again.twin);
  EXPECT_EQ(write_case(*again.twin), kGolden);
  EXPECT_EQ(again.broken, c.broken);
  EXPECT_EQ(write_case(again), write_case(c));
}

TEST(CaseFile, ShortensTheLastRowAndElementOfAStorageSharedByUnequalTiles) {
  Case c;
  c.name = "x";
  c.tuple.mnemonic = "T";
  c.tuple.tiles = {{"a", Role::out, default_tile(TileType::Vec, DType::u32, 1, 1), 0},
                   {"b", Role::in, default_tile(TileType::Vec, DType::u8, 1, 7), 0}};
  c.payload = {{1, 2, 3, 4, 5, 6, 7}};
  const std::string text = write_case(c);
  EXPECT_NE(text.find("[\n      \"04030201\",\n      \"070605\"\n    ]"), std::string::npos) << text;
  EXPECT_EQ(read_case(text).payload, c.payload);
}

TEST(CaseFile, NamesTheFieldOfEveryFault) {
  const struct {
    std::string_view from, to, message;
  } kFaults[] = {
      {"\"schema\": 1", "\"schema\": 2", "schema: not version 1; use the version of the suite that wrote the case"},
      {"\"schema\": 1", "\"schema\": 1.0", "schema: found number; give an integer of 64 bits"},
      {"\"schema\": 1,", "", "schema: missing; add this field"},
      {"\"profile\"", "\"profil\"", "unknown field 'profil'; remove it or correct its name"},
      {"\"a5\"", "\"a6\"", "profile: 'a6' is not known; use one of cpu_sim, a2a3, a5, strict"},
      {"a5/tmuls/", "../tmuls/",
       "name: '../tmuls/legal/plain/17' is not a case name; give a relative path such as a5/tmuls/legal/x/0"},
      {"\"TMULS\"", "\"\"", "instruction: empty; give a name"},
      {"\"TMULS\"", "7", "instruction: found number; give a string"},
      {"\"rows\": 2", "\"rows\": 2, \"rows\": 2", "field 'rows' is given twice; give it once"},
      {"\"rows\": 2", "\"rows\": 0", "tiles[0].shape.rows: 0 is out of range; give an integer from 1 to 2147483647"},
      {"\"rows\": 2", "\"rows\": 2147483648",
       "tiles[0].shape.rows: 2147483648 is out of range; give an integer from 1 to 2147483647"},
      {"\"rows\": 2", "\"rows\": 18446744073709551615",
       "tiles[0].shape.rows: found number; give an integer of 64 bits"},
      {"\"rows\": 2", "\"rows\": 1e999", "a number is out of range; give numbers of at most 64 bits"},
      {"\"rows\": 2, \"cols\": 4", "\"rows\": 2147483647, \"cols\": 2147483647",
       "tiles[0].shape: more than 1048576 bytes; give a smaller tile"},
      {"\"rows\": 1,", "\"rows\": -2147483648,",
       "tiles[0].valid.rows: -2147483648 is out of range; give an integer from -2147483647 to 2147483647"},
      {"\"cols\": 3", "\"cols\": 2",
       "tiles[0].static_valid.cols: 2 differs from the run-time extent 3; make them equal, or give -1 for a dynamic "
       "extent"},
      {"\"name\": \"offset\"", "\"name\": \"dst\"",
       "tiles[0].name: 'dst' is used twice; give each operand its own name"},
      {"\"storage\": 1", "\"storage\": 2", "tiles: gap in the storage ids; number the storages from 0 without gaps"},
      {"\"storage\": 1", "\"storage\": 4294967296",
       "tiles[1].storage: out of range; number the storages from 0 without gaps"},
      {"\"bits\": \"0x3e00\"", "\"bits\": \"0x13e00\"",
       "scalars[0].bits: '0x13e00' is not of the right form; give 0x and exactly 4 hexadecimal digits"},
      {"\"0xffa5ffa5\"", "\"0xffa5ffag\"",
       "poison: '0xffa5ffag' is not of the right form; give 0x and exactly 8 hexadecimal digits"},
      {"{\"tile\": \"offset\"", "{\"tile\": \"o\"",
       "index_poison[0].tile: no such operand; name an operand of the tuple"},
      {"\"template_slot\": true", "\"template_slot\": 1",
       "attributes[0].template_slot: found number; give true or false"},
      {"0201 0403 3c00 3e00", "0201 0403 3c00",
       "payload[0][0]: not a row of 8 bytes; give 4 elements of 4 hexadecimal digits, one space between them"},
      {"0201 0403 3c00 3e00", "0201 0403 3c00 3e00 00",
       "payload[0][0]: not a row of 8 bytes; give 4 elements of 4 hexadecimal digits, one space between them"},
      {",\n      \"0000 0001 8000 7c00\"", "",
       "payload[0]: not the 16 bytes of its storage; give 2 rows of hexadecimal elements"},
      {"\"fffffffe\"", "\"fffffffe\", \"00\"",
       "payload[1]: not the 36 bytes of its storage; give 2 rows of hexadecimal elements"},
      {"\"broken\": []", "\"broken\": [\"\"]", "broken[0]: empty; give a name"},
      {"\"twin\": null", "\"twin\": {}", "twin.name: missing; add this field"},
      {"\"schema\": 1,", "\"schema\": 1;", "not JSON at line 2, column 14; restore the damaged text"},
  };
  for (const auto& [from, to, message] : kFaults) EXPECT_EQ(error_of(replaced(from, to)), message);
  EXPECT_EQ(error_of(""), "the JSON text ends too early; restore the damaged text");
  EXPECT_EQ(error_of("[]"), "found array; give an object");
}

TEST(CaseFile, RefusesATwinThatIsNoLegalNeighbour) {
  const auto error_with = [](auto change) {
    Case twin = read_case(kGolden);
    change(twin);
    Case c = read_case(kGolden);
    c.twin = std::make_shared<Case>(twin);
    try {
      return write_case(c);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(error_with([](Case& twin) { twin.broken = {"x"}; }),
            "write_case: twin.broken: a twin is a legal case; give []");
  EXPECT_EQ(error_with([](Case& twin) { twin.profile = Profile::a2a3; }),
            "write_case: twin.profile: differs from its case; make them equal");
  EXPECT_EQ(error_with([](Case& twin) { twin.tuple.mnemonic = "TADD"; }),
            "write_case: twin.instruction: differs from its case; make them equal");
  EXPECT_EQ(error_with([](Case& twin) { twin.twin = std::make_shared<Case>(twin); }),
            "write_case: twin.twin: a twin has no twin; give null");
  EXPECT_EQ(error_with([](Case& twin) { twin.tuple.tiles[0].tile.rows = 0; }).find("write_case: twin.tiles[0].shape"),
            0u);
}

TEST(CaseFile, DoesNotWriteWhatItWouldNotRead) {
  const auto refused = [](auto change) {
    Case c = read_case(kGolden);
    change(c);
    EXPECT_THROW(write_case(c), std::invalid_argument);
  };
  refused([](Case& c) { c.payload[0].pop_back(); });
  refused([](Case& c) { c.payload.pop_back(); });
  refused([](Case& c) { c.scalars[0] = 0x10000; });
  refused([](Case& c) { c.scalars.clear(); });
  refused([](Case& c) { c.index_poison[0].tile = 2; });
  refused([](Case& c) { c.index_poison[0].tile = -1; });
  refused([](Case& c) { c.index_poison[0].second = std::uint64_t{1} << 32; });
  refused([](Case& c) { c.index_poison.push_back(c.index_poison[0]); });
  refused([](Case& c) { c.tuple.tiles[0].tile.valid_cols = 2; });
  refused([](Case& c) { c.tuple.tiles[0].tile.rows = std::int64_t{1} << 62; });
  refused([](Case& c) { c.payload_class = "\xff"; });
  refused([](Case& c) { c.tuple.tiles.resize(kMaxTiles + 1); });
}

TEST(CaseFile, HashIsThatOfTheCanonicalText) {
  const std::string hash = case_hash(read_case(kGolden));
  EXPECT_EQ(hash.size(), 64u);
  EXPECT_EQ(case_hash(read_case(replaced("3e00", "3E00"))), hash);
  EXPECT_NE(case_hash(read_case(replaced("3e00", "3e01"))), hash);
}

TEST(CaseFile, IsSavedAndLoadedWithItsPathInEveryMessage) {
  const auto directory = std::filesystem::path(::testing::TempDir()) / "pto_cts_case_file";
  save_case(directory / "a" / "0.json", read_case(kGolden));
  EXPECT_EQ(write_case(load_case(directory / "a" / "0.json")), kGolden);
  write_file(directory / "bad.json", "{}");
  try {
    load_case(directory / "bad.json");
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_EQ(error.what(), (directory / "bad.json").string() + ": schema: missing; add this field");
  }
  std::filesystem::remove_all(directory);
}

}  // namespace
}  // namespace pto_cts::record::case_file_test
