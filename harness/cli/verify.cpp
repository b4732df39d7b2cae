// SPDX-License-Identifier: MIT
// pto-cts verify: a package, checked without its backend.
#include "pto_cts/verify/verify.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <nlohmann/json.hpp>

#include "command.h"
#include "environment.h"
#include "memory.h"
#include "package_files.h"
#include "pto_cts/campaign/backends.h"
#include "pto_cts/campaign/campaign.h"
#include "pto_cts/campaign/plan.h"
#include "pto_cts/certificate/statement.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/environment.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/manifest.h"
#include "pto_cts/smt/domain_script.h"

namespace pto_cts::cli {
namespace {

namespace fs = std::filesystem;
using reports::MadeCase;
using reports::RunReport;

struct VerifyCommandOptions {
  std::string package;
  bool full = false;
  std::uint64_t sample = reports::VerifyOptions().sample;
  std::string signers;
  std::string identity;
  bool json = false;
};

/// A folder that vanishes, whatever becomes of the program: a process of its own waits for that. pre: no other thread runs.
class Scratch {
 public:
  Scratch() {
    path_ = (record::temporary_place() / "pto-cts-verify-XXXXXX").string();
    if (!mkdtemp(path_.data())) throw record::BadInput(path_ + ": no temporary folder can be made; set TMPDIR");
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    guard_ = fork();
    if (guard_ == 0) {
      setsid();  // An interrupt of the terminal is not for it.
      close(ends[1]);
      char none = 0;
      while (read(ends[0], &none, 1) < 0 && errno == EINTR) {
      }
      remove();
      _exit(0);
    }
    close(ends[0]);
    alive_ = ends[1];
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    if (alive_ >= 0) close(alive_);
    if (guard_ > 0) waitpid(guard_, nullptr, 0);
    remove();
  }
  fs::path path() const { return path_; }

 private:
  void remove() const {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  std::string path_;
  pid_t guard_ = -1;
  int alive_ = -1;  // Closed when this process ends.
};

class MadePlan : public reports::PlanOf {
 public:
  MadePlan(std::shared_ptr<const campaign::Domains> domains, const record::RunHeader& header)
      : plan_(std::move(domains), header.cases_requested), seed_(header.seed) {}

  std::uint64_t size() const override { return plan_.cases().size(); }
  std::string name(std::uint64_t index) const override { return plan_.case_name(plan_.cases()[index]); }
  std::string cell(std::uint64_t index) const override { return plan_.cell_id(plan_.cases()[index]); }
  MadeCase make(std::uint64_t index) const override {
    generators::Generated made = plan_.generate(plan_.cases()[index], seed_);
    return {std::move(made.subject), static_cast<std::uint64_t>(made.replaced), made.vacuous};
  }

 private:
  campaign::Plan plan_;
  std::uint64_t seed_;
};

// What the suite knows, under the readings of one run.
class Knowledge {
 public:
  explicit Knowledge(proofs::Memory memory) : memory_(std::move(memory)) {}

  const campaign::Suite& suite(const record::RunHeader& header) {
    if (suite_) return *suite_;
    const std::vector<std::string> known = spec::readings();
    for (const std::string& reading : header.interpretations)
      if (std::find(known.begin(), known.end(), reading) == known.end())
        throw record::BadInput("no reading is called " + reading);
    suite_.emplace(header.interpretations);
    for (const std::string& mnemonic : header.instructions)
      if (!suite_->find(mnemonic)) throw record::BadInput("no instruction is called " + mnemonic);
    return *suite_;
  }

  // Cases are made from them and cells are counted at the same time, so whoever comes first makes them.
  std::shared_ptr<const campaign::Domains> domains(const record::RunHeader& header) {
    const std::lock_guard lock(guard_);
    if (!domains_)
      domains_ = std::make_shared<const campaign::Domains>(
          campaign::domains_of(suite(header), header.instructions, header.profiles, memory_));
    return domains_;
  }

  record::Statement state(const RunReport& report) {
    reports::Basis basis;
    basis.run = report.statement.run;
    basis.results = report.results;
    basis.cells =
        campaign::count_cells(*domains(basis.run), suite(basis.run).readings(), report.results, memory_);
    if (fs::exists(report.folder / "proofs" / "results.json")) basis.proofs = &report.proofs;
    basis.waivers = report.statement.waivers;
    basis.instructions = report.instructions;
    return reports::statement_of(basis);
  }

  std::optional<record::BackendFile> built_in(const record::RunHeader& header) {
    if (header.backend != "simd" && !header.backend.starts_with("mutant:")) return std::nullopt;
    const auto backend = campaign::open_backend(suite(header), header.backend);
    if (!backend) return std::nullopt;
    campaign::Request request;
    request.backend_name = header.backend;
    request.backend_version = backend->version();
    request.backend_hash = campaign::backend_hash(header.backend, *backend);
    return backend_file_of(*backend, request);
  }

  reports::MadeProofs proofs(const record::RunHeader& header, bool quiet) {
    const Scratch scratch;
    reports::MadeProofs made;
    made.results = proofs::to_record(prove_all(proofs_of_run(header, {}, scratch.path()), quiet));
    for (const fs::directory_entry& entry : fs::directory_iterator(scratch.path()))
      made.scripts[entry.path().filename().string()] = record::read_file(entry.path());
    return made;
  }

