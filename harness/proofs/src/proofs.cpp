// SPDX-License-Identifier: MIT
#include "pto_cts/proofs/proofs.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "job.h"
#include "pto_cts/record/files.h"

namespace pto_cts::proofs {
namespace {

constexpr const char* kOfCpuSim = "verdicts";  // A group of proofs.

std::vector<Job> jobs_of(const Request& request) {
  std::vector<Job> jobs;
  for (const terms::Instruction* instruction : request.instructions) {
    const auto add = [&](Job::Kind kind, Profile profile) { jobs.push_back({kind, instruction, profile, jobs.size()}); };
    const terms::Instruction resolved = terms::under(*instruction, request.readings);
    const std::size_t first = jobs.size();
    for (const Profile profile : request.profiles) {
      add(Job::Kind::profile, profile);
      if (request.cells) add(Job::Kind::cells, profile);
    }
    for (std::size_t i = first; i < jobs.size(); ++i)
      for (std::size_t other = jobs.size(); other-- > i + 1 && jobs[i].like == i;)
        if (jobs[other].kind == jobs[i].kind && alike(resolved, jobs[i].profile, jobs[other].profile)) jobs[i].like = other;
    if (request.across_profiles) add(Job::Kind::across, Profile::cpu_sim);
  }
  return jobs;
}

bool decided(const JobResult& result) {
  const auto open = [](const smt::Obligation& one) { return one.status == smt::Status::unknown; };
  const auto open_cell = [](const Cell& cell) { return cell.answer == smt::Answer::unknown; };
  return std::none_of(result.obligations.begin(), result.obligations.end(), open) &&
         std::none_of(result.cells.begin(), result.cells.end(), open_cell);
}

// Takes jobs one after the other until none is left, first those that are like no other.
class Crew {
 public:
  Crew(const Request& request, std::vector<Job> jobs, const std::function<void(std::size_t, std::size_t)>& progress)
      : request_(request), jobs_(std::move(jobs)), results_(jobs_.size()), progress_(progress) {}

  void work(bool alike) {
    for (std::size_t i = next_++; i < jobs_.size(); i = next_++) {
      if ((jobs_[i].like != i) != alike) continue;
      try {
        results_[i] = one(jobs_[i]);
        const std::lock_guard lock(guard_);
        ++done_;
        if (progress_) progress_(done_, jobs_.size());
      } catch (...) {
        const std::lock_guard lock(guard_);
        if (!fault_) fault_ = std::current_exception();
        next_ = jobs_.size();
      }
    }
  }

  void begin_again() {
    if (!fault_) next_ = 0;
  }

  Proofs finish() {
    if (fault_) std::rethrow_exception(fault_);
    Proofs all;
    all.jobs = jobs_.size();
    all.remembered = remembered_;
    for (JobResult& result : results_) {
      for (smt::Obligation& obligation : result.obligations) all.obligations.push_back(std::move(obligation));
      for (Cell& cell : result.cells) all.cells.push_back(std::move(cell));
    }
    return all;
  }

 private:
  JobResult one(const Job& job) {
    const bool writes = request_.queries || !request_.smt2.empty();
    const std::string key =
        request_.memory.is_used()
            ? request_.memory.key_of(name_of(job), terms::under(*job.instruction, request_.readings), request_.readings)
            : "";
    std::optional<JobResult> known = key.empty() ? std::nullopt : recall(request_.memory, key, writes);
    if (known) ++remembered_;
    JobResult result = known ? std::move(*known) : prove(job, key);
    if (!request_.smt2.empty())
      for (const auto& [file, text] : result.scripts) record::write_file(request_.smt2 / file, text);
    return result;
  }

  JobResult prove(const Job& job, const std::string& key) {
    const Job& model = jobs_[job.like];
    JobResult result = &model == &job ? without_memory(job) : renamed(results_[job.like], model, job);
    if (&model != &job && job.kind == Job::Kind::profile && (job.profile == Profile::cpu_sim || model.profile == Profile::cpu_sim))
      take_over(result, without_memory(job, {kOfCpuSim}), name_of(job) + "-" + kOfCpuSim);
    if (!key.empty() && decided(result)) remember(request_.memory, key, result);
    return result;
  }

  JobResult without_memory(const Job& job, const std::vector<std::string>& groups = {}) const {
    JobRuns runs = do_job(job, request_.readings, groups);
    JobResult result;
    if (request_.queries || !request_.smt2.empty()) result.scripts = scripts_of(job, runs);
    result.obligations = smt::obligations_of(std::move(runs.proofs));
    result.cells = std::move(runs.cells);
    for (smt::Obligation& obligation : result.obligations) obligation.queries.clear();
    return result;
  }

  // One group in place of what stands there of its families.
  static void take_over(JobResult& result, JobResult own, const std::string& scripts) {
    const auto is_replaced = [&](const smt::Obligation& other) {
      return std::ranges::any_of(own.obligations, [&](const smt::Obligation& one) { return one.family == other.family; });
    };
    std::erase_if(result.obligations, is_replaced);
    for (smt::Obligation& obligation : own.obligations) result.obligations.push_back(std::move(obligation));
    std::erase_if(result.scripts, [&](const auto& script) { return script.first.starts_with(scripts); });
    result.scripts.merge(own.scripts);
  }

  const Request& request_;
  std::vector<Job> jobs_;
  std::vector<JobResult> results_;
  const std::function<void(std::size_t, std::size_t)>& progress_;
  std::atomic<std::size_t> next_ = 0, remembered_ = 0;
  std::size_t done_ = 0;
  std::mutex guard_;
  std::exception_ptr fault_;
};

const char* status_of(smt::Answer answer) {
  return answer == smt::Answer::sat ? "feasible" : answer == smt::Answer::unsat ? "infeasible" : "unknown";
}

}  // namespace

Proofs run(const Request& request, const std::function<void(std::size_t, std::size_t)>& progress) {
  Crew crew(request, jobs_of(request), progress);
  const unsigned wanted = request.jobs ? request.jobs : std::max(1u, std::thread::hardware_concurrency());
  for (const bool alike : {false, true}) {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < wanted; ++i) others.emplace_back([&crew, alike] { crew.work(alike); });
    crew.work(alike);
    others.clear();
    crew.begin_again();
  }
  return crew.finish();
}

std::optional<std::map<std::string, smt::Answer>> known_cells(const terms::Instruction& instruction, Profile profile,
                                                              const terms::Readings& readings, const Memory& memory) {
  if (!memory.is_used()) return std::nullopt;
  const Job job{Job::Kind::cells, &instruction, profile, 0};
  const std::optional<JobResult> known = recall(memory, memory.key_of(name_of(job), instruction, readings), false);
  if (!known) return std::nullopt;
  const std::size_t place = std::string_view(pto_cts::name(profile)).size() + terms::id_prefix(instruction).size() + 2;
  std::map<std::string, smt::Answer> answers;
  for (const Cell& cell : known->cells) answers.emplace(cell.id.substr(place), cell.answer);
  return answers;
}

record::ProofFile to_record(const Proofs& proofs) {
  record::ProofFile file;
  for (const smt::Obligation& o : proofs.obligations)
    file.obligations.push_back({o.id, o.instruction, o.profile, o.family, std::string(name(o.status)), o.kind,
                                o.statement, o.witness, o.twin, o.changed, o.because, o.note, o.dispute});
  for (const Cell& cell : proofs.cells)
    file.cells.push_back({cell.id, cell.instruction, cell.profile, status_of(cell.answer), cell.because});
  return file;
}

}  // namespace pto_cts::proofs
