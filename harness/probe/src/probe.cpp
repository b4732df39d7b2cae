// SPDX-License-Identifier: MIT
#include "pto_cts/probe/probe.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/generators/domain.h"
#include "pto_cts/judge/judge.h"
#include "pto_cts/judge/memory.h"
#include "pto_cts/numerics/arithmetic.h"
#include "pto_cts/numerics/format.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::probe {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kCellsOfADtype = 3;

class Trials {
 public:
  Trials(const generators::Domain& domain, backend::Backend& backend, judge::Judge& judge, std::vector<Finding>& findings)
      : domain_(domain), backend_(backend), judge_(judge), findings_(findings) {
    path_ = std::string(name(domain.profile())) + "/" + terms::id_prefix(domain.instruction()) + "/";
  }

  void run() {
    for (const DType dtype : backend_.capabilities().dtypes) try_dtype(dtype);
    try_rejection();
  }

 private:
  void try_dtype(DType dtype) {
    std::size_t tried = 0, cells = 0;
    std::string wrong;
    for (const generators::Cell& cell : domain_.cells()) {
      if (!cell.id.starts_with("legal/" + std::string(name(dtype)) + "/") || cells == kCellsOfADtype) continue;
      bool inside = false;
      for (const std::uint64_t k : {0u, 1u}) {
        const generators::Generated generated = domain_.generate(cell, kSeed, k);
        const judge::Judged judged = judge_.judge(domain_.instruction(), *generated.subject, generated.expectation.get());
        if (judged.judgement == judge::Judgement::not_supported) continue;
        inside = true;
        ++tried;
        if (judged.judgement != judge::Judgement::fail || !wrong.empty()) continue;
        wrong = std::string(name(*judged.kind)) + (judged.diagnostic.empty() ? "" : ": " + judged.diagnostic) + ", at " +
                generated.subject->name;
      }
      cells += inside ? 1 : 0;
    }
    if (tried == 0) return;
    findings_.push_back({path_ + std::string(name(dtype)), wrong.empty() ? Status::holds : Status::differs,
                         wrong.empty() ? std::to_string(tried) + " legal tuples" : wrong});
  }

  void try_rejection() {
    if (!backend_.observability().legality) {
      findings_.push_back({path_ + "legality", Status::not_checked, "it leaves it to the suite's verifier"});
      return;
    }
    for (const generators::Cell& cell : domain_.cells()) {
      if (cell.kind != generators::CellKind::reject || cell.broken.size() != 1) continue;
      const generators::Generated generated = domain_.generate(cell, kSeed, 0);
      const judge::Judged judged = judge_.judge(domain_.instruction(), *generated.subject);
      if (judged.judgement == judge::Judgement::not_supported) continue;
      const bool rejects = judged.judgement == judge::Judgement::pass;
      findings_.push_back({path_ + "legality", rejects ? Status::holds : Status::differs,
                           rejects ? "rejects what breaks " + cell.broken.front() + ": " + judged.diagnostic
                                   : (judged.kind ? std::string(name(*judged.kind)) : judged.why) + ", at " + generated.subject->name});
      return;
    }
  }

  const generators::Domain& domain_;
  backend::Backend& backend_;
  judge::Judge& judge_;
  std::vector<Finding>& findings_;
  std::string path_;
};

