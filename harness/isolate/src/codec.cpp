// SPDX-License-Identifier: MIT
#include "control.h"

#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

namespace pto_cts::isolate {
namespace {

// One visitor for both directions, so that they cannot differ: put() appends a value, or reads it.
class Writer {
 public:
  static constexpr bool kReads = false;
  Bytes bytes;

  void number(std::uint64_t& value) {
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof(value));
    std::memcpy(bytes.data() + at, &value, sizeof(value));
  }
  void text(std::string& value) {
    std::uint64_t size = value.size();
    number(size);
    const auto* begin = reinterpret_cast<const std::byte*>(value.data());
    bytes.insert(bytes.end(), begin, begin + value.size());
  }
};

class Reader {
 public:
  static constexpr bool kReads = true;
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  void number(std::uint64_t& value) {
    need(sizeof(value));
    std::memcpy(&value, rest_.data(), sizeof(value));
    rest_ = rest_.subspan(sizeof(value));
  }
  void text(std::string& value) {
    std::uint64_t size = 0;
    number(size);
    need(size);
    value.assign(reinterpret_cast<const char*>(rest_.data()), size);
    rest_ = rest_.subspan(size);
  }
  std::size_t left() const { return rest_.size(); }

 private:
  void need(std::uint64_t count) const {
    if (count > rest_.size()) throw std::runtime_error("a message between two processes of the suite is damaged");
  }
  std::span<const std::byte> rest_;
};

template <class Stream, typename Value>
  requires std::is_integral_v<Value> || std::is_enum_v<Value>
void put(Stream& stream, Value& value) {
  auto raw = static_cast<std::uint64_t>(value);
  stream.number(raw);
  if constexpr (Stream::kReads) value = static_cast<Value>(raw);
}

template <class Stream>
void put(Stream& stream, std::string& value) {
  stream.text(value);
}

template <class Stream, typename Value>
void put(Stream& stream, std::vector<Value>& list);

template <class Stream>
void put(Stream& stream, TileDesc& tile) {
  put(stream, tile.type), put(stream, tile.dtype), put(stream, tile.rows), put(stream, tile.cols);
  put(stream, tile.blayout), put(stream, tile.static_valid_rows), put(stream, tile.static_valid_cols);
  put(stream, tile.slayout), put(stream, tile.fractal_bytes), put(stream, tile.pad);
  put(stream, tile.valid_rows), put(stream, tile.valid_cols);
}

template <class Stream>
void put(Stream& stream, TileOperand& operand) {
  put(stream, operand.name), put(stream, operand.role), put(stream, operand.tile), put(stream, operand.storage);
}

template <class Stream>
void put(Stream& stream, ScalarOperand& scalar) {
  put(stream, scalar.name), put(stream, scalar.dtype);
}

template <class Stream>
void put(Stream& stream, Attribute& attribute) {
  put(stream, attribute.key), put(stream, attribute.value), put(stream, attribute.template_slot);
}

template <class Stream>
void put(Stream& stream, Tuple& tuple) {
  put(stream, tuple.mnemonic), put(stream, tuple.tiles), put(stream, tuple.scalars);
  put(stream, tuple.attributes), put(stream, tuple.configuration);
}

template <class Stream>
void put(Stream& stream, backend::Storage& storage) {
  auto address = std::bit_cast<std::uintptr_t>(storage.data);
  put(stream, address), put(stream, storage.bytes), put(stream, storage.guard_bytes);
  if constexpr (Stream::kReads) storage.data = std::bit_cast<std::byte*>(address);
}

template <class Stream>
void put(Stream& stream, backend::Description& d) {
  put(stream, d.name), put(stream, d.version);
  backend::Capabilities& can = d.capabilities;
  put(stream, can.instructions), put(stream, can.dtypes), put(stream, can.profiles), put(stream, can.layouts);
  bool has_forms = can.forms.has_value();
  put(stream, has_forms);
  if constexpr (Stream::kReads)
    if (has_forms) can.forms.emplace();
  if (has_forms) put(stream, *can.forms);
  put(stream, can.in_place);
  put(stream, d.observability.guards), put(stream, d.observability.sources);
  put(stream, d.observability.memory_after_reject), put(stream, d.observability.legality);
  put(stream, d.observability.determinism);
  put(stream, d.placement.guard_pages), put(stream, d.placement.read_only_sources);
}

template <class Stream, typename Value>
void put(Stream& stream, std::vector<Value>& list) {
  std::uint64_t size = list.size();
  stream.number(size);
  if constexpr (Stream::kReads) {
    if (size > stream.left()) throw std::runtime_error("a message between two processes of the suite is damaged");
    list.resize(size);
  }
  for (Value& value : list) put(stream, value);
}

}  // namespace

Bytes encode_calls(std::span<const backend::Call> calls) {
  std::map<const Tuple*, std::uint64_t> numbers;
  std::vector<Tuple> tuples;
  for (const backend::Call& call : calls)
    if (numbers.try_emplace(call.tuple, tuples.size()).second) tuples.push_back(*call.tuple);
  Writer writer;
  put(writer, tuples);
  std::uint64_t count = calls.size();
  put(writer, count);
  for (backend::Call call : calls) {
    std::vector<backend::Storage> storages(call.storages.begin(), call.storages.end());
    std::vector<std::uint64_t> scalars(call.scalars.begin(), call.scalars.end());
    put(writer, numbers.at(call.tuple)), put(writer, call.profile), put(writer, storages);
    put(writer, scalars), put(writer, call.flush), put(writer, call.build);
  }
  return std::move(writer.bytes);
}

DecodedCalls decode_calls(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  DecodedCalls decoded;
  std::vector<Tuple> tuples;
  put(reader, tuples);
  for (Tuple& tuple : tuples) decoded.tuples.push_back(std::move(tuple));
  std::uint64_t count = 0;
  put(reader, count);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t number = 0;
    backend::Call call;
    put(reader, number), put(reader, call.profile), put(reader, decoded.storages.emplace_back());
    put(reader, decoded.scalars.emplace_back()), put(reader, call.flush), put(reader, call.build);
    call.tuple = &decoded.tuples.at(number);
    call.storages = decoded.storages.back();
    call.scalars = decoded.scalars.back();
    decoded.calls.push_back(call);
  }
  return decoded;
}

Bytes encode_description(const backend::Description& description) {
  Writer writer;
  backend::Description copy = description;
  put(writer, copy);
  return std::move(writer.bytes);
}

backend::Description decode_description(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  backend::Description description;
  put(reader, description);
  return description;
}

}  // namespace pto_cts::isolate
