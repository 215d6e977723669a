#include "conformance/program.hpp"

#include <algorithm>
#include <set>

namespace mazurka::conformance {

namespace {

bool is_section(Op op) {
  return op == Op::kSwap || op == Op::kLoadPair;
}

// Statements of one thread: bits are set before they are cleared, joined threads were created, operands and guards
// come from earlier statements.
bool is_valid_thread(const std::vector<Statement>& thread, std::set<int>& bits_used) {
  std::set<int> bits_on, created;
  for (size_t k = 0; k < thread.size(); k++) {
    const Statement& s = thread[k];
    int position = static_cast<int>(k);
    if (s.a.slot >= position || s.b.slot >= position || s.guard >= position) return false;
    if (s.op == Op::kFlagOn && (s.guard >= 0 || bits_on.contains(s.a.number))) return false;
    if (s.op == Op::kFlagOn && !bits_used.insert(s.a.number).second) return false;
    if (s.op == Op::kFlagOn) bits_on.insert(s.a.number);
    if (s.op == Op::kFlagOff && (s.guard >= 0 || bits_on.erase(s.a.number) == 0)) return false;
    if (s.op == Op::kSpawn && s.guard >= 0) return false;
    if (s.op == Op::kSpawn) created.insert(s.object);
    if (s.op == Op::kJoin && (s.guard >= 0 || created.erase(s.object) == 0)) return false;
    if (is_section(s.op) && s.object == s.object2) return false;
  }
  return true;
}

// The runtime finds the misuse of a spinlock only after a step: each unlock must belong to a lock.
bool unlocks_own_spinlocks(const Program& program, const std::vector<Statement>& thread) {
  std::set<size_t> matched;
  for (size_t k = 0; k < thread.size(); k++) {
    const Statement& unlock = thread[k];
    if (unlock.op != Op::kUnlock || program.objects[static_cast<size_t>(unlock.object)].variant != kSpinlock) continue;
    bool found = false;
    for (size_t j = 0; j < k && !found; j++) {
      const Statement& lock = thread[j];
      if (lock.object != unlock.object || matched.contains(j)) continue;
      bool locked = lock.op == Op::kLock && lock.guard == unlock.guard && lock.guard_number == unlock.guard_number &&
                    lock.guard_equal == unlock.guard_equal;
      bool tried = lock.op == Op::kTryLock && unlock.guard == static_cast<int>(j) && unlock.guard_number == 1 &&
                   unlock.guard_equal;
      found = locked || tried;
      if (found) matched.insert(j);
    }
    if (!found) return false;
  }
  return true;
}

// Threads with a statement on the object for which `counts` holds.
template <class Counts>
size_t threads_that(const Program& program, int object, Counts counts) {
  return static_cast<size_t>(std::count_if(program.threads.begin(), program.threads.end(), [&](const auto& thread) {
    return std::any_of(thread.begin(), thread.end(),
                       [&](const Statement& s) { return s.object == object && s.op < Op::kSpawn && counts(s.op); });
  }));
}

bool is_valid_object(const Program& program, int number) {
  const Object& object = program.objects[static_cast<size_t>(number)];
  auto any = [](Op) { return true; };
  switch (object.kind) {
    case Kind::kSemaphore:
      // With several threads that acquire, the semaphore of libstdc++ 12 may wait for ever
      // (tests/programs/library/libstdcxx_12_semaphore.cpp).
      return object.variant == 0 || threads_that(program, number, [](Op op) { return op != Op::kRelease; }) <= 1;
    case Kind::kBarrier:
      return object.variant == 0 || threads_that(program, number, any) <= static_cast<size_t>(object.initial);
    case Kind::kLatch: {
      long downs = 0;
      for (const auto& thread : program.threads)
        downs += std::count_if(thread.begin(), thread.end(), [&](const Statement& s) {
          return s.object == number && (s.op == Op::kCountDown || s.op == Op::kArriveAndWait);
        });
      return downs <= object.initial;
    }
    default: return true;
  }
}

bool is_composite(const Program& program, const Statement& s) {
  if (s.op >= Op::kSpawn) return s.op == Op::kAssume;
  // Steps only where threads race.
  if (s.op == Op::kPlainRead || s.op == Op::kPlainWrite) return program.explores_races;
  const Object& object = program.objects[static_cast<size_t>(s.object)];
  switch (object.kind) {
    case Kind::kAtomic: return s.op >= Op::kAwait;
    case Kind::kSemaphore: return object.variant == 1;
    // Queues have descriptors; and which mailboxes are bounded natively depends on what executions send.
    case Kind::kMailbox: return object.variant != kOwnMailbox || is_bounded(program, static_cast<size_t>(s.object));
    case Kind::kCondition: return object.variant == kConditionAny;
    case Kind::kBarrier:
    case Kind::kLatch:
    case Kind::kFuture:
    case Kind::kOnce: return true;
    default: return false;
  }
}

template <class Test>
bool any_statement(const Program& program, Test test) {
  return std::any_of(program.threads.begin(), program.threads.end(),
                     [&](const auto& thread) { return std::any_of(thread.begin(), thread.end(), test); });
}

}  // namespace

bool is_valid(const Program& program) {
  if (program.threads.empty() || program.threads[0].empty() || program.threads[0][0].op != Op::kSpawn) return false;
  // Which of the two it was is then a choice, before the mutex is taken: not as in the toy language.
  if (program.max_spurious_wakeups > 0 && uses(program, Op::kTimedWait)) return false;
  // An attempt to read looks at waiting writers and at the lock: the toy language cannot look at one.
  if (may_be_kept_out(program) && (uses(program, Op::kTryReadLock) || uses(program, Op::kTimedReadLock))) return false;
  std::multiset<int> created;
  std::set<int> bits_used;
  for (size_t t = 0; t < program.threads.size(); t++) {
    const auto& thread = program.threads[t];
    if (thread.size() > kMaxStatements || !is_valid_thread(thread, bits_used)) return false;
    if (!unlocks_own_spinlocks(program, thread)) return false;
    for (const Statement& s : thread) {
      if (s.op == Op::kSpawn && s.object <= static_cast<int>(t)) return false;
      if (s.op == Op::kSpawn) created.insert(s.object);
    }
  }
  for (int t = 1; t < static_cast<int>(program.threads.size()); t++)
    if (created.count(t) != 1) return false;
  if (created.size() != program.threads.size() - 1) return false;
  for (int o = 0; o < static_cast<int>(program.objects.size()); o++)
    if (!is_valid_object(program, o)) return false;
  return true;
}

int most_sent(const Program& program, size_t object) {
  int count = 0;
  for (const auto& thread : program.threads)
    for (const Statement& s : thread) count += s.op == Op::kSend && s.object == static_cast<int>(object);
  return count;
}

bool is_stepwise(const Program& program) {
  return !any_statement(program, [&](const Statement& s) { return is_composite(program, s); });
}

bool uses(const Program& program, Op op) {
  return any_statement(program, [&](const Statement& s) { return s.op == op; });
}

std::string script_of(const Program& program) {
  std::string text;
  auto add = [&](int number) { text += std::to_string(number) + " "; };
  add(program.explores_races || program.counts_plain);
  add(static_cast<int>(program.objects.size()));
  for (const Object& o : program.objects)
    for (int number : {static_cast<int>(o.kind), o.variant, o.initial, o.partner}) add(number);
  add(static_cast<int>(program.threads.size()));
  for (const auto& thread : program.threads) {
    add(static_cast<int>(thread.size()));
    for (const Statement& s : thread)
      for (int number : {static_cast<int>(s.op), s.object, s.object2, s.variant, s.order, s.a.slot, s.a.number,
                         s.b.slot, s.b.number, s.guard, s.guard_number, static_cast<int>(s.guard_equal)})
        add(number);
  }
  text.pop_back();
  return text;
}

}  // namespace mazurka::conformance