template <typename Value>
bool has(const std::vector<Value>& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// A legal tuple of TMULS or TPARTADD whose elements can be given values: the backend computes chosen pairs.
class Lanes {
 public:
  /// Nothing where the backend does not take such a tuple of that dtype.
  static std::optional<Lanes> find(std::span<const generators::Domain> domains, const backend::Backend& backend, DType dtype);

  numerics::ArithmeticOp op() const { return op_; }
  const std::string& where() const { return where_; }

  /// a[i] op b[i], as the backend has it, in its bits; nothing where it did not execute. For a product all of b are equal.
  /// pre: at most kLanes values.
  std::optional<std::vector<std::uint64_t>> compute(backend::Backend& backend, const std::vector<std::uint64_t>& a,
                                                    const std::vector<std::uint64_t>& b) const;

  static constexpr std::size_t kLanes = 6;

 private:
  Case subject_;
  numerics::ArithmeticOp op_{};
  std::string where_;
};

constexpr std::size_t kDst = 0, kFirst = 1, kSecond = 2;  // operands of both instructions, as far as they have them

// All tiles wholly valid where the lanes lie: in the first row.
bool has_room(const Case& subject, DType dtype) {
  return std::all_of(subject.tuple.tiles.begin(), subject.tuple.tiles.end(), [&](const TileOperand& operand) {
    return operand.tile.dtype == dtype && operand.tile.valid_cols >= static_cast<std::int64_t>(Lanes::kLanes) &&
           operand.tile.valid_rows >= 1;
  });
}

std::optional<Lanes> Lanes::find(std::span<const generators::Domain> domains, const backend::Backend& backend, DType dtype) {
  constexpr std::uint64_t kDraws = 20;
  for (const generators::Domain& domain : domains) {
    const std::string& mnemonic = domain.instruction().mnemonic;
    const bool product = mnemonic == "TMULS";
    if (!product && mnemonic != "TPARTADD") continue;
    for (const generators::Cell& cell : domain.cells()) {
      if (!cell.id.starts_with("legal/" + std::string(name(dtype)) + "/") || !cell.id.ends_with("/any")) continue;
      for (std::uint64_t k = 1; k <= kDraws; ++k) {
        const generators::Generated generated = domain.generate(cell, 1, k);
        const Case& subject = *generated.subject;
        const bool in_place = storage_count(subject.tuple) != static_cast<int>(subject.tuple.tiles.size());
        if (in_place || !has_room(subject, dtype) || !backend.capabilities().covers(subject.tuple, subject.profile)) continue;
        Lanes lanes;
        lanes.subject_ = subject;
        lanes.op_ = product ? numerics::ArithmeticOp::multiply : numerics::ArithmeticOp::add;
        lanes.where_ = mnemonic + " on " + std::string(name(subject.profile));
        return lanes;
      }
    }
  }
  return std::nullopt;
}

std::optional<std::vector<std::uint64_t>> Lanes::compute(backend::Backend& backend, const std::vector<std::uint64_t>& a,
                                                         const std::vector<std::uint64_t>& b) const {
  Case subject = subject_;
  const auto place = [&](std::size_t operand, std::size_t lane) {
    const TileDesc& tile = subject.tuple.tiles[operand].tile;
    return static_cast<std::size_t>(LayoutMap(tile).element_offset(0, static_cast<std::int64_t>(lane)) * element_bytes(tile.dtype));
  };
  const auto bytes = static_cast<std::size_t>(element_bytes(subject.tuple.tiles[kDst].tile.dtype));
  const auto storage_of = [&](std::size_t operand) { return static_cast<std::size_t>(subject.tuple.tiles[operand].storage); };
  for (std::size_t lane = 0; lane < a.size(); ++lane) {
    std::memcpy(&subject.payload[storage_of(kFirst)][place(kFirst, lane)], &a[lane], bytes);
    if (op_ == numerics::ArithmeticOp::add) std::memcpy(&subject.payload[storage_of(kSecond)][place(kSecond, lane)], &b[lane], bytes);
  }
  if (op_ == numerics::ArithmeticOp::multiply) subject.scalars.front() = b.front();

  judge::Memory memory(backend.memory());
  memory.fill(subject, judge::PoisonRun::first);
  const backend::Call call{.tuple = &subject.tuple, .profile = subject.profile, .storages = memory.storages(), .scalars = subject.scalars};
  backend::Outcome outcome;
  backend.execute({&call, 1}, {&outcome, 1});
  if (outcome.kind != backend::OutcomeKind::executed) return std::nullopt;
  std::vector<std::uint64_t> results(a.size());
  for (std::size_t lane = 0; lane < a.size(); ++lane)
    std::memcpy(&results[lane], memory.now(subject.tuple.tiles[kDst].storage).data() + place(kDst, lane), bytes);
  return results;
}

using Bits = std::vector<std::uint64_t>;

constexpr DType kFloats[] = {DType::f16, DType::bf16, DType::f32};

Bits bits_of(DType dtype, std::initializer_list<double> values) {
  Bits bits;
  for (const double value : values) bits.push_back(numerics::from_double(dtype, value));
  return bits;
}

// Sums and products that are exact in the dtype itself, and of which no other format of that width makes the same.
void probe_format(DType dtype, const Lanes& lanes, backend::Backend& backend, std::vector<Finding>& findings) {
  const Bits a = bits_of(dtype, {1, 1.5, -2.5, 3, 0.75, 40}), b = bits_of(dtype, {1.5, 1.5, 1.5, 1.5, 1.5, 1.5});
  const auto results = lanes.compute(backend, a, b);
  const std::string id(name(dtype));
  if (!results) return findings.push_back({id, Status::not_checked, lanes.where() + " did not execute"});
  for (const DType as : {dtype, DType::f16, DType::bf16, DType::i16, DType::i32}) {
    if (element_bytes(as) != element_bytes(dtype)) continue;
    bool equal = true;
    for (std::size_t i = 0; i < a.size(); ++i) equal &= numerics::apply(lanes.op(), as, a[i], b[i]) == (*results)[i];
    if (!equal) continue;
    if (as == dtype) return findings.push_back({id, Status::holds, "its arithmetic is that of " + id + ", by " + lanes.where()});
    return findings.push_back({id, Status::differs, "its arithmetic is that of " + std::string(name(as)) + ", by " + lanes.where()});
  }
  findings.push_back({id, Status::differs, "its arithmetic is that of no dtype, by " + lanes.where()});
}

enum class Rounding { nearest_even, toward_zero, up, down, unknown };

// The exact value lies between two neighbours.
float rounded(double exact, Rounding rounding) {
  const auto nearest = static_cast<float>(exact);
  const float low = nearest > exact ? std::nextafter(nearest, -INFINITY) : nearest;
  const float high = nearest < exact ? std::nextafter(nearest, INFINITY) : nearest;
  switch (rounding) {
    case Rounding::toward_zero: return exact < 0 ? high : low;
    case Rounding::up: return high;
    case Rounding::down: return low;
    default: return nearest;
  }
}

// Lanes whose exact results round differently; doubles hold the products and sums of these floats exactly.
void probe_rounding(const Lanes& lanes, backend::Backend& backend, std::vector<Finding>& findings) {
  const bool product = lanes.op() == numerics::ArithmeticOp::multiply;
  const double step = 0x1p-23;
  const double second = product ? 1 + step : 0x1p-24;
  std::vector<double> firsts = {1.5, 1 + step, -1.5, -(1 + step), 1.25, 1.75};
  if (!product) firsts = {1, 1 + step, -1, -(1 + step), 1 + 2 * step, -(1 + 3 * step)};
  Bits a, b;
  for (const double first : firsts) {
    a.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(first)));
    b.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(second)));
  }
  const auto results = lanes.compute(backend, a, b);
  if (!results) return findings.push_back({"rounding", Status::not_checked, lanes.where() + " did not execute"});
  const std::pair<Rounding, const char*> kModes[] = {{Rounding::nearest_even, "to nearest even"},
                                                     {Rounding::toward_zero, "toward zero"},
                                                     {Rounding::up, "up"},
                                                     {Rounding::down, "down"}};
  for (const auto& [mode, text] : kModes) {
    bool equal = true;
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      const double exact = product ? firsts[i] * second : firsts[i] + second;
      equal &= std::bit_cast<std::uint32_t>(rounded(exact, mode)) == (*results)[i];
    }
    if (equal)
      return findings.push_back({"rounding", mode == Rounding::nearest_even ? Status::holds : Status::differs,
                                 std::string("f32 rounds ") + text + ", by " + lanes.where()});
  }
  findings.push_back({"rounding", Status::differs, "f32 rounds in no way that is known, by " + lanes.where()});
}

