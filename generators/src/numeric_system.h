// SPDX-License-Identifier: MIT
// What is left of a conjunction once every discrete unknown is known: conditions on rows, columns and valid extents.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "extents.h"
#include "pto_cts/generators/draw.h"
#include "pto_cts/terms/node.h"

namespace pto_cts::generators {

/// Values of the numeric variables of all tile operands, see numeric_var().
using Numbers = std::vector<std::int64_t>;

/// Values that a single extent may have, sorted.
using ExtentList = std::shared_ptr<const std::vector<std::int64_t>>;

/// One way to meet the conditions: bounds and differences between variables, and sets for shapes and single extents.
class Branch {
 public:
  /// Draws values. Where `near` is given, each variable keeps its value of there if it can. `spread` draws extents evenly
  /// rather than mostly at the edges.
  std::optional<Numbers> draw(Draw& draw, const Numbers* near, bool spread) const;

  /// The smallest solution: shapes by bytes, then rows; then each extent as small as it can be.
  std::optional<Numbers> smallest() const;

 private:
  friend class NumericSystem;

  struct Interval {
    std::int64_t low, high;
  };
  // The shapes that the bounds leave to a group, given what is known.
  struct Window {
    Interval rows, cols;
    bool contains(const Shape& shape) const {
      return rows.low <= shape.rows && shape.rows <= rows.high && cols.low <= shape.cols && shape.cols <= cols.high;
    }
  };

  bool put(const Shape& shape, std::size_t group, Numbers& values, std::vector<char>& known) const;
  std::int64_t least(int var, std::int64_t factor, const Numbers& values, const std::vector<char>& known) const;
  bool scaled_possible(const Numbers& values, const std::vector<char>& known) const;
  Window window(std::size_t group, const Numbers& values, const std::vector<char>& known) const;
  void place(const Shape& shape, std::size_t group, Numbers& values, std::vector<char>& known) const;
  std::size_t draw_start(Draw& draw, const std::vector<Shape>& table) const;
  bool draw_shapes(Draw& draw, std::size_t group, const Numbers* near, bool spread, Numbers& values,
                   std::vector<char>& known) const;
  // Which value a free extent takes, and with which of `count` listed values, beginning at `first`, to start.
  struct ExtentPicker {
    std::function<std::int64_t(int var, Interval)> value;
    std::function<std::ptrdiff_t(int var, const std::int64_t* first, std::ptrdiff_t count)> start;
  };
  bool give_extents(std::size_t place, const ExtentPicker& pick, Numbers& values, std::vector<char>& known) const;
  bool draw_extents(Draw& draw, const Numbers* near, bool spread, Numbers& values, std::vector<char>& known) const;
  Interval interval(int var, const Numbers& values, const std::vector<char>& known) const;
  const std::vector<std::int64_t>* admitted(int var) const;
  bool complete_smallest(std::size_t group, Numbers& values, std::vector<char>& known) const;

  // A condition a*x + b*y + c <= 0 on two variables that is no plain difference.
  struct Scaled {
    int x, y;
    std::int64_t a, b, c;
  };

  DifferenceBounds bounds_;
  std::vector<std::vector<int>> shape_groups_;        // Tile operands that must have one shape.
  std::vector<std::shared_ptr<const std::vector<Shape>>> shape_tables_;  // Shapes of each group.
  std::map<int, ExtentList> extents_;                                    // Extents of which only some values will do.
  std::vector<int> order_;                                               // All extents, in the order they are given values.
  std::vector<Scaled> scaled_;
};

class NumericSystem {
 public:
  /// `conditions` mention numeric variables only. `bytes` are the element sizes of the tile operands.
  NumericSystem(const std::vector<terms::NodePtr>& conditions, const std::vector<int>& bytes);

  bool feasible() const { return !branches_.empty(); }
  const std::vector<Branch>& branches() const { return branches_; }

 private:
  std::vector<Branch> branches_;
};

}  // namespace pto_cts::generators
