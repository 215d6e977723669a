// A function of the C library that reads files on its own behalf, under a lock of its own, which cannot be seen: with
// all its calls on files it is one step, which looks at the file table. It closes what it opens, so that nothing is
// changed by it.
#pragma once

#include <cstdint>

namespace mazurka::runtime {

// User thread's side. Between begin and end, calls on files are no steps.
class LibraryStep {
 public:
  LibraryStep(const char* name, uint64_t pc);
  ~LibraryStep();
  LibraryStep(const LibraryStep&) = delete;
  LibraryStep& operator=(const LibraryStep&) = delete;

 private:
  bool begun_ = false;
  uint32_t descriptors_ = 0;
  uint64_t pc_;
};

}  // namespace mazurka::runtime
