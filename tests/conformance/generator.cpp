#include "conformance/generator.hpp"

#include <algorithm>
#include <utility>

#include "conformance/statement_writer.hpp"

namespace mazurka::conformance {

namespace {

class Writer : StatementWriter {
 public:
  explicit Writer(Dice& dice) : StatementWriter(dice) {}

  Program write() {
    pick_themes();
    make_objects();
    pick_rwlock_preference();
    if (dice_.one_in(3)) program_.max_timeouts = static_cast<int>(dice_.below(2));
    if (dice_.one_in(3)) program_.max_spurious_wakeups = static_cast<int>(1 + dice_.below(2));
    // Whom a signal wakes is a question only where several threads wait.
    size_t threads = has(Theme::kConditions) || has(Theme::kNotifying) ? 3 + dice_.below(2) : 2 + dice_.below(3);
    bool relays = has(Theme::kPlainMemory) && protection_ == Kind::kAtomic && dice_.one_in(3);
    program_.threads.resize(relays ? 4 : threads);
    if (relays) return write_relay();
    for (size_t t = 0; t < threads; t++) write_thread(t);
    return std::move(program_);
  }

 private:
  void pick_themes() {
    if (dice_.one_in(4)) {
      themes_ = {Theme::kMailboxes, Theme::kMailboxes};
      if (dice_.one_in(2)) themes_.push_back(static_cast<Theme>(dice_.below(static_cast<uint32_t>(Theme::kFailures))));
      return;
    }
    bool plain = dice_.one_in(4);
    bool stepwise = plain || dice_.below(5) < 3;
    uint32_t first = stepwise ? 0 : static_cast<uint32_t>(Theme::kWaiting);
    uint32_t end = static_cast<uint32_t>(stepwise ? Theme::kWaiting : Theme::kCount);
    themes_.push_back(plain ? Theme::kPlainMemory : static_cast<Theme>(first + dice_.below(end - first)));
    for (uint32_t n = dice_.below(plain ? 2 : 3); n > 0; n--)
      themes_.push_back(static_cast<Theme>(dice_.below(stepwise ? static_cast<uint32_t>(Theme::kWaiting) : end)));
    // Who races is known of steps only.
    if (!stepwise) std::replace(themes_.begin(), themes_.end(), Theme::kPlainMemory, Theme::kMoreAtomics);
  }

  // A publisher, one that repeats what it sees, and a consumer.
  Program write_relay() {
    for (size_t t = 0; t < 4; t++) {
      body_ = &program_.threads[t];
      if (t == 0)
        for (int child = 1; child < 4; child++) spawn(child);
      else
        write_published(static_cast<Role>(t - 1), 0);
    }
    return std::move(program_);
  }

  int add_object(Kind kind, int variant, int initial = 0, int partner = -1) {
    program_.objects.push_back({kind, variant, initial, partner});
    return static_cast<int>(program_.objects.size()) - 1;
  }

  void make_objects() {
    const std::vector<int> sizes = {1, 2, 4, 4, 8, 24};
    uint32_t atomics = 1 + dice_.below(2) + has(Theme::kMoreAtomics);
    if (has(Theme::kSections)) atomics = std::max(atomics, 2u);
    // Those that may be waited for must be numbers.
    for (uint32_t k = 0; k < atomics; k++)
      add_object(Kind::kAtomic, k == 0 && (has(Theme::kNotifying) || has(Theme::kOnces)) ? 4 : dice_.pick(sizes),
                 dice_.one_in(6));
    if (has(Theme::kPlainMemory)) make_plain_memory();
    if (has(Theme::kCounters)) add_object(dice_.one_in(2) ? Kind::kCounter : Kind::kFlags, 0);
    if (has(Theme::kMutexes)) add_object(Kind::kMutex, static_cast<int>(dice_.below(kMutexVariants)));
    if (has(Theme::kMutexes) && dice_.one_in(3))
      add_object(Kind::kMutex, static_cast<int>(dice_.below(kMutexVariants)));
    if (has(Theme::kRwlocks)) add_object(Kind::kRwlock, static_cast<int>(dice_.below(kRwlockVariants)));
    if (has(Theme::kSemaphores)) add_object(Kind::kSemaphore, 0, static_cast<int>(dice_.below(3)));
    if (has(Theme::kConditions)) add_condition(static_cast<int>(dice_.below(kConditionAny)));
    if (has(Theme::kStdSemaphores)) add_object(Kind::kSemaphore, 1, static_cast<int>(dice_.below(3)));
    if (has(Theme::kConditionAny)) add_condition(kConditionAny);
    if (has(Theme::kBarriers)) add_object(Kind::kBarrier, dice_.one_in(2), 1 + static_cast<int>(dice_.below(3)));
    if (has(Theme::kLatches)) add_object(Kind::kLatch, 0, 1 + static_cast<int>(dice_.below(3)));
    if (has(Theme::kFutures)) add_object(Kind::kFuture, 0);
    if (has(Theme::kMailboxes)) make_mailboxes();
    if (has(Theme::kOnces)) add_object(Kind::kOnce, static_cast<int>(dice_.below(3)), 0, 0);
  }

