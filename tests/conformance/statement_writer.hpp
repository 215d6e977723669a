// Writes the statements of a random program, thread by thread. Who derives from it decides on themes, objects and
// threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/dice.hpp"
#include "conformance/program.hpp"

namespace mazurka::conformance {

// What a program is about.
enum class Theme : uint8_t {
  // Each statement does the same steps in the toy language.
  kMoreAtomics,
  kCounters,
  kMutexes,
  kRwlocks,
  kSemaphores,
  kConditions,
  kChoices,
  kFailures,
  kPlainMemory,
  // The others: from here on.
  kWaiting,
  kNotifying,
  kSections,
  kAssumptions,
  kStdSemaphores,
  kConditionAny,
  kBarriers,
  kLatches,
  kFutures,
  kOnces,
  kMailboxes,
  kCount
};

class StatementWriter {
 protected:
  explicit StatementWriter(Dice& dice) : dice_(dice) {}

  bool has(Theme theme) const { return std::find(themes_.begin(), themes_.end(), theme) != themes_.end(); }

  int append(Statement statement) {
    if (body_->size() >= kMaxStatements) return static_cast<int>(body_->size()) - 1;
    body_->push_back(statement);
    return static_cast<int>(body_->size()) - 1;
  }

  // ---- operands and guards

  const Object& object_of(const Statement& s) const { return program_.objects[static_cast<size_t>(s.object)]; }

  bool is_interesting(const Statement& s) const {
    switch (s.op) {
      case Op::kLoad:
      case Op::kExchange:
      case Op::kFetchAdd: return object_of(s).kind != Kind::kCounter;
      case Op::kCas:
      case Op::kFlagOn:
      case Op::kTryLock:
      case Op::kTryReadLock:
      case Op::kTryAcquire:
      case Op::kTimedWait:
      case Op::kArriveAndWait:
      case Op::kLatchTry:
      case Op::kGetFuture:
      case Op::kReceive:
      case Op::kPoll:
      case Op::kPollFuture:
      case Op::kSetFuture:
      case Op::kChoose: return true;
      case Op::kPlainRead: return program_.explores_races || program_.counts_plain;
      default: return false;
    }
  }

  // An earlier statement with a result worth looking at; -1 if there is none.
  int pick_slot() {
    std::vector<int> slots;
    for (size_t k = 0; k < body_->size(); k++)
      if (is_interesting((*body_)[k])) slots.push_back(static_cast<int>(k));
    return slots.empty() ? -1 : dice_.pick(slots);
  }

  Operand pick_operand() {
    int slot = dice_.one_in(4) ? pick_slot() : -1;
    if (slot >= 0) return {slot, 0};
    return {kConstant, static_cast<int>(dice_.one_in(5) ? 0 : 1 + dice_.below(2))};
  }

  Statement guarded(Statement statement) {
    int slot = dice_.one_in(4) ? pick_slot() : -1;
    if (slot < 0) return statement;
    statement.guard = slot;
    statement.guard_number = static_cast<int>(dice_.below(3));
    statement.guard_equal = dice_.one_in(2);
    return statement;
  }

  static Statement with_guard_of(Statement statement, const Statement& other) {
    statement.guard = other.guard;
    statement.guard_number = other.guard_number;
    statement.guard_equal = other.guard_equal;
    return statement;
  }

  static Statement if_result(Statement statement, int slot, int number) {
    statement.guard = slot;
    statement.guard_number = number;
    return statement;
  }

  int pick_object(Kind kind, bool composite = false) {
    std::vector<int> found;
    for (size_t o = 0; o < program_.objects.size(); o++) {
      const Object& object = program_.objects[o];
      bool is_composite = (kind == Kind::kSemaphore && object.variant == 1) ||
                          (kind == Kind::kCondition && object.variant == kConditionAny);
      if (object.kind == kind && is_composite == composite) found.push_back(static_cast<int>(o));
    }
    return found.empty() ? -1 : dice_.pick(found);
  }

  // ---- statements

