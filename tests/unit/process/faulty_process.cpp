// SPDX-License-Identifier: MIT
// faulty_process <fault> <n> [<file>]: a backend that does everything right but one thing, at the call whose scalar is
// n, or at every call for "all". Faults of the second start are those of a program that finds <file>.
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <map>
#include <memory>

#include "program_side.h"

namespace pto_cts::process {
namespace {

/// Reads no more than what is asked for, so that what it has not read is in the pipe.
bool read_exactly(std::size_t count, std::string& bytes) {
  bytes.resize(count);
  for (std::size_t at = 0; at < count;) {
    const ssize_t got = ::read(STDIN_FILENO, bytes.data() + at, count - at);
    if (got <= 0) return false;
    at += static_cast<std::size_t>(got);
  }
  return true;
}

struct Whole {
  std::string text, data;
  Message view() const { return {text, data}; }
};

bool read_message(Whole& message) {
  std::string header;
  if (!read_exactly(kHeaderBytes, header)) return false;
  const Lengths lengths = read_lengths(header);
  return read_exactly(lengths.text, message.text) && read_exactly(lengths.data, message.data);
}

void say(std::string_view bytes) {
  std::cout << bytes << std::flush;
}

[[noreturn]] void hang() {
  for (;;) ::pause();
}

[[noreturn]] void die_of(int signal) {
  std::signal(signal, SIG_DFL);  // sanitizers have handlers
  std::raise(signal);
  std::abort();
}

bool exists(const char* file) {
  struct stat status {};
  return file && ::stat(file, &status) == 0;
}

void make(const char* file, const std::string& text = {}) {
  if (std::FILE* stream = std::fopen(file, "w")) {
    std::fputs(text.c_str(), stream);
    std::fclose(stream);
  }
}

std::string right_reply(const Request& request) {
  std::vector<std::string> storages = request.storages;
  for (std::size_t i = 0; i < storages[0].size(); ++i) storages[0][i] = changed(storages[1][i], request.scalars[0]);
  return write_result(request.id, "executed", {0, 1}, storages);
}

/// Bytes of a message whose text is another.
std::string with_text(const std::string& message, const std::function<void(std::string&)>& change) {
  const Lengths lengths = read_lengths(message);
  std::string text = message.substr(kHeaderBytes, lengths.text);
  change(text);
  return begin_message(text, lengths.data) + message.substr(kHeaderBytes + lengths.text);
}

/// What is done at the call in question; what returns goes on with the right reply.
const std::map<std::string, std::function<void(const Request&, const char* file)>> kFaults = {
    {"none", [](auto&, auto) {}},
    {"crash", [](auto&, auto) { die_of(SIGSEGV); }},
    {"abort", [](auto&, auto) { die_of(SIGABRT); }},
    {"abort-with-text",
     [](auto&, auto) {
       std::cerr << "Assertion failed: 16 rows\n";
       die_of(SIGABRT);
     }},
    {"log-or-abort-at-2",
     [](auto& request, auto) {
       if (request.scalars[0] == 2) die_of(SIGABRT);
       std::cerr << "a note\n";
     }},
    {"abort-once",
     [](auto&, auto file) {
       if (exists(file)) return;
       make(file);
       std::cerr << "Assertion failed: this time\n";
       die_of(SIGABRT);
     }},
    {"exit", [](auto&, auto) { std::_Exit(0); }},
    {"hang", [](auto&, auto) { hang(); }},
    {"close-output",
     [](auto&, auto) {
       ::close(STDOUT_FILENO);
       hang();
     }},
    {"garbage", [](auto&, auto) { say(std::string(64, '\xFF')); }},
    {"no-json", [](auto&, auto) { say(begin_message("{]", 0)); }},
    {"truncate",
     [](auto& request, auto) {
       say(right_reply(request).substr(0, 100));
       std::_Exit(0);
     }},
    {"wrong-id",
     [](auto& request, auto) {
       say(write_result(request.id + "0", "executed", {0, 1}, request.storages));
     }},
    {"wrong-size",
     [](auto& request, auto) {
       say(write_result(request.id, "executed", {0, 1}, {request.storages[0], request.storages[1] + "x"}));
     }},
    {"missing-storage", [](auto& request, auto) { say(write_result(request.id, "executed", {1}, request.storages)); }},
    {"unknown-field",
     [](auto& request, auto) {
       say(with_text(right_reply(request), [](std::string& text) { text.insert(1, R"("storage":[],)"); }));
     }},
    {"huge-text", [](auto&, auto) { say(std::string_view("\xFF\xFF\xFF\x7F\0\0\0\0", 8)); }},
    {"huge-data", [](auto&, auto) { say(std::string_view("\x02\0\0\0\0\0\0\x40", 8)); }},
    {"print", [](auto&, auto) { say("working on it\n"); }},
    {"allocate",
     [](auto&, auto) {
       for (std::vector<std::unique_ptr<char[]>> blocks;;) blocks.emplace_back(new char[std::size_t{1} << 24]);
     }},
    {"die-after-reply",
     [](auto& request, auto) {
       say(right_reply(request));
       die_of(SIGSEGV);
     }},
    {"log-much",
     [](auto&, auto) {
       for (int i = 0; i < 4096; ++i) std::cerr << std::string(1023, 'x') << '\n';
     }},
    {"log-much-and-crash",
     [](auto&, auto) {
       for (int i = 0; i < 4096; ++i) std::cerr << std::string(1023, 'x') << '\n';
       std::cerr << "the end\n";
       die_of(SIGSEGV);
     }},
    {"crash-with-child",
     [](auto&, auto file) {
       const pid_t child = ::fork();
       if (child == 0) hang();
       make(file, std::to_string(child));
       die_of(SIGSEGV);
     }},
};

int run(const std::string& fault, const std::string& at, const char* file) {
  const bool again = exists(file);
  if (fault == "ignore-hello") hang();
  if (fault == "no-second-start" && again) return 3;
  Whole message;
  if (!read_message(message) || parse_hello(message.view()) != kProtocolVersion) return 4;
  const bool other = fault == "other-second-start" && again;
  say(begin_message(description_text(other ? "other" : "faulty", fault == "version" ? 2 : kProtocolVersion), 0));
  if (fault.ends_with("second-start")) make(file);
  const auto found = kFaults.find(fault);
  const auto misbehave = found != kFaults.end() ? found->second : kFaults.at("crash");
  while (read_message(message)) {
    const Request request = parse_execute(message.view());
    if (at == "all" || at == std::to_string(request.scalars.at(0))) misbehave(request, file);
    say(right_reply(request));
  }
  return fault == "stay" ? (hang(), 0) : 0;
}

}  // namespace
}  // namespace pto_cts::process

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  return pto_cts::process::run(argv[1], argv[2], argc > 3 ? argv[3] : nullptr);
}
