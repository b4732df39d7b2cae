// SPDX-License-Identifier: MIT
// pto-cts manual: the pages of all instructions.
#include <fmt/format.h>

#include <algorithm>

#include "command.h"
#include "proof_run.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/manual/manual.h"
#include "pto_cts/proofs/proofs.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"

namespace pto_cts::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string out;
  std::vector<std::string> interpretations;
  bool no_proofs = false;
  std::string cache;
  bool no_cache = false;
  unsigned jobs = 0;
};

bool is_manual_page(const fs::path& file) {
  return fs::is_regular_file(fs::symlink_status(file)) && (file.extension() == ".md" || file.extension() == ".html") &&
         record::read_file(file).substr(0, 100).find(reports::kManualMark) != std::string::npos;
}

// Nothing is overwritten or removed but pages of an earlier manual.
std::vector<fs::path> earlier_pages(const fs::path& out) {
  std::vector<fs::path> pages;
  if (!fs::exists(out)) return pages;
  if (!fs::is_directory(out)) throw UsageError(out.string() + ": is a file; give a folder with --out");
  for (const fs::directory_entry& entry : fs::directory_iterator(out)) {
    if (!is_manual_page(entry.path())) throw UsageError(out.string() + ": holds " + entry.path().filename().string() + ", which is no page of a manual; give another folder with --out");
    pages.push_back(entry.path());
  }
  return pages;
}

record::ProofFile proofs_under(const Options& options, const campaign::Suite& suite) {
  proofs::Request request;
  for (const terms::Instruction& instruction : spec::instructions()) request.instructions.push_back(&instruction);
  request.profiles = parse_profiles("all");
  request.readings = suite.readings();
  request.jobs = options.jobs;
  remember_in(request, options.no_cache, options.cache);
  return proofs::to_record(prove_all(request, false));
}

int manual(const Options& options) {
  const campaign::Suite suite = suite_under(options.interpretations);
  const fs::path out = options.out;
  earlier_pages(out);  // Refused before the proofs take their time.
  std::optional<record::ProofFile> proofs;
  if (!options.no_proofs) proofs = proofs_under(options, suite);
  const std::vector<reports::ManualPage> pages = reports::manual_pages(spec::instructions(), suite.readings(), proofs ? &*proofs : nullptr);
  for (const fs::path& page : earlier_pages(out)) fs::remove(page);
  for (const reports::ManualPage& page : pages) record::write_file(out / page.file, page.text);
  fmt::print("{} pages, as Markdown and HTML; begin with {} or {}\n", pages.size() / 2, (out / "README.md").string(), (out / "index.html").string());
  return kConforms;
}

}  // namespace

void add_manual(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("manual", "Pages of all instructions, as Markdown and HTML");
  command->add_option("--out", options->out, "Folder for the pages; of what lies in it, only pages of an earlier manual are replaced")->required();
  command->add_option("--interpretation", options->interpretations, "Readings of disputed rules")->delimiter(',');
  command->add_flag("--no-proofs", options->no_proofs, "Leave the proofs out");
  command->add_option("--jobs", options->jobs, "Threads of the proofs; 0: one for each processor")->check(CLI::Range(0u, 256u));
  command->add_option("--cache", options->cache, "Folder of remembered proofs instead of the user's cache");
  command->add_flag("--no-cache", options->no_cache, "Remember no proofs");
  command->callback([options, &status] { status = manual(*options); });
}

}  // namespace pto_cts::cli
