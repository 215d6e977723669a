#include "report/schedule/short_schedule.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "model/operation.hpp"

namespace mazurka::report {

namespace {

using protocol::AccessRecord;
using protocol::AccessRole;

bool is_failure(const protocol::StepRecord& step) {
  return static_cast<OpCode>(step.code) == OpCode::kFail;
}

const AccessRecord* find_access(const Problem& problem, AccessRole role) {
  for (const AccessRecord& access : problem.accesses)
    if (access.role == role) return &access;
  return nullptr;
}

// The steps in which the two accesses of a race happen.
std::vector<size_t> steps_of_race(const Problem& problem, size_t steps) {
  std::vector<size_t> result;
  if (problem.kind != protocol::BugKind::kDataRace) return result;
  for (const AccessRole role : {AccessRole::kEarlier, AccessRole::kLater})
    if (const AccessRecord* access = find_access(problem, role);
        access != nullptr && access->step >= 1 && access->step <= steps)
      result.push_back(access->step - 1);
  return result;
}

// How far each thread has come, and which one ran last.
struct Place {
  std::vector<uint32_t> done;  // by thread: of the steps to keep
  uint32_t last = UINT32_MAX;
  size_t steps = 0;
  size_t from = 0;  // the place before it, in its level
};

class Search {
 public:
  Search(const std::vector<OrderedStep>& steps, const std::vector<bool>& keep) : steps_(steps) {
    place_.resize(steps.size(), {0, UINT32_MAX});
    for (size_t k = 0; k < steps.size(); k++) {
      if (!keep[k]) continue;
      auto [slot, is_new] = slots_.try_emplace(steps[k].thread, threads_.size());
      if (is_new) threads_.emplace_back();
      place_[k] = {slot->second, static_cast<uint32_t>(threads_[slot->second].size())};
      threads_[slot->second].push_back(k);
      total_++;
    }
  }

  std::vector<size_t> run() {
    std::vector<std::vector<Place>> levels(1);
    levels[0].push_back({std::vector<uint32_t>(threads_.size(), 0), UINT32_MAX, 0, 0});
    while (total_ != 0) {
      std::vector<Place> next;
      std::set<std::pair<uint32_t, std::vector<uint32_t>>> seen;
      const std::vector<Place>& now = levels.back();
      for (size_t k = 0; k < now.size(); k++)
        for (uint32_t t = 0; t < threads_.size(); t++) {
          if (t == now[k].last) continue;
          Place place = now[k];
          place.from = k;
          if (!advance(place, t) || !seen.insert({t, place.done}).second) continue;
          next.push_back(std::move(place));
          if (next.back().steps == total_) {
            levels.push_back({std::move(next.back())});
            return order_of(levels);
          }
        }
      if (next.empty()) return {};  // (A cycle: cannot be.)
      std::stable_sort(next.begin(), next.end(), [](const Place& a, const Place& b) { return a.steps > b.steps; });
      if (next.size() > width()) next.resize(width());
      levels.push_back(std::move(next));
    }
    return {};
  }

 private:
  size_t width() const { return total_ < 2000 ? 400 : 8; }

  bool is_enabled(const Place& place, size_t step) const {
    return std::all_of(steps_[step].after.begin(), steps_[step].after.end(), [&](size_t before) {
      const auto& [slot, index] = place_[before];
      return index == UINT32_MAX || place.done[slot] > index;
    });
  }

  // As far as the thread can go.
  bool advance(Place& place, uint32_t thread) const {
    const uint32_t begin = place.done[thread];
    while (place.done[thread] < threads_[thread].size() && is_enabled(place, threads_[thread][place.done[thread]]))
      place.done[thread]++;
    place.steps += place.done[thread] - begin;
    place.last = thread;
    return place.done[thread] != begin;
  }

  std::vector<size_t> order_of(const std::vector<std::vector<Place>>& levels) const {
    std::vector<const Place*> way;
    size_t at = 0;
    for (size_t level = levels.size(); level-- > 0;) {
      way.push_back(&levels[level][at]);
      at = levels[level][at].from;
    }
    std::vector<size_t> order;
    for (size_t k = way.size() - 1; k-- > 0;) {
      const Place &before = *way[k + 1], &after = *way[k];
      for (uint32_t n = before.done[after.last]; n < after.done[after.last]; n++)
        order.push_back(threads_[after.last][n]);
    }
    return order;
  }

  const std::vector<OrderedStep>& steps_;
  std::map<uint32_t, size_t> slots_;                // by thread
  std::vector<std::vector<size_t>> threads_;        // by slot: its steps
  std::vector<std::pair<size_t, uint32_t>> place_;  // by step: slot and place there
  size_t total_ = 0;
};

}  // namespace

std::vector<OrderedStep> ordered_steps(const Problem& problem, const RunLog& replay) {
  std::vector<OrderedStep> steps(replay.steps.size());
  std::map<uint32_t, size_t> last;
  for (size_t k = 0; k < steps.size(); k++) {
    steps[k].thread = replay.steps[k].thread;
    if (auto own = last.find(steps[k].thread); own != last.end()) steps[k].after.push_back(own->second);
    last[steps[k].thread] = k;
  }
  for (const StepOrder& order : replay.order)
    for (const uint32_t before : order.after)
      if (order.step >= 1 && order.step <= steps.size() && before >= 1 && before < order.step)
        steps[order.step - 1].after.push_back(before - 1);
  if (const auto race = steps_of_race(problem, steps.size()); race.size() == 2 && race[0] < race[1])
    steps[race[1]].after.push_back(race[0]);
  return steps;
}

std::vector<bool> causes_of(const Problem& problem, const RunLog& replay, const std::vector<OrderedStep>& steps) {
  std::vector<size_t> wanted = steps_of_race(problem, steps.size());
  if (wanted.size() != 2) wanted.clear();
  for (size_t k = 0; k < steps.size(); k++)
    if (problem.kind != protocol::BugKind::kDataRace && is_failure(replay.steps[k]) &&
        steps[k].thread == problem.thread)
      wanted = {k};
  std::vector<bool> keep(steps.size(), wanted.empty() || protocol::waits_for_ever(problem.kind));
  for (const size_t k : wanted) keep[k] = true;
  for (size_t k = steps.size(); k-- > 0;)
    if (keep[k])
      for (const size_t before : steps[k].after) keep[before] = true;
  return keep;
}

std::vector<size_t> with_few_switches(const std::vector<OrderedStep>& steps, const std::vector<bool>& keep) {
  return Search(steps, keep).run();
}

std::vector<protocol::ScheduleStep> short_schedule(const Problem& problem, const RunLog& replay) {
  const auto steps = ordered_steps(problem, replay);
  std::vector<protocol::ScheduleStep> schedule;
  for (const size_t k : with_few_switches(steps, causes_of(problem, replay, steps)))
    schedule.push_back({replay.steps[k].thread, replay.steps[k].choice});
  return schedule;
}

size_t switches_in(const std::vector<protocol::ScheduleStep>& schedule) {
  size_t switches = 0;
  for (size_t k = 1; k < schedule.size(); k++) switches += schedule[k].thread != schedule[k - 1].thread;
  return switches;
}

}  // namespace mazurka::report
