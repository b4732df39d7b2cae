// SPDX-License-Identifier: MIT
#include "compiler.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include "pto_cts/backend/backend.h"
#include "pto_cts/backend/process.h"

namespace pto_cts::headers {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kNotFound = 127;
constexpr std::size_t kMaxMessages = std::size_t{64} << 20;

void end_the_group(int) { kill(0, SIGKILL); }

// A compiler is several processes. The one that stays here ends them all where the suite ends, and ends as they do.
void keep_watch(pid_t compiler) {
  int status = 0;
  while (waitpid(compiler, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  signal(WTERMSIG(status), SIG_DFL);
  raise(WTERMSIG(status));
  _exit(kNotFound);
}

// Between fork and exec; only calls that are safe there.
[[noreturn]] void become(char* const* words, char* const* environment, int output, const CommandLimits& limits, pid_t parent, const char* folder) {
  setpgid(0, 0);
  signal(SIGTERM, end_the_group);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(kNotFound);
  const pid_t compiler = fork();
  if (compiler > 0) keep_watch(compiler);
  signal(SIGTERM, SIG_DFL);
  if (*folder && chdir(folder) != 0) _exit(kNotFound);
  const int null = open("/dev/null", O_RDONLY);
  dup2(null, 0);
  dup2(output, 1);
  dup2(output, 2);
  if (limits.memory_bytes > 0) {
    const rlimit limit{limits.memory_bytes, limits.memory_bytes};
    setrlimit(RLIMIT_AS, &limit);
  }
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execvpe(words[0], words, environment);
  constexpr std::string_view kWords = "cannot be started: ";
  const char* reason = strerrordesc_np(errno);
  (void)!write(2, kWords.data(), kWords.size());
  (void)!write(2, reason, strlen(reason));
  _exit(kNotFound);
}

std::vector<std::string> plain_environment() {
  constexpr std::string_view kLeftOut[] = {"LC_", "LD_PRELOAD=", "CPATH=", "C_INCLUDE_PATH=", "CPLUS_INCLUDE_PATH=", "LIBRARY_PATH=",
                                           "COMPILER_PATH=", "GCC_EXEC_PREFIX=", "CCC_OVERRIDE_OPTIONS=", "GCC_COLORS="};
  std::vector<std::string> variables;
  for (char** entry = environ; *entry; ++entry)
    if (std::none_of(std::begin(kLeftOut), std::end(kLeftOut), [&](std::string_view start) { return std::string_view(*entry).starts_with(start); }))
      variables.emplace_back(*entry);
  variables.emplace_back("LC_ALL=C");
  return variables;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

// A command that runs; its messages go to a file without a name.
struct Running {
  std::size_t number = 0;
  pid_t process = -1;
  int exit_file = -1;  // readable when it has ended
  int output = -1;
  Clock::time_point deadline;
};

std::string read_all(int file) {
  std::string text;
  char buffer[65536];
  ssize_t got = 0;
  for (off_t at = 0; text.size() < kMaxMessages && (got = pread(file, buffer, sizeof(buffer), at)) > 0; at += got)
    text.append(buffer, static_cast<std::size_t>(got));
  return text;
}

Running start(std::size_t number, const Command& command, const CommandLimits& limits, std::vector<char*>& environment,
              const std::filesystem::path& folder) {
  Running running{number, -1, -1, memfd_create("messages", MFD_CLOEXEC), Clock::now() + limits.time};
  if (running.output < 0) throw std::system_error(errno, std::generic_category(), "a file for messages");
  std::vector<std::string> words = command.words;
  const std::vector<char*> list = pointers(words);
  const pid_t parent = getpid();
  running.process = fork();
  if (running.process == 0) become(list.data(), environment.data(), running.output, limits, parent, folder.c_str());
  if (running.process < 0) throw std::system_error(errno, std::generic_category(), "a process for " + command.words.front());
  setpgid(running.process, running.process);
  running.exit_file = static_cast<int>(syscall(SYS_pidfd_open, running.process, 0));
  if (running.exit_file < 0) throw std::system_error(errno, std::generic_category(), "a view of a process");
  return running;
}

void finish(const Running& running, bool out_of_time, const CommandLimits& limits, Command& command) {
  kill(-running.process, SIGKILL);
  int status = 0;
  while (waitpid(running.process, &status, 0) < 0 && errno == EINTR) {
  }
  command.messages = read_all(running.output);
  close(running.output);
  close(running.exit_file);
  if (out_of_time) command.ended_by = std::to_string(limits.time.count()) + " s were not enough";
  else if (WIFEXITED(status)) command.status = WEXITSTATUS(status);
  else command.ended_by = backend::signal_name(WTERMSIG(status));
}

}  // namespace

void run_commands(std::span<Command> commands, int jobs, const CommandLimits& limits, const std::filesystem::path& folder) {
  std::vector<std::string> variables = plain_environment();
  std::vector<char*> environment = pointers(variables);
  std::vector<Running> running;
  std::size_t next = 0;
  while (next < commands.size() || !running.empty()) {
    while (next < commands.size() && running.size() < static_cast<std::size_t>(jobs)) {
      running.push_back(start(next, commands[next], limits, environment, folder));
      ++next;
    }
    std::vector<pollfd> files;
    Clock::time_point first = Clock::time_point::max();
    for (const Running& one : running) {
      files.push_back({one.exit_file, POLLIN, 0});
      first = std::min(first, one.deadline);
    }
    const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(first - Clock::now()).count() + 1;
    poll(files.data(), files.size(), static_cast<int>(std::max<std::int64_t>(wait, 0)));
    const Clock::time_point now = Clock::now();
    for (std::size_t i = running.size(); i-- > 0;) {
      const bool ended = (files[i].revents & POLLIN) != 0, late = now >= running[i].deadline;
      if (!ended && !late) continue;
      finish(running[i], !ended, limits, commands[running[i].number]);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

Compiler identify(const std::string& program, const std::filesystem::path& config_file) {
  Command command{{program, "--version"}};
  run_commands({&command, 1}, 1, {});
  const auto refuse = [&](const std::string& why) {
    return backend::CannotOpen(config_file.string() + ": compiler: " + program + " " + why);
  };
  if (command.status == kNotFound) throw refuse("cannot be started; install it or name another");
  if (command.status != 0) throw refuse("does not answer --version; name clang++ or g++");
  Compiler compiler{program, command.messages.substr(0, command.messages.find('\n')), Vendor::gcc};
  Command macros{{program, "-dM", "-E", "-x", "c++", "/dev/null"}};
  run_commands({&macros, 1}, 1, {});
  if (macros.messages.find("#define __clang__ ") != std::string::npos) compiler.vendor = Vendor::clang;
  else if (macros.messages.find("#define __GNUC__ ") == std::string::npos) throw refuse("is neither clang nor gcc; name clang++ or g++");
  return compiler;
}

std::filesystem::path runtime_library(const Compiler& compiler, const std::string& file_name, const std::filesystem::path& config_file) {
  Command command{{compiler.program, "-print-file-name=" + file_name}};
  run_commands({&command, 1}, 1, {});
  const std::filesystem::path path = command.messages.substr(0, command.messages.find('\n'));
  std::error_code error;
  if (command.status == 0 && path.is_absolute() && std::filesystem::exists(path, error)) return path;
  throw backend::CannotOpen(config_file.string() + ": sanitize: " + compiler.program + " has no " + file_name + "; install its run-time libraries");
}

std::vector<std::string> unit_flags(const Compiler& compiler, const Config& config, const Build& build) {
  const bool clang = compiler.vendor == Vendor::clang;
  std::vector<std::string> flags = {"-std=c++20"};
  const auto add = [&](std::initializer_list<const char*> more) { flags.insert(flags.end(), more.begin(), more.end()); };
  if (build.undefined_traps) {
    add({"-fsanitize=undefined"});
    if (clang) add({"-fsanitize-trap=undefined"});
    else add({"-fsanitize-undefined-trap-on-error"});
  }
  if (build.address_sanitizer) add({"-fsanitize=address", "-fno-omit-frame-pointer"});
  if (build.address_sanitizer && clang) add({"-shared-libasan"});
  for (const std::filesystem::path& folder : config.include_folders) flags.push_back("-I" + folder.string());
  for (const auto* defines : {&config.defines, &build.defines})
    for (const std::string& define : *defines) flags.push_back("-D" + define);
  for (const auto* own : {&config.flags, &build.flags}) flags.insert(flags.end(), own->begin(), own->end());
  // Last, since the suite reads what the compiler prints, and loads what it makes.
  add({"-fPIC", "-fvisibility=hidden", "-w", "-ftemplate-backtrace-limit=0"});
  if (clang) add({"-ferror-limit=0", "-fno-caret-diagnostics", "-fno-color-diagnostics"});
  else add({"-fmax-errors=0", "-fdiagnostics-format=text", "-fdiagnostics-color=never", "-fno-diagnostics-show-caret", "-fno-gnu-unique"});
  return flags;
}

}  // namespace pto_cts::headers
