// SPDX-License-Identifier: MIT
#include "nearest_legal.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <sstream>
#include <string>

#include "pto_cts/record/case_file.h"

namespace pto_cts::cli {
namespace {

constexpr unsigned kSeconds = 10;

// A line with the tuple, then one for each change; nothing where nothing is legal. Ends the process.
[[noreturn]] void search(int out, const terms::Instruction& instruction, Profile profile, const Tuple& tuple) {
  std::signal(SIGALRM, SIG_DFL);
  alarm(kSeconds);
  std::string text;
  try {
    if (const auto twin = smt::Witnesses(instruction, profile).nearest_legal(tuple)) {
      text = record::write_tuple(twin->tuple) + "\n";
      for (const std::string& field : twin->changed) text += field + "\n";
    }
  } catch (const std::exception&) {
    _exit(1);
  }
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(out, text.data() + at, text.size() - at);
    if (written <= 0) _exit(1);
    at += static_cast<std::size_t>(written);
  }
  _exit(0);
}

std::string read_all(int in) {
  std::string text;
  char buffer[4096];
  for (ssize_t count; (count = read(in, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  return text;
}

}  // namespace

Nearest nearest_legal(const terms::Instruction& instruction, Profile profile, const Tuple& tuple) {
  int ends[2];
  std::fflush(nullptr);
  if (pipe(ends) != 0) return {std::nullopt, true};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    search(ends[1], instruction, profile, tuple);
  }
  close(ends[1]);
  std::istringstream text(child > 0 ? read_all(ends[0]) : "");
  close(ends[0]);
  int state = -1;
  if (child < 0 || waitpid(child, &state, 0) != child || state != 0) return {std::nullopt, true};
  Nearest nearest;
  std::string line;
  if (!std::getline(text, line)) return nearest;
  nearest.twin = smt::Twin{record::read_tuple(line), {}};
  while (std::getline(text, line)) nearest.twin->changed.push_back(line);
  return nearest;
}

}  // namespace pto_cts::cli
