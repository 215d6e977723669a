#include "explore/unfolding/comb.hpp"

#include <algorithm>

namespace mazurka {

bool Comb::find() {
  const UnfoldingEvent& newest = unfolding_[exclusions_[exclusions_.size() - 1].event];
  // Nothing can exclude a step that touches no object and has no other outcome.
  if (newest.access_count == 0 && newest.conflicts.empty()) return false;
  targets_.clear();
  for (uint32_t k = exclusions_.size(); k-- > 0;) {
    if (!exclusions_.is_alive(k)) continue;
    targets_.push_back(k);
    if (k_ != 0 && targets_.size() == k_) break;
  }
  std::reverse(targets_.begin(), targets_.end());
  base_ = configuration_.size();
  return exclude_from(0);
}

// Extends the configuration so that it excludes the targets from this one on.
bool Comb::exclude_from(size_t target) {
  while (target < targets_.size() && !exclusions_.is_alive(targets_[target])) target++;
  if (target == targets_.size()) return true;
  uint32_t entry = targets_[target];
  if (try_spike(exclusions_[entry].event, target)) return true;
  if (k_ == 0) return false;
  // What excludes an older event may exclude this one too; with few targets, nothing else would lead there.
  for (uint32_t older = entry; older-- > 0;)
    if (exclusions_.is_alive(older) && try_spike(exclusions_[older].event, target)) return true;
  return false;
}

bool Comb::try_spike(UnfoldingId spike, size_t target) {
  // Nested calls may set candidates of the same spike aside, and the last one takes the place then: so go by index, and
  // from the end.
  for (size_t k = unfolding_[spike].conflicts.size(); k-- > 0;) {
    if (k >= unfolding_[spike].conflicts.size()) continue;
    tries_++;
    if (!configuration_.fits(unfolding_[spike].conflicts[k], missing_))
      set_aside(spike, k);
    else if (try_missing(target))
      return true;
  }
  return false;
}

// Adds the events that a candidate needs, which fits, and goes on. False: that leads nowhere.
bool Comb::try_missing(size_t target) {
  uint32_t size = configuration_.size();
  std::sort(missing_.begin(), missing_.end(),
            [&](UnfoldingId a, UnfoldingId b) { return unfolding_[a].size < unfolding_[b].size; });
  for (UnfoldingId id : missing_) configuration_.push(id);
  if (!exclusions_.is_alive(targets_[target]) && exclude_from(target + 1)) return true;
  while (configuration_.size() > size) configuration_.pop();
  return false;
}

// A candidate does not fit. Unless that is because of the alternative begun, it waits elsewhere.
void Comb::set_aside(UnfoldingId spike, size_t at) {
  Vec<UnfoldingId>& candidates = unfolding_[spike].conflicts;
  UnfoldingId candidate = candidates[at];
  uint32_t size = configuration_.fits_below(candidate);
  if (size > base_) return;
  candidates[at] = candidates.back();
  candidates.pop_back();
  if (waiting_.size() <= size) waiting_.resize(size + 1);
  if (size != 0) waiting_[size].push_back({spike, candidate});
}

void Comb::release(uint32_t size) {
  if (waiting_.size() <= size + 1) return;
  for (const Waiting& entry : waiting_[size + 1]) unfolding_[entry.excluded].conflicts.push_back(entry.candidate);
  waiting_[size + 1].clear();
}

void Comb::mark_waiting() {
  for (const Vec<Waiting>& list : waiting_)
    for (const Waiting& entry : list)
      if (unfolding_[entry.excluded].is_in_use()) unfolding_.mark_with_history(entry.candidate);
}

void Comb::forget_unmarked() {
  for (Vec<Waiting>& list : waiting_)
    list.erase(std::remove_if(list.begin(), list.end(),
                              [&](const Waiting& entry) {
                                return !unfolding_.is_marked(entry.excluded) || !unfolding_.is_marked(entry.candidate);
                              }),
               list.end());
}

}  // namespace mazurka
