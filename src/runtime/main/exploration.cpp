#include "runtime/main/exploration.hpp"

#include <link.h>

#include "explore/algorithms.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/main/replay.hpp"
#include "runtime/main/reporter.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/platform/text.hpp"
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

void explore() {
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
  Reporter reporter;
  Statistics statistics;
  for (;;) {
    start_again();
    use_what_was_learned();
    auto explorer = make_explorer(algorithms()[settings.algorithm], options);
    statistics = explorer->explore(*program, reporter);
    if (!has_learned() || reporter.stopped()) break;
    reporter.start_again();
  }
  protocol::Progress& progress = channel->progress;
  progress.peak_bytes = statistics.peak_bytes;
  progress.bounded = statistics.bounded;
  progress.figures = statistics.figures;
  progress.hot_pages = hot_page_count();
  progress.restarts = execution_number();
  if (statistics.diverged) {
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
  progress.state = statistics.diverged ? State::kDiverged : statistics.complete ? State::kDone : State::kStopped;
}

}  // namespace

void explore_or_replay() {
  channel->progress.state = State::kRunning;
  uint32_t limit = channel->settings.max_steps;
  program->set_limits({.steps = limit == 0 ? kDefaultStepLimit : limit, .unroll = channel->settings.unroll});
  if (channel->settings.task == protocol::Task::kReplay)
    replay();
  else
    explore();
  dl_iterate_phdr(append_module, nullptr);
}

}  // namespace mazurka::runtime
