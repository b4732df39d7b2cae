// SPDX-License-Identifier: MIT
#include "pto_cts/record/case_file.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::record {
namespace {

// Length-prefixed little-endian fields, in the order of the declarations; no two cases give the same bytes.
class Canonical {
 public:
  void number(std::uint64_t value) {
    char bytes[8];
    for (int i = 0; i < 8; ++i) bytes[i] = static_cast<char>(value >> (8 * i));
    buffer_.append(bytes, sizeof bytes);
  }
  void extent(std::int64_t value) { number(static_cast<std::uint64_t>(value)); }
  template <typename Enum>
  void word(Enum value) { text(name(value)); }
  void text(std::string_view value) {
    number(value.size());
    buffer_.append(value);
  }
  void bytes(const std::vector<std::uint8_t>& value) {
    text({reinterpret_cast<const char*>(value.data()), value.size()});
  }
  const std::string& all() const { return buffer_; }

 private:
  std::string buffer_;
};

void add(Canonical& out, const TileDesc& tile) {
  out.word(tile.type);
  out.word(tile.dtype);
  out.word(tile.blayout);
  out.word(tile.slayout);
  out.word(tile.pad);
  for (const std::int64_t value : {tile.rows, tile.cols, tile.static_valid_rows, tile.static_valid_cols,
                                   tile.fractal_bytes, tile.valid_rows, tile.valid_cols})
    out.extent(value);
}

void add(Canonical& out, const std::vector<Attribute>& attributes) {
  out.number(attributes.size());
  for (const Attribute& attribute : attributes) {
    out.text(attribute.key);
    out.text(attribute.value);
    out.number(attribute.template_slot);
  }
}

void add(Canonical& out, const Tuple& tuple) {
  out.text(tuple.mnemonic);
  out.number(tuple.tiles.size());
  for (const TileOperand& operand : tuple.tiles) {
    out.text(operand.name);
    out.word(operand.role);
    add(out, operand.tile);
    out.extent(operand.storage);
  }
  out.number(tuple.scalars.size());
  for (const ScalarOperand& scalar : tuple.scalars) {
    out.text(scalar.name);
    out.word(scalar.dtype);
  }
  add(out, tuple.attributes);
  add(out, tuple.configuration);
}

void add(Canonical& out, const Case& c) {
  out.text(c.name);
  out.word(c.profile);
  add(out, c.tuple);
  for (const std::uint64_t bits : c.scalars) out.number(bits);
  out.number(c.payload.size());
  for (const std::vector<std::uint8_t>& storage : c.payload) out.bytes(storage);
  out.number(c.poison.pattern);
  out.number(c.index_poison.size());
  for (const IndexPoison& poison : c.index_poison) {
    out.extent(poison.tile);
    out.number(poison.first);
    out.number(poison.second);
  }
  out.text(c.payload_class);
  out.number(c.broken.size());
  for (const std::string& clause : c.broken) out.text(clause);
  out.number(c.twin ? 1 : 0);
  if (c.twin) add(out, *c.twin);
}

}  // namespace

std::string case_hash(const Case& c) {
  Canonical bytes;
  add(bytes, c);
  return sha256_hex(bytes.all());
}

}  // namespace pto_cts::record
