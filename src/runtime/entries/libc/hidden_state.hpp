// State of the C library that is shared by all threads, and that no instrumented code touches.
//
// Some functions are not thread-safe: two calls that are not ordered are a data race, as if each wrote a variable (or
// read it, where that is all). Others lock their state, so that calls from several threads are right, but what they
// give depends on the order: the state is an object then, which every call writes. That begins when a second thread was
// seen to call them (learned_facts.hpp).
//
// User thread's side, all of it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/engine/learned_facts.hpp"
#include "runtime/kernel/kernel_objects.hpp"
#include "runtime/platform/doers.hpp"

namespace mazurka::runtime {

// `state` stands for what a function writes or reads; its name is told in the report of a race.
void write_hidden(const void* state, uint64_t pc);
void read_hidden(const void* state, uint64_t pc);
// The function's result lies in memory of the C library's, which it writes.
void write_result(const void* memory, size_t bytes, uint64_t pc);

// The variable `environ`, and what it points to.
void read_environment(uint64_t pc);
void write_environment(uint64_t pc);

class OrderedState {
 public:
  explicit OrderedState(Fact fact, uint32_t number = 0) : fact_(fact), number_(number) {}
  void use(const char* name, uint64_t pc);

 private:
  Fact fact_;
  uint32_t number_;  // of several states with one fact
  Doers users_;
  KernelObject object_;
};

}  // namespace mazurka::runtime
