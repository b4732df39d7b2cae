// SPDX-License-Identifier: MIT
// What isolation costs, and whether it leaves anything behind.
//   isolation_bench overhead [cases] [rounds]   isolated and --in-process campaigns in turn; prints their ratio
//   isolation_bench leaks [cases]               a campaign with a crash in each thousand calls; status 1 if anything is left
#include <dirent.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "pto_cts/campaign/campaign.h"
#include "pto_cts/campaign/verified_backend.h"
#include "pto_cts/isolate/isolate.h"
#include "pto_cts/simd/simd_backend.h"

namespace {

using namespace pto_cts;

class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "pto-cts-bench-XXXXXX").string();
    if (!mkdtemp(pattern.data())) std::abort();
    path_ = pattern;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

campaign::Outcome run(const campaign::Suite& suite, backend::Backend& backend, std::uint64_t cases) {
  const Folder folder;
  campaign::Request request;
  for (const terms::Instruction& instruction : suite.instructions()) request.instructions.push_back(instruction.mnemonic);
  request.profiles.assign(kCertifiedProfiles.begin(), kCertifiedProfiles.end());
  request.cases = cases;
  request.backend_name = "bench";
  request.suite_version = "bench";
  request.out = folder.path();
  request.saved_cases = 0;
  return campaign::run(suite, backend, request, [](const campaign::Progress&) {});
}

// The program itself: a campaign that follows another one in a process is slower, whatever it does.
double seconds_of(bool in_process, std::uint64_t cases) {
  const Folder folder;
  const std::string command = std::string(PTO_CTS_PROGRAM " certify --backend plugin:" PTO_CTS_SIMD_PLUGIN " --cases ") +
                              std::to_string(cases) + (in_process ? " --in-process" : "") + " --out " +
                              (folder.path() / "report").string() + " > /dev/null 2>&1";
  const auto begin = std::chrono::steady_clock::now();
  if (std::system(command.c_str()) != 0) std::abort();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int overhead(std::uint64_t cases, int rounds) {
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    double seconds[2];
    for (const bool in_process : {round % 2 == 0, round % 2 != 0}) seconds[in_process] = seconds_of(in_process, cases);
    ratios.push_back(seconds[false] / seconds[true]);
    std::printf("in process %.2f s, isolated %.2f s, ratio %.3f\n", seconds[true], seconds[false], ratios.back());
    std::fflush(stdout);
  }
  std::sort(ratios.begin(), ratios.end());
  std::printf("median ratio %.3f\n", ratios[ratios.size() / 2]);
  return 0;
}

class Crashing final : public backend::Backend {
 public:
  std::string_view name() const override { return "crashing"; }
  const backend::Capabilities& capabilities() const override { return simd_->capabilities(); }
  backend::Placement placement() const override { return {true, true}; }
  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (++count_ % 1000 == 0) std::abort();
      simd_->execute(calls.subspan(i, 1), outcomes.subspan(i, 1));
    }
  }

 private:
  std::unique_ptr<backend::Backend> simd_ = simd::make_simd_backend();
  int count_ = 0;
};

std::set<std::string> names_in(const char* folder) {
  std::set<std::string> names;
  if (DIR* open = opendir(folder)) {
    while (const dirent* entry = readdir(open)) names.insert(entry->d_name);
    closedir(open);
  }
  return names;
}

int leaks(std::uint64_t cases) {
  const auto files = names_in("/proc/self/fd"), shared = names_in("/dev/shm");
  record::Summary summary;
  {
    const campaign::Suite suite;
    campaign::VerifiedBackend backend(suite, isolate::isolate([] { return std::make_unique<Crashing>(); }));
    summary = run(suite, backend, cases).summary;
  }
  const bool no_child = waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
  const bool same_files = names_in("/proc/self/fd") == files, same_shared = names_in("/dev/shm") == shared;
  std::printf("%llu cases run, %llu of them fail, no child left: %s, no file descriptor: %s, no shared memory: %s\n",
              static_cast<unsigned long long>(summary.total.run), static_cast<unsigned long long>(summary.total.fail),
              no_child ? "yes" : "no", same_files ? "yes" : "no", same_shared ? "yes" : "no");
  return no_child && same_files && same_shared ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "overhead";
  const auto number = [&](int at, std::uint64_t otherwise) { return argc > at ? std::strtoull(argv[at], nullptr, 10) : otherwise; };
  if (what == "leaks") return leaks(number(2, 1'000'000));
  return overhead(number(2, 100'000), static_cast<int>(number(3, 3)));
}
