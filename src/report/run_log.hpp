// The log that a run of the runtime left in the channel, read into vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "protocol/replay_records.hpp"
#include "protocol/symbolic_records.hpp"

namespace mazurka::report {

// A BugRecord, whatever its record kind.
struct Problem {
  protocol::BugKind kind = protocol::BugKind::kAssertion;
  uint32_t thread = 0;
  uint32_t signal = 0;
  uint64_t fault_address = 0;
  uint64_t pc = 0;
  uint64_t other_pc = 0;  // kDataRace: the earlier access
  uint64_t execution = 0;
  uint64_t key = 0;               // equal for problems that one process tells once
  std::vector<uint64_t> callers;  // return addresses on the way to pc, innermost first; empty if unknown
  std::string message;
  std::vector<protocol::ScheduleStep> schedule;
  std::vector<protocol::LearnedFact> facts;      // that the schedule depends on
  std::vector<protocol::SharedMemory> shared;    // whose plain accesses are steps of the schedule
  std::vector<protocol::InputValue> inputs;      // symbolic ones that are not 0
  std::vector<protocol::AccessRecord> accesses;  // replay: what races, and blocks of the heap
};

// A function that the program called and that nobody sees.
struct UnseenFunction {
  std::string symbol;
  std::string library;
  uint64_t pc = 0;                // where it was called first
  std::vector<uint64_t> callers;  // return addresses on the way to pc, innermost first; empty if unknown
};

// One input of a class of inputs (--cover).
struct InputTest {
  uint64_t name = 0;  // of the class
  bool fails = false;
  std::vector<protocol::InputValue> inputs;  // those that are not 0
};

// Steps of other threads that happen before a step, and before none of the others.
struct StepOrder {
  uint32_t step = 0;  // from 1
  std::vector<uint32_t> after;
};

struct RunLog {
  std::vector<Problem> bugs;
  std::vector<Problem> unsupported;
  std::vector<Problem> divergences;
  std::vector<Problem> troubles;
  std::vector<Problem> endless;  // loops that got a bound
  std::vector<protocol::StepRecord> steps;
  std::vector<protocol::WaitingRecord> waiting;
  std::vector<protocol::StackRecord> stacks;
  std::vector<protocol::ModuleRecord> modules;
  std::vector<protocol::CallersRecord> callers;
  std::vector<protocol::SharedRecord> shared;
  std::vector<protocol::WeakOrderRecord> weak_orders;
  std::vector<UnseenFunction> unseen;
  std::vector<protocol::OutcomeRecord> outcomes;
  std::vector<protocol::ObservedRecord> observed;
  std::vector<protocol::LostValueRecord> lost_values;
  std::vector<protocol::InputRecord> inputs;
  std::vector<protocol::ConstraintRecord> constraints;
  std::vector<protocol::ObjectRecord> objects;
  std::vector<InputTest> tests;
  std::vector<protocol::ReversalRecord> reversals;
  std::vector<Problem> longest;
  std::vector<StepOrder> order;
  std::vector<protocol::LocalRecord> locals;
  std::vector<protocol::BlockRecord> blocks;
  std::vector<protocol::PlainRecord> plain;
  std::vector<protocol::PlainRecord> last_accesses;  // of a thread that fails
  std::vector<protocol::ThreadRecord> threads;
  bool damaged = false;  // it ended in something that is not a record; what came before is here

  // The return addresses of the way with this number; none for 0 and for numbers that do not exist.
  std::span<const uint64_t> way(uint32_t number) const;
};

// The log is written by a process that may have gone astray: nothing in it is believed without a look.
RunLog parse_log(std::span<const unsigned char> log);

}  // namespace mazurka::report
