// SPDX-License-Identifier: MIT
// What a backend does to itself costs the call at which it does it, and no other.
#include <dirent.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cfenv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "faulty_backend.h"
#include "pto_cts/backend/cannot_open.h"

namespace pto_cts::isolate {
namespace {

using backend::Outcome;
using backend::OutcomeKind;

std::size_t open_files() {
  std::size_t count = 0;
  DIR* folder = opendir("/proc/self/fd");
  while (readdir(folder)) ++count;
  closedir(folder);
  return count;
}

// Shared by all processes of a test.
class SharedNumbers {
 public:
  SharedNumbers() : memory_(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (memory_ == MAP_FAILED) throw std::runtime_error("no memory");
  }
  ~SharedNumbers() { munmap(memory_, 4096); }
  std::atomic<int>& operator[](std::size_t i) { return static_cast<std::atomic<int>*>(memory_)[i]; }

 private:
  void* memory_;
};

// A call in three does it; all others are right.
struct Fault {
  const char* name;
  std::function<void(const backend::Call&)> act;
  OutcomeKind kind;
  const char* text;
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

volatile std::uintptr_t nowhere = 8;
volatile std::byte seen;

void look_at(const std::byte* at) { seen = *static_cast<const volatile std::byte*>(at); }

void exhaust_memory() {
  while (true) {
    auto* block = static_cast<volatile char*>(std::malloc(1 << 20));
    for (std::size_t i = 0; i < (1 << 20); i += 4096) block[i] = 1;
  }
}

const Fault kFaults[] = {
    {"segfault", [](const auto&) { *reinterpret_cast<volatile int*>(nowhere) = 1; }, OutcomeKind::crashed, "SIGSEGV"},
    {"trap", [](const auto&) { __builtin_trap(); }, OutcomeKind::crashed, "SIGILL"},
    {"abort with text", [](const auto&) { std::fputs("shape is odd\n", stderr), std::abort(); }, OutcomeKind::rejected, "shape is odd"},
    {"abort without text", [](const auto&) { std::abort(); }, OutcomeKind::crashed, "SIGABRT"},
    {"assertion on stdout", [](const auto&) { std::puts("bad tile"), std::abort(); }, OutcomeKind::rejected, "bad tile"},
    {"abort of the C library", [](const auto&) { std::fputs("free(): invalid pointer\n", stderr), std::abort(); }, OutcomeKind::crashed, "free()"},
    {"loop", [](const auto&) { while (nowhere) {} }, OutcomeKind::timeout, "200 ms"},
    {"sleep", [](const auto&) { sleep(100); }, OutcomeKind::timeout, "200 ms"},
    {"exit", [](const auto&) { std::exit(0); }, OutcomeKind::crashed, "exited with status 0"},
    {"exit at once", [](const auto&) { std::_Exit(0); }, OutcomeKind::crashed, "exited with status 0"},
    {"kill the supervisor", [](const auto&) { kill(getppid(), SIGKILL), sleep(100); }, OutcomeKind::crashed, "watches over it"},
    {"exit with a status of ours", [](const auto&) { std::_Exit(1); }, OutcomeKind::crashed, "exited with status 1"},
    {"kill", [](const auto&) { raise(SIGKILL); }, OutcomeKind::crashed, "SIGKILL"},
    {"exception", [](const auto&) { throw std::runtime_error("no such tile"); }, OutcomeKind::crashed, "no such tile"},
    {"out of memory", [](const auto&) { exhaust_memory(); }, OutcomeKind::crashed, "out of memory"},
    {"out of memory in C++", [](const auto&) { while (true) new std::vector<char>(64 << 20); }, OutcomeKind::crashed, "out of memory"},
    {"write before", [](const auto& call) { const_cast<volatile std::byte*>(call.storages[0].data)[-1] = std::byte{1}; }, OutcomeKind::crashed, "SIGSEGV"},
};

class CostsOneCall : public testing::TestWithParam<Fault> {};

TEST_P(CostsOneCall, AndNoOther) {
  const Fault& fault = GetParam();
#if defined(__SANITIZE_ADDRESS__)
  if (std::string(fault.text) == "out of memory") GTEST_SKIP() << "the sanitizer ends the process its own way";
#endif
  for (const std::size_t at_once : {1u, 4u}) {
    const bool alone = at_once == 1;
    if (!alone && fault.name == std::string("write before")) continue;  // seen only between guard pages
    Bench bench([&](const backend::Call& call, std::uint64_t number) {
      if (number % 6 == 4) fault.act(call);
      return executed();
    }, alone ? kProtected : backend::Placement{}, at_once,
       limits_of(std::chrono::milliseconds(fault.kind == OutcomeKind::timeout ? 200 : 60'000)));
    const Results results = bench.run(12);
    for (std::size_t i = 0; i < 12; ++i) {
      const Outcome& outcome = results.outcomes[i];
      if (i % 6 == 4) {
        EXPECT_EQ(outcome.kind, fault.kind) << i << ": " << outcome.diagnostic;
        EXPECT_NE(outcome.diagnostic.find(fault.text), std::string::npos) << outcome.diagnostic;
      } else {
        EXPECT_EQ(outcome.kind, OutcomeKind::executed) << i << ": " << outcome.diagnostic;
        EXPECT_TRUE(results.right[i]) << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isolate, CostsOneCall, testing::ValuesIn(kFaults));

// position, whether it is written, and what it is next to
struct Touch {
  int storage;
  std::int64_t position;
  bool write;
};

TEST(Protection, NamesTheAccessThatItStops) {
  for (const auto& [storage, position, write] : {Touch{0, -1, true}, Touch{0, -4096, true}, Touch{1, -7, false}, Touch{1, 3, true}}) {
    Bench bench([=](const backend::Call& call, std::uint64_t) {
      volatile std::byte* at = call.storages[static_cast<std::size_t>(storage)].data + position;
      if (write) *at = std::byte{1};
      else look_at(call.storages[static_cast<std::size_t>(storage)].data + position);
      return executed();
    });
    const Outcome outcome = bench.run(1).outcomes[0];
    EXPECT_EQ(outcome.kind, OutcomeKind::crashed);
    ASSERT_TRUE(outcome.stray) << storage << " " << position;
    EXPECT_EQ(*outcome.stray, (backend::StrayAccess{storage, position, write}));
  }
}

TEST(Protection, TouchesBothEndsInTurn) {
  Bench bench([](const backend::Call& call, std::uint64_t number) {
    const bool right = number % 2 == 1;
    for (const backend::Storage& storage : call.storages) {
      if (right) look_at(storage.data - 1);
      else look_at(storage.data + storage.bytes);
    }
    const int side = number < 2 ? 0 : right ? static_cast<int>(kTile) : -1;
    if (number >= 2) const_cast<volatile std::byte*>(call.storages[0].data)[side] = std::byte{1};
    return executed();
  });
  const Results results = bench.run(4);
  EXPECT_TRUE(results.right[0] && results.right[1]);
  for (const std::size_t i : {2u, 3u}) {
    ASSERT_TRUE(results.outcomes[i].stray) << i;
    EXPECT_EQ(results.outcomes[i].stray->position, i == 2 ? -1 : static_cast<std::int64_t>(kTile));
  }
}

// Too far for the guards, and over the page next to the storage.
TEST(Protection, FindsWritesThatAreFarOff) {
  for (const backend::Placement placement : {kProtected, backend::Placement{}})
    for (const std::int64_t distance : {200, 700, 5000, 100'000}) {
      Bench bench([=](const backend::Call& call, std::uint64_t) {
        std::memset(call.storages[0].data + kTile + distance, 1, 100);
        return executed();
      }, placement);
      for (const Outcome& outcome : bench.run(2).outcomes) {
        if (outcome.kind == OutcomeKind::executed && !outcome.stray && distance < 4096) continue;  // the other run shows it
        ASSERT_TRUE(outcome.stray) << distance;
        EXPECT_EQ(*outcome.stray, (backend::StrayAccess{0, static_cast<std::int64_t>(kTile) + distance, true}));
      }
    }
}

TEST(Protection, KeepsAWildLoopFromOtherCalls) {
  for (const backend::Placement placement : {kProtected, backend::Placement{}})
    for (const int step : {1, -1}) {
      Bench bench([=](const backend::Call& call, std::uint64_t number) {
        if (number == 1)
          for (volatile std::byte* at = call.storages[0].data;; at += step) *at = std::byte{3};
        return executed();
      }, placement);
      const Results results = bench.run(4);
      for (const std::size_t i : {0u, 2u, 3u}) EXPECT_TRUE(results.right[i]) << i;
      EXPECT_EQ(results.outcomes[1].kind, OutcomeKind::crashed);
    }
}

TEST(Protection, WritesThatHitAGuardComeBack) {
  for (const backend::Placement placement : {kProtected, backend::Placement{}, backend::Placement{.read_only_sources = true}}) {
    Bench bench([&](const backend::Call& call, std::uint64_t) {
      call.storages[0].data[kTile + 5] = std::byte{1};
      if (!placement.read_only_sources) call.storages[1].data[9] = std::byte{2};
      return executed();
    }, placement);
    const Results results = bench.run(1);
    EXPECT_EQ(results.outcomes[0].kind, OutcomeKind::executed);
    EXPECT_EQ(results.destinations[0][kGuard + kTile + 5], std::byte{1});
    if (!placement.read_only_sources) {
      EXPECT_EQ(results.sources[0][kGuard + 9], std::byte{2});
    }
  }
}

TEST(Rejection, ByAnAssertionShowsWhatWasWrittenBefore) {
  for (const backend::Placement placement : {kProtected, backend::Placement{}}) {
    Bench bench([](const backend::Call& call, std::uint64_t number) {
      if (number == 1) call.storages[0].data[17] = std::byte{0x77};
      std::fputs("assertion failed: valid rows\n", stderr);
      std::abort();
      return executed();
    }, placement);
    const Results results = bench.run(2);
    EXPECT_EQ(results.outcomes[0].kind, OutcomeKind::rejected);
    EXPECT_EQ(results.destinations[0][kGuard + 17], std::byte{0x5A});
    EXPECT_EQ(results.outcomes[1].kind, OutcomeKind::rejected);
    EXPECT_EQ(results.destinations[1][kGuard + 17], std::byte{0x77});
  }
}

// What the backend sets up itself must not hide what it does.
TEST(Rejection, CannotBeFeigned) {
  const std::pair<const char*, std::function<void(const backend::Call&)>> tricks[] = {
      {"a handler of its own, set before", [](const backend::Call&) { *reinterpret_cast<volatile int*>(nowhere) = 1; }},
      {"another standard error",
       [](const backend::Call&) {
         if (!freopen("/dev/null", "w", stderr)) std::_Exit(1);
         std::abort();
       }},
      {"no standard error",
       [](const backend::Call&) {
         for (int fd = 0; fd < 100; ++fd) close(fd);
         std::abort();
       }},
      {"another runtime", [](const backend::Call&) { std::fputs("fatal runtime error: stack overflow\n", stderr), std::abort(); }}};
  for (const auto& [name, trick] : tricks) {
    Bench bench([&](const backend::Call& call, std::uint64_t number) {
      if (number == 0) {
        std::fputs("a line\n", stderr);
        signal(SIGSEGV, [](int) { std::fputs("caught\n", stderr), std::abort(); });
      }
      if (number == 1) trick(call);
      return executed();
    });
    EXPECT_EQ(bench.run(3).outcomes[1].kind, OutcomeKind::crashed) << name;
  }
}

TEST(Rejection, BySeveralThreadsAtOnce) {
  Bench bench([](const backend::Call&, std::uint64_t) {
    std::fputs("assertion failed\n", stderr);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([] { std::abort(); });
    for (std::thread& thread : threads) thread.join();
    return executed();
  });
  for (const Outcome& outcome : bench.run(40).outcomes) EXPECT_EQ(outcome.kind, OutcomeKind::rejected) << outcome.diagnostic;
}

TEST(Rejection, WithAFarWriteBeforeItIsNotClean) {
  Bench bench([](const backend::Call& call, std::uint64_t) {
    std::memset(call.storages[0].data + kTile + 512, 1, 100);
    std::fputs("assertion failed\n", stderr);
    std::abort();
    return executed();
  }, {});
  const Outcome outcome = bench.run(1).outcomes[0];
  EXPECT_EQ(outcome.kind, OutcomeKind::rejected);
  ASSERT_TRUE(outcome.stray);
  EXPECT_TRUE(outcome.stray->write);
}

TEST(Rejection, AfterMuchOutput) {
  Bench bench([](const backend::Call&, std::uint64_t) {
    for (int i = 0; i < 3000; ++i) std::fputs((std::string(1000, '.') + "\n").c_str(), stderr);
    std::fputs("assertion failed\n", stderr);
    usleep(600'000);
    std::abort();
    return executed();
  });
  const Outcome outcome = bench.run(1).outcomes[0];
  EXPECT_EQ(outcome.kind, OutcomeKind::rejected) << outcome.diagnostic;
  EXPECT_TRUE(outcome.diagnostic.ends_with("assertion failed")) << outcome.diagnostic;
}

// As a virtual machine or a simulator does.
TEST(Worker, MayRepairItsOwnFaults) {
  static std::byte* own = nullptr;
  Bench bench([](const backend::Call&, std::uint64_t) {
    mprotect(own, 4096, PROT_NONE);
    own[5] = std::byte{1};
    return executed();
  }, kProtected, 1, limits_of(), [] {
    own = static_cast<std::byte*>(mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    struct sigaction action {};
    action.sa_sigaction = [](int, siginfo_t*, void*) { mprotect(own, 4096, PROT_READ | PROT_WRITE); };
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, nullptr);
  });
  const Results results = bench.run(3);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(results.right[i]) << results.outcomes[i].diagnostic;
}

// Calls that are right alone do not excuse what several at once do.
TEST(Batch, ThatEndsTheWorkerAndIsRightSinglyIsACrash) {
  for (const bool kills_supervisor : {false, true}) {
    SharedNumbers times;
    Bench bench([&](const backend::Call&, std::uint64_t number) {
      if (number != 1 || times[0]++ > 0) return executed();
      if (kills_supervisor) kill(getppid(), SIGKILL), sleep(100);
      std::abort();
    }, {}, 4);
    const Results results = bench.run(4);
    EXPECT_EQ(results.outcomes[0].kind, OutcomeKind::crashed);
    for (std::size_t i = 1; i < 4; ++i) EXPECT_TRUE(results.right[i]) << i;
  }
}

TEST(Worker, ThatEndsItsSupervisorWhenItCloses) {
  struct Closing final : backend::Backend {
    ~Closing() override { kill(getppid(), SIGKILL); }
    std::string_view name() const override { return "closing"; }
    const backend::Capabilities& capabilities() const override { return none; }
    void execute(std::span<const backend::Call>, std::span<Outcome> outcomes) override {
      for (Outcome& outcome : outcomes) outcome = executed();
    }
    backend::Capabilities none;
  };
  const auto backend = isolate([] { return std::make_unique<Closing>(); }, limits_of());
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(backend->renew());
}

TEST(Rejection, UnderADefaultHandlerShowsWhatWasWrittenBefore) {
  Bench bench([](const backend::Call& call, std::uint64_t) {
    signal(SIGABRT, SIG_DFL);
    call.storages[0].data[17] = std::byte{0x77};
    std::fputs("assertion failed\n", stderr);
    std::abort();
    return executed();
  });
  const Results first = bench.run(1);
  EXPECT_EQ(first.outcomes[0].kind, OutcomeKind::crashed);
}

TEST(Rejection, TextOfAnEarlierCallIsNoAssertion) {
  Bench bench([](const backend::Call&, std::uint64_t number) {
    if (number == 0) std::fputs("warning: slow path\n", stderr);
    if (number == 1) std::abort();
    return executed();
  });
  const Results results = bench.run(3);
  EXPECT_EQ(results.outcomes[0].kind, OutcomeKind::executed);
  EXPECT_EQ(results.outcomes[1].kind, OutcomeKind::crashed);
  EXPECT_EQ(results.outcomes[2].kind, OutcomeKind::executed);
}

TEST(Worker, IsKeptWhileAllIsWellAndRenewedOnRequest) {
  Bench bench([calls = 0](const backend::Call&, std::uint64_t) mutable {
    return Outcome{OutcomeKind::rejected, std::to_string(++calls)};
  });
  bench.run(5);
  EXPECT_EQ(bench.run(1).outcomes[0].diagnostic, "6");
  EXPECT_TRUE(bench.backend().renew());
  EXPECT_EQ(bench.run(1).outcomes[0].diagnostic, "1");
}

TEST(Worker, ThatClosesEverythingCostsNothing) {
  Bench bench([](const backend::Call&, std::uint64_t number) {
    if (number == 2)
      for (int fd = 0; fd < 100; ++fd) close(fd);
    return executed();
  });
  for (int round = 0; round < 3; ++round) {
    const Results results = bench.run(5);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(results.outcomes[i].kind == OutcomeKind::executed && results.right[i]) << i;
  }
}

bool is_running(pid_t process) { return kill(process, 0) == 0; }

TEST(Worker, EndsWithWhatItHasStarted) {
  const std::size_t files = open_files();
  SharedNumbers children;
  {
    Bench bench([&](const backend::Call&, std::uint64_t number) {
      if (number < 2 && fork() == 0) {
        if (number == 1) setsid();
        children[number] = getpid();
        sleep(1000);
      }
      while (number < 2 && children[number] == 0) usleep(100);
      if (number == 2) std::abort();
      return executed();
    });
    bench.run(4);
    EXPECT_GT(open_files(), files);
  }
  EXPECT_EQ(open_files(), files);
  for (const std::size_t i : {0u, 1u}) {
    ASSERT_GT(children[i], 0);
    EXPECT_FALSE(is_running(children[i])) << i;
  }
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Worker, ThatForksTwiceLeavesNoZombies) {
  SharedNumbers children;
  Bench bench([&](const backend::Call&, std::uint64_t) {
    if (const pid_t child = fork(); child == 0) {
      const pid_t grandchild = fork();
      if (grandchild != 0 && children[0] == 0) children[0] = grandchild;  // the first of them
      std::_Exit(0);
    } else {
      waitpid(child, nullptr, 0);
    }
    return executed();
  });
  bench.run(1);
  for (int i = 0; i < 50 && is_running(children[0]); ++i) bench.run(1);
  EXPECT_FALSE(is_running(children[0]));
}

TEST(Worker, ThatDiesBetweenBatchesCostsNoCall) {
  Bench bench([](const backend::Call&, std::uint64_t) {
    static const bool armed = [] {
      std::thread([] {
        usleep(20'000);
        std::_Exit(9);
      }).detach();
      return true;
    }();
    EXPECT_TRUE(armed);
    return executed();
  });
  for (int round = 0; round < 3; ++round) {
    const Results results = bench.run(2);
    EXPECT_TRUE(results.right[0] && results.right[1]) << results.outcomes[0].diagnostic;
    usleep(60'000);
  }
  ASSERT_FALSE(bench.backend().remarks().empty());
  EXPECT_NE(bench.backend().remarks()[0].find("between calls"), std::string::npos);
}

TEST(Worker, BeginsEachCallWithTheRoundingItWasOpenedWith) {
  Bench bench([](const backend::Call&, std::uint64_t) {
    const Outcome outcome{OutcomeKind::rejected, std::to_string(std::fegetround() == FE_TONEAREST)};
    std::fesetround(FE_UPWARD);
    return outcome;
  });
  for (const Outcome& outcome : bench.run(3).outcomes) EXPECT_EQ(outcome.diagnostic, "1");
  ASSERT_EQ(bench.backend().remarks().size(), 1u);
  EXPECT_NE(bench.backend().remarks()[0].find("a call changed"), std::string::npos);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(Batch, LargerThanFitsAtOnceRunsInParts) {
  Bench bench([](const backend::Call&, std::uint64_t number) {
    if (number % 300 == 299) std::_Exit(3);
    return executed();
  });
  const Results results = bench.run(700);
  for (std::size_t i = 0; i < 700; ++i)
    EXPECT_TRUE(i % 300 == 299 ? results.outcomes[i].kind == OutcomeKind::crashed : results.right[i]) << i;
}

TEST(Batch, CanBeOverlappedByAnother) {
  Bench bench([](const backend::Call&, std::uint64_t) { return executed(); });
  Outcome outcome;
  std::vector<backend::Storage> storages(2);
  alignas(64) std::byte memory[2][kTile] = {};
  for (std::size_t s = 0; s < 2; ++s) storages[s] = {memory[s], kTile, 0};
  Tuple tuple;
  const TileDesc tile = default_tile(TileType::Vec, DType::u8, 1, kTile);
  tuple.mnemonic = "TOY";
  tuple.tiles = {{"dst", Role::out, tile, 0}, {"src", Role::in, tile, 1}};
  const std::uint64_t number = 0;
  const backend::Call call{.tuple = &tuple, .profile = Profile::a5, .storages = storages, .scalars = {&number, 1}};
  bench.backend().start({&call, 1}, {&outcome, 1});
  const Results between = bench.run(3);
  EXPECT_TRUE(between.right[0] && between.right[2]);
  bench.backend().finish();
  EXPECT_EQ(outcome.kind, OutcomeKind::executed);
  EXPECT_EQ(memory[0][100], std::byte{1});
}

TEST(Description, ComesThrough) {
  Bench bench([](const backend::Call&, std::uint64_t) { return executed(); });
  FaultyBackend original([](const backend::Call&, std::uint64_t) { return executed(); }, kProtected, 1);
  EXPECT_EQ(backend::describe(bench.backend()), backend::describe(original));
}

std::string opening_error(Opener open) {
  try {
    isolate(std::move(open), limits_of());
  } catch (const backend::CannotOpen& error) {
    return error.what();
  }
  return "opened";
}

TEST(Opening, FailsWithTheReason) {
  EXPECT_EQ(opening_error([]() -> std::unique_ptr<backend::Backend> { throw backend::CannotOpen("x.so: no such file"); }),
            "x.so: no such file");
  EXPECT_EQ(opening_error([]() -> std::unique_ptr<backend::Backend> { std::abort(); }),
            "it ended while it was opened: SIGABRT");
  EXPECT_NE(opening_error([]() -> std::unique_ptr<backend::Backend> { std::_Exit(4); }).find("status 4"), std::string::npos);
}

TEST(Opening, ThatLastsTooLongFails) {
  backend::Limits limits = limits_of();
  limits.start = std::chrono::milliseconds(100);
  EXPECT_THROW(isolate([]() -> std::unique_ptr<backend::Backend> { sleep(100); return nullptr; }, limits), backend::CannotOpen);
}

TEST(Opening, ThatFailsLaterCostsTheCallsThatAreLeft) {
  // Counts the openings, in whatever process.
  void* shared = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  int& opened = *static_cast<int*>(shared);
  Bench bench([](const backend::Call&, std::uint64_t number) -> Outcome {
    if (number == 2) std::abort();
    return executed();
  }, kProtected, 1, limits_of(), [&opened] {
    if (opened++ > 0) throw std::runtime_error("the device is gone");
  });
  const Results results = bench.run(5);
  EXPECT_TRUE(results.right[0] && results.right[1]);
  EXPECT_EQ(results.outcomes[2].kind, OutcomeKind::crashed);
  for (const std::size_t i : {3u, 4u}) {
    EXPECT_EQ(results.outcomes[i].kind, OutcomeKind::crashed);
    EXPECT_NE(results.outcomes[i].diagnostic.find("the device is gone"), std::string::npos) << results.outcomes[i].diagnostic;
  }
  EXPECT_EQ(opened, 4);
  munmap(shared, 4096);
}

}  // namespace
}  // namespace pto_cts::isolate
