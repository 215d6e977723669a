#include "explore/sample/sampler.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/hash.hpp"

namespace mazurka {

Sampler::Sampler(const Options& options)
    : options_(options), strategy_(strategies()[options.sample - 1].make(options.depth)), dice_(options.seed) {
  CHECK(options.depth >= 1, "a bug has a depth of at least 1");
}

Statistics Sampler::explore(Program& program, Observer& observer) {
  MemoryMeter::start();
  Statistics statistics;
  Recorder recorder(program, kEquivalence);
  Trace trace;
  bool go_on = true;
  while (go_on && recorder.start(trace, trace, 0)) {
    // A run is known by its number: what it does does not depend on how many numbers the runs before it drew.
    dice_ = Dice(combine_hashes(options_.seed, insight_.samples.runs));
    run(recorder);
    Execution execution = recorder.execution(false);
    statistics.count(execution);
    note(recorder);
    observer.on_insight(insight_);
    go_on = observer.on_execution(execution);
  }
  statistics.peak_bytes = MemoryMeter::peak();
  return statistics;
}

void Sampler::run(Recorder& recorder) {
  const Program& program = recorder.program();
  strategy_->begin(dice_);
  for (;;) {
    enabled_.clear();
    recorder.ready().ascending([&](ThreadId thread) {
      if (program.choices(thread) != 0) enabled_.push_back(thread);
      return false;
    });
    if (enabled_.empty()) return;
    ThreadId thread = strategy_->pick(recorder, enabled_, dice_);
    uint32_t choices = has_choices(program.next(thread).code) ? program.choices(thread) : 1;
    if (choices > 1) insight_.samples.outcomes = 1;
    uint32_t position = recorder.execute(thread, recorder.choice(thread, choices == 1 ? 0 : dice_.below(choices)));
    strategy_->after(recorder.trace()[position], recorder, dice_);
  }
}

void Sampler::note(const Recorder& recorder) {
  const Trace& trace = recorder.trace();
  strategy_->end(trace);
  hasher_.reset(recorder.program().thread_count(), recorder.program().object_count());
  for (uint32_t k = 0; k < trace.size(); k++) hasher_.add(trace[k]);
  const Program& program = recorder.program();
  uint32_t threads = 0;
  for (uint32_t t = 0; t < program.thread_count(); t++)
    threads += program.status(ThreadId(t)) != ThreadStatus::kNotStarted;
  census_.add(hasher_.fingerprint());
  Samples& samples = insight_.samples;
  samples.runs++;
  samples.traces = census_.traces();
  samples.once = census_.once();
  samples.is_exact = census_.is_exact();
  samples.threads = std::max<uint64_t>(samples.threads, threads);
  samples.steps = std::max<uint64_t>(samples.steps, trace.size());
}

}  // namespace mazurka
