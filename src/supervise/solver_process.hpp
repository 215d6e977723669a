// The solver beside a checked program, in a process of its own.
#pragma once

#include <sys/types.h>

#include <string>

#include "base/result.hpp"

namespace mazurka {

// May the program ask for inputs? By the functions that it calls.
bool asks_for_inputs(const std::string& program);

class SolverProcess {
 public:
  SolverProcess() = default;
  ~SolverProcess();
  SolverProcess(const SolverProcess&) = delete;
  SolverProcess& operator=(const SolverProcess&) = delete;

  // The error is a sentence without a full stop.
  Result<int, std::string> start();
  // The program's end of the socket is not ours any more.
  void give_away();

 private:
  pid_t process_ = -1;
  int socket_ = -1;
};

}  // namespace mazurka
