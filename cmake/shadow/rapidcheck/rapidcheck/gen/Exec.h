// SPDX-License-Identifier: MIT
#error "RapidCheck is allowed only in generators and tests"
