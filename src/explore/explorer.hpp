// The one interface of all exploration algorithms, and what they are told and tell.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "explore/program.hpp"
#include "model/event.hpp"

namespace mazurka {

enum class Algorithm : uint8_t { kNaive, kClassic, kDporCr, kSource, kOptimal, kPop, kQpor };
inline constexpr Algorithm kLastAlgorithm = Algorithm::kQpor;

// Which enabled thread goes on where the algorithm leaves it open. kSpawnsFirst: first whoever starts a thread, then
// the newest.
enum class Policy : uint8_t { kReadsFirst, kWritesFirst, kNewestFirst, kSpawnsFirst, kInOrder, kRandom };

inline constexpr uint32_t kNoBound = UINT32_MAX;

struct Options {
  Policy policy = Policy::kReadsFirst;
  uint64_t seed = 1;       // kRandom
  bool sleep_sets = true;  // classic, dpor_cr, source can do without
  uint32_t k = 0;          // qpor: how many events an alternative must exclude; 0: all, which makes it optimal
  // qpor forgets events that it does not need when it has more than this, about 10 MB. For tests of that.
  uint64_t few_events = 20'000;
  // Only executions with at most so many preemptions, that is switches away from a thread that could go on, and with at
  // most so many switches of any kind. For algorithms that takes_bounds() names.
  uint32_t preemption_bound = kNoBound;
  uint32_t context_bound = kNoBound;

  bool has_bound() const { return preemption_bound != kNoBound || context_bound != kNoBound; }
};

// One execution that came to its end. Valid during the call only.
struct Execution {
  std::span<const Event> events;
  bool blocked = false;     // given up: every thread that could go on would repeat another execution, or exceed a bound
  bool deadlocked = false;  // threads wait for ever, and nothing failed or was cut
  bool failed = false;      // a thread failed: Program::failures() tells more
  bool cut = false;         // a thread reached the step limit
};

class Observer {
 public:
  virtual ~Observer() = default;
  // Called at the end of each execution, with the program still in its last state. False stops the exploration.
  virtual bool on_execution(const Execution& execution) = 0;
};

// Of qpor. Ticks are of the processor's time-stamp counter, so that they cost next to nothing; their shares count.
struct UnfoldingStatistics {
  uint64_t created = 0;       // events of the unfolding, those included that were forgotten and found again
  uint64_t peak = 0;          // most events at a time
  uint64_t thread_depth = 0;  // events of a thread in one history, at most
  uint64_t object_depth = 0;  // accesses of an object in one configuration, at most
  uint64_t queries = 0;       // does an event, with its history, fit the configuration?
  uint64_t query_steps = 0;   // events looked at to answer these
  uint64_t program_ticks = 0;
  uint64_t extension_ticks = 0;
  uint64_t comb_ticks = 0;
  uint64_t pruning_ticks = 0;
};

struct Statistics {
  uint64_t executions = 0;  // blocked ones not counted
  uint64_t blocked = 0;
  uint64_t deadlocks = 0;
  uint64_t failed = 0;
  uint64_t cut = 0;
  uint64_t events = 0;      // of all executions, replayed ones included
  uint64_t max_depth = 0;   // events of the longest execution
  uint64_t peak_bytes = 0;  // held by the explorer, the program not counted
  bool complete = false;    // everything was explored, within the bounds: not stopped by the observer
  bool bounded = false;     // a bound kept executions from being explored
  UnfoldingStatistics unfolding;
  bool diverged = false;  // the program did something else when it was replayed; exploration stopped there

  // Adds an execution that came to its end.
  void count(const Execution& execution);
};

class Explorer {
 public:
  virtual ~Explorer() = default;

  // Explores all executions of `program`, up to equivalence. May be called once.
  virtual Statistics explore(Program& program, Observer& observer) = 0;
};

std::unique_ptr<Explorer> make_explorer(Algorithm algorithm, const Options& options);

// What the algorithm takes for equivalent: pop and naive let shared updates commute, the others order them.
Equivalence equivalence_of(Algorithm algorithm);

// Explores each trace exactly once and blocks never. `k` is qpor's.
bool is_optimal(Algorithm algorithm, uint32_t k = 0);

// Explores with a bound everything that the bound allows.
bool takes_bounds(Algorithm algorithm);

// The policy an algorithm is best with, if the user names none.
Policy default_policy(Algorithm algorithm);

std::string_view name_of(Algorithm algorithm);
std::optional<Algorithm> algorithm_named(std::string_view name);
std::string_view name_of(Policy policy);
std::optional<Policy> policy_named(std::string_view name);

}  // namespace mazurka
