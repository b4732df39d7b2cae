// SPDX-License-Identifier: MIT
#include "pto_cts/reproducer/reproducer.h"

#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/render/program.h"

namespace pto_cts::reproducer {
namespace {

using evaluate::ElementClass;
using evaluate::ExpectedTile;

std::vector<render::WantedElement> wanted_of(const terms::Instruction& resolved, const Case& subject) {
  std::vector<render::WantedElement> all;
  const evaluate::Expectation expected(resolved, subject);
  for (const ExpectedTile& tile : expected.tiles()) {
    const std::int64_t cols = subject.tuple.tiles[static_cast<std::size_t>(tile.tile)].tile.cols;
    for (std::size_t i = 0; i < tile.classes.size(); ++i) {
      if (tile.classes[i] == ElementClass::unspecified) continue;
      const auto place = static_cast<std::int64_t>(i);
      render::WantedElement& element = all.emplace_back();
      element.operand = static_cast<std::size_t>(tile.tile);
      element.row = place / cols;
      element.col = place % cols;
      element.is_kept = tile.classes[i] == ElementClass::preserved;
      element.is_pad = tile.classes[i] == ElementClass::pad;
      if (element.is_kept) continue;
      const numerics::AllowedSet allowed = expected.allowed(tile, element.row, element.col);
      element.any_of.assign(allowed.values().begin(), allowed.values().end());
      element.any_nan = allowed.any_nan;
    }
  }
  return all;
}

}  // namespace

std::string cpp_reproducer(const terms::Instruction& resolved, const Case& subject, const std::string& kind, const std::string& heading) {
  const evaluate::Legality legality = evaluate::verdict(resolved, subject).legality;
  render::Program program{.subject = &subject, .kind = kind, .heading = heading};
  program.should_be_rejected = legality == evaluate::Legality::illegal;
  if (legality == evaluate::Legality::legal) program.wanted = wanted_of(resolved, subject);
  return render::cpp_program(program);
}

}  // namespace pto_cts::reproducer
