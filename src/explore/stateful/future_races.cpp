#include "explore/stateful/future_races.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mazurka {

FutureRaces::FutureRaces() {
  steps_.put({});
  all_.put({});
}

uint32_t FutureRaces::intersect(uint32_t a, uint32_t b) {
  if (a == b) return a;
  if (a > b) std::swap(a, b);
  if (const uint32_t* known = intersected_.find(a, b)) return *known;
  Vec<uint32_t> both;
  std::set_intersection(holders_[a].begin(), holders_[a].end(), holders_[b].begin(), holders_[b].end(),
                        std::back_inserter(both));
  return intersected_.put(a, b, holders_.put(std::move(both)));
}

bool FutureRaces::has_all(uint32_t holders, uint32_t part) const {
  const Vec<uint32_t>&all = holders_[holders], &some = holders_[part];
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// Sorted, so that what is the same is the same list.
void FutureRaces::put(Vec<Entry>& into, Entry entry) {
  const auto begin = std::lower_bound(into.begin(), into.end(), entry.access,
                                      [](const Entry& other, uint32_t access) { return other.access < access; });
  auto end = begin;
  for (; end != into.end() && end->access == entry.access; ++end)
    if (has_all(entry.holders, end->holders)) return;
  const auto left =
      std::remove_if(begin, end, [&](const Entry& other) { return has_all(other.holders, entry.holders); });
  if (static_cast<size_t>(left - begin) == kMostEntries) {
    for (auto at = begin; at != left; ++at) entry.holders = intersect(entry.holders, at->holders);
    into.insert(into.erase(begin, end), entry);
    return;
  }
  const auto next = into.erase(left, end);
  const auto first = next - (left - begin);
  into.insert(std::lower_bound(first, next, entry.holders,
                               [](const Entry& other, uint32_t holders) { return other.holders < holders; }),
              entry);
}

FutureRaces::Id FutureRaces::join(Id a, Id b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  if (const uint32_t* known = joined_.find(a, b)) return *known;
  Vec<Entry> result = all_[a];
  for (const Entry& entry : all_[b]) put(result, entry);
  return joined_.put(a, b, all_.put(std::move(result)));
}

FutureRaces::Id FutureRaces::copy(const FutureRaces& other, Id id) {
  Vec<Entry> result;
  for (const Entry& entry : other.entries(id))
    put(result, {accesses_.put(other.access(entry)), holders_.put(other.holders(entry))});
  return all_.put(std::move(result));
}

uint32_t FutureRaces::lift_holders(const Flow& flow, uint32_t holders) {
  const Vec<uint32_t>& before = holders_[holders];
  const auto at = std::lower_bound(before.begin(), before.end(), flow.to);
  if (at == before.end() || *at != flow.to) return holders;
  Vec<uint32_t> result = before;
  if (flow.kind != Flow::Kind::kJoin) result.erase(result.begin() + (at - before.begin()));
  if (flow.kind != Flow::Kind::kClear) {
    const auto place = std::lower_bound(result.begin(), result.end(), flow.from);
    if (place == result.end() || *place != flow.from) result.insert(place, flow.from);
  }
  return holders_.put(std::move(result));
}

void FutureRaces::lift(const Flow& flow, Vec<Entry>& entries) {
  bool has_changed = false;
  for (Entry& entry : entries) {
    const uint32_t holders = std::exchange(entry.holders, lift_holders(flow, entry.holders));
    has_changed |= entry.holders != holders;
  }
  if (!has_changed) return;
  const Vec<Entry> lifted = std::exchange(entries, {});
  for (const Entry& entry : lifted) put(entries, entry);
}

FutureRaces::Id FutureRaces::lift(StepId step, Id after) {
  if (step == 0) return after;
  if (const uint32_t* known = lifted_.find(step, after)) return *known;
  Vec<Entry> result = all_[after];
  // By index: the tables may grow meanwhile. (But not this one.)
  const Vec<Flow>& flows = steps_[step];
  for (size_t k = flows.size(); k-- > 0;) {
    const Flow& flow = flows[k];
    if (flow.kind == Flow::Kind::kAccess) {
      put(result, {accesses_.put({flow.to, flow.access}), holders_.put({flow.from})});
      continue;
    }
    lift(flow, result);
  }
  return lifted_.put(step, after, all_.put(std::move(result)));
}

uint64_t FutureRaces::Hasher::operator()(const Vec<uint32_t>& holders) const {
  uint64_t hash = holders.size();
  for (uint32_t holder : holders) hash = combine_hashes(hash, holder);
  return hash;
}

uint64_t FutureRaces::Hasher::operator()(const Vec<Flow>& flows) const {
  uint64_t hash = flows.size();
  for (const Flow& flow : flows) hash = combine_hashes(hash, hash_of(flow));
  return hash;
}

uint64_t FutureRaces::Hasher::operator()(const Vec<Entry>& entries) const {
  uint64_t hash = entries.size();
  for (const Entry& entry : entries) hash = combine_hashes(hash, uint64_t{entry.access} << 32 | entry.holders);
  return hash;
}

}  // namespace mazurka
