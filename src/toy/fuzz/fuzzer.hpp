// Compares the exploration algorithms with the brute-force oracle on many small programs: random ones, and mutants of
// programs that are known to be hard. Purely random programs miss mistakes that mutants find at once, and the other way
// round: by default the two alternate.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "explore/algorithms.hpp"
#include "toy/fuzz/comparison.hpp"
#include "toy/fuzz/features.hpp"
#include "toy/oracle/oracle.hpp"

namespace mazurka::toy {

enum class FuzzMode : uint8_t { kRandom, kMutate, kBoth };

struct Mismatch {
  Variant variant;
  Policy policy = Policy::kReadsFirst;
  uint64_t seed = 0;           // of the policy
  uint64_t program_index = 0;  // from 0, in the order of the fuzzer
  std::string found;           // the program in the toy language, as it was found
  std::string program;         // the same, shrunk; the rest is about this one
  uint64_t traces = 0;         // by the oracle
  Verdict verdict;
};

struct FuzzTotals {
  Variant variant;
  // Comparisons, of which an optimal algorithm has two for each program, under different policies.
  uint64_t compared = 0;
  uint64_t not_compared = 0;  // would take too many executions, or too many traces in this algorithm's equivalence
  uint64_t executions = 0;
  uint64_t blocked = 0;
  uint64_t programs_blocked = 0;  // comparisons in which an optimal algorithm blocked where it may
  uint64_t mismatches = 0;
  double seconds = 0;
};

struct FuzzResult {
  uint64_t programs = 0;
  uint64_t compared = 0;
  uint64_t skipped = 0;   // the oracle exceeded its limits
  uint64_t rejected = 0;  // mutants that break a rule of the language
  // The oracle's, of the programs that were compared.
  uint64_t traces = 0;
  uint64_t deadlocked = 0;
  uint64_t failed = 0;
  uint64_t cut = 0;
  uint64_t largest = 0;       // traces of the program that has most
  double oracle_seconds = 0;  // for making and compiling programs and for the oracle
  double seconds = 0;
  std::vector<FuzzTotals> totals;  // by variant
  std::vector<Mismatch> mismatches;
};

struct FuzzOptions {
  uint64_t programs = 1'000;
  uint64_t seed = 1;
  Features features = Features::all();
  Features always;  // of these, every program may use all, not only a few by chance; with kInputs it has inputs
  FuzzMode mode = FuzzMode::kBoth;
  std::vector<Variant> variants = all_variants();
  double max_seconds = 0;  // 0: no limit
  uint64_t max_mismatches = 5;
  OracleLimits limits{10'000, 1'000};
  uint32_t step_limit = 8;  // per thread
  uint64_t max_interleavings = 1'000;
  ExplorerFactory factory = make_explorer;
  std::function<void(const FuzzResult&)> on_progress;  // after each program, if set
};

// What it does depends on the options alone, but for the time when it is stopped by `max_seconds`.
FuzzResult fuzz(const FuzzOptions& options);

}  // namespace mazurka::toy