  void make_mailboxes() {
    for (uint32_t n = 1 + dice_.one_in(3); n > 0; n--) {
      int variant = dice_.one_in(2) ? kOwnMailbox : static_cast<int>(dice_.below(kMailboxVariants));
      bool bounded = variant < kSystemVQueue && dice_.one_in(3);
      bool one_reader = is_of_bytes(variant) && !dice_.one_in(3);
      add_object(Kind::kMailbox, variant, bounded ? static_cast<int>(1 + dice_.below(2)) : 0,
                 one_reader ? static_cast<int>(dice_.below(2)) : -1);
    }
  }

  void pick_rwlock_preference() {
    bool has_rwlocks = std::any_of(program_.objects.begin(), program_.objects.end(),
                                   [](const Object& object) { return object.kind == Kind::kRwlock; });
    if (has_rwlocks && dice_.one_in(2))
      program_.rwlocks = dice_.one_in(3) ? protocol::RwlockPreference::kWriters : protocol::RwlockPreference::kAny;
  }

  // It is protected in one way, mostly.
  void make_plain_memory() {
    program_.explores_races = dice_.one_in(3);
    add_object(Kind::kPlain, 1 << dice_.below(4));
    const std::vector<Kind> ways = {Kind::kAtomic, Kind::kAtomic, Kind::kMutex, Kind::kRwlock, Kind::kSemaphore};
    protection_ = dice_.pick(ways);
    if (protection_ == Kind::kMutex) add_object(Kind::kMutex, static_cast<int>(dice_.below(kMutexVariants)));
    if (protection_ == Kind::kRwlock) add_object(Kind::kRwlock, static_cast<int>(dice_.below(kRwlockVariants)));
    if (protection_ == Kind::kSemaphore) add_object(Kind::kSemaphore, 0, static_cast<int>(dice_.below(2)));
  }

  void add_condition(int variant) {
    // Normal ones: a wait gives back one of several locks of a recursive one, and an error-checking one that is not
    // locked makes it return. There are no such statements in the toy language.
    int mutex = add_object(Kind::kMutex, variant == kPthreadCondition ? kNormalMutex
                                         : variant == kC11Condition   ? kC11Mutex
                                                                      : kStdMutex);
    add_object(Kind::kCondition, variant, 0, mutex);
  }

  // ---- critical sections

 public:
  Program write_sections() {
    program_.counts_plain = true;
    themes_ = {Theme::kMutexes};
    add_object(Kind::kAtomic, 4);
    for (uint32_t n = 1 + dice_.below(3); n > 0; n--) add_object(Kind::kPlain, 1 << dice_.below(4));
    for (uint32_t n = dice_.one_in(3) ? 2 : 1; n > 0; n--)
      add_object(Kind::kMutex, static_cast<int>(dice_.below(kMutexVariants)));
    program_.threads.resize(3 + dice_.one_in(3));
    // In most programs nobody does anything else, so that no race comes before what is to be found.
    is_strict_ = dice_.one_in(2);
    for (size_t t = 0; t < program_.threads.size(); t++) {
      body_ = &program_.threads[t];
      const auto children = static_cast<int>(t == 0 ? program_.threads.size() : 0);
      for (int child = 1; child < children; child++) spawn(child);
      for (uint32_t n = t == 0 ? dice_.below(2) : 1 + dice_.below(3); n > 0 && body_->size() + 8 < kMaxStatements; n--)
        write_locked_part();
      for (int child = 1; child < children; child++)
        if (dice_.one_in(2)) append({.op = Op::kJoin, .object = child});
    }
    return std::move(program_);
  }

