// SPDX-License-Identifier: MIT
#include <rapidcheck/seq/Create.h>
#include <rapidcheck/seq/Transform.h>
#include <rapidcheck/shrink/Shrink.h>

#include <numeric>
#include <set>

#include "candidates.h"
#include "case_parts.h"
#include "pto_cts/numerics/format.h"

namespace pto_cts::generators {
namespace {

constexpr std::size_t kMostChangedSingly = 256;

using Kept = std::vector<std::size_t>;  // Positions in the list of elements that are not zero, rising.

struct Filled {
  Place place;
  DType dtype;
  std::uint64_t bits;
};

std::vector<Filled> filled_places(const Case& subject) {
  std::vector<Filled> filled;
  for_each_defined(subject, [&](const Place& place, std::uint64_t bits) {
    if (bits != 0) filled.push_back({place, subject.tuple.tiles[static_cast<std::size_t>(place.tile)].tile.dtype, bits});
  });
  return filled;
}

// Simpler values than this one: one, and those with fewer set bits.
std::vector<std::uint64_t> simpler_values(DType dtype, std::uint64_t bits) {
  std::set<std::uint64_t> values = {one_of(dtype)};
  const int width = 8 * element_bytes(dtype);
  if (is_float(dtype)) {
    const numerics::FloatFormat format = numerics::float_format(dtype);
    for (const double value : {0.5, 2.0, 3.0, -1.0}) values.insert(numerics::from_double(dtype, value));
    values.insert(bits & ~(std::uint64_t{1} << (width - 1)));
    for (int cleared = 1; cleared <= format.mantissa_bits; ++cleared) values.insert(bits >> cleared << cleared);
  }
  for (int bit = 0; bit < width; ++bit) values.insert(bits & ~(std::uint64_t{1} << bit));
  values.insert(bits & (~bits + 1));
  values.erase(bits);
  values.erase(0);
  return {values.begin(), values.end()};
}

class ContentSteps {
 public:
  explicit ContentSteps(CasePtr from) : from_(std::move(from)), filled_(filled_places(*from_)) {}

  // Sets of places to keep: none, all but those of one operand, and then all but ever smaller parts.
  std::vector<Kept> coarse() const {
    std::vector<Kept> sets;
    if (!filled_.empty()) sets.emplace_back();
    for (std::size_t tile = 0; tile < from_->tuple.tiles.size(); ++tile) {
      Kept others;
      for (std::size_t i = 0; i < filled_.size(); ++i)
        if (filled_[i].place.tile != static_cast<int>(tile)) others.push_back(i);
      if (others.size() < filled_.size()) sets.push_back(std::move(others));
    }
    return sets;
  }

  Kept every() const {
    Kept all(filled_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
  }

  // Zeros in all places but these.
  Case keep(const Kept& kept) const {
    Case made = *from_;
    auto next = kept.begin();
    for (std::size_t i = 0; i < filled_.size(); ++i) {
      if (next != kept.end() && *next == i) ++next;
      else set_element(made, filled_[i].place, 0);
    }
    return made;
  }

  std::vector<Case> with_other_values(std::size_t place) const {
    const Filled& one = filled_[place];
    std::vector<Case> made;
    for (const std::uint64_t bits : simpler_values(one.dtype, one.bits)) set_element(made.emplace_back(*from_), one.place, bits);
    return made;
  }

  // Changes of many elements, of a scalar, of the poison.
  std::vector<Case> others() const {
    std::vector<Case> made;
    if (!filled_.empty()) {
      together(made, [](const Filled& one) { return one_of(one.dtype); });
      together(made, [&](const Filled& one) { return one.dtype == filled_.front().dtype ? filled_.front().bits : one.bits; });
    }
    for (std::size_t i = 0; i < from_->scalars.size(); ++i) {
      made.emplace_back(*from_).scalars[i] = 0;
      for (const std::uint64_t bits : simpler_values(from_->tuple.scalars[i].dtype, from_->scalars[i]))
        made.emplace_back(*from_).scalars[i] = bits;
    }
    made.emplace_back(*from_).poison = {};
    return made;
  }

 private:
  template <typename Value>
  void together(std::vector<Case>& made, Value value) const {
    made.push_back(*from_);
    for (const Filled& one : filled_) set_element(made.back(), one.place, value(one));
  }

  CasePtr from_;
  std::vector<Filled> filled_;
};

}  // namespace

rc::Seq<Case> simpler_contents(CasePtr subject) {
  const auto steps = std::make_shared<const ContentSteps>(std::move(subject));
  const auto keep = [steps](const Kept& kept) { return steps->keep(kept); };
  const Kept every = steps->every();
  return rc::seq::concat(rc::seq::map(rc::seq::fromContainer(steps->coarse()), keep),
                         rc::seq::map(rc::shrink::removeChunks(every), keep), rc::seq::fromContainer(steps->others()),
                         rc::seq::mapcat(rc::seq::fromContainer(every.size() <= kMostChangedSingly ? every : Kept{}),
                                         [steps](std::size_t place) { return rc::seq::fromContainer(steps->with_other_values(place)); }));
}

}  // namespace pto_cts::generators
