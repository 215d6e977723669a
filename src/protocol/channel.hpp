// What the supervisor (mazurka check, mazurka replay) and the runtime inside the checked program say to each other.
//
// The supervisor makes a memory file of kChannelBytes, writes the Settings, and starts the program with
// MAZURKA_CHANNEL=<number of the descriptor>. The runtime maps the file, explores, keeps the Progress up to date and
// appends records to the log. All of it survives the death of the program. A program that is started without
// MAZURKA_CHANNEL simply runs once.
//
// Everything is plain data: no pointer crosses, numbers are little-endian and of fixed width, and both sides are built
// from the same sources (version).
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/figures.hpp"
#include "base/insight.hpp"
#include "protocol/facts.hpp"
#include "protocol/input.hpp"
#include "protocol/peer_script.hpp"
#include "protocol/symbolic.hpp"

namespace mazurka::protocol {

inline constexpr uint64_t kMagic = 0x314b5a414d;  // "MAZK1"
inline constexpr uint32_t kVersion = 15;
inline constexpr size_t kHeaderBytes = 8192;
// A sparse file: only what is written costs memory.
inline constexpr size_t kLogBytes = (size_t{256} << 20) - kHeaderBytes;
inline constexpr size_t kMailBytes = size_t{16} << 20;
inline constexpr size_t kChannelBytes = kHeaderBytes + kLogBytes + 2 * kMailBytes;
inline constexpr const char* kChannelVariable = "MAZURKA_CHANNEL";
// For tests: if set, as if the kernel had no Syscall User Dispatch.
inline constexpr const char* kNoDispatchVariable = "MAZURKA_TEST_NO_SUD";
// For tests: if set, processes that share an exploration give away as much as they can, from the first execution on.
inline constexpr const char* kShareAtOnceVariable = "MAZURKA_TEST_SHARE";

enum class Task : uint32_t {
  kExplore,
  kReplay,  // one execution along the schedule in the log, told step by step
};

// Long enough for honest work between two operations, on a slow machine too.
inline constexpr uint32_t kDefaultWatchdogSeconds = 5;

enum class Restart : uint32_t { kInProcess, kFork };

// Threads that wait for ever although the program has ended.
enum class LeftoverThreads : uint32_t {
  kReportJoinable,  // a bug, except for detached threads
  kReport,
  kIgnore,
};

// Do read-write locks let a reader in while a writer waits?
enum class RwlockPreference : uint32_t { kAny, kReaders, kWriters };

// What a program may use although it is not controlled, a bit each: refused, unless --allow names it.
enum Allowed : uint32_t { kSockets = 1, kDevices = 2, kProcesses = 4 };
struct AllowedName {
  Allowed what;
  const char* name;
};
inline constexpr AllowedName kAllowedNames[] = {
    {kSockets, "sockets"}, {kDevices, "devices"}, {kProcesses, "processes"}};

// What the world around the program may do.
struct Environment {
  uint32_t max_timeouts = UINT32_MAX;  // waits of a thread that may time out in one execution
  uint32_t max_spurious_wakeups = 0;   // of a thread, from condition variables, in one execution
  LeftoverThreads leftover_threads = LeftoverThreads::kReportJoinable;
  RwlockPreference rwlock_preference = RwlockPreference::kAny;
  uint32_t allowed = 0;      // of Allowed
  uint32_t random_seed = 0;  // of the random numbers that the program asks for
};

// Data races: accesses that are neither atomic nor ordered.
enum class Races : uint32_t {
  kReport,
  kIgnore,
  kExplore,  // plain accesses to memory that threads share are steps of the exploration
};

// Written by the supervisor before the program starts.
struct Settings {
  Task task = Task::kExplore;
  uint32_t algorithm = 0;  // its place in the table of explore/algorithms.hpp
  uint32_t policy = 0;     // a Policy
  uint32_t sleep_sets = 1;
  uint64_t seed = 1;
  uint64_t max_executions = UINT64_MAX;
  uint32_t max_steps = 0;   // per thread; 0: a generous limit, and the first execution that reaches it is the last
  uint32_t keep_going = 0;  // go on after the first bug
  Restart restart = Restart::kInProcess;
  uint32_t show_output = 0;                // let the program's output through (replay)
  uint32_t schedule_length = 0;            // kReplay: this many ScheduleStep at the beginning of the log
  uint32_t digest = 0;                     // kExplore: tell traces and trace_digest, which takes time and memory
  uint32_t k = 0;                          // qpor: 0 is optimal
  uint32_t preemption_bound = UINT32_MAX;  // UINT32_MAX: none
  uint32_t context_bound = UINT32_MAX;
  uint32_t sample = 0;      // 1 + the place in the table of explore/sample/strategies.hpp; 0: explores
  uint32_t depth = 3;       // of the bugs that pct looks for
  uint32_t outer_loop = 0;  // with inputs: one after the other, also by an algorithm that has them in its tree
  // After so many seconds of computing without a visible operation, a thread is said to compute without end.
  uint32_t watchdog_seconds = kDefaultWatchdogSeconds;
  uint64_t max_memory = 0;  // of the checker, in bytes; 0: half of what the machine has
  double max_seconds = 0;   // 0: no limit
  Environment environment;
  Races races = Races::kReport;
  uint32_t memory_errors = 1;    // use after free and the like are bugs
  uint32_t facts_length = 0;     // kReplay: this many LearnedFact in the log behind the schedule
  uint32_t shared_length = 0;    // kReplay: this many SharedMemory in the log behind the facts
  uint32_t leaks = 0;            // blocks that are lost at the end of an execution are a bug
  uint32_t unroll = 0;           // a thread does an operation at one place at most this often; 0: no bound
  uint32_t collect_races = 0;    // kExplore: a data race does not end the exploration; each pair of places is told for
                                 // each location
  uint32_t keep_files = 0;       // kReplay: what the program writes to files is kept
  uint32_t asks_for_memory = 0;  // kReplay: stands still where something is to be looked at (protocol/memory_stop.hpp)
  uint32_t goes_on = 0;  // kReplay: steps that cannot be done are left out, and then all threads run to their ends
  uint32_t divided = 0;  // kExplore: the runtime explores the units that it is given, see Work; 2: of a series
  uint32_t check_restarts = 0;   // kExplore: every state that is restored is compared with a repeated one
  uint32_t check_states = 0;     // kExplore: states of the same name are compared
  uint32_t fuse_sections = 0;    // kExplore: critical sections may be one event
  uint32_t main_is_void = 0;     // main returns nothing: whatever is in its place is not an exit status
  uint32_t has_unseen_code = 0;  // was linked with what we have not compiled, whether that is trusted or not
  Input input = Input::kNothing;
  int32_t input_file = -1;  // the descriptor of a KeptInput, if there is something to read
  Symbolic symbolic;
  char peer_script[kLongestScript + 1] = {};  // what somebody outside does (protocol/peer_script.hpp); empty: nothing
};

enum class State : uint32_t {
  kStarting,  // nothing happened yet: a program that ends in this state is not instrumented, or failed before main
  kRunning,
  kDone,       // the exploration came to its end
  kStopped,    // by a limit, by the first bug, or by stop_requested
  kDiverged,   // the program did something else when it was repeated (a kDivergence record tells)
  kCannotRun,  // the machine lacks something (a kTrouble record tells)
  kFailed,     // the runtime cannot go on, whatever the machine (a kTrouble record tells)
};

// Written by the runtime, read by the supervisor at any time. Single aligned words.
struct Progress {
  State state = State::kStarting;
  uint32_t stop_requested = 0;  // written by the supervisor
  uint64_t executions = 0;
  uint64_t blocked = 0;
  uint64_t deadlocks = 0;
  uint64_t failed = 0;
  uint64_t cut = 0;
  uint64_t events = 0;
  uint64_t max_depth = 0;
  uint64_t peak_bytes = 0;    // of the explorer
  uint64_t bounded = 0;       // 1: a bound kept executions from being explored
  uint64_t bugs = 0;          // bug records in the log
  uint64_t unsupported = 0;   // executions in which something not supported was met
  uint64_t uncontrolled = 0;  // of Allowed: what was used
  uint64_t missed_input = 0;  // of MissedInput
  uint64_t restarts = 0;
  uint64_t hot_pages = 0;
  uint64_t traces = 0;        // different ones, if Settings::digest asks for it
  uint64_t trace_digest = 0;  // a sum over them, equal for equal sets of traces of one program
  uint64_t racy = 0;          // of these traces, those with data races
  uint64_t outcomes = 0;      // different contents at the end of the memory that the program lets us observe
  uint64_t outcome_digest = 0;
  uint64_t undecided = 0;  // questions about inputs that the solver could not answer
  uint64_t solver_calls = 0;
  double solver_seconds = 0;
  uint64_t assumed_away = 0;  // executions in which an assumption did not hold
  uint64_t foreseen = 0;      // executions that were not run, since it is known what they show
  Figures figures;            // of the algorithm
  Insight insight;            // not in single words: true at the end of the run
};

// How a unit of work ended.
enum class UnitEnd : uint32_t {
  kExplored,
  kGivenUp,     // as was wished; what is left is in the answer
  kStopped,     // by a bug or a limit
  kLearned,     // something was learned: the exploration starts again, for all
  kDiverged,    // the program did something else when it was repeated
  kNotLearned,  // what another process has learned was not found in the same steps
};

// An exploration that several processes share (Settings::divided). The supervisor puts a unit into the inbox and counts
// unit_number up; the runtime explores it, and says so with explored_number. In between the supervisor may wish for an
// answer. The numbers are the last that is written of what they announce.
struct Work {
  enum class Wish : uint32_t { kRest, kShare, kEnd };
  // Written by the supervisor.
  uint32_t unit_number = 0;  // the runtime waits for it by a futex
  uint32_t is_over = 0;      // there are no more units
  uint32_t wish_number = 0;
  Wish wish = Wish::kRest;
  uint32_t probe_milliseconds = 0;  // not 0: the unit is not explored; how big it is is estimated in so much time
  uint32_t taken_number = 0;  // the last answer that was read; the runtime waits for it before it writes another thing
  // Written by the runtime.
  // 1: a thread that main has not started was met after the first execution. Threads have their numbers from the order
  // in which they are met, so a unit means something else in another process.
  uint32_t has_late_threads = 0;
  uint32_t explored_number = 0;
  UnitEnd end = UnitEnd::kExplored;
  uint32_t answer_number = 0;
  // 1: nobody else has a part of the exploration, and what is learned is followed at once. The runtime ends it when it
  // gives a part away, the supervisor may start it with a unit.
  uint32_t alone = 1;
  Progress counts;        // of the unit so far, at the answer or at its end
  uint64_t log_used = 0;  // the same
};

enum class RecordKind : uint32_t {
  kBug,
  kUnsupported,
  kDivergence,
  kTrouble,
  kStep,        // replay: an executed step
  kWaiting,     // replay: a thread that waits for ever at the end
  kStack,       // replay: the call stack of the failing thread, innermost first
  kAccess,      // replay: an access or a block that the bug record before it is about
  kModule,      // where a file of the program is mapped, for symbolising
  kCallers,     // the way to a call, which later records name by its number: the first such record is 1
  kShared,      // Races::kExplore: memory that was found to be shared
  kWeakOrder,   // an atomic operation or fence that asks for less than sequential consistency
  kOutcome,     // Settings::divided and digest: observed memory that is new to the unit; of a series also traces
  kUnseen,      // the program called a function whose accesses to memory nobody sees
  kReversal,    // Work::probe_milliseconds: two accesses whose order matters
  kLongest,     // the same: the longest execution, as a BugRecord whose `execution` is the length of the shortest
  kLostValue,   // a value that depends on an input was made concrete here
  kInput,       // replay: a symbolic input
  kConstraint,  // replay: what a branch has said of the inputs
  kObject,      // Symbolic::has_cover: a symbolic object that the program has asked for
  kTest,        // the same: a class of inputs, and one of them
  kEndless,     // a loop that seems to have no end, and is bounded from then on; has the form of a BugRecord
  kObserved,    // mazurka_observe: an outcome that is new
  kOrder,       // this and the next: of a replay, see protocol/replay_records.hpp
  kLocal,
  kBlock,
  kPlain,
  kThread,
};

inline constexpr uint32_t kAutomaticBound = 4;  // so often may a thread be at a place of a loop that seems endless

// Every record begins with this, at a multiple of 8 bytes.
struct RecordHeader {
  RecordKind kind;
  uint32_t bytes;  // of the whole record, this header included, a multiple of 8
};

struct ScheduleStep {
  uint32_t thread;
  uint32_t choice;
};

// Plain accesses to these bytes are steps.
struct SharedMemory {
  uint64_t address = 0;
  uint64_t bytes = 0;
};

enum class BugKind : uint32_t {
  kAssertion,
  kAbort,
  kSignal,             // SIGSEGV and the like
  kUncaughtException,  // std::terminate
  kDeadlock,
  kExit,         // exit with a status other than 0
  kMisuse,       // of a primitive: unlock of a mutex that is not held, ...
  kUserFailure,  // mazurka_fail and the like
  kEndlessLoop,  // no visible operation for a long time
  kStackOverflow,
  kLivelock,  // a thread spins for ever
  kDataRace,
  kUseAfterFree,
  kHeapOverflow,
  kDoubleFree,
  kInvalidFree,  // of what malloc did not give
  kLeak,
  kUndefined,  // behaviour, found by -fsanitize=undefined
};

// No failure of a thread: the execution ended while threads wait.
constexpr bool waits_for_ever(BugKind kind) {
  return kind == BugKind::kDeadlock || kind == BugKind::kLivelock;
}

inline constexpr size_t kMessageBytes = 256, kDetailBytes = 128;
// With Settings::collect_races no more than these are told.
inline constexpr uint64_t kMostRaces = 10'000;

// An execution that goes wrong; also kUnsupported and kDivergence records have this form.
struct BugRecord {
  RecordHeader header;
  BugKind kind;
  uint32_t thread;
  uint32_t signal;           // kSignal: its number, or 0 if the program sent it to itself
  uint32_t schedule_length;  // so many ScheduleStep follow the record
  uint64_t fault_address;    // kSignal
  uint64_t pc;               // where in the program
  uint64_t other_pc;         // kDataRace: the earlier access
  uint64_t execution;        // number of the execution, from 1, since the exploration (or unit of work) began
  uint32_t callers;          // the way to pc; 0 if unknown
  uint32_t shared;           // Races::kExplore: the schedule is one with so many kShared records
  uint32_t facts_length;     // and so many LearnedFact follow the schedule
  uint32_t inputs_length;    // and so many InputValue follow these
  uint64_t key;              // equal for bugs that are told once
  char message[kMessageBytes];
};

struct StepRecord {
  RecordHeader header;
  uint32_t thread;
  uint32_t choice;
  uint32_t code;     // an OpCode of model/operation.hpp
  uint32_t partner;  // kSpawn, kJoin: the other thread
  uint32_t has_object;
  uint32_t bytes;    // size of the object if it is memory accessed by atomics, else 0
  uint64_t address;  // of the object
  uint64_t before;   // its value
  uint64_t after;
  uint64_t pc;
  uint32_t is_freed;  // the object's memory, before the thread's next step: `after` is not its value
  uint32_t reserved;
  uint32_t callers;           // the way to pc; 0 if unknown
  uint32_t sent_in;           // the step, from 1, that sent the message it took; 0: it took none
  uint64_t number;            // of the step, from 1
  char name[64];              // of the operation as the program calls it: "pthread_mutex_lock", "atomic store"
  char detail[kDetailBytes];  // what came of it, if that is not seen in the values
};

struct StackRecord {
  RecordHeader header;
  uint32_t thread;
  uint32_t frames;
  uint64_t pcs[64];
};

inline constexpr uint32_t kMostCallers = 24;

// Return addresses, innermost first.
struct CallersRecord {
  RecordHeader header;
  uint32_t count;
  uint32_t reserved;
  uint64_t pcs[kMostCallers];
};

enum class AccessRole : uint32_t {
  kLater,        // of a race
  kEarlier,      // of a race
  kAllocated,    // the block of the heap that the accesses are in or next to: where it came from
  kFreed,        // and where it was freed
  kStack,        // the accesses are to the stack of this thread
  kThreadLocal,  // ... to thread-local storage of this thread
};

enum class EndOfFunction : uint32_t {
  kNone,
  kHere,
  kOfCalled,  // of one that was called here
  kElsewhere,
};

struct AccessRecord {
  RecordHeader header;
  AccessRole role;
  uint32_t thread;
  uint32_t writes;
  uint32_t atomic;
  uint32_t bytes;
  uint32_t frames;
  uint32_t step;                // how many steps came before
  uint32_t ends_thread;         // it is the end of the thread, which frees its stack and its thread-local storage
  EndOfFunction ends_function;  // which has variables there
  uint32_t reserved;
  uint64_t address;
  uint64_t pcs[32];  // innermost first
};

struct SharedRecord {
  RecordHeader header;
  SharedMemory memory;
};

// Not more are told.
inline constexpr size_t kMostWeakPlaces = 256;

struct WeakOrderRecord {
  RecordHeader header;
  uint64_t address;  // of the object; 0 for a fence
  uint64_t pcs[6];   // where it is, and the return addresses from there on
  uint32_t count;    // of these
  uint32_t reserved;
};

// Followed by the function's symbol and the name of the library that has it, each with its end.
struct UnseenRecord {
  RecordHeader header;
  uint64_t pc;       // where it was called first
  uint32_t callers;  // the way to pc; 0 if unknown
  uint32_t reserved;
};

// Executions differ by the order in which an object is accessed here and elsewhere.
struct ReversalRecord {
  RecordHeader header;
  uint64_t address;  // of the object; 0 if it has no place in the program's memory
  uint64_t pc;
  uint32_t callers;  // the way to pc; 0 if unknown
  uint32_t bytes;    // of the object if it is memory accessed by atomics, else 0
  double weight;     // the estimated number of such executions
  char name[64];     // of the operation: "pthread_mutex_lock"
};
// The heaviest are told.
inline constexpr size_t kMostReversals = 8;

struct OutcomeRecord {
  enum class Of : uint64_t { kMemory, kTrace, kRacyTrace };
  RecordHeader header;
  uint64_t name;
  Of of;
};

// What an execution came to, as the program has observed it: "a=1, b=2".
struct ObservedRecord {
  RecordHeader header;
  uint32_t length;
  uint32_t reserved;
  char text[1008];
};

struct ModuleRecord {
  RecordHeader header;
  uint64_t base;  // load bias: address in memory minus address in the file
  uint64_t begin;
  uint64_t end;
  char path[256];
};

struct Channel {
  // These three are at the same place in every version.
  uint64_t magic = kMagic;
  uint32_t version = kVersion;
  uint32_t runtime_version = 0;  // written by the runtime; if it is another one, nothing else is understood

  Settings settings;
  Progress progress;
  uint64_t log_used = 0;     // bytes; grows only after a record is complete
  uint64_t log_dropped = 0;  // records that did not fit

  Work work;

  unsigned char* log() { return reinterpret_cast<unsigned char*>(this) + kHeaderBytes; }
  static constexpr size_t log_bytes() { return kLogBytes; }
  // Lists of numbers, each with its length before it: see protocol/mail.hpp.
  uint32_t* inbox() { return reinterpret_cast<uint32_t*>(log() + kLogBytes); }
  uint32_t* outbox() { return reinterpret_cast<uint32_t*>(log() + kLogBytes + kMailBytes); }
};
static_assert(sizeof(Channel) <= kHeaderBytes);

}  // namespace mazurka::protocol