void probe_subnormals(const Lanes& lanes, backend::Backend& backend, std::vector<Finding>& findings) {
  const bool product = lanes.op() == numerics::ArithmeticOp::multiply;
  const auto run = [&](float first, float second) {
    const auto results = lanes.compute(backend, {std::bit_cast<std::uint32_t>(first)}, {std::bit_cast<std::uint32_t>(second)});
    return results ? std::optional(std::bit_cast<float>(static_cast<std::uint32_t>(results->front()))) : std::nullopt;
  };
  const auto from_input = product ? run(0x1p-140f, 0x1p+40f) : run(0x1p-140f, 0x1p-126f);
  const auto as_result = product ? run(0x1p-126f, 0.5f) : run(0x1.8p-126f, -0x1p-126f);
  if (!from_input || !as_result) return findings.push_back({"subnormals", Status::not_checked, lanes.where() + " did not execute"});
  const bool inputs = *from_input == (product ? 0.0f : 0x1p-126f), results = *as_result == 0;
  findings.push_back({"subnormals", Status::informs,
                      std::string("of f32: inputs ") + (inputs ? "flushed" : "kept") + ", results " +
                          (results ? "flushed" : "kept") + ", by " + lanes.where()});
}

void probe_determinism(const Lanes& lanes, backend::Backend& backend, std::vector<Finding>& findings) {
  constexpr int kRepetitions = 4;
  const Bits values = bits_of(DType::f32, {1, 2, 3, 5, 7, 11});
  const auto first = lanes.compute(backend, values, values);
  bool equal = first.has_value();
  for (int i = 0; i < kRepetitions; ++i) equal &= lanes.compute(backend, values, values) == first;
  findings.push_back({"determinism", equal ? Status::holds : Status::differs,
                      equal ? "equal calls give equal results" : "equal calls give different results"});
}

