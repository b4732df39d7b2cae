// SPDX-License-Identifier: MIT
// Runs the program and catches what it prints.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "temporary_folder.h"

namespace pto_cts::cli {

namespace fs = std::filesystem;
using Json = nlohmann::json;

inline std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void write_text(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

/// Programs run inside it; names of its files as programs take them.
class Folder : public tests::TemporaryFolder {
 public:
  std::string operator/(const std::string& name) const { return (path() / name).string(); }
};

struct Finished {
  int status = -1;  ///< 128 + signal where it was killed.
  std::string out, err;

  Json json() const { return Json::parse(out); }  ///< Throws where stdout is anything but one document.
};

/// A signal, and when it is sent.
struct Interruption {
  int signal = 0;
  std::chrono::steady_clock::duration after{};
};

/// `stdout_path` receives standard output instead of a file of ours.
inline Finished run(const Folder& folder, const std::vector<std::string>& arguments, const char* stdout_path = nullptr,
                    const Interruption& interruption = {}) {
  const std::string out = folder / ".stdout", err = folder / ".stderr";
  std::vector<std::string> words = {PTO_CTS_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    if (chdir(folder.path().c_str()) != 0 || !freopen(stdout_path ? stdout_path : out.c_str(), "wb", stdout) ||
        !freopen(err.c_str(), "wb", stderr))
      _exit(126);
    execv(argv[0], argv.data());
    _exit(127);
  }
  if (interruption.signal) {
    std::this_thread::sleep_for(interruption.after);
    kill(child, interruption.signal);
  }
  int state = 0;
  while (waitpid(child, &state, 0) < 0) {
  }
  Finished finished;
  finished.status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  if (!stdout_path) finished.out = read_text(out);
  finished.err = read_text(err);
  return finished;
}

/// Bad input: status 2, nothing on stdout, one line on stderr that holds all the words.
inline void expect_refused(const Folder& folder, const std::vector<std::string>& arguments,
                           std::initializer_list<const char*> words = {}) {
  const Finished finished = run(folder, arguments);
  const std::string what = testing::PrintToString(arguments) + " said: " + finished.err;
  EXPECT_EQ(finished.status, 2) << what;
  EXPECT_EQ(finished.out, "") << what;
  EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << what;
  EXPECT_TRUE(finished.err.starts_with("pto-cts: ") && finished.err.ends_with("\n")) << what;
  for (const char* word : words) EXPECT_NE(finished.err.find(word), std::string::npos) << "no '" << word << "' in " << what;
}

/// The cheapest campaign to plan.
inline std::vector<std::string> certify(std::initializer_list<std::string> more) {
  std::vector<std::string> all = {"certify", "--instruction", "TFILLPAD_EXPAND", "--profile", "a5"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

inline std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline constexpr const char* kFaulty = "mutant:tfillpad-expand-source-shape";

}  // namespace pto_cts::cli
