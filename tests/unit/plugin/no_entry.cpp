// SPDX-License-Identifier: MIT
// A shared library that is no plug-in.
extern "C" int pto_cts_close_backend() {
  return 0;
}
