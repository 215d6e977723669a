// The classes of inputs that executions have shown, for --cover: what their branches say of the inputs, in whatever
// order. Each is told once, with one of its inputs. Checker's side.
#pragma once

#include <cstdint>
#include <unordered_set>

namespace mazurka::runtime {

class CoveredClasses {
 public:
  // The execution that has just ended. `fails`: there is a bug in it.
  void add(bool fails);

 private:
  void tell_objects();

  std::unordered_set<uint64_t> known_;  // names of classes
  uint32_t told_ = 0;                   // inputs of the table
};

}  // namespace mazurka::runtime