  void write_element() {
    if (dice_.one_in(3)) return write_atomic();
    switch (dice_.pick(themes_)) {
      case Theme::kMoreAtomics: return write_atomic();
      case Theme::kCounters: return write_counter();
      case Theme::kMutexes: return write_mutex();
      case Theme::kRwlocks: return write_rwlock();
      case Theme::kSemaphores: return write_semaphore(false);
      case Theme::kConditions: return write_condition(false);
      case Theme::kChoices:
        append(guarded({.op = Op::kChoose, .a = {kConstant, static_cast<int>(2 + dice_.below(2))}}));
        return;
      case Theme::kPlainMemory: return write_plain();
      case Theme::kFailures: return write_check(Op::kAssert, static_cast<int>(dice_.below(4)));
      case Theme::kWaiting:
        append(guarded({.op = Op::kAwait,
                        .object = pick_object(Kind::kAtomic),
                        .variant = static_cast<int>(dice_.below(2)),
                        .a = {kConstant, static_cast<int>(dice_.below(3))}}));
        return;
      case Theme::kNotifying: return write_notification();
      case Theme::kSections: return write_section();
      case Theme::kAssumptions: return write_check(Op::kAssume, 0);
      case Theme::kStdSemaphores: return write_semaphore(true);
      case Theme::kConditionAny: return write_condition(true);
      case Theme::kBarriers: return write_one(Kind::kBarrier, {Op::kArriveAndWait});
      case Theme::kLatches:
        return write_one(Kind::kLatch, {Op::kArriveAndWait, Op::kCountDown, Op::kLatchWait, Op::kLatchTry});
      case Theme::kFutures:
        return write_one(Kind::kFuture, {Op::kSetFuture, Op::kSetFuture, Op::kGetFuture, Op::kPollFuture});
      case Theme::kMailboxes: return write_mailbox();
      case Theme::kOnces: return write_one(Kind::kOnce, {Op::kOnce});
      case Theme::kCount: return;
    }
  }

  void write_mailbox() {
    int object = pick_object(Kind::kMailbox);
    int variant = program_.objects[static_cast<size_t>(object)].variant;
    int reader = program_.objects[static_cast<size_t>(object)].partner;
    std::vector<Op> ops = {Op::kSend, Op::kSend, Op::kSend};
    if (reader < 0 || reader == body_ - program_.threads.data()) ops.insert(ops.end(), 3, Op::kReceive);
    // (A pipe would have to be one that does not wait.)
    if (ops.size() > 3 && variant != kPipe) ops.back() = Op::kPoll;
    // (Of datagrams only the first one is counted. A read of two messages is two steps in the toy language, which one
    // who counts could tell apart.)
    bool can_count = variant != kOwnMailbox && variant != kDatagramPair && reader < 0;
    if (can_count && dice_.one_in(4)) ops.push_back(Op::kUnread);
    // (The clock of a queue would be one more step.)
    if (variant == kOwnMailbox) ops.push_back(Op::kTimedReceive);
    // Natively a closed mailbox is no timeout.
    bool can_close =
        variant == kSocketPair || variant == kStreamPair || (variant == kOwnMailbox && program_.max_timeouts < 0);
    if (can_close && dice_.one_in(3)) ops.push_back(Op::kClose);
    Op op = dice_.pick(ops);
    bool reads_more = reader >= 0 && (op == Op::kReceive || op == Op::kPoll) && dice_.one_in(2);
    int mail = reads_more ? kUpToTwo : pick_mail_variant(op, variant);
    append(guarded({.op = op, .object = object, .variant = mail, .a = pick_operand()}));
  }

  int pick_mail_variant(Op op, int mailbox) {
    if (dice_.one_in(2) || mailbox >= kSocketPair || op == Op::kClose || op == Op::kUnread) return 0;
    if ((op == Op::kSend) != (mailbox == kPosixQueue)) return 0;
    int variant = static_cast<int>(1 + dice_.below(3));
    if (mailbox != kSystemVQueue || dice_.one_in(3)) return variant;
    return dice_.one_in(3) ? kExcept + variant : -variant;
  }

  void write_one(Kind kind, const std::vector<Op>& ops) {
    append(guarded({.op = dice_.pick(ops), .object = pick_object(kind), .a = pick_operand()}));
  }

