// Units of a series: on the way to one its steps are repeated; when it has had its share, the rest is told, as two
// units: what is left at the shallowest state that has anything, which has the largest subtrees, and what is below it.
#include <utility>

#include "explore/backtrack/backtrack_search.hpp"

namespace mazurka {

namespace {

// Units name their executions step by step: of longer ones, one process explores what it has begun.
constexpr uint32_t kLongestToDivide = 20'000;

ThreadList list_of(const ThreadSet& set) {
  ThreadList list;
  set.any([&](ThreadId thread) {
    list.push_back(thread.number);
    return false;
  });
  return list;
}

void add_list(const ThreadList& list, ThreadSet& set) {
  for (uint32_t thread : list) set.add(ThreadId(thread));
}

}  // namespace

std::vector<PrefixUnit::Taken> BacktrackSearch::steps(size_t count) const {
  std::vector<PrefixUnit::Taken> steps;
  for (uint32_t k = 0; k < count; k++) steps.push_back({trace_[k].thread.number, trace_[k].choice});
  return steps;
}

// False: the program cannot do that here.
bool BacktrackSearch::repeat(const PrefixUnit::Taken& step) {
  const Program& program = recorder_->program();
  const ThreadId thread(step.thread);
  if (thread.index() >= program.thread_count() || program.status(thread) != ThreadStatus::kReady) return false;
  const uint32_t outcomes = program.choices(thread);
  for (uint32_t k = 0; k < outcomes; k++) {
    if (recorder_->choice(thread, k) != step.choice) continue;
    Event event;
    recorder_->preview(thread, step.choice, event);
    take(event);
    return true;
  }
  return false;
}

bool BacktrackSearch::go_to_unit(Observer& observer) {
  CHECK(!sleep_sets(), "what sleeps depends on the order of exploration");
  const std::optional<PrefixUnit> unit = PrefixUnit::unpack(options_.division->unit());
  lost_ = !unit;
  if (lost_) return false;
  budget_ = unit->budget;
  if (unit->is_root()) return true;
  // Threads have their numbers from the first execution that they are met in: it is the same for all units.
  run_to_end();
  if (!recorder_->start(trace_, trace_, 0)) return false;
  enter_node(0);
  base_ = unit->base;
  first_depth_ = unit->has_todo ? base_ - 1 : base_;
  for (const PrefixUnit::Taken& step : unit->steps)
    if (!repeat(step)) {
      lost_ = true;
      return false;
    }
  add_list(unit->todo, todo_);
  for (uint32_t k = 0; k < unit->own.size(); k++) {
    Node& here = node(base_ + k);
    here.backtrack.clear();
    add_list(unit->own[k].left, here.backtrack);
    add_list(unit->own[k].done, here.backtrack);
    add_list(unit->own[k].done, here.done);
  }
  if (!unit->has_todo && unit->own.empty()) {
    const bool blocked = !run_to_end();
    observer.on_repeated(recorder_->execution(blocked));
    return false;
  }
  if (unit->has_todo && unit->steps.size() + 1 == base_) return take_other_thread(base_ - 1);
  return backtrack();
}

// The threads that are left at this depth and that the bound allows.
ThreadList BacktrackSearch::left_at(uint32_t depth) {
  ThreadList left;
  wanted_at(depth).any([&](ThreadId thread) {
    if (!node(depth).done.has(thread) && may_take(depth, thread)) left.push_back(thread.number);
    return false;
  });
  return left;
}

bool BacktrackSearch::has_left(uint32_t depth) {
  Event event;
  return next_outcome(depth, event) || !left_at(depth).empty();
}

// What is left becomes two units, or one.
void BacktrackSearch::divide_rest(PrefixNews& news) {
  const uint32_t size = trace_.size();
  uint32_t shallow = first_depth_;
  while (shallow < size && !has_left(shallow)) shallow++;
  if (shallow == size) return;
  uint32_t deep = size - 1;
  while (!has_left(deep)) deep--;
  for (uint32_t depth = base_; depth <= shallow; depth++) news.opened.push_back(list_of(node(depth).backtrack));
  PrefixUnit given;
  given.base = shallow + 1;
  given.steps = steps(shallow + 1);
  given.has_todo = true;
  given.todo = left_at(shallow);
  news.given = std::move(given);
  if (deep == shallow) return;
  PrefixUnit kept;
  kept.base = shallow + 1;
  kept.steps = steps(deep + 1);
  for (uint32_t depth = kept.base; depth <= deep; depth++) {
    PrefixUnit::OwnSet own;
    own.left = left_at(depth);
    own.done = list_of(node(depth).done);
    kept.own.push_back(std::move(own));
  }
  news.kept = std::move(kept);
}

void BacktrackSearch::tell_rest(bool hands_over) {
  PrefixNews news;
  for (uint32_t depth = 0; depth < base_ && depth < nodes_.size(); depth++) {
    PrefixNews::Asked asked{depth, {}};
    node(depth).backtrack.any([&](ThreadId thread) {
      if (!node(depth).done.has(thread) && may_take(depth, thread)) asked.threads.push_back(thread.number);
      return false;
    });
    if (!asked.threads.empty()) news.asked.push_back(std::move(asked));
  }
  if (hands_over) divide_rest(news);
  options_.division->tell(news.words());
}

BacktrackSearch::Heed BacktrackSearch::heed_division(uint64_t events) {
  if (options_.division->wish() != Division::Wish::kNothing && !options_.division->answer({}, {}))
    heed_ = Heed::kEnd;
  else if (events >= budget_ && trace_.size() <= kLongestToDivide)
    heed_ = Heed::kHandOver;
  if (heed_ == Heed::kHandOver) tell_rest(true);
  return heed_;
}

void BacktrackSearch::note_stop() {
  options_.division->note_stop(PrefixUnit::only(steps(trace_.size())).pack(), {});
}

}  // namespace mazurka
