// SPDX-License-Identifier: MIT
// The vector kernels as a plug-in that breaks something at some calls: what, is the value of PTO_CTS_TEST_FAULT.
#include <pto_cts_backend.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "pto_cts/plugin/export_backend.h"
#include "pto_cts/simd/simd_backend.h"

namespace pto_cts {
namespace {

volatile std::uintptr_t nowhere = 8;

void allocate() {
  while (true) {
    auto* block = static_cast<volatile char*>(std::malloc(1 << 22));
    for (std::size_t i = 0; i < (1 << 22); i += 4096) block[i] = 1;
  }
}

void misbehave(const std::string& fault, const backend::Call& call) {
  const backend::Storage& destination = call.storages.front();
  const backend::Storage& source = call.storages.back();
  if (fault == "segfault" || fault == "every-100th") *reinterpret_cast<volatile int*>(nowhere) = 1;
  if (fault == "abort-with-text") std::fputs("assertion failed: this shape\n", stderr), std::abort();
  if (fault == "abort") std::abort();
  if (fault == "loop") while (nowhere) {}
  if (fault == "exit") std::_Exit(0);
  if (fault == "allocate") allocate();
  if (fault == "write-before") destination.data[-1] = std::byte{1};
  if (fault == "write-after") destination.data[destination.bytes] = std::byte{1};
  if (fault == "write-source") source.data[0] = std::byte{1};
  if (fault == "close-everything") for (int fd = 0; fd < 64; ++fd) close(fd);
  if (fault == "throw") throw std::string("no such shape");
  // Of the folder that the program was started in.
  if (fault == "remove-report") std::filesystem::remove_all("report");
  if (fault == "change-plan") std::ofstream("report/plan.jsonl", std::ios::app) << "\n";
}

class Faulty final : public backend::Backend {
 public:
  std::string_view name() const override { return "faulty"; }
  const backend::Capabilities& capabilities() const override { return simd_->capabilities(); }
  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override {
    const char* fault = std::getenv("PTO_CTS_TEST_FAULT");
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const TileDesc& tile = calls[i].tuple->tiles.front().tile;
      ++calls_;
      const bool chosen = fault && (std::string(fault) == "every-100th" ? calls_ % 100 == 0
                                                                        : (tile.valid_rows * 31 + tile.valid_cols) % 23 == 0);
      if (chosen && std::string(fault) == "reject") {
        outcomes[i] = {backend::OutcomeKind::rejected, "chosen"};
        continue;
      }
      if (chosen) misbehave(fault, calls[i]);
      simd_->execute(calls.subspan(i, 1), outcomes.subspan(i, 1));
    }
  }

 private:
  std::unique_ptr<backend::Backend> simd_ = simd::make_simd_backend();
  long calls_ = 0;
};

}  // namespace
}  // namespace pto_cts

extern "C" const pto_cts_backend* pto_cts_open_backend(uint32_t) {
  return pto_cts::plugin::export_backend([] {
    auto faulty = std::make_unique<pto_cts::Faulty>();
    pto_cts::backend::Description description = describe(*faulty);
    description.observability.legality = false;
    description.placement = {true, true};
    return pto_cts::plugin::Exported{std::move(faulty), std::move(description), 1};
  });
}
