// SPDX-License-Identifier: MIT
// What a worker still says when a signal ends it.
#pragma once

#include <cstdint>

#include "control.h"
#include "stage.h"

namespace pto_cts::isolate {

/// Makes a stack for the handlers; once, before they are installed.
void prepare_death_handlers();

/// Clears the note. From now on SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGABRT write it, and then end the process as they
/// always do. Faults that are not next to the stage go to the backend's own handlers, where it has any.
void install_death_handlers(DeathNote& note);

/// How much address space this process takes, in bytes; 0 where it cannot be told. Safe in a signal handler.
std::uint64_t address_space_bytes();

/// The note says that memory ran out where little of it is left: of `memory` bytes up to a size of `limit`.
void watch_address_space(std::uint64_t limit, std::uint64_t memory);

/// The note says which storage of the stage the access was next to. Null for none.
void watch_stage(const Stage* stage);

}  // namespace pto_cts::isolate
