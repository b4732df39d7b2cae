// SPDX-License-Identifier: MIT
// pto-cts: the conformance suite's one program.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <string>
#include <system_error>

#include "command.h"
#include "pto_cts/backend/backend.h"
#include "pto_cts/backend/process.h"
#include "pto_cts/record/bad_input.h"

namespace {

constexpr const char* kLost = "the output could not be written; free some space";

// One line that can be read, whatever the user's own words in it hold.
int fail(std::string what, int status) {
  constexpr std::size_t kShown = 600;  // bytes of its beginning and of its end
  if (what.size() > 2 * kShown + 5) what.replace(kShown, what.size() - 2 * kShown, " ... ");
  std::replace_if(
      what.begin(), what.end(), [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
  what = pto_cts::backend::plain_text(what);
  std::fflush(stdout);
  std::fprintf(stderr, "pto-cts: %s\n", what.c_str());
  return status;
}

// Of standard input, output and error: what the caller closed is not to become a file of ours.
void fill_gaps() {
  int file = open("/dev/null", O_RDWR);
  while (file >= 0 && file <= STDERR_FILENO) file = open("/dev/null", O_RDWR);
  if (file >= 0) close(file);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace pto_cts;
  fill_gaps();
  const std::vector<cli::Command> commands = {cli::list_command(),    cli::explain_command(),   cli::manual_command(),
                                              cli::check_command(),   cli::prove_command(),     cli::probe_command(),
                                              cli::certify_command(), cli::reproduce_command(), cli::shrink_command(),
                                              cli::merge_command(),   cli::verify_command(),    cli::catalogue_command()};
  try {
    const int status = cli::run_command(argc, argv, commands);
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) return fail(kLost, cli::kUsage);
    return status;
  } catch (const cli::UsageError& error) {
    return fail(error.what(), cli::kUsage);
  } catch (const backend::CannotOpen& error) {
    return fail(error.what(), cli::kUsage);
  } catch (const record::BadInput& error) {
    return fail(error.what(), cli::kUsage);
  } catch (const std::bad_alloc&) {
    return fail("the memory does not suffice; raise its limit, or ask for less at once", cli::kUsage);
  } catch (const std::system_error& error) {
    if (std::ferror(stdout)) return fail(kLost, cli::kUsage);
    return fail(std::string("internal fault: ") + error.what(), cli::kInternalFault);
  } catch (const std::exception& error) {
    return fail(std::string("internal fault: ") + error.what(), cli::kInternalFault);
  }
}
