// SPDX-License-Identifier: MIT
// Calls of one kind: storage 0 is written, storage 1 read, and the scalar is a number that tells calls apart.
#pragma once

#include <deque>

#include "program_side.h"

namespace pto_cts::process {

inline Tuple test_tuple(std::int64_t rows) {
  Tuple tuple;
  tuple.mnemonic = "TMULS";
  tuple.tiles = {{"dst", Role::out, default_tile(TileType::Vec, DType::i32, rows, 64), 0},
                 {"src", Role::in, default_tile(TileType::Vec, DType::i32, rows, 64), 1}};
  tuple.scalars = {{"scalar", DType::i32}};
  return tuple;
}

/// Calls with scalars 0, 1, 2, ... and the memory that they work on.
class Calls {
 public:
  explicit Calls(std::size_t count, std::int64_t rows = 2) : tuple_(test_tuple(rows)) {
    const auto bytes = static_cast<std::size_t>(storage_bytes(tuple_, 0));
    for (std::size_t i = 0; i < count; ++i) {
      One& one = ones_.emplace_back();
      one.scalar = i;
      one.memory = {std::string(bytes, kBefore), std::string(bytes, '\0')};
      for (std::size_t b = 0; b < bytes; ++b) one.memory[1][b] = static_cast<char>(7 * b + i);
      for (std::string& storage : one.memory)
        one.storages.push_back({reinterpret_cast<std::byte*>(storage.data()), bytes, 0});
      calls_.push_back({&tuple_, Profile::a5, one.storages, {&one.scalar, 1}});
    }
    outcomes_.resize(count);
  }

  void run(backend::Backend& backend) { backend.execute(calls_, outcomes_); }

  const backend::Call& call(std::size_t i) const { return calls_.at(i); }
  const backend::Outcome& outcome(std::size_t i) const { return outcomes_.at(i); }
  const std::string& memory(std::size_t i, std::size_t storage) const { return ones_.at(i).memory.at(storage); }

  /// Nothing was written to the destination.
  bool is_untouched(std::size_t i) const { return memory(i, 0).find_first_not_of(kBefore) == std::string::npos; }

  /// Executed, and every byte is right.
  bool is_right(std::size_t i) const {
    const One& one = ones_.at(i);
    if (outcome(i).kind != backend::OutcomeKind::executed) return false;
    for (std::size_t b = 0; b < one.memory[0].size(); ++b)
      if (one.memory[0][b] != changed(one.memory[1][b], i) || one.memory[1][b] != static_cast<char>(7 * b + i))
        return false;
    return true;
  }

 private:
  static constexpr char kBefore = '\x11';
  struct One {
    std::uint64_t scalar = 0;
    std::vector<std::string> memory;
    std::vector<backend::Storage> storages;
  };
  Tuple tuple_;
  std::deque<One> ones_;
  std::vector<backend::Call> calls_;
  std::vector<backend::Outcome> outcomes_;
};

}  // namespace pto_cts::process
