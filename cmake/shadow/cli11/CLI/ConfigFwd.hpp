// SPDX-License-Identifier: MIT
#error "CLI11 is allowed only in harness/cli"
