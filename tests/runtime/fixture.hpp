// What the runtime's parts need around them. A test is a program that has the runtime in it and runs by itself, so that
// the runtime's entries hand everything on. The part under test finds a real channel, and is before the base: nothing
// is explored, and its threads are whatever numbers a test uses. All that knows how this is made is here and in
// fixture.cpp.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "protocol/channel.hpp"

namespace mazurka::runtime {

class RuntimeTest : public testing::Test {
 protected:
  RuntimeTest();

  // As the supervisor would give them; each test begins with the defaults.
  protocol::Settings& settings();

  // What follows is done by this thread.
  void run_as(uint32_t thread);
  // On the user thread's side, where the runtime looks at what a thread does.
  template <class Function>
  void on_user_side(Function function) {
    set_user_side(true);
    function();
    set_user_side(false);
  }

 private:
  void set_user_side(bool on);
};

// With the race detector at the beginning of an execution, and memory that no other test has used.
class RaceTest : public RuntimeTest {
 protected:
  RaceTest();

  // Threads that main creates, with the numbers 1 to `count`; main goes on.
  void create_threads(uint32_t count);
  // An address that is a multiple of 8, with as many bytes as a test will want.
  uintptr_t memory() const { return memory_; }
  // A place in the program's code, a different one for each number: a pair of places is told once only.
  uint64_t place(uint32_t number) const;

 private:
  uintptr_t memory_;
  uint64_t first_place_;
};

}  // namespace mazurka::runtime
