#include "runtime/main/exploration.hpp"

#include <link.h>

#include <vector>

#include "explore/algorithms.hpp"
#include "runtime/engine/loops/tallies.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/engine/states/naming.hpp"
#include "runtime/engine/symbolic/followed_values.hpp"
#include "runtime/main/replay.hpp"
#include "runtime/main/reporter.hpp"
#include "runtime/main/work.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/checker_memory.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"
#include "runtime/races/race_state.hpp"
#include "runtime/races/sections/fused_sections.hpp"
#include "runtime/races/shared_memory.hpp"

namespace mazurka::runtime {

namespace {

using protocol::BugRecord;
using protocol::RecordKind;
using protocol::State;

constexpr uint32_t kDefaultStepLimit = 500'000;

int append_module(dl_phdr_info* info, size_t, void*) {
  protocol::ModuleRecord record = {};
  record.header = {RecordKind::kModule, sizeof record};
  record.base = info->dlpi_addr;
  record.begin = UINT64_MAX;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const auto& segment = info->dlpi_phdr[k];
    if (segment.p_type != PT_LOAD) continue;
    uint64_t begin = info->dlpi_addr + segment.p_vaddr;
    record.begin = begin < record.begin ? begin : record.begin;
    record.end = begin + segment.p_memsz > record.end ? begin + segment.p_memsz : record.end;
  }
  copy_text(record.path, sizeof record.path, info->dlpi_name);
  append_record(&record, sizeof record);
  return 0;
}

Options search_options() {
  const protocol::Settings& settings = channel->settings;
  Options options;
  options.policy = static_cast<Policy>(settings.policy);
  options.seed = settings.seed;
  options.sleep_sets = settings.sleep_sets != 0;
  options.k = settings.k;
  options.preemption_bound = settings.preemption_bound;
  options.context_bound = settings.context_bound;
  options.sample = settings.sample;
  options.depth = settings.depth;
  options.check_states = settings.check_states != 0;
  options.fuses = settings.fuse_sections != 0;
  options.max_bytes = checker_memory_limit();
  return options;
}

// With all that is known by now.
void begin_exploration() {
  start_again();
  use_what_was_learned();
  tallies.use_what_was_learned();
  user_threads.begin_exploration();
}

Statistics run_explorer(Reporter& reporter, Division* division, bool probe = false,
                        std::vector<uint32_t>* taught = nullptr) {
  Options options = search_options();
  options.taught = taught;
  options.probe = probe;
  options.division = division;
  program->use_input(kFirstInput);
  return make_explorer(algorithm_at(channel->settings.algorithm), options)->explore(*program, reporter);
}

void tell(const Statistics& statistics) {
  protocol::Progress& progress = channel->progress;
  progress.peak_bytes = statistics.peak_bytes;
  progress.bounded = statistics.bounded;
  progress.figures = statistics.figures;
  progress.hot_pages = hot_page_count();
  progress.restarts = execution_number();
  if (!followed_values().is_begun()) return;
  progress.undecided += statistics.undecided;
  progress.solver_calls = followed_values().inputs().figures().solver_calls;
  progress.solver_seconds = followed_values().solver_seconds();
}

void tell_divergence() {
  BugRecord record = {};
  const NativeProgram::Divergence& place = program->divergence();
  record.thread = place.thread;
  record.pc = place.pc;
  Text text;
  text.add("step ").add_number(place.step).add(" was '").add(name_of(place.recorded)).add("' by T");
  text.add_number(place.thread).add(", which is now at '").add(place.now).add("'");
  if (place.elsewhere) text.add(" of something else");
  copy_text(record.message, sizeof record.message, text.get());
  append_bug(RecordKind::kDivergence, record, {});
}

void begin_naming_if_needed() {
  if (!names_states) return;
  begin_to_name_races();
  if (channel->settings.fuse_sections != 0) begin_to_fuse();
  program->restart_anew();
}

void explore() {
  Reporter reporter;
  begin_naming_if_needed();
  Statistics statistics;
  for (;;) {
    begin_exploration();
    statistics = run_explorer(reporter, nullptr);
    if (!has_learned() || reporter.stopped()) break;
    reporter.start_again();
  }
  tell(statistics);
  if (statistics.diverged) tell_divergence();
  channel->progress.state = statistics.diverged   ? State::kDiverged
                            : statistics.complete ? State::kDone
                                                  : State::kStopped;
}

// Learns what is known elsewhere. False: the same steps do not show it. (A loop may be told by what its thread has done
// in executions before.)
bool learn_history(Work& work, Reporter& reporter) {
  while (work.has_more_to_learn()) {
    begin_exploration();
    Detour detour(work.next_to_learn());
    run_explorer(reporter, &detour);
    if (!has_learned()) return false;
    work.note_learned();
  }
  if (!has_learned()) return true;
  begin_exploration();
  return true;
}

protocol::UnitEnd explore_unit(Work& work, Reporter& reporter) {
  using protocol::UnitEnd;
  for (;;) {
    Statistics statistics = run_explorer(reporter, &work, false, &work.taught());
    tell(statistics);
    if (statistics.diverged) {
      tell_divergence();
      return UnitEnd::kDiverged;
    }
    if (statistics.complete) return UnitEnd::kExplored;
    if (work.was_given_up()) return UnitEnd::kGivenUp;
    if (!has_learned() && !reporter.stopped() && statistics.undecided != 0) return UnitEnd::kExplored;
    if (!has_learned() || reporter.stopped()) return UnitEnd::kStopped;
    if (!work.is_alone()) return UnitEnd::kLearned;
    work.start_again();
    begin_exploration();
    reporter.start_again();
  }
}

// How big is the unit?
protocol::UnitEnd probe_unit(Work& work, Reporter& reporter) {
  reporter.begin_probes(channel->work.probe_milliseconds);
  Statistics statistics = run_explorer(reporter, &work, true);
  reporter.end_probes();
  if (statistics.diverged) return protocol::UnitEnd::kDiverged;
  return has_learned() ? protocol::UnitEnd::kLearned : protocol::UnitEnd::kExplored;
}

void append_modules() {
  dl_iterate_phdr(append_module, nullptr);
}

// One unit of work after the other.
void explore_units() {
  Reporter reporter;
  Work work;
  begin_exploration();
  while (work.take()) {
    reporter.begin_unit();
    if (learn_history(work, reporter)) {
      const bool probes = channel->work.probe_milliseconds != 0;
      protocol::UnitEnd end = probes ? probe_unit(work, reporter) : explore_unit(work, reporter);
      append_modules();
      work.finish(end);
    } else {
      append_modules();
      work.finish(protocol::UnitEnd::kNotLearned);
    }
  }
  channel->progress.state = State::kDone;
}

}  // namespace

void explore_or_replay() {
  channel->progress.state = State::kRunning;
  uint32_t limit = channel->settings.max_steps;
  program->set_limits(
      {.steps = limit == 0 ? kDefaultStepLimit : limit, .unroll = channel->settings.unroll, .may_bound = limit == 0});
  if (channel->settings.task == protocol::Task::kReplay)
    replay();
  else if (channel->settings.divided != 0)
    explore_units();
  else
    explore();
  append_modules();
}

}  // namespace mazurka::runtime
