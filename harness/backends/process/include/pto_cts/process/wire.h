// SPDX-License-Identifier: MIT
// The messages of docs/backend-protocol.md as bytes, and backends that are described by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pto_cts/backend/backend.h"

namespace pto_cts::process {

inline constexpr std::uint64_t kProtocolVersion = 1;
inline constexpr std::size_t kHeaderBytes = 8;
inline constexpr std::size_t kMinTextBytes = 2;
inline constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxDataBytes = std::size_t{64} << 20;

/// What the other side sent is no message, or not the one that was due. what() is one line.
class ProtocolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The two lengths that a message begins with.
struct Lengths {
  std::size_t text = 0;
  std::size_t data = 0;
};

/// Throws ProtocolError for lengths that no message has. pre: `bytes` holds kHeaderBytes.
Lengths read_lengths(std::string_view bytes);

/// One message; the views are into the memory of a Splitter.
struct Message {
  std::string_view text;
  std::string_view data;
};

/// Cuts a stream that comes in pieces of any size into messages.
class Splitter {
 public:
  /// Ends the life of the views that next() gave.
  void feed(std::string_view bytes);

  /// The next message, or nothing before its last byte has come. Throws ProtocolError as soon as the lengths have come
  /// and are impossible; there is no way on from there.
  std::optional<Message> next();

  /// Bytes that were fed and not yet given back in a message.
  std::size_t rest() const { return buffer_.size() - begin_; }

 private:
  std::string buffer_;
  std::size_t begin_ = 0;  ///< Of the next message.
};

/// The lengths and the text of a message, to which that many bytes of data are to be appended. Throws
/// std::invalid_argument for a message that would be too long.
std::string begin_message(std::string_view text, std::size_t data_bytes);

std::string write_hello();
std::string write_execute(const backend::Call& call, std::string_view id);

/// Names calls for a file: the first 32 hexadecimal digits of the SHA-256 of the whole execute message, written with an
/// empty id, a hyphen, and how many equal messages came before. So the name does not depend on what else is called.
class CallNames {
 public:
  std::string next(const backend::Call& call);

 private:
  std::map<std::string, std::uint64_t> seen_;
};

/// The answer to hello. Throws ProtocolError for another version of the protocol, and for whatever the page does not
/// allow. Guards are never observed; determinism is.
backend::Description parse_description(const Message& message);

/// The text of a result.
struct Result {
  std::string id;
  backend::OutcomeKind kind = backend::OutcomeKind::protocol_error;  ///< executed, rejected or unsupported.
  std::string diagnostic;                                            ///< In one line.
  std::vector<std::size_t> storages;                                 ///< Which the data hold; rising.
};

/// Throws ProtocolError for any other message.
Result parse_result(std::string_view text);

/// Copies the data into the storages of the call and returns its outcome. Throws ProtocolError, before it has copied
/// anything, where a storage is missing that `observability` promises, or the sizes are not those of the call.
backend::Outcome take_result(const Result& result, std::string_view data, const backend::Call& call,
                             const backend::Observability& observability);

/// A backend whose description came as data.
class DescribedBackend : public backend::Backend {
 public:
  explicit DescribedBackend(backend::Description description) : description_(std::move(description)) {}

  std::string_view name() const override { return description_.name; }
  std::string_view version() const override { return description_.version; }
  const backend::Capabilities& capabilities() const override { return description_.capabilities; }
  backend::Observability observability() const override { return description_.observability; }
  backend::Placement placement() const override { return description_.placement; }

 protected:
  const backend::Description& description() const { return description_; }

 private:
  backend::Description description_;
};

}  // namespace pto_cts::process
