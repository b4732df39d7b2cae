// SPDX-License-Identifier: MIT
// A planted fault, and where the faults of each kind are listed.
#pragma once

#include "pto_cts/mutants/mutants.h"
#include "scene.h"

namespace pto_cts::mutants {

struct Fault {
  MutantInfo info;
  backend::Outcome (*run)(Scene&);
  bool declares_64_bits = false;  ///< So that calls with these types, illegal everywhere, reach the backend.
};

std::vector<Fault> valid_region_faults();
std::vector<Fault> pad_faults();
std::vector<Fault> arithmetic_faults();
std::vector<Fault> copy_faults();
std::vector<Fault> partial_faults();
std::vector<Fault> addressing_faults();
std::vector<Fault> memory_faults();
std::vector<Fault> rejection_faults();
std::vector<Fault> legality_faults();

}  // namespace pto_cts::mutants