  void write_atomic() {
    int object = pick_object(Kind::kAtomic);
    std::vector<Op> ops = {Op::kLoad, Op::kLoad, Op::kStore, Op::kStore, Op::kExchange, Op::kCas, Op::kFetchAdd};
    if (program_.objects[static_cast<size_t>(object)].variant == 24) ops.pop_back();
    Op op = dice_.pick(ops);
    append(guarded({.op = op,
                    .object = object,
                    .variant = static_cast<int>(dice_.below(2)),
                    .order = pick_order(op),
                    .a = pick_operand(),
                    .b = pick_operand()}));
  }

  int pick_order(Op op) {
    if (!has(Theme::kPlainMemory) || dice_.one_in(2)) return 5;
    const std::vector<int> loads = {0, 2}, stores = {0, 3}, others = {0, 2, 3, 4};
    return dice_.pick(op == Op::kLoad ? loads : op == Op::kStore ? stores : others);
  }

  // Now and then of an atomic: in a program where races are bugs a read, since its value could not be followed.
  Statement plain_access() {
    int atomic = pick_object(Kind::kAtomic);
    bool is_number = program_.objects[static_cast<size_t>(atomic)].variant != 24;
    bool mixed = is_number && dice_.one_in(4);
    bool reads = dice_.one_in(2) || (mixed && !program_.explores_races);
    return {.op = reads ? Op::kPlainRead : Op::kPlainWrite,
            .object = mixed ? atomic : pick_object(Kind::kPlain),
            .variant = dice_.one_in(4) && (reads || !mixed),  // memset would leave another number
            .a = {kConstant, static_cast<int>(1 + dice_.below(3))}};
  }

  // What a relaxed operation needs to synchronise; now and then another one.
  void write_fence(int order, int needed) {
    if (order != 0 && !dice_.one_in(10)) return;
    if (dice_.one_in(2))
      append({.op = Op::kFence, .order = dice_.one_in(4) ? 2 + static_cast<int>(dice_.below(4)) : needed});
  }

  void write_plain() {
    if (dice_.one_in(10)) {
      append(guarded(plain_access()));
      return;
    }
    switch (protection_) {
      case Kind::kMutex: return write_locked({.op = Op::kLock}, {.op = Op::kUnlock}, plain_access());
      case Kind::kRwlock: return write_rwlocked(plain_access());
      case Kind::kSemaphore: return write_counted(plain_access());
      default: return write_published(pick_role(), pick_object(Kind::kAtomic));
    }
  }

  void write_locked(Statement lock, Statement unlock, const Statement& access) {
    lock.object = unlock.object = pick_object(protection_);
    append(lock);
    append(access);
    append(unlock);
  }

  void write_rwlocked(const Statement& access) {
    bool writes = access.op == Op::kPlainWrite ? !dice_.one_in(6) : dice_.one_in(6);
    write_locked({.op = writes ? Op::kWriteLock : Op::kReadLock}, {.op = Op::kRwUnlock}, access);
  }

  // The semaphore tells that something is there.
  void write_counted(const Statement& access) {
    int semaphore = pick_object(Kind::kSemaphore);
    if (dice_.one_in(2)) {
      append(access);
      append({.op = Op::kRelease, .object = semaphore});
    } else if (dice_.one_in(3)) {
      append(if_result(access, append({.op = Op::kTryAcquire, .object = semaphore}), 1));
    } else {
      append({.op = Op::kAcquire, .object = semaphore});
      append(access);
    }
  }

  // The atomic tells by 1 that something is there; now and then a store repeats that, which ends a release sequence.
  enum class Role : uint8_t { kPublisher, kRelay, kConsumer };

  void write_published(Role role, int atomic) {
    Op store = dice_.one_in(3) ? Op::kExchange : Op::kStore, load = dice_.one_in(3) ? Op::kExchange : Op::kLoad;
    Statement publish = {.op = store, .object = atomic, .order = pick_order(store), .a = {kConstant, 1}};
    int load_order = pick_order(load);
    if (role == Role::kPublisher) {
      append(plain_access());
      write_fence(publish.order, 3);
      append(publish);
    } else if (role == Role::kRelay) {
      if (!dice_.one_in(4)) publish = if_result(publish, append({.op = Op::kLoad, .object = atomic, .order = 0}), 1);
      append(publish);
    } else {
      int slot = append({.op = load, .object = atomic, .order = load_order, .a = {kConstant, 2}});
      write_fence(load_order, 2);
      append(if_result(plain_access(), slot, 1));
    }
  }

