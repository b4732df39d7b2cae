// SPDX-License-Identifier: MIT
// Signatures of ssh-keygen -Y sign -n pto-cts, over manifest.txt.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "pto_cts/record/bad_input.h"
#include "verification.h"

extern char** environ;

namespace pto_cts::reports {
namespace {

namespace fs = std::filesystem;

struct Answer {
  int status = -1;  ///< Of the program; 127 where there is none.
  std::string said;
};

Answer run(std::vector<std::string> words, const fs::path& input) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failed = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  Answer answer;
  if (failed) {
    answer.status = 127;
  } else {
    char buffer[512];
    for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) answer.said.append(buffer, static_cast<std::size_t>(n));
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    answer.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  close(ends[0]);
  return answer;
}

}  // namespace

void check_signature(Verification& v) {
  const fs::path manifest = v.package.folder / "manifest.txt", signature = v.package.folder / "manifest.txt.sig";
  const bool is_signed = fs::is_regular_file(signature);
  const auto& wanted = v.options.signature;
  if (!wanted) {
    v.result.notes.emplace_back(is_signed ? "signature not checked: give --signers and --identity" : "not signed");
    return;
  }
  if (!is_signed) return v.objections.add("the signature", "manifest.txt.sig: missing; the package is not signed");
  if (!fs::is_regular_file(wanted->allowed_signers))
    return v.objections.add("the signature", wanted->allowed_signers.string() + ": is no file of allowed signers");
  const Answer answer = run({"ssh-keygen", "-Y", "verify", "-f", wanted->allowed_signers.string(), "-I", wanted->identity, "-n", "pto-cts",
                             "-s", signature.string()},
                            manifest);
  if (answer.status == 0) {
    v.result.notes.push_back("signed by " + wanted->identity);
  } else if (answer.status == 127) {
    v.objections.add("the signature", "the signature cannot be checked: ssh-keygen is missing; install the package openssh-client");
  } else {
    v.objections.add("the signature", fmt::format("manifest.txt.sig: is no signature by {}: {}", wanted->identity,
                                                  record::printable(answer.said.substr(0, answer.said.find('\n')))));
  }
}

}  // namespace pto_cts::reports
