// SPDX-License-Identifier: MIT
// pto-cts manual: the pages of all instructions.
#include "pto_cts/manual/manual.h"

#include <fmt/format.h>

#include <algorithm>

#include "command.h"
#include "memory.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/proofs/proofs.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"

namespace pto_cts::cli {
namespace {

namespace fs = std::filesystem;

struct ManualOptions {
  std::string out;
  std::vector<std::string> interpretations;
  bool no_proofs = false;
  ProofMemory memory;
  std::uint64_t jobs = 0;
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
    if (!is_manual_page(entry.path()))
      throw UsageError(out.string() + ": holds " + entry.path().filename().string() +
                       ", which is no page of a manual; give another folder with --out");
    pages.push_back(entry.path());
  }
  return pages;
}

record::ProofFile proofs_under(const ManualOptions& options, const campaign::Suite& suite) {
  proofs::Request request;
  for (const terms::Instruction& instruction : spec::instructions()) request.instructions.push_back(&instruction);
  request.profiles = parse_profiles("all");
  request.readings = suite.readings();
  request.jobs = static_cast<unsigned>(options.jobs);
  request.memory = options.memory.memory();
  return proofs::to_record(prove_all(request, false));
}

int manual(const ManualOptions& options) {
  const campaign::Suite suite = suite_under(options.interpretations);
  const fs::path out = options.out;
  earlier_pages(out);  // Refused before the proofs take their time.
  std::optional<record::ProofFile> proofs;
  if (!options.no_proofs) proofs = proofs_under(options, suite);
  const std::vector<reports::ManualPage> pages =
      reports::manual_pages(spec::instructions(), suite.readings(), proofs ? &*proofs : nullptr);
  for (const fs::path& page : earlier_pages(out)) fs::remove(page);
  for (const reports::ManualPage& page : pages) record::write_file(out / page.file, page.text);
  fmt::print("{} pages, as Markdown and HTML; begin with {} or {}\n", pages.size() / 2, (out / "README.md").string(),
             (out / "index.html").string());
  return kConforms;
}

}  // namespace

Command manual_command() {
  auto options = std::make_shared<ManualOptions>();
  return {"manual",
          "Pages of all instructions, as Markdown and HTML",
          {
              {.name = "--out",
               .place = &options->out,
               .help = "Folder for the pages; of what lies in it, only pages of an earlier manual are replaced",
               .required = true},
              interpretation_option(options->interpretations),
              {"--no-proofs", &options->no_proofs, "Leave the proofs out"},
              jobs_option(options->jobs),
              cache_option(options->memory.cache),
              no_cache_option(options->memory.none),
          },
          [options] { return manual(*options); }};
}

}  // namespace pto_cts::cli
