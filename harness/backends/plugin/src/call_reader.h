// SPDX-License-Identifier: MIT
// A call of the C interface as a call of the suite.
#pragma once

#include <string>
#include <vector>

#include "abi.h"
#include "pto_cts/backend/backend.h"

namespace pto_cts::plugin {

/// A call, and what it points to.
struct ReadCall {
  Tuple tuple;
  std::vector<std::uint64_t> scalars;
  std::vector<backend::Storage> storages;
  backend::Call call;  ///< Points into this object.
};

/// Empty, or what in the call is unknown to this side, as a newer suite might send it.
std::string read_call(const pto_cts_call& written, ReadCall& call);

}  // namespace pto_cts::plugin
