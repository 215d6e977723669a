// How big is the tree? Random descents into what is left of it, after Knuth ("Estimating the efficiency of backtrack
// programs").
//
// After one execution it is known how many children its node has. One of them is picked at random and run, then one of
// its children, and so on to a leaf. If each pick is made with a known probability p, then 1 + X/p, X being the same
// for the child that was picked, is an unbiased estimate of the number of executions below a node. Uniform picks are
// bad: the sizes of siblings often differ by powers of two, and few descents see the large ones. So the picks learn:
// what earlier descents found below items with the same positions says how likely an item is picked. The estimate stays
// unbiased, whatever was learned, since the probabilities are known; only its spread gets smaller. The first descents,
// which knew little, are left out at the end.
//
// The descents start at the items that are left on the path to where the exploration is, so what was explored is known
// exactly.
#include <algorithm>
#include <cmath>

#include "explore/pop/pop.hpp"

namespace mazurka {

namespace {

constexpr uint32_t kPlaces = 4096;     // of what was learned; a power of two
constexpr double kUniformShare = 0.2;  // of a pick: what looks small may be large
constexpr uint32_t kFirstRound = 8;    // descents
constexpr uint32_t kLargestRound = 256;
constexpr double kMost = 1e140;          // larger numbers are all the same; this one can be squared
constexpr double kForgottenShare = 0.4;  // of the descents, the first ones

struct Round {
  uint32_t probes = 0;
  double sum = 0;
  double squares = 0;
};

Estimate estimate_of(const Vec<Round>& rounds) {
  uint64_t all = 0, seen = 0;
  for (const Round& round : rounds) all += round.probes;
  double sum = 0, squares = 0;
  Estimate estimate;
  for (const Round& round : rounds) {
    seen += round.probes;
    if (static_cast<double>(seen) < kForgottenShare * static_cast<double>(all)) continue;
    estimate.probes += round.probes;
    sum += round.sum;
    squares += round.squares;
  }
  if (estimate.probes == 0) return estimate;
  const double count = static_cast<double>(estimate.probes);
  estimate.left = sum / count;
  estimate.deviation = std::sqrt(std::max(0.0, squares / count - estimate.left * estimate.left) / count);
  return estimate;
}

}  // namespace

// Tells the observer what is left of the unit.
void Pop::probe() {
  experience_.assign(kPlaces, Experience{});
  Vec<Round> rounds;
  uint32_t size = kFirstRound;
  Insight insight;
  while (!has_ended_ && begin_probes()) {
    if (candidates_.empty()) {
      insight.estimate.probes = 1;  // nothing is left
      break;
    }
    // A descent destroys the frames above the one that it starts from: the deepest first.
    Vec<Candidate> picked;
    for (uint32_t k = 0; k < size; k++) picked.push_back(pick_candidate());
    std::stable_sort(picked.begin(), picked.end(),
                     [](const Candidate& a, const Candidate& b) { return a.depth > b.depth; });
    Round round;
    for (const Candidate& one : picked) {
      const double found = std::min(kMost, probe_below(one) / one.share);
      if (has_ended_) break;
      round.probes++;
      round.sum += found;
      round.squares += found * found;
    }
    if (has_ended_) break;  // a part of a round, the deepest, would be misleading
    rounds.push_back(round);
    insight.estimate = estimate_of(rounds);
    size = std::min(kLargestRound, size + size / 2);
  }
  observer_->on_insight(insight);
  statistics_.diverged |= recorder_->diverged();
}

// Goes to the unit, and lists the items that are left. False: it cannot.
bool Pop::begin_probes() {
  depth_ = 0;
  push_frame();
  repeating_ = true;
  const bool is_part = division_ != nullptr && !division_->unit().is_whole();
  const bool same = is_part ? go_to_unit(division_->unit()) : run_root();
  repeating_ = false;
  candidates_.clear();
  for (uint32_t depth = 0; same && depth <= depth_; depth++) add_candidates(depth);
  weigh_candidates();
  return same;
}

void Pop::add_candidates(uint32_t depth) {
  const Frame& frame = *frames_[depth];
  for (uint32_t k = frame.begin; k < frame.items.size(); k++) candidates_.push_back({depth, k, 0});
}

Pop::Experience& Pop::experience_of(const Item& item) {
  return experience_[(check_of(item) * 0x9e3779b1u) >> 20];
}

void Pop::weigh_candidates() {
  if (candidates_.empty()) return;
  double known = 0, sum = 0;
  uint32_t known_count = 0;
  for (Candidate& one : candidates_) {
    const Experience& experience = experience_of(frames_[one.depth]->items[one.item]);
    one.share = experience.count == 0 ? -1 : experience.sum / experience.count;
    if (one.share < 0) continue;
    known += one.share;
    known_count++;
  }
  // What is not known is taken to be as large as what is.
  const double unknown = known_count == 0 || known == 0 ? 1 : known / known_count;
  for (Candidate& one : candidates_) {
    if (one.share < 0) one.share = unknown;
    sum += one.share;
  }
  const double count = static_cast<double>(candidates_.size());
  for (Candidate& one : candidates_)
    one.share = kUniformShare / count + (1 - kUniformShare) * (sum > 0 ? one.share / sum : 1 / count);
}

const Pop::Candidate& Pop::pick_candidate() {
  double at = dice_.share();
  for (const Candidate& one : candidates_)
    if ((at -= one.share) < 0) return one;
  return candidates_.back();
}

// Descends from the item to a leaf: an estimate of the number of executions there.
double Pop::probe_below(Candidate candidate) {
  struct Passed {
    Item item;
    double executions;
    double share;  // of the item that was taken below
  };
  Vec<Passed> passed;
  depth_ = candidate.depth;
  probe_weight_ = 1;
  for (;;) {
    Frame& frame = top();
    probe_weight_ = std::min(kMost, probe_weight_ / candidate.share);
    const Item item = frame.items[candidate.item];
    frame.taken = candidate.item;
    depth_++;
    push_frame();
    const uint64_t before = statistics_.executions;
    if (item.is_virtual)
      make_virtual_child(item);
    else
      has_ended_ = !run_child(item);
    if (has_ended_) return 0;
    passed.push_back({item, static_cast<double>(statistics_.executions - before), 1});
    candidates_.clear();
    add_candidates(depth_);
    if (candidates_.empty()) break;
    weigh_candidates();
    candidate = pick_candidate();
    passed.back().share = candidate.share;
  }
  double size = 0;
  for (size_t k = passed.size(); k-- > 0;) {
    size = std::min(kMost, passed[k].executions + size / passed[k].share);
    Experience& experience = experience_of(passed[k].item);
    experience.sum += size;
    experience.count++;
  }
  return size;
}

}  // namespace mazurka
