// SPDX-License-Identifier: MIT
// Case files: a case as JSON that is stable, complete, and readable by eye; and tuples in the same form.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "pto_cts/types/case.h"

namespace pto_cts::record {

inline constexpr std::int64_t kCaseSchema = 1;

/// Bounds of a case: every extent e has |e| <= kMaxExtent, and rows and cols are at least 1.
inline constexpr std::int64_t kMaxExtent = (std::int64_t{1} << 31) - 1;
inline constexpr std::int64_t kMaxStorageBytes = 1 << 20;
inline constexpr std::size_t kMaxTiles = 16;

/// The canonical text of a case: two equal cases have the same text.
///
/// The payload is one array for each storage, with one text for each row. A row holds the elements of one tile row of
/// the first operand that lives in the storage where that is ND, else 32 bytes; elements are hexadecimal values of
/// fixed width, in physical order. If the storage ends inside a row or an element, the last one is shorter.
///
/// pre: the case is one that read_case() accepts, with every payload as large as its storage; otherwise throws
/// std::invalid_argument.
std::string write_case(const Case& c);

/// Inverse of write_case(). Throws BadInput for any other text: syntax, unknown or missing fields, a static valid
/// extent that differs from the run-time one, payload of the wrong size, bits wider than their type, operand names
/// that occur twice, gaps in the storage ids, a name that is not a plain relative path, a twin of a twin, a twin that
/// is made to break something or has another profile or instruction.
Case read_case(std::string_view text);

/// read_case() of a file; messages begin with its path.
Case load_case(const std::filesystem::path& path);

/// Writes to a temporary name and renames; makes missing directories.
void save_case(const std::filesystem::path& path, const Case& c);

/// SHA-256, as 64 hexadecimal digits, over every field and byte of the case, its twin included. Quick enough to be taken
/// of every case that runs.
std::string case_hash(const Case& c);

/// A tuple as JSON, in one line: the fields of a case file that describe it.
std::string write_tuple(const Tuple& tuple);

/// Inverse of write_tuple(). Throws BadInput for any other text.
Tuple read_tuple(std::string_view text);

}  // namespace pto_cts::record
