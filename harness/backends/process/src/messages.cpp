// SPDX-License-Identifier: MIT
// Messages as bytes, and those that the suite writes.
#include <stdexcept>

#include "pto_cts/process/wire.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/record/json_fields.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::process {
namespace {

using record::Json;

std::size_t read_length(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

void append_length(std::string& bytes, std::size_t value) {
  for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift & 0xFF);
}

std::string between(std::size_t low, std::size_t high) {
  return "; give " + std::to_string(low) + " to " + std::to_string(high);
}

}  // namespace

Lengths read_lengths(std::string_view bytes) {
  const Lengths lengths{read_length(bytes.substr(0, 4)), read_length(bytes.substr(4, 4))};
  if (lengths.text < kMinTextBytes || lengths.text > kMaxTextBytes)
    throw ProtocolError("a message announces " + std::to_string(lengths.text) + " bytes of text" +
                        between(kMinTextBytes, kMaxTextBytes) + ", and write nothing else to standard output");
  if (lengths.data > kMaxDataBytes)
    throw ProtocolError("a message announces " + std::to_string(lengths.data) + " bytes of data" +
                        between(0, kMaxDataBytes));
  return lengths;
}

void Splitter::feed(std::string_view bytes) {
  buffer_.erase(0, begin_);
  begin_ = 0;
  buffer_.append(bytes);
}

std::optional<Message> Splitter::next() {
  const std::string_view bytes = std::string_view(buffer_).substr(begin_);
  if (bytes.size() < kHeaderBytes) return std::nullopt;
  const Lengths lengths = read_lengths(bytes);
  const std::size_t whole = kHeaderBytes + lengths.text + lengths.data;
  if (bytes.size() < whole) return std::nullopt;
  begin_ += whole;
  return Message{bytes.substr(kHeaderBytes, lengths.text), bytes.substr(kHeaderBytes + lengths.text, lengths.data)};
}

std::string begin_message(std::string_view text, std::size_t data_bytes) {
  if (text.size() < kMinTextBytes || text.size() > kMaxTextBytes || data_bytes > kMaxDataBytes)
    throw std::invalid_argument("a message of " + std::to_string(text.size()) + " bytes of text and " +
                                std::to_string(data_bytes) + " of data is too long for the protocol");
  std::string bytes;
  bytes.reserve(kHeaderBytes + text.size() + data_bytes);
  append_length(bytes, text.size());
  append_length(bytes, data_bytes);
  return bytes.append(text);
}

std::string write_hello() {
  const Json text = {{"message", "hello"}, {"protocol", kProtocolVersion}, {"suite", PTO_CTS_VERSION}};
  return begin_message(text.dump(), 0);
}

std::string write_execute(const backend::Call& call, std::string_view id) {
  Json scalars = Json::array(), sizes = Json::array();
  for (std::size_t i = 0; i < call.scalars.size(); ++i)
    scalars.push_back(record::to_hex(call.scalars[i], 2 * element_bytes(call.tuple->scalars[i].dtype)));
  std::size_t data_bytes = 0;
  for (const backend::Storage& storage : call.storages) {
    sizes.push_back(storage.bytes);
    data_bytes += storage.bytes;
  }
  // The tuple is JSON already.
  std::string text = R"({"message":"execute","id":)";
  text.append(Json(id).dump()).append(R"(,"profile":)").append(Json(name(call.profile)).dump());
  text.append(R"(,"tuple":)").append(record::write_tuple(*call.tuple)).append(R"(,"scalars":)").append(scalars.dump());
  text.append(R"(,"storages":)").append(sizes.dump()).append("}");

  std::string message = begin_message(text, data_bytes);
  for (const backend::Storage& storage : call.storages)
    message.append(reinterpret_cast<const char*>(storage.data), storage.bytes);
  return message;
}

std::string CallNames::next(const backend::Call& call) {
  std::string digest = record::sha256_hex(write_execute(call, "")).substr(0, 32);
  const std::uint64_t repeats = seen_[digest]++;
  return digest + "-" + std::to_string(repeats);
}

}  // namespace pto_cts::process
