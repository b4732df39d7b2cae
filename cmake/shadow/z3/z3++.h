// SPDX-License-Identifier: MIT
#error "Z3 is allowed only in oracle/smt"
