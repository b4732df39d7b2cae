// SPDX-License-Identifier: MIT
// The program's side of the protocol.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/process/wire.h"

namespace pto_cts::process {

/// An execute message.
struct Request {
  std::string id;
  Profile profile = Profile::cpu_sim;
  Tuple tuple;
  std::vector<std::uint64_t> scalars;
  std::vector<std::string> storages;
};

Request parse_execute(const Message& message);

/// The protocol's version in a hello message.
std::uint64_t parse_hello(const Message& message);

/// Text of a description that takes every type and layout, in place as well.
std::string description_text(std::string_view name, std::uint64_t version);

/// A result with the storages that are named, out of all of the call.
std::string write_result(std::string_view id, std::string_view outcome, const std::vector<std::size_t>& named,
                         const std::vector<std::string>& storages);

/// What the test program makes of a call: every byte of storage 0 is that of storage 1 changed by the scalar.
char changed(char byte, std::uint64_t scalar);

}  // namespace pto_cts::process