// How a backend computes. For each float dtype claimed: whether its arithmetic is the dtype's own. For f32: how it
// rounds and what it does with subnormals. Whether equal calls give equal results.
void probe_arithmetic(std::span<const generators::Domain> domains, backend::Backend& backend, std::vector<Finding>& findings) {
  for (const DType dtype : kFloats) {
    if (!has(backend.capabilities().dtypes, dtype)) continue;
    const std::optional<Lanes> lanes = Lanes::find(domains, backend, dtype);
    if (!lanes) {
      findings.push_back({std::string(name(dtype)), Status::not_checked, "no arithmetic in it is claimed"});
      continue;
    }
    probe_format(dtype, *lanes, backend, findings);
    if (dtype != DType::f32) continue;
    probe_rounding(*lanes, backend, findings);
    probe_subnormals(*lanes, backend, findings);
    probe_determinism(*lanes, backend, findings);
  }
}

}  // namespace

std::string_view name(Status status) {
  constexpr std::string_view kNames[] = {"holds", "differs", "informs", "not-checked"};
  return kNames[static_cast<std::size_t>(status)];
}

bool Report::holds() const {
  const auto is = [&](Status status) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) { return finding.status == status; });
  };
  return is(Status::holds) && !is(Status::differs);
}

std::vector<generators::Domain> claimed_domains(std::span<const terms::Instruction> instructions,
                                                std::span<const Profile> profiles, const backend::Backend& backend) {
  const backend::Capabilities& can = backend.capabilities();
  std::vector<generators::Domain> domains;
  for (const terms::Instruction& instruction : instructions)
    for (const Profile profile : profiles)
      if (has(can.instructions, instruction.mnemonic) && has(can.profiles, profile)) domains.emplace_back(instruction, profile);
  return domains;
}

Report probe(std::span<const generators::Domain> domains, backend::Backend& backend) {
  Report report{backend::describe(backend), {}, {}};
  judge::Judge judge(backend);
  const backend::Capabilities& can = backend.capabilities();
  std::set<std::string> tried;
  for (const generators::Domain& domain : domains) {
    if (!has(can.instructions, domain.instruction().mnemonic)) continue;
    tried.insert(domain.instruction().mnemonic);
    Trials(domain, backend, judge, report.findings).run();
  }
  for (const std::string& mnemonic : can.instructions)
    if (!tried.count(mnemonic)) report.findings.push_back({mnemonic, Status::not_checked, "not asked for, or not known to this suite"});
  probe_arithmetic(domains, backend, report.findings);
  report.remarks = backend.remarks();
  return report;
}

}  // namespace pto_cts::probe
