// SPDX-License-Identifier: MIT
// Processes: kept, renewed, and gone with all that they have started; batches of calls.
#include <dirent.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cfenv>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "faulty_backend.h"
#include "shared_numbers.h"

namespace pto_cts::isolate::worker_test {
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

TEST(Batch, InWhichOneWritesFarOffBlamesThatOne) {
  Bench bench([](const backend::Call& call, std::uint64_t number) {
    if (number == 2) std::memset(call.storages[0].data + kTile + 700, 1, 100);
    return executed();
  }, {}, 4);
  const Results results = bench.run(4);
  for (const std::size_t i : {0u, 1u, 3u}) {
    EXPECT_TRUE(results.right[i] && !results.outcomes[i].stray) << i << ": " << results.outcomes[i].diagnostic;
    EXPECT_EQ(results.outcomes[i].kind, OutcomeKind::executed) << i;
  }
  ASSERT_TRUE(results.outcomes[2].stray);
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

}  // namespace
}  // namespace pto_cts::isolate::worker_test
