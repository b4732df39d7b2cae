// SPDX-License-Identifier: MIT
// Work that falls into independent pieces, on all processors.
#pragma once

#include <cstddef>
#include <functional>

namespace pto_cts::campaign {

/// Calls work(i) once for each i < count, from several threads, which have ended on return. Throws what a call threw; the
/// pieces that had not begun are then left out.
void side_by_side(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace pto_cts::campaign
