// SPDX-License-Identifier: MIT
#include "pto_cts/mutants/mutants.h"

#include <algorithm>

#include "fault.h"
#include "pto_cts/simd/simd_backend.h"

namespace pto_cts::mutants {
namespace {

using backend::Call;
using backend::Outcome;

const std::vector<Fault>& faults() {
  static const std::vector<Fault> all = [] {
    std::vector<Fault> list;
    for (const auto kind : {valid_region_faults, pad_faults, arithmetic_faults, copy_faults, partial_faults,
                            addressing_faults, memory_faults, rejection_faults, legality_faults}) {
      const std::vector<Fault> some = kind();
      list.insert(list.end(), some.begin(), some.end());
    }
    return list;
  }();
  return all;
}

class Mutant final : public backend::Backend {
 public:
  explicit Mutant(const Fault& fault)
      : fault_(fault), name_("mutant:" + fault.info.id), capabilities_(sound_->capabilities()) {
    if (fault.declares_64_bits) capabilities_.dtypes.insert(capabilities_.dtypes.end(), {DType::u64, DType::i64});
  }

  std::string_view name() const override { return name_; }
  const backend::Capabilities& capabilities() const override { return capabilities_; }

  void execute(std::span<const Call> calls, std::span<Outcome> outcomes) override {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (is_affected(calls[i])) {
        Scene scene(calls[i], *sound_, serial_++);
        outcomes[i] = fault_.run(scene);
      } else {
        sound_->execute(calls.subspan(i, 1), outcomes.subspan(i, 1));
      }
    }
  }

 private:
  bool is_affected(const Call& call) const {
    const std::vector<std::string>& instructions = fault_.info.instructions;
    const std::vector<TileOperand>& tiles = call.tuple->tiles;
    // Faults count on these; the sound kernel rejects whatever lacks them.
    const std::size_t operands = call.tuple->mnemonic == "TPARTADD" || call.tuple->mnemonic == "TGATHERB" ? 3 : 2;
    return std::find(instructions.begin(), instructions.end(), call.tuple->mnemonic) != instructions.end() &&
           tiles.size() == operands && std::all_of(tiles.begin(), tiles.end(), [&](const TileOperand& operand) {
             return static_cast<std::size_t>(operand.storage) < call.storages.size();
           });
  }

  const Fault& fault_;
  std::string name_;
  std::unique_ptr<backend::Backend> sound_ = simd::make_simd_backend();
  backend::Capabilities capabilities_;
  int serial_ = 0;
};

}  // namespace

const std::vector<MutantInfo>& mutants() {
  static const std::vector<MutantInfo> infos = [] {
    std::vector<MutantInfo> list;
    for (const Fault& fault : faults()) list.push_back(fault.info);
    return list;
  }();
  return infos;
}

std::unique_ptr<backend::Backend> make_mutant(std::string_view id) {
  for (const Fault& fault : faults())
    if (fault.info.id == id) return std::make_unique<Mutant>(fault);
  return nullptr;
}

}  // namespace pto_cts::mutants
