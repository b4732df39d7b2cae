// SPDX-License-Identifier: MIT
#include "backend_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

#include "command.h"
#include "pto_cts/campaign/backends.h"
#include "pto_cts/record/files.h"

namespace pto_cts::cli {
namespace {

// This program again, with the library in it.
void start_again_with(const std::filesystem::path& library) {
  const char* loaded = std::getenv("LD_PRELOAD");
  if (loaded && std::string_view(loaded).find(library.string()) != std::string_view::npos) return;
  setenv("LD_PRELOAD", (library.string() + (loaded ? ":" + std::string(loaded) : "")).c_str(), 1);
  setenv("ASAN_OPTIONS",
         "abort_on_error=1:detect_leaks=0:handle_segv=0:handle_sigill=0:symbolize=0:allocator_may_return_null=1", 0);
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  std::vector<char*> words;
  for (std::size_t at = 0; at < text.size(); at = text.find('\0', at) + 1) words.push_back(text.data() + at);
  words.push_back(nullptr);
  execv("/proc/self/exe", words.data());
  throw std::system_error(errno, std::generic_category(), "starting again with " + library.string());
}

}  // namespace

std::vector<Option> backend_options(BackendOptions& options, Need need) {
  return {
      {.name = "--backend",
       .place = &options.name,
       .help = "simd, mutant:<id>, plugin:<library.so>, process:<program and arguments>, headers:<config file> or "
               "recorded:<file>",
       .required = need == Need::always},
      {.name = "--timeout",
       .place = &options.timeout,
       .help = "Seconds for one call of a backend that is not built in",
       .bounds = {0.001, 86400},
       .given = &options.timeout_given},
      {"--memory", &options.memory, "MiB that such a backend may take; 0 for no limit", {0, 1 << 24}},
      {"--in-process", &options.in_process, "Load a plug-in into this process, for debugging"},
      {"--cache", &options.cache, "Folder of compiled headers instead of the user's cache"},
  };
}

std::unique_ptr<backend::Backend> open(const campaign::Suite& suite, const BackendOptions& options) {
  if (const auto library = campaign::library_to_preload(options.name)) start_again_with(*library);
  campaign::OpenOptions how;
  how.limits.call = std::chrono::milliseconds(static_cast<std::int64_t>(options.timeout * 1000 + 0.5));
  how.limits.memory_bytes = options.memory << 20;
  how.limits_calls = options.timeout_given;
  how.in_process = options.in_process;
  how.cache = options.cache.empty() ? record::default_cache().value_or(std::filesystem::path())
                                    : std::filesystem::path(options.cache);
  how.note = [](const std::string& line) { fmt::print(stderr, "{}\n", line); };
  auto backend = campaign::open_backend(suite, options.name, how);
  if (!backend) throw UsageError("unknown backend '" + options.name + "': see pto-cts list backends");
  return backend;
}

campaign::Suite suite_for(const std::vector<std::string>& interpretations, const BackendOptions& options) {
  return suite_under(interpretations.empty() ? campaign::declared_readings(options.name) : interpretations);
}

}  // namespace pto_cts::cli
