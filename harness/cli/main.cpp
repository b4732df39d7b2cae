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
  std::replace_if(what.begin(), what.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
  std::fflush(stdout);
  std::fprintf(stderr, "pto-cts: %s\n", what.c_str());
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace pto_cts;
  int status = cli::kConforms;
  CLI::App app{"Conformance and differential test suite for the PTO tile ISA", "pto-cts"};
  app.set_version_flag("--version", PTO_CTS_VERSION);
  app.require_subcommand(1);
  cli::add_list(app, status);
  cli::add_explain(app, status);
  cli::add_manual(app, status);
  cli::add_check(app, status);
  cli::add_prove(app, status);
  cli::add_probe(app, status);
  cli::add_certify(app, status);
  cli::add_reproduce(app, status);
  cli::add_shrink(app, status);
  cli::add_merge(app, status);
  cli::add_verify(app, status);
  try {
    const auto commands = app.get_subcommands([&](const CLI::App* command) { return command->check_name(argc > 1 ? argv[1] : ""); });
    if (argc > 1 && argv[1][0] != '-' && commands.empty())
      throw cli::UsageError("unknown command '" + std::string(argv[1]) + "'; see --help");
    app.parse(argc, argv);
    if (std::fflush(stdout) != 0) return fail("the output could not be written; free some space", cli::kInternalFault);
    return status;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return fail(std::string(error.what()) + "; see --help", cli::kUsage);
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
