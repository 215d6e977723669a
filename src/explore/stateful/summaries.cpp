#include "explore/stateful/summaries.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/hash.hpp"

namespace mazurka {

namespace {

uint64_t bit_of(uint32_t thread) {
  return uint64_t{1} << thread;
}

uint32_t as_past(const FutureAccess& access) {
  return 2 * access.object + (access.writes ? 1 : 0);
}

bool has(const Vec<uint32_t>& sorted, uint32_t value) {
  return std::binary_search(sorted.begin(), sorted.end(), value);
}

}  // namespace

bool FutureAccess::is_enabled_at(Value value) const {
  if (!guarded) return true;
  Operation op;
  op.code = code;
  op.comparison = comparison;
  op.a = a;
  op.b = b;
  return choice_count(op, value) != 0;
}

FutureAccess access_of(const Event& event, uint32_t k) {
  const Access& access = event.access[k];
  FutureAccess result;
  result.thread = event.thread.number;
  result.object = access.object.number;
  result.writes = access.mode != Mode::kRead;
  result.is_mail = is_of_mailbox(event.op.code);
  if (result.is_mail || !is_guarded(event.op.code)) return result;
  result.guarded = true;
  result.code = event.op.code;
  result.comparison = event.op.comparison;
  result.a = event.op.a;
  result.b = event.op.b;
  return result;
}

FutureAccess access_of(ThreadId thread, const PlainUse& use) {
  FutureAccess result;
  result.thread = thread.number;
  result.object = kFirstLocation + use.location;
  result.writes = use.writes;
  return result;
}

Past own_past_of(const Event& event) {
  Past past;
  past.threads = bit_of(event.thread.number);
  if (event.op.code == OpCode::kJoin) past.threads |= bit_of(event.op.partner.number);
  if (event.op.code == OpCode::kWake) past.wakes = bit_of(event.thread.number);
  return past;
}

Summaries::Summaries() {
  summaries_.put({});
}

Summaries::Step Summaries::step_of(const Event& event, std::span<const PlainUse> uses) {
  Step step;
  step.thread = event.thread.number;
  if (event.op.code == OpCode::kSpawn) step.started = event.op.partner.number;
  if (wakes_threads(event.op.code) && event.access_count != 0)
    step.woken = threads_woken(event.op, event.access[0].before, event.choice);
  step.own = own_past_of(event);
  for (uint32_t k = 0; k < event.access_count; k++) {
    step.added.push_back(access_of(event, k));
    // (Whether two operations on a mailbox depend on each other is not known here.)
    if (!step.added.back().is_mail) step.own.objects.push_back(as_past(step.added.back()));
    step.before.push_back(step.added.back().writes && !step.added.back().is_mail ? event.access[k].before : 0);
  }
  for (const PlainUse& use : uses) {
    step.added.push_back(access_of(event.thread, use));
    step.own.objects.push_back(as_past(step.added.back()));
    step.before.push_back(0);
  }
  std::sort(step.own.objects.begin(), step.own.objects.end());
  return step;
}

bool Summaries::is_in_past(const Step& step, const Past& past) const {
  if ((past.threads & bit_of(step.thread)) != 0) return true;
  if (step.started != UINT32_MAX && (past.threads & bit_of(step.started)) != 0) return true;
  if ((past.wakes & step.woken) != 0) return true;
  for (const FutureAccess& access : step.added)
    if (!access.is_mail &&
        (has(past.objects, 2 * access.object + 1) || (access.writes && has(past.objects, 2 * access.object))))
      return true;
  return false;
}

bool Summaries::lift_access(const Step& step, FutureAccess& access) const {
  for (size_t k = 0; k < step.added.size(); k++) {
    const FutureAccess& other = step.added[k];
    if (other.object != access.object || other.is_mail || access.is_mail) continue;
    if (!other.writes) {
      access.read_before |= access.writes && !access.walking;
      continue;
    }
    if (access.read_before || access.is_enabled_at(step.before[k])) return false;
    access.walking |= walks;
  }
  return true;
}

bool Summaries::races(StepId step_id, const Entry& entry) const {
  const Step& step = steps_[step_id];
  const FutureAccess& access = accesses_[entry.access];
  if (is_in_past(step, pasts_[entry.past])) return false;
  for (size_t k = 0; k < step.added.size(); k++) {
    const FutureAccess& other = step.added[k];
    if (other.object != access.object) continue;
    if (other.is_mail || access.is_mail) return true;
    const bool writes = access.writes && !access.walking;
    if (!other.writes && writes) return true;
    if (other.writes && !(writes && access.read_before) && access.is_enabled_at(step.before[k])) return true;
  }
  return false;
}

uint32_t Summaries::intersect(uint32_t a, uint32_t b) {
  if (a == b) return a;
  if (a > b) std::swap(a, b);
  if (const uint32_t* known = intersected_.find(a, b)) return *known;
  const Past &left = pasts_[a], &right = pasts_[b];
  Past result;
  result.threads = left.threads & right.threads;
  result.wakes = left.wakes & right.wakes;
  std::set_intersection(left.objects.begin(), left.objects.end(), right.objects.begin(), right.objects.end(),
                        std::back_inserter(result.objects));
  return intersected_.put(a, b, pasts_.put(std::move(result)));
}

uint32_t Summaries::unite(uint32_t past, uint32_t step) {
  if (const uint32_t* known = united_.find(past, step)) return *known;
  const Past &left = pasts_[past], &right = steps_[step].own;
  Past result;
  result.threads = left.threads | right.threads;
  result.wakes = left.wakes | right.wakes;
  std::set_union(left.objects.begin(), left.objects.end(), right.objects.begin(), right.objects.end(),
                 std::back_inserter(result.objects));
  return united_.put(past, step, pasts_.put(std::move(result)));
}

// Of two pasts only what both name is certain. Less of it only lets more be explored.
void Summaries::put(Vec<Entry>& into, Entry entry) {
  auto at = std::lower_bound(into.begin(), into.end(), entry.access,
                             [](const Entry& other, uint32_t access) { return other.access < access; });
  if (at == into.end() || at->access != entry.access)
    into.insert(at, entry);
  else
    at->past = intersect(at->past, entry.past);
}

Summaries::Id Summaries::join(Id a, Id b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  if (a > b) std::swap(a, b);
  if (const uint32_t* known = joined_.find(a, b)) return *known;
  Vec<Entry> result = summaries_[a];
  for (const Entry& entry : summaries_[b]) put(result, entry);
  return joined_.put(a, b, summaries_.put(std::move(result)));
}

Summaries::Id Summaries::with(Id summary, const FutureAccess& access, const Past& past) {
  Vec<Entry> result = summaries_[summary];
  put(result, {accesses_.put(access), pasts_.put(past)});
  return summaries_.put(std::move(result));
}

Summaries::Id Summaries::copy(const Summaries& other, Id summary) {
  Vec<Entry> result;
  for (const Entry& entry : other.entries(summary))
    put(result, {accesses_.put(other.access(entry)), pasts_.put(other.past(entry))});
  return summaries_.put(std::move(result));
}

bool Summaries::are_independent(StepId a, StepId b) const {
  const Step &left = steps_[a], &right = steps_[b];
  const uint64_t left_bit = bit_of(left.thread), right_bit = bit_of(right.thread);
  // (A join has the thread that ended in its past.)
  if (left.thread == right.thread || left.started == right.thread || right.started == left.thread ||
      (left.woken & right_bit) != 0 || (right.woken & left_bit) != 0 || (left.own.threads & right_bit) != 0 ||
      (right.own.threads & left_bit) != 0)
    return false;
  for (const FutureAccess& one : left.added)
    for (const FutureAccess& other : right.added)
      if (one.object == other.object && (one.writes || other.writes || one.is_mail || other.is_mail)) return false;
  return true;
}

Summaries::Id Summaries::lift(StepId step_id, Id after) {
  if (const uint32_t* known = lifted_.find(step_id, after)) return *known;
  Vec<Entry> result;
  // By index: the tables grow meanwhile.
  const Vec<Entry> entries = summaries_[after];
  for (const Entry& entry : entries) {
    if (is_in_past(steps_[step_id], pasts_[entry.past])) {
      put(result, {entry.access, unite(entry.past, step_id)});
      continue;
    }
    FutureAccess access = accesses_[entry.access];
    if (lift_access(steps_[step_id], access)) put(result, {accesses_.put(access), entry.past});
  }
  const Step& step = steps_[step_id];
  const Past own{step.own.threads, step.own.wakes, {}};
  for (const FutureAccess& access : step.added) put(result, {accesses_.put(access), pasts_.put(own)});
  return lifted_.put(step_id, after, summaries_.put(std::move(result)));
}

uint64_t Summaries::hash_of(const FutureAccess& access) {
  uint64_t flags = (access.writes ? 1U : 0U) | (access.is_mail ? 2U : 0U) | (access.walking ? 4U : 0U) |
                   (access.read_before ? 8U : 0U) | (access.guarded ? 16U : 0U);
  uint64_t hash = combine_hashes(uint64_t{access.thread} << 32 | access.object, flags);
  if (!access.guarded) return hash;
  hash = combine_hashes(hash, static_cast<uint64_t>(access.code) << 8 | static_cast<uint64_t>(access.comparison));
  return combine_hashes(combine_hashes(hash, static_cast<uint64_t>(access.a)), static_cast<uint64_t>(access.b));
}

uint64_t Summaries::hash_of(const Past& past) {
  uint64_t hash = combine_hashes(past.threads, past.wakes);
  for (uint32_t object : past.objects) hash = combine_hashes(hash, object);
  return hash;
}

uint64_t Summaries::hash_of(const Step& step) {
  uint64_t hash = combine_hashes(uint64_t{step.thread} << 32 | step.started, step.woken);
  hash = combine_hashes(hash, hash_of(step.own));
  for (const FutureAccess& access : step.added) hash = combine_hashes(hash, hash_of(access));
  for (Value value : step.before) hash = combine_hashes(hash, static_cast<uint64_t>(value));
  return hash;
}

uint64_t Summaries::hash_of(const Vec<Entry>& entries) {
  uint64_t hash = entries.size();
  for (const Entry& entry : entries) hash = combine_hashes(hash, uint64_t{entry.access} << 32 | entry.past);
  return hash;
}

}  // namespace mazurka
