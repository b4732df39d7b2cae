// SPDX-License-Identifier: MIT
// What the host, the supervisor and the worker share: one block of memory, mapped at the same address in all of them;
// what stands in it as bytes; and how the two processes begin.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/isolate/isolate.h"

namespace pto_cts::isolate {

inline constexpr std::size_t kMaxCalls = 256;               ///< In one batch.
inline constexpr std::size_t kMessageBytes = 4u << 20;      ///< Encoded calls of a batch, or a description.
inline constexpr std::size_t kArenaBytes = std::size_t{1} << 30;  ///< Of storages; only what is touched takes memory.
inline constexpr std::size_t kDiagnosticBytes = 1000;

/// How a call ended, as plain bytes. Nothing in it is trusted by its reader.
struct OutcomeSlot {
  std::uint32_t done;
  std::uint32_t kind;
  std::uint32_t has_stray;
  std::int32_t stray_storage;
  std::int64_t stray_position;
  std::uint32_t stray_write;
  std::uint32_t text_bytes;
  char text[kDiagnosticBytes];

  void set(const backend::Outcome& outcome);
  backend::Outcome get() const;

  /// Whether the call, run alone, did what could have ended the calls beside it in a way that is no rejection.
  bool shows_a_fault() const;
};

/// What a worker leaves behind when a signal ends it.
struct DeathNote {
  std::uint32_t written;
  std::uint32_t out_of_memory;
  std::uint32_t after_fault;  ///< SIGABRT while a handler of the backend was at work on a fault.
  std::uint32_t has_stray;
  std::int32_t stray_storage;
  std::int64_t stray_position;
  std::uint32_t stray_write;
};

/// What a worker noticed.
enum Notice : std::uint32_t { kOpeningChangedFloats = 1, kCallChangedFloats = 2 };

struct Control {
  std::uint32_t count;                     ///< Calls of the batch. The supervisor trusts what it is when a run begins.
  std::uint64_t message_bytes;             ///< Of what stands in `message`.
  std::atomic<std::uint32_t> next;         ///< The first call that has not ended; a run begins with it.
  std::atomic<std::uint32_t> running;      ///< The supervisor has begun the run, and not ended it.
  std::atomic<std::uint32_t> singly_until; ///< Calls before this one run one at a time.
  std::atomic<std::uint32_t> group;        ///< Calls that run at once, from `next` on.
  std::atomic<std::uint64_t> began;        ///< Nanoseconds of the steady clock; when they began.
  std::atomic<std::uint64_t> text_begin;   ///< Size of the captured output then.
  std::atomic<std::uint32_t> notices;      ///< Notice, added.
  std::atomic<std::uint32_t> open_failed;  ///< The backend refused to open; `message` says why.
  std::atomic<std::uint32_t> spent;        ///< The worker ends by itself: its last call has an outcome that leaves it unsound.
  std::atomic<std::uint32_t> idle_deaths;  ///< Workers that ended between calls.
  DeathNote note;
  OutcomeSlot outcomes[kMaxCalls];
  alignas(64) std::byte message[kMessageBytes];
};

/// The mapping. Made by the host before it forks.
class SharedBlock {
 public:
  SharedBlock();
  SharedBlock(const SharedBlock&) = delete;
  SharedBlock& operator=(const SharedBlock&) = delete;
  ~SharedBlock();

  Control& control() const { return *static_cast<Control*>(base_); }
  std::span<std::byte> arena() const;

 private:
  void* base_ = nullptr;
};

std::uint64_t steady_nanoseconds();

/// Calls and descriptions as bytes, for another process of the same program.
using Bytes = std::vector<std::byte>;

/// Storages are written as addresses: they lie in memory that both sides share.
Bytes encode_calls(std::span<const backend::Call> calls);

/// Calls with everything that they point to.
struct DecodedCalls {
  std::vector<backend::Call> calls;
  std::deque<Tuple> tuples;
  std::deque<std::vector<backend::Storage>> storages;
  std::deque<std::vector<std::uint64_t>> scalars;
};

/// Throws std::runtime_error where the bytes are no calls.
DecodedCalls decode_calls(std::span<const std::byte> bytes);

Bytes encode_description(const backend::Description& description);
backend::Description decode_description(std::span<const std::byte> bytes);

/// What the host asks for, a byte each, and what it is answered.
enum class Request : char { open = 'o', run = 'r', renew = 'n' };
enum class Answer : char { done = 'd', refused = 'x' };

/// The small process that starts and watches workers: serves requests on `channel` until it is closed, then ends.
[[noreturn]] void run_supervisor(const Opener& open, const backend::Limits& limits, Control& control, int channel);

/// The process that runs the backend. Opens it, writes its description and then runs batches, each begun by a byte on
/// `channel` and answered by one. Ends when the channel is closed. `output` gets what the backend prints.
[[noreturn]] void run_worker(const Opener& open, const backend::Limits& limits, Control& control, int channel, int output);

}  // namespace pto_cts::isolate
