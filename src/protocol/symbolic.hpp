// What supervisor and runtime tell each other of symbolic inputs.
#pragma once

#include <cstdint>

namespace mazurka::protocol {

// Of the socket to the solver: far from those that the program's own files get.
inline constexpr int32_t kSolverDescriptor = 1000;

// What the program gets from outside and has no fixed value.
struct SymbolicSource {
  enum class Kind : uint32_t {
    kNone,
    kArgument,  // one more, behind those that the program is given
    kInput,     // standard input
    kFile,
  };
  static constexpr uint32_t kMostBytes = 4000;  // they are read at once
  static constexpr uint32_t kPathBytes = 120;

  Kind kind = Kind::kNone;
  uint32_t bytes = 0;
  char path[kPathBytes] = {};  // of a file
};
inline constexpr uint32_t kMostSources = 6;

// Inputs of the program that have no fixed value.
struct Symbolic {
  uint32_t has_inputs = 0;       // the program may ask for some
  int32_t solver_file = -1;      // the descriptor of a socket, with the solver at its other end
  uint32_t solver_seconds = 10;  // for one question
  uint32_t most_addresses = 64;  // so many values of what must be known exactly are explored
  uint32_t checks = 0;           // overflows and the like are ways of their own
  uint32_t has_cover = 0;        // one test for each class of inputs is written
  SymbolicSource sources[kMostSources];
  uint32_t values_length = 0;  // kReplay: this many InputValue in the log behind the shared memory
};

// Of an input: see concolic/input_table.hpp.
struct InputValue {
  uint64_t key = 0;
  uint64_t value = 0;
};

}  // namespace mazurka::protocol
