// Data races between accesses to plain variables of a toy program, by C++'s happens-before: what a load, a lock or a
// received message brings is what was there by a store, an unlock or a send. A store to a variable is a new beginning,
// an update is not; signals order nothing.
//
// Of each access it is kept who knows of it: threads, and objects to which one of these has written. That is slow, and
// as simple as can be. An access races with an earlier one of which its thread does not know.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/critical_sections.hpp"
#include "explore/flows.hpp"
#include "model/event.hpp"

namespace mazurka::toy {

class RaceWatch {
 public:
  RaceWatch() = default;
  RaceWatch(uint32_t threads, uint32_t objects) : threads_(threads), objects_(objects) {}

  // A step begins: flows() are those since then.
  void begin_step() { flows_.clear(); }
  std::span<const Flow> flows() const { return flows_; }

  // The thread has done the operation; `took`: it got the lock or the semaphore, or wrote the new value.
  void note(uint32_t thread, const Operation& op, bool took);
  // A thread accesses a plain variable. True: this races.
  bool access(uint32_t thread, uint32_t variable, bool writes);

  // Critical sections that may be one event (explore/critical_sections.hpp): the thread has locked the mutex; it will
  // do something else than accesses before it unlocks it; it has unlocked it.
  void open_section(uint32_t thread, ObjectId mutex);
  void give_up_section(uint32_t thread);
  void close_section(uint32_t thread);
  // Null: the thread is in none.
  struct Section {
    uint32_t thread = 0;
    ObjectId mutex;
    std::vector<PlainUse> uses;
  };
  const Section* section_of(uint32_t thread) const;

  // As Program::may_race().
  bool may_race(uint32_t thread, uint64_t access, std::span<const uint32_t> holders) const;

  // All that later races depend on, in an order that does not depend on how it came about.
  void append_state(std::vector<Value>& words) const;

 private:
  struct Remembered {
    uint32_t variable = 0;
    uint32_t thread = 0;
    bool writes = false;
    std::vector<uint32_t> known_by;  // holders, sorted

    friend auto operator<=>(const Remembered&, const Remembered&) = default;
    bool is_known_by(uint32_t holder) const;
  };
  uint32_t holder_of_object(ObjectId object) const { return threads_ + object.number; }
  // What readers leave at a read-write lock, which other readers do not take.
  uint32_t holder_of_readers(ObjectId object) const { return threads_ + objects_ + object.number; }
  // What sections of a mutex that are one event each leave at a location, those that write it and those that only read
  // it.
  uint32_t holder_of_use(ObjectId mutex, uint32_t location, bool writes) const;
  void use_in_section(uint32_t thread, uint32_t variable, bool writes);
  void flow(Flow::Kind kind, uint32_t to, uint32_t from);
  void acquire(uint32_t thread, ObjectId object) { flow(Flow::Kind::kJoin, thread, holder_of_object(object)); }
  void release(uint32_t thread, ObjectId object) { flow(Flow::Kind::kJoin, holder_of_object(object), thread); }
  void store(uint32_t thread, ObjectId object) { flow(Flow::Kind::kCopy, holder_of_object(object), thread); }

  uint32_t threads_ = 0;
  uint32_t objects_ = 0;
  std::vector<Remembered> remembered_;
  std::vector<Flow> flows_;
  std::vector<Section> sections_;  // that are open
};

}  // namespace mazurka::toy
