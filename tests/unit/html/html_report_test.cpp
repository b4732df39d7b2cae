// SPDX-License-Identifier: MIT
#include "pto_cts/html/report.h"

#include <gtest/gtest.h>