  Role pick_role() { return dice_.one_in(4) ? Role::kRelay : dice_.one_in(2) ? Role::kPublisher : Role::kConsumer; }

  void write_counter() {
    int object = pick_object(Kind::kCounter);
    if (object >= 0) {
      int change = dice_.one_in(2) ? -1 : 2;
      append(guarded({.op = dice_.one_in(3) ? Op::kLoad : Op::kFetchAdd, .object = object, .a = {kConstant, change}}));
      return;
    }
    object = pick_object(Kind::kFlags);
    if (!own_bits().empty() && dice_.one_in(2)) {
      append({.op = Op::kFlagOff,
              .object = object,
              .variant = static_cast<int>(dice_.below(2)),
              .a = {kConstant, dice_.pick(own_bits())}});
      return;
    }
    append({.op = Op::kFlagOn,
            .object = object,
            .variant = static_cast<int>(dice_.below(2)),
            .a = {kConstant, next_bit_++}});
    if (dice_.one_in(2)) append(guarded({.op = Op::kLoad, .object = object}));
  }

  std::vector<int> own_bits() const {
    std::vector<int> bits;
    for (const Statement& s : *body_) {
      if (s.op == Op::kFlagOn) bits.push_back(s.a.number);
      if (s.op == Op::kFlagOff) std::erase(bits, s.a.number);
    }
    return bits;
  }

  // Something to do with a lock held, under the same condition.
  void write_inside(const Statement& taken) {
    if (dice_.one_in(3)) return;
    if (has(Theme::kPlainMemory) && !dice_.one_in(3)) {
      append(with_guard_of(plain_access(), taken));
      return;
    }
    int object = pick_object(Kind::kAtomic);
    append(
        with_guard_of({.op = dice_.one_in(2) ? Op::kLoad : Op::kStore, .object = object, .a = pick_operand()}, taken));
  }

  bool has_timed_lock(int variant) const {
    return variant != kStdMutex && variant != kStdRecursiveMutex && variant != kSpinlock;
  }

  void write_mutex() {
    int mutex = pick_object(Kind::kMutex);
    int variant = program_.objects[static_cast<size_t>(mutex)].variant;
    if (variant != kSpinlock && dice_.one_in(25)) {  // mostly misuse
      append(guarded({.op = Op::kUnlock, .object = mutex}));
      return;
    }
    if (dice_.one_in(3)) {
      Op op = has_timed_lock(variant) && dice_.one_in(2) ? Op::kTimedLock : Op::kTryLock;
      int slot = append(guarded({.op = op, .object = mutex}));
      Statement unlock = if_result({.op = Op::kUnlock, .object = mutex}, slot, 1);
      write_inside(unlock);
      if (!dice_.one_in(6)) append(unlock);
      return;
    }
    Statement lock = guarded({.op = Op::kLock, .object = mutex});
    append(lock);
    Statement unlock = with_guard_of({.op = Op::kUnlock, .object = mutex}, lock);
    if (dice_.one_in(6)) {
      append(lock);
      write_inside(lock);
      if (variant == kRecursiveMutex || variant == kStdRecursiveMutex) append(unlock);
    }
    write_inside(lock);
    if (!dice_.one_in(8)) append(unlock);
  }

