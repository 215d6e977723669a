#include "explore/sample/sampler.hpp"

#include <algorithm>
#include <vector>

#include "base/check.hpp"
#include "base/hash.hpp"
#include "model/trace_digest.hpp"

namespace mazurka {

Sampler::Sampler(const Options& options)
    : options_(options), strategy_(strategies()[options.sample - 1].make(options.depth)), dice_(options.seed) {
  CHECK(options.depth >= 1, "a bug has a depth of at least 1");
}

Statistics Sampler::explore(Program& program, Observer& observer) {
  MemoryMeter::start();
  if (options_.division != nullptr) return explore_unit(program, observer);
  Statistics statistics;
  Recorder recorder(program, kEquivalence);
  Trace trace;
  bool go_on = true;
  while (go_on && recorder.start(trace, trace, 0)) {
    run(recorder, insight_.samples.runs);
    Execution execution = recorder.execution(false);
    statistics.count(execution);
    note(recorder);
    census_.add(fingerprint(recorder));
    insight_.samples.traces = census_.traces();
    insight_.samples.once = census_.once();
    insight_.samples.is_exact = census_.is_exact();
    observer.on_insight(insight_);
    go_on = observer.on_execution(execution);
  }
  statistics.peak_bytes = MemoryMeter::peak();
  return statistics;
}

// The strategy learns from the first runs, unless it has done so in this process.
bool Sampler::be_taught(Recorder& recorder, Trace& trace, Observer& observer) {
  std::vector<uint32_t>* taught = options_.taught;
  if (taught != nullptr && !taught->empty()) return strategy_->from_words(*taught);
  for (uint64_t number = 0; number < SampleUnit::kFirstRuns; number++) {
    if (!recorder.start(trace, trace, 0)) return false;
    run(recorder, number);
    strategy_->end(recorder.trace());
    observer.on_repeated(recorder.execution(false));
  }
  remember();
  return true;
}

void Sampler::remember() {
  if (options_.taught == nullptr) return;
  options_.taught->clear();
  strategy_->append_words(*options_.taught);
}

Statistics Sampler::explore_unit(Program& program, Observer& observer) {
  Statistics statistics;
  Recorder recorder(program, kEquivalence);
  Trace trace;
  Division& division = *options_.division;
  const SampleUnit unit = SampleUnit::unpack(division.unit()).value_or(SampleUnit{0, 0});
  SampleNews news;
  bool go_on = unit.begin < unit.end && (unit.begin == 0 || be_taught(recorder, trace, observer));
  statistics.diverged = !go_on;
  for (uint64_t number = unit.begin; go_on && number < unit.end; number++) {
    if (!recorder.start(trace, trace, 0)) break;
    run(recorder, number);
    Execution execution = recorder.execution(false);
    note(recorder);
    if (unit.is_repeated) {
      observer.on_repeated(execution);
      continue;
    }
    statistics.count(execution);
    news.traces.push_back(name_of_trace(execution.events));
    news.events += execution.events.size();
    go_on = observer.on_execution(execution);
    if (!go_on) division.note_stop(SampleUnit{unit.begin, number + 1, true}.pack(), {});
    if (go_on && division.wish() != Division::Wish::kNothing) {
      news.samples = insight_.samples;
      division.tell(news.words());
      go_on = division.answer({}, {});
    }
  }
  if (go_on && unit.begin == 0 && unit.end == SampleUnit::kFirstRuns) remember();
  news.samples = insight_.samples;
  division.tell(news.words());
  statistics.diverged |= recorder.diverged();
  statistics.complete = go_on && !statistics.diverged;
  statistics.peak_bytes = MemoryMeter::peak();
  return statistics;
}

// A run is known by its number: what it does does not depend on how many numbers the runs before it drew.
void Sampler::run(Recorder& recorder, uint64_t number) {
  dice_ = Dice(combine_hashes(options_.seed, number));
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

Fingerprint Sampler::fingerprint(const Recorder& recorder) {
  const Trace& trace = recorder.trace();
  hasher_.reset(recorder.program().thread_count(), recorder.program().object_count());
  for (uint32_t k = 0; k < trace.size(); k++) hasher_.add(trace[k]);
  return hasher_.fingerprint();
}

void Sampler::note(const Recorder& recorder) {
  const Trace& trace = recorder.trace();
  strategy_->end(trace);
  const Program& program = recorder.program();
  uint32_t threads = 0;
  for (uint32_t t = 0; t < program.thread_count(); t++)
    threads += program.status(ThreadId(t)) != ThreadStatus::kNotStarted;
  Samples& samples = insight_.samples;
  samples.runs++;
  samples.threads = std::max<uint64_t>(samples.threads, threads);
  samples.steps = std::max<uint64_t>(samples.steps, trace.size());
}

}  // namespace mazurka
