// What a thread of the program has registered for itself: thread-specific data and what is to run at its end.
#pragma once

#include <cstdint>
#include <vector>

namespace mazurka::runtime {

struct Destructor {
  void (*function)(void*);
  void* object;
};

// The value of a key, which was made for the nth time.
struct Specific {
  void* value = nullptr;
  uint32_t generation = 0;
  bool has_destructor = false;
};

struct ThreadData {
  std::vector<Destructor> destructors;  // of thread_local variables
  std::vector<Specific> specific;       // by key
  std::vector<void*> cleanups;          // of pthread_cleanup_push in C
};

// To look at, and to change. A reference stays valid.
const ThreadData& data_of(uint32_t thread);
ThreadData& change_data_of(uint32_t thread);

}  // namespace mazurka::runtime
