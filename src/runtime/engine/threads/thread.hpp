// A user thread of the checked program, in the current execution.
#pragma once

#include <cstdint>
#include <vector>

#include "model/operation.hpp"
#include "runtime/engine/threads/fiber.hpp"

namespace mazurka::runtime {

// What a thread found when it looked whether it must wait.
struct Sighting {
  ObjectId object;
  Value value;
};

// What a thread holds: locks of all kinds, and the read locks among them.
struct LockCount {
  uint32_t all = 0, read = 0;
};

// Some of the mutexes that a thread holds. Kept where states are named.
struct HeldMutexes {
  static constexpr uint32_t kMost = 6;
  uint32_t count = 0;
  ObjectId objects[kMost] = {};

  bool has(ObjectId object) const {
    for (uint32_t k = 0; k < count; k++)
      if (objects[k] == object) return true;
    return false;
  }
  void add(ObjectId object) {
    if (count < kMost && !has(object)) objects[count++] = object;
  }
  void remove(ObjectId object) {
    for (uint32_t k = 0; k < count; k++)
      if (objects[k] == object) {
        objects[k] = objects[--count];
        return;
      }
  }
};

// What becomes of a thread that has ended: whoever joins it looks here.
struct ThreadEnd {
  void* result = nullptr;
  bool detached = false;
  int32_t claimed = 0;           // 1: some thread joins it, or it is detached
  uint32_t joiner_plus_one = 0;  // the thread that has joined it
};

// What can simply be copied ...
struct ThreadState {
  Context context;
  void* (*start)(void*) = nullptr;
  int (*start_c11)(void*) = nullptr;
  void* argument = nullptr;
  uint32_t creator = 0;
  uint32_t children = 0;
  bool first_run = false;       // runs to its first operation for its creator
  bool dead = false;            // failed where it stands: its context must not be resumed
  bool awaiting = false;        // in mazurka_await
  bool spinning = false;        // in a spin loop that waits
  bool looking = false;         // evaluates the condition of an await: what it reads is noted
  bool waiting = false;         // the condition was false
  bool listening = false;       // waits for connections, among others
  bool is_peer = false;         // does not belong to the program, but is outside of it (kernel/sockets/peers.hpp)
  Choice choice = 0;            // the outcome that step() gave
  uint32_t steps = 0;           // that it has done
  uint64_t pc = 0;              // where its next operation is called
  uint32_t callers = 0;         // replay: the way there
  const char* name = "";        // and how that is called
  ObjectId used_in_sections{};  // its object, if the operation says only that it is one of those
  LockCount locks;
  HeldMutexes held;
  ThreadEnd end;
};
// ... and what is seldom there.
struct Thread : ThreadState {
  std::vector<Sighting> sightings;  // of an await
};

}  // namespace mazurka::runtime