  void write_rwlock() {
    int lock = pick_object(Kind::kRwlock);
    bool timed = program_.objects[static_cast<size_t>(lock)].variant == kPthreadRwlock;
    if (dice_.one_in(25)) {
      append(guarded({.op = Op::kRwUnlock, .object = lock}));
      return;
    }
    if (dice_.one_in(3)) {
      std::vector<Op> ops = {Op::kTryWriteLock};
      if (timed) ops.push_back(Op::kTimedWriteLock);
      if (!may_be_kept_out(program_)) {
        ops.push_back(Op::kTryReadLock);
        if (timed) ops.push_back(Op::kTimedReadLock);
      }
      int slot = append(guarded({.op = dice_.pick(ops), .object = lock}));
      Statement unlock = if_result({.op = Op::kRwUnlock, .object = lock}, slot, 1);
      write_inside(unlock);
      if (!dice_.one_in(6)) append(unlock);
      return;
    }
    if (may_be_kept_out(program_) && !dice_.one_in(4)) return write_nested_rwlock(lock);
    Statement take = guarded({.op = dice_.one_in(3) ? Op::kWriteLock : Op::kReadLock, .object = lock});
    append(take);
    write_inside(take);
    // An upgrade, or a second lock.
    if (dice_.one_in(6))
      append(with_guard_of({.op = dice_.one_in(2) ? Op::kWriteLock : Op::kReadLock, .object = lock}, take));
    if (!dice_.one_in(8)) append(with_guard_of({.op = Op::kRwUnlock, .object = lock}, take));
  }

  // Right as long as readers are not kept out.
  void write_nested_rwlock(int lock) {
    bool writes = dice_.one_in(2);
    Statement take = guarded({.op = writes ? Op::kWriteLock : Op::kReadLock, .object = lock});
    Statement unlock = with_guard_of({.op = Op::kRwUnlock, .object = lock}, take);
    append(take);
    if (dice_.one_in(2)) write_inside(take);
    if (!writes && dice_.one_in(2)) {
      append(take);
      append(unlock);
    }
    append(unlock);
  }

  void write_semaphore(bool composite) {
    int semaphore = pick_object(Kind::kSemaphore, composite);
    // That of the C++ library may fail to acquire although it could have, if it is told not to wait.
    std::vector<Op> ops = {Op::kAcquire, Op::kRelease};
    if (!composite) ops.insert(ops.end(), {Op::kTryAcquire, Op::kTimedAcquire, Op::kRelease});
    append(guarded({.op = dice_.pick(ops), .object = semaphore}));
  }

  void write_condition(bool composite) {
    int condition = pick_object(Kind::kCondition, composite);
    int mutex = program_.objects[static_cast<size_t>(condition)].partner;
    bool wakes = dice_.below(5) < 2;
    Op op = wakes ? (dice_.one_in(3) ? Op::kBroadcast : Op::kSignal) : (dice_.one_in(3) ? Op::kTimedWait : Op::kWait);
    Statement use = guarded({.op = op, .object = condition});
    bool locks = wakes ? dice_.one_in(2) : !dice_.one_in(30);
    if (locks) append(with_guard_of({.op = Op::kLock, .object = mutex}, use));
    if (wakes) write_inside(use);
    append(use);
    if (!wakes) write_inside(use);
    if (locks && !dice_.one_in(10)) append(with_guard_of({.op = Op::kUnlock, .object = mutex}, use));
  }

  void write_notification() {
    const std::vector<Op> ops = {Op::kWaitChange, Op::kNotifyOne, Op::kNotifyAll};
    int object = dice_.one_in(2) ? 0 : pick_object(Kind::kAtomic);
    if (program_.objects[static_cast<size_t>(object)].variant == 24) object = 0;
    Op op = dice_.pick(ops);
    if (op != Op::kWaitChange && dice_.one_in(2)) append({.op = Op::kStore, .object = object, .a = pick_operand()});
    append(guarded({.op = op, .object = object, .a = {kConstant, static_cast<int>(dice_.below(2))}}));
  }

  void write_section() {
    int first = pick_object(Kind::kAtomic), second = pick_object(Kind::kAtomic);
    if (first == second) return;
    append(guarded({.op = dice_.one_in(2) ? Op::kSwap : Op::kLoadPair, .object = first, .object2 = second}));
  }

  void write_check(Op op, int variant) {
    int slot = pick_slot();
    if (slot < 0) {
      append({.op = Op::kLoad, .object = pick_object(Kind::kAtomic)});
      slot = static_cast<int>(body_->size()) - 1;
    }
    append({.op = op, .variant = variant, .a = {slot, 0}});
  }

  Dice& dice_;
  Program program_;
  std::vector<Theme> themes_;
  std::vector<Statement>* body_ = nullptr;  // of the thread that is written
  int next_bit_ = 0;
  Kind protection_ = Kind::kAtomic;  // of plain memory
};

}  // namespace mazurka::conformance