 private:
  Statement plain_use() {
    return guarded({.op = dice_.one_in(2) ? Op::kPlainRead : Op::kPlainWrite,
                    .object = pick_object(Kind::kPlain),
                    .variant = dice_.one_in(5),
                    .a = pick_operand()});
  }

  void write_locked_part() {
    const int mutex = pick_object(Kind::kMutex);
    if (!is_strict_ && dice_.one_in(12)) return void(append(plain_use()));
    if (!is_strict_ && dice_.one_in(10)) return write_atomic();
    if (!is_strict_ && dice_.one_in(12)) return write_mutex();
    append({.op = Op::kLock, .object = mutex});
    for (uint32_t n = 1 + dice_.below(3); n > 0; n--) append(plain_use());
    if (dice_.one_in(is_strict_ ? 20 : 6)) write_something_else(mutex);
    append({.op = Op::kUnlock, .object = mutex});
  }

  void write_something_else(int mutex) {
    switch (dice_.below(4)) {
      case 0: return write_atomic();
      case 1: append({.op = Op::kChoose, .a = {kConstant, 2}}); return;
      case 2: return write_check(Op::kAssert, static_cast<int>(dice_.below(4)));
      default: break;
    }
    const int other = pick_object(Kind::kMutex);
    if (other == mutex) return;
    append({.op = Op::kLock, .object = other});
    append(plain_use());
    append({.op = Op::kUnlock, .object = other});
  }

  // Main creates the threads, mostly at its beginning; now and then another thread creates the next one.
  void write_thread(size_t t) {
    body_ = &program_.threads[t];
    std::vector<int> children;
    if (t == 0) {
      for (int child = 1; child < static_cast<int>(program_.threads.size()); child++) {
        bool by_other = child > 1 && dice_.one_in(6);
        creators_[child] = by_other ? static_cast<int>(1 + dice_.below(static_cast<uint32_t>(child - 1))) : 0;
      }
    }
    for (int child = 1; child < static_cast<int>(program_.threads.size()); child++)
      if (creators_[child] == static_cast<int>(t)) children.push_back(child);
    bool late = dice_.one_in(4);
    size_t spawned = 0;
    auto spawn_until = [&](size_t count) {
      for (; spawned < count && spawned < children.size(); spawned++) spawn(children[spawned]);
    };
    spawn_until(late && t == 0 ? 1 : t == 0 ? children.size() : 0);
    uint32_t elements = t == 0 ? dice_.below(3) : 1 + dice_.below(program_.threads.size() == 2 ? 4 : 3);
    for (uint32_t k = 0; k < elements && body_->size() + 6 < kMaxStatements; k++) {
      write_element();
      if (dice_.one_in(3)) spawn_until(spawned + 1);
    }
    spawn_until(children.size());
    for (int child : children)
      if (!dice_.one_in(3)) append({.op = Op::kJoin, .object = child});
    if (!children.empty() && dice_.one_in(3)) write_element();
  }

  void spawn(int child) { append({.op = Op::kSpawn, .object = child, .variant = static_cast<int>(dice_.below(3))}); }

  int creators_[kMaxThreads] = {};
  bool is_strict_ = false;
};

template <class Write>
Program generate_by(Dice& dice, Write write) {
  for (;;) {
    Writer writer(dice);
    Program program = write(writer);
    if (is_valid(program)) return program;
  }
}

}  // namespace

Program generate(Dice& dice) {
  return generate_by(dice, [](Writer& writer) { return writer.write(); });
}

Program generate_sections(Dice& dice) {
  return generate_by(dice, [](Writer& writer) { return writer.write_sections(); });
}

}  // namespace mazurka::conformance
