// The solver, in a process of its own at the other end of a socket. Checker's side.
#pragma once

#include "concolic/query.hpp"

namespace mazurka::runtime {

class SolverPipe final : public concolic::Solver {
 public:
  explicit SolverPipe(int descriptor) : descriptor_(descriptor) {}

  concolic::Answer solve(const concolic::Query& query) override;
  // Spent waiting for it.
  double seconds() const { return seconds_; }

 private:
  bool send(const void* memory, size_t bytes);
  bool receive(void* memory, size_t bytes);

  int descriptor_;
  double seconds_ = 0;
};

}  // namespace mazurka::runtime
