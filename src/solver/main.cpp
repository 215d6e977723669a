// mazurka-solver: the process that has the solver. It answers what comes in at its standard input, one question after
// the other, and ends when nobody can ask any more. Started by mazurka check, beside the checked program.
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "solver/z3_solver.hpp"

namespace {

constexpr uint64_t kMostBytes = uint64_t{1} << 30;

// False: there is no more.
bool read_all(void* memory, size_t bytes) {
  auto* at = static_cast<char*>(memory);
  while (bytes != 0) {
    const ssize_t count = read(STDIN_FILENO, at, bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    bytes -= static_cast<size_t>(count);
  }
  return true;
}

bool write_all(const void* memory, size_t bytes) {
  const auto* at = static_cast<const char*>(memory);
  while (bytes != 0) {
    const ssize_t count = write(STDIN_FILENO, at, bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    bytes -= static_cast<size_t>(count);
  }
  return true;
}

}  // namespace

int main() {
  using namespace mazurka;
  if (isatty(STDIN_FILENO) != 0) {
    std::fputs("mazurka-solver is started by 'mazurka check --symbolic'\n", stderr);
    return 2;
  }
  solver::Z3Solver solver;
  for (uint64_t bytes = 0; read_all(&bytes, sizeof bytes);) {
    if (bytes > kMostBytes || bytes % sizeof(uint64_t) != 0) return 2;
    std::vector<uint64_t> words(bytes / sizeof(uint64_t));
    concolic::Query query;
    if (!read_all(words.data(), bytes) || !concolic::read_query(words, query)) return 2;
    std::vector<uint64_t> reply = words_of(solver.solve(query));
    reply.insert(reply.begin(), reply.size() * sizeof(uint64_t));
    if (!write_all(reply.data(), reply.size() * sizeof(uint64_t))) return 0;
  }
  return 0;
}
