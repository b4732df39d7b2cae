// SPDX-License-Identifier: MIT
#include <algorithm>

#include "numeric_system.h"
#include "variables.h"

namespace pto_cts::generators {
namespace {

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

std::int64_t area(const Shape& shape) { return shape.rows * shape.cols; }

// Edges of a range are where faults live.
std::int64_t draw_extent(Draw& draw, std::int64_t low, std::int64_t high, bool spread) {
  const std::uint64_t dice = draw.below(100);
  if (!spread && dice < 22) return high;
  if (!spread && dice < 34) return low;
  if (!spread && dice < 44) return std::max(low, high - 1);
  return draw.between(low, high);
}

}  // namespace

Branch::Window Branch::window(std::size_t group, const Numbers& values, const std::vector<char>& known) const {
  const int tile = shape_groups_[group][0];
  const auto rows = bounds_.range(numeric_var(tile, kRows), values, known);
  const auto cols = bounds_.range(numeric_var(tile, kCols), values, known);
  return {{rows.low, rows.high}, {cols.low, cols.high}};
}

void Branch::place(const Shape& shape, std::size_t group, Numbers& values, std::vector<char>& known) const {
  for (const int tile : shape_groups_[group])
    for (const auto& [field, value] : {std::pair{kRows, shape.rows}, std::pair{kCols, shape.cols}}) {
      const auto var = static_cast<std::size_t>(numeric_var(tile, field));
      values[var] = value;
      known[var] = 1;
    }
}

// The least that factor * var can be.
std::int64_t Branch::least(int var, std::int64_t factor, const Numbers& values, const std::vector<char>& known) const {
  const auto at = static_cast<std::size_t>(var);
  if (known[at]) return factor * values[at];
  const auto range = bounds_.range(var, values, known);
  return factor * (factor > 0 ? range.low : range.high);
}

// Whether the scaled conditions can still hold for some values of what is not known.
bool Branch::scaled_possible(const Numbers& values, const std::vector<char>& known) const {
  return std::all_of(scaled_.begin(), scaled_.end(), [&](const Scaled& s) {
    return least(s.x, s.a, values, known) + least(s.y, s.b, values, known) + s.c <= 0;
  });
}

// Gives a group its shape; false, with `known` as it was, where that leaves a later group none that fits.
bool Branch::put(const Shape& shape, std::size_t group, Numbers& values, std::vector<char>& known) const {
  if (scaled_.empty()) {
    place(shape, group, values, known);
    return true;
  }
  std::vector<char> before = known;
  place(shape, group, values, known);
  // Bounds alone never lead into a dead end between groups that support each other; scaled conditions can.
  bool possible = scaled_possible(values, known);
  for (std::size_t later = group + 1; possible && later < shape_groups_.size(); ++later) {
    const Window open = window(later, values, known);
    possible = std::any_of(shape_tables_[later]->begin(), shape_tables_[later]->end(), [&](const Shape& candidate) {
      if (!open.contains(candidate)) return false;
      const std::vector<char> here = known;
      place(candidate, later, values, known);
      const bool fine = scaled_possible(values, known);
      known = here;
      return fine;
    });
  }
  if (!possible) known = std::move(before);
  return possible;
}

// Octaves of size are equally likely, so that small tiles, which run fast and fail readably, are not drowned.
std::size_t Branch::draw_start(Draw& draw, const std::vector<Shape>& table) const {
  std::int64_t octaves = 0;
  while (area(table.front()) << octaves < area(table.back())) ++octaves;
  const std::int64_t size = area(table.front()) << draw.between(0, octaves);
  const auto at_least = [&](std::int64_t wanted) {
    return std::lower_bound(table.begin(), table.end(), wanted, [](const Shape& s, std::int64_t w) { return area(s) < w; });
  };
  const auto first = at_least(size), last = at_least(2 * size);
  if (first == last) return draw.below(table.size());
  return static_cast<std::size_t>(first - table.begin()) + draw.below(static_cast<std::uint64_t>(last - first));
}

const std::vector<std::int64_t>* Branch::admitted(int var) const {
  const auto found = extents_.find(var);
  return found == extents_.end() ? nullptr : found->second.get();
}

Branch::Interval Branch::interval(int var, const Numbers& values, const std::vector<char>& known) const {
  const auto range = bounds_.range(var, values, known);
  Interval result{range.low, range.high};
  for (const Scaled& s : scaled_) {
    const bool is_x = s.x == var;
    if (!is_x && s.y != var) continue;
    // own * v <= -(c + theirs * other), for the best that the other can still be
    const std::int64_t own = is_x ? s.a : s.b;
    const std::int64_t rest = -(s.c + least(is_x ? s.y : s.x, is_x ? s.b : s.a, values, known));
    if (own > 0) result.high = std::min(result.high, floor_div(rest, own));
    else result.low = std::max(result.low, -floor_div(rest, -own));
  }
  return result;
}

std::optional<Numbers> Branch::draw(Draw& draw, const Numbers* near, bool spread) const {
  Numbers values(static_cast<std::size_t>(bounds_.zero()), 0);
  std::vector<char> known(values.size(), 0);
  if (!draw_shapes(draw, 0, near, spread, values, known)) return std::nullopt;
  return values;
}

bool Branch::draw_shapes(Draw& draw, std::size_t group, const Numbers* near, bool spread, Numbers& values,
                         std::vector<char>& known) const {
  if (group == shape_groups_.size()) return draw_extents(draw, near, spread, values, known);
  const std::vector<Shape>& table = *shape_tables_[group];
  const std::vector<char> before = known;
  const Window open = window(group, values, known);
  const auto attempt = [&](const Shape& shape) {
    if (!open.contains(shape) || !put(shape, group, values, known)) return false;
    if (draw_shapes(draw, group + 1, near, spread, values, known)) return true;
    known = before;
    return false;
  };
  if (near) {
    const auto first = static_cast<std::size_t>(numeric_var(shape_groups_[group][0], kRows));
    const Shape kept{(*near)[first], (*near)[first + 1]};
    if (std::find(table.begin(), table.end(), kept) != table.end() && attempt(kept)) return true;
  }
  const std::size_t start = draw_start(draw, table);
  for (std::size_t i = 0; i < table.size(); ++i)
    if (attempt(table[(start + i) % table.size()])) return true;
  return false;
}

// Listed extents are tried one value after another; free ones need but one.
bool Branch::give_extents(std::size_t place, const ExtentPicker& pick, Numbers& values, std::vector<char>& known) const {
  if (place == order_.size()) return true;
  const int var = order_[place];
  const auto at = static_cast<std::size_t>(var);
  const Interval range = interval(var, values, known);
  if (range.low > range.high) return false;
  const auto attempt = [&](std::int64_t value) {
    values[at] = value;
    known[at] = 1;
    const bool done = give_extents(place + 1, pick, values, known);
    if (!done) known[at] = 0;
    return done;
  };
  const std::vector<std::int64_t>* list = admitted(var);
  if (!list) return attempt(pick.value(var, range));
  const auto first = std::lower_bound(list->begin(), list->end(), range.low);
  const std::ptrdiff_t count = std::upper_bound(first, list->end(), range.high) - first;
  if (count == 0) return false;
  const std::ptrdiff_t start = pick.start(var, &*first, count);
  for (std::ptrdiff_t i = 0; i < count; ++i)
    if (attempt(first[(start + i) % count])) return true;
  return false;
}

bool Branch::draw_extents(Draw& draw, const Numbers* near, bool spread, Numbers& values, std::vector<char>& known) const {
  const ExtentPicker pick{
      [&](int var, Interval range) {
        const std::int64_t kept = near ? (*near)[static_cast<std::size_t>(var)] : 0;
        if (near && range.low <= kept && kept <= range.high) return kept;
        return draw_extent(draw, range.low, range.high, spread);
      },
      [&](int var, const std::int64_t* first, std::ptrdiff_t count) -> std::ptrdiff_t {
        if (near) {
          const std::int64_t* kept = std::lower_bound(first, first + count, (*near)[static_cast<std::size_t>(var)]);
          if (kept != first + count && *kept == (*near)[static_cast<std::size_t>(var)]) return kept - first;
        }
        return draw_extent(draw, 0, count - 1, spread);
      }};
  return give_extents(0, pick, values, known);
}

bool Branch::complete_smallest(std::size_t group, Numbers& values, std::vector<char>& known) const {
  const std::vector<char> before = known;
  if (group < shape_groups_.size()) {
    const Window open = window(group, values, known);
    for (const Shape& shape : *shape_tables_[group]) {
      if (!open.contains(shape) || !put(shape, group, values, known)) continue;
      if (complete_smallest(group + 1, values, known)) return true;
      known = before;
    }
    return false;
  }
  const ExtentPicker least{[](int, Interval range) { return range.low; },
                           [](int, const std::int64_t*, std::ptrdiff_t) -> std::ptrdiff_t { return 0; }};
  return give_extents(0, least, values, known);
}

std::optional<Numbers> Branch::smallest() const {
  Numbers values(static_cast<std::size_t>(bounds_.zero()), 0);
  std::vector<char> known(values.size(), 0);
  if (!complete_smallest(0, values, known)) return std::nullopt;
  return values;
}

}  // namespace pto_cts::generators