 private:
  proofs::Memory memory_;
  std::optional<campaign::Suite> suite_;
  std::shared_ptr<const campaign::Domains> domains_;
  std::mutex guard_;
};

reports::VerifyMeans means_of(Knowledge& knowledge, bool quiet) {
  reports::VerifyMeans means;
  means.spec_hash = campaign::spec_hash();
  means.suite_version = PTO_CTS_VERSION;
  means.generator_epoch = generators::kGeneratorEpoch;
  means.instructions = [&](const record::RunHeader& header) -> const std::vector<terms::Instruction>& {
    return knowledge.suite(header).instructions();
  };
  means.plan = [&](const record::RunHeader& header) {
    return std::make_unique<MadePlan>(knowledge.domains(header), header);
  };
  means.state = [&](const RunReport& report) { return knowledge.state(report); };
  means.pages = pages_of;
  means.finding_pages = true;
  means.domain_script = smt::domain_script;
  means.built_in = [&](const record::RunHeader& header) { return knowledge.built_in(header); };
  means.proofs = [&knowledge, quiet](const record::RunHeader& header) { return knowledge.proofs(header, quiet); };
  return means;
}

nlohmann::ordered_json to_json(const reports::VerifyResult& result) {
  nlohmann::ordered_json document = {
      {"accepted", result.accepted()}, {"objections", result.objections}, {"notes", result.notes},
      {"root", result.root},           {"files", result.files},           {"planned", result.planned},
      {"verdicts", result.verdicts},   {"expected", result.expected},     {"saved", result.saved}};
  if (result.statement) {
    document["kind"] = name(result.statement->kind);
    document["conforms"] = result.statement->conforms;
    document["sentence"] = result.statement->sentence;
  }
  return document;
}

void print(const reports::VerifyResult& result, const std::string& package, bool signed_by_known) {
  for (const std::string& objection : result.objections) fmt::print("refused: {}\n", objection);
  if (!result.root.empty()) fmt::print("root {}, {} files\n", result.root, result.files);
  if (result.planned > 0)
    fmt::print("{} cases planned; verdicts of {} and expected results of {} derived anew, {} saved cases read\n",
               result.planned, result.verdicts, result.expected, result.saved);
  for (const std::string& note : result.notes) fmt::print("{}\n", note);
  if (result.accepted() && result.statement)
    fmt::print("{}: {}\n", name(result.statement->kind), result.statement->sentence);
  if (result.accepted() && !signed_by_known)
    fmt::print("that the records are what the backend did rests on who signed this\n");
  fmt::print("{}: {}\n", package, result.accepted() ? "accepted" : "refused");
}

// The files beside a package, which its manifest does not have: they speak of this package, or are refused.
void check_beside(const fs::path& folder, reports::VerifyResult& result) {
  try {
    if (fs::exists(folder / "run.json") && record::read_run(record::read_file(folder / "run.json")).root != result.root)
      result.objections.emplace_back("run.json: its root is not that of the package");
  } catch (const record::BadInput& error) {
    result.objections.push_back(std::string("run.json: ") + error.what());
  }
  const fs::path archive = folder / "package.tar.zst";
  if (!fs::exists(archive)) return;
  try {
    const Scratch scratch;
    record::unpack_package(archive, scratch.path());
    if (!fs::is_regular_file(scratch.path() / "manifest.txt") ||
        record::read_file(scratch.path() / "manifest.txt") != record::read_file(folder / "manifest.txt") ||
        record::write_manifest(record::take_manifest(scratch.path())) != record::read_file(folder / "manifest.txt"))
      result.objections.emplace_back("package.tar.zst: is another package than the folder");
  } catch (const record::BadInput& error) {
    result.objections.push_back(std::string("package.tar.zst: ") + error.what());
  }
}

int verify(const VerifyCommandOptions& options) {
  if (options.signers.empty() != options.identity.empty())
    throw UsageError("--signers and --identity go together: give both");
  if (!fs::exists(options.package))
    throw UsageError(options.package + ": no such package; give its folder, or its package.tar.zst");
  if (!fs::is_directory(options.package) && !fs::is_regular_file(options.package))
    throw UsageError(options.package + ": is no regular file; give the folder of a package, or its package.tar.zst");
  fs::path folder = options.package;
  std::optional<Scratch> scratch;
  if (!fs::is_directory(folder)) {
    scratch.emplace();
    record::unpack_package(folder, scratch->path());
    folder = scratch->path();
  }
  reports::VerifyOptions wishes;
  wishes.full = options.full;
  wishes.sample = options.sample;
  if (!options.signers.empty()) wishes.signature = {options.signers, options.identity};
  Knowledge knowledge(options.full ? proofs::Memory() : memory_of({}));
  reports::VerifyResult result = reports::verify_package(folder, means_of(knowledge, options.json), wishes);
  check_beside(folder, result);
  if (options.json)
    fmt::print("{}\n", json_text(to_json(result)));
  else
    print(result, options.package, wishes.signature.has_value());
  return result.accepted() ? kConforms : kDoesNotConform;
}

}  // namespace

Command verify_command() {
  auto options = std::make_shared<VerifyCommandOptions>();
  return {
      "verify",
      "Check a package without its backend",
      {
          {.name = "package",
           .place = &options->package,
           .help = "Folder of a package, or its package.tar.zst",
           .required = true},
          {"--full", &options->full, "Derive what is expected of every case, and all proofs, anew"},
          {"--sample", &options->sample, "Cases whose expected results are derived anew; the root hash chooses them"},
          {"--signers", &options->signers, "File of allowed signers, as ssh-keygen has it"},
          {"--identity", &options->identity, "Who is to have signed the package"},
          {"--json", &options->json, "The result as one JSON document"},
      },
      [options] { return verify(*options); }};
}

}  // namespace pto_cts::cli
