// SPDX-License-Identifier: MIT
// pto-cts: the conformance suite's one program.
#include <algorithm>
#include <cstdio>
#include <string>

#include "command.h"
#include "pto_cts/backend/backend.h"
#include "pto_cts/record/bad_input.h"

namespace {

// One line, whatever the user's own words in it hold.
int fail(std::string what, int status) {
  std::replace_if(
      what.begin(), what.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
  std::fflush(stdout);
  std::fprintf(stderr, "pto-cts: %s\n", what.c_str());
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace pto_cts;
  const std::vector<cli::Command> commands = {cli::list_command(),    cli::explain_command(),   cli::manual_command(),
                                              cli::check_command(),   cli::prove_command(),     cli::probe_command(),
                                              cli::certify_command(), cli::reproduce_command(), cli::shrink_command(),
                                              cli::merge_command(),   cli::verify_command(),    cli::catalogue_command()};
  try {
    const int status = cli::run_command(argc, argv, commands);
    if (std::fflush(stdout) != 0) return fail("the output could not be written; free some space", cli::kInternalFault);
    return status;
  } catch (const cli::UsageError& error) {
    return fail(error.what(), cli::kUsage);
  } catch (const backend::CannotOpen& error) {
    return fail(error.what(), cli::kUsage);
  } catch (const record::BadInput& error) {
    return fail(error.what(), cli::kUsage);
  } catch (const std::exception& error) {
    return fail(std::string("internal fault: ") + error.what(), cli::kInternalFault);
  }
}
