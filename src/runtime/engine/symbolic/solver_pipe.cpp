#include "runtime/engine/symbolic/solver_pipe.hpp"

#include <errno.h>
#include <time.h>

#include <vector>

#include "runtime/platform/raw_syscall.hpp"

namespace mazurka::runtime {

namespace {
double now_in_seconds() {
  timespec time{};
  raw_syscall(SYS_clock_gettime, CLOCK_MONOTONIC, as_word(&time));
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}
}  // namespace

bool SolverPipe::send(const void* memory, size_t bytes) {
  const auto* at = static_cast<const char*>(memory);
  while (bytes != 0) {
    const long count = raw_syscall(SYS_write, descriptor_, as_word(at), static_cast<long>(bytes));
    if (count == -EINTR) continue;
    if (count <= 0) return false;
    at += count;
    bytes -= static_cast<size_t>(count);
  }
  return true;
}

bool SolverPipe::receive(void* memory, size_t bytes) {
  auto* at = static_cast<char*>(memory);
  while (bytes != 0) {
    const long count = raw_syscall(SYS_read, descriptor_, as_word(at), static_cast<long>(bytes));
    if (count == -EINTR) continue;
    if (count <= 0) return false;
    at += count;
    bytes -= static_cast<size_t>(count);
  }
  return true;
}

concolic::Answer SolverPipe::solve(const concolic::Query& query) {
  concolic::Answer answer;
  if (descriptor_ < 0) return answer;
  const double begin = now_in_seconds();
  std::vector<uint64_t> words = concolic::words_of(query);
  words.insert(words.begin(), words.size() * sizeof(uint64_t));
  uint64_t bytes = 0;
  const bool is_answered = send(words.data(), words.size() * sizeof(uint64_t)) && receive(&bytes, sizeof bytes) &&
                           bytes % sizeof(uint64_t) == 0 && bytes < words.size() * sizeof(uint64_t) * 16 + 4096;
  words.resize(is_answered ? bytes / sizeof(uint64_t) : 0);
  // A solver that is gone stays gone.
  if (!is_answered || !receive(words.data(), bytes) || !concolic::read_answer(words, answer)) {
    answer = {};
    descriptor_ = -1;
  }
  seconds_ += now_in_seconds() - begin;
  return answer;
}

}  // namespace mazurka::runtime
