// What a thread sets for itself or for another one, and nothing comes of it but that it is told again: its name, where
// and with which priority it runs.
//
// User thread's side.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/engine/thread_words.hpp"
#include "runtime/kernel/kernel_objects.hpp"

namespace mazurka::runtime {

// One such thing, of all threads. As long as each uses only its own, there is nothing to order.
class ThreadSetting {
 public:
  explicit ThreadSetting(uint32_t number) : number_(number) {}
  // In a step, if it is one. Then the words of the thread are the caller's to read or write.
  void look(uint32_t thread, const char* name, uint64_t pc);
  void set(uint32_t thread, const char* name, uint64_t pc);

 private:
  bool is_seen(uint32_t thread) const;

  const uint32_t number_;
  KernelObject of_all_{Orders::kNone};
};
// One that hardly anybody asks for: to set it is a step only if somebody does.
class AskedSetting {
 public:
  explicit AskedSetting(uint32_t number) : number_(number) {}
  void ask(const char* name, uint64_t pc);
  void set(const char* name, uint64_t pc);

 private:
  const uint32_t number_;
  KernelObject of_all_{Orders::kNone};
};
MAZURKA_OWN extern AskedSetting& detached_threads;
MAZURKA_OWN extern ThreadSetting &thread_names, &thread_priorities, &thread_processors;

// The current thread makes one next, which has its settings (ThreadWords::handed_on).
void hand_on_settings(const char* name, uint64_t pc);

inline constexpr size_t kThreadNameBytes = 16;  // as for Linux
// What is longer is cut off.
void set_thread_name(uint32_t thread, const char* name);
const char* name_of_thread(uint32_t thread);

// As of sched_setaffinity: 0, or -errno.
long set_processors(uint32_t thread, const void* set, size_t bytes, const char* name, uint64_t pc);
// As of the system call: how many bytes were written, or -errno.
long get_processors(uint32_t thread, void* set, size_t bytes, const char* name, uint64_t pc);

// The one that the current thread is on.
uint32_t processor_of_thread();

// The thread that has this number for the kernel, 0: the current one; UINT32_MAX if it is none of the program's.
uint32_t thread_with_number(long number, uint64_t pc);

}  // namespace mazurka::runtime
