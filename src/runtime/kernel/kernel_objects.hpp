// Objects of the exploration that stand for state of the kernel: the names of files with the table of descriptors, a
// descriptor, a file, a place in an open file, a pipe.
//
// Which object an operation touches must follow from what happened before it: the descriptor's number is an argument,
// but what it stands for is known only once the number was looked up, which is a step of its own. (The kernel does it
// in the same two steps.)
#pragma once

#include <cstdint>

#include "model/operation.hpp"
#include "runtime/memory/per_execution.hpp"

namespace mazurka::runtime {

// Which accesses to memory operations on an object order, for the race detector.
enum class Orders : uint8_t {
  kAll,           // what was before a change happens before what comes after a later operation
  kChangeToLook,  // ... after a later look: who only changes it learns nothing
  kNone,          // the program cannot know from it what others did
};

class KernelObject {
 public:
  explicit KernelObject(Orders orders = Orders::kAll) : orders_(orders) {}
  KernelObject(const KernelObject&) = delete;
  KernelObject& operator=(const KernelObject&) = delete;

  // What guards look at: of a pipe how much is in it, else how often the object has changed.
  Value value() const { return value_.get(); }
  void set_value(Value value) { value_.get() = value; }
  void count_change() { value_.get()++; }
  Orders orders() const { return orders_; }

 private:
  const Orders orders_;
  PerExecution<Value> value_;
};

// User thread's side: what the current thread does to such objects until it says otherwise is part of another step.
bool is_silent();
void be_silent(bool silent);

// User thread's side, for pipes: waits until "value comparison bound" holds. The value is the caller's to change.
void transfer_when(KernelObject& object, Comparison comparison, Value bound, const char* name, uint64_t pc);

// User thread's side. Each waits until the thread is picked.
void look_at(KernelObject& object, const char* name, uint64_t pc);
void change(KernelObject& object, const char* name, uint64_t pc);
void look_at_both(KernelObject& object, KernelObject& other, const char* name, uint64_t pc);
// Leaves the first as it is.
void change_second(KernelObject& object, KernelObject& other, const char* name, uint64_t pc);
void change_both(KernelObject& object, KernelObject& other, const char* name, uint64_t pc);

}  // namespace mazurka::runtime
