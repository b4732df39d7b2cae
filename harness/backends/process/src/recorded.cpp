// SPDX-License-Identifier: MIT
#include "pto_cts/process/recorded.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <string>

#include "pto_cts/backend/backend.h"
#include "pto_cts/process/wire.h"
#include "pto_cts/record/bad_input.h"

namespace pto_cts::process {
namespace {

/// Where a message lies in the file; the file may be larger than memory.
struct Place {
  std::uint64_t begin = 0;
  Lengths lengths;

  std::uint64_t bytes() const { return kHeaderBytes + lengths.text + lengths.data; }
};

/// A file of messages.
class MessageFile {
 public:
  explicit MessageFile(const std::filesystem::path& path) : stream_(path, std::ios::binary) {
    std::error_code error;
    bytes_ = std::filesystem::file_size(path, error);
    if (error || !stream_) throw ProtocolError("cannot be read; give the path of a readable file");
  }

  std::uint64_t bytes() const { return bytes_; }

  /// The message that begins there. Throws ProtocolError where it is cut short.
  Place place(std::uint64_t begin) {
    constexpr const char* kCut = "cut short; bring the whole file";
    if (bytes_ - begin < kHeaderBytes) throw ProtocolError(kCut);
    const Place place{begin, read_lengths(read(begin, kHeaderBytes))};
    if (bytes_ - begin < place.bytes()) throw ProtocolError(kCut);
    return place;
  }

  std::string text(const Place& place) { return read(place.begin + kHeaderBytes, place.lengths.text); }
  std::string data(const Place& place) {
    return read(place.begin + kHeaderBytes + place.lengths.text, place.lengths.data);
  }

 private:
  std::string read(std::uint64_t begin, std::size_t size) {
    std::string bytes(size, '\0');
    stream_.seekg(static_cast<std::streamoff>(begin));
    stream_.read(bytes.data(), static_cast<std::streamsize>(size));
    if (!stream_) throw ProtocolError("cannot be read; leave it as it is while it is used");
    return bytes;
  }

  std::ifstream stream_;
  std::uint64_t bytes_ = 0;
};

struct Recorded {
  Place place;
  bool unsupported = false;
  bool used = false;
};

using Results = std::map<std::string, Recorded>;  // by id

backend::Description description_in(MessageFile& file) {
  const Place place = file.place(0);
  const std::string text = file.text(place), data = file.data(place);
  backend::Description description = parse_description({text, data});
  description.observability.determinism = false;
  return description;
}

Results results_in(MessageFile& file) {
  Results results;
  for (std::uint64_t begin = file.place(0).bytes(); begin < file.bytes();) {
    const Place place = file.place(begin);
    const Result result = parse_result(file.text(place));
    const bool unsupported = result.kind == backend::OutcomeKind::unsupported;
    if (!results.try_emplace(result.id, Recorded{place, unsupported}).second)
      throw ProtocolError("the id " + record::in_quotes(result.id) + " is given twice; record it again");
    begin += place.bytes();
  }
  return results;
}

class RecordedBackend final : public DescribedBackend {
 public:
  RecordedBackend(MessageFile file, std::string path)
      : DescribedBackend(description_in(file)),
        file_(std::move(file)),
        path_(std::move(path)),
        results_(results_in(file_)) {}

  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override {
    for (std::size_t i = 0; i < calls.size(); ++i, ++calls_) outcomes[i] = recall(calls[i]);
  }

  bool takes_new_calls() const override { return false; }

  void conclude() override {
    const auto is_extra = [&](const auto& result) { return !result.second.used && !is_needless(result.second); };
    const auto first = std::ranges::find_if(results_, is_extra);
    if (first == results_.end()) return;
    throw record::BadInput(path_ + ": " + std::to_string(std::ranges::count_if(results_, is_extra)) +
                           " results are of no call, as " + record::in_quotes(first->first) +
                           "; give the options that the calls were written with");
  }

 private:
  backend::Outcome recall(const backend::Call& call) {
    const auto found = results_.find(names_.next(call));
    if (found == results_.end())
      throw record::BadInput(path_ + ": call " + std::to_string(calls_) +
                             " has no result; give the options that the calls were written with, and all results");
    found->second.used = true;
    try {
      const Result result = parse_result(file_.text(found->second.place));
      return take_result(result, file_.data(found->second.place), call, observability());
    } catch (const ProtocolError& fault) {
      throw record::BadInput(path_ + ": result of call " + std::to_string(calls_) + ": " + fault.what());
    }
  }

  // The file of calls was written for any backend: it holds calls that this one does not take, and calls that the
  // verifier does not let through to kernels.
  bool is_needless(const Recorded& result) const { return result.unsupported || !observability().legality; }

  MessageFile file_;
  std::string path_;  ///< For messages.
  Results results_;
  CallNames names_;
  std::uint64_t calls_ = 0;  ///< How many were asked.
};

}  // namespace

CallWriter::CallWriter(const std::filesystem::path& folder, backend::Description description)
    : DescribedBackend(std::move(description)), file_(folder / "calls.bin") {
  file_.write(write_hello());
}

void CallWriter::execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    file_.write(write_execute(calls[i], names_.next(calls[i])));
    outcomes[i] = {backend::OutcomeKind::unsupported, "written to a file"};
  }
}

void CallWriter::conclude() {
  file_.commit();
}

std::unique_ptr<backend::Backend> open_recorded(const std::filesystem::path& file) {
  const std::string path = record::printable(file.string());
  try {
    return std::make_unique<RecordedBackend>(MessageFile(file), path);
  } catch (const ProtocolError& fault) {
    throw backend::CannotOpen("recorded:" + path + ": " + fault.what());
  }
}

}  // namespace pto_cts::process
