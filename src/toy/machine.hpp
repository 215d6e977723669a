// Runs a compiled toy program behind the Program interface.
//
// Every restart() and step() of an exploration passes through here, so all state is in flat arrays of fixed size: a
// restart copies the image of the initial state back, a step allocates nothing (unless a thread fails).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "explore/critical_sections.hpp"
#include "explore/program.hpp"
#include "toy/inputs.hpp"
#include "toy/language/code.hpp"
#include "toy/race_watch.hpp"

namespace mazurka::toy {

// The program did what it must not do, such as to unlock a mutex that another thread holds. Not a bug that the checker
// looks for but a mistake in writing the program.
struct RuntimeError {
  ThreadId thread;
  Position position;
  std::string message;  // without the position
};
// "line 7, column 3: message".
std::string to_string(const RuntimeError& error);

// Where a thread was cut.
struct CutPlace {
  ThreadId thread;
  Position position;
  bool in_local_loop = false;  // not at the step limit: it did nothing visible for a very long time
};

// A copy is an independent machine in the same state; the code is shared between copies.
class Machine : public Program, private CriticalSections {
 public:
  explicit Machine(Code code);

  void restart() override;
  void step(ThreadId thread, Choice choice) override;
  void run_ahead(FreeRun& run) override;

  // Not of a program with inputs.
  std::optional<Fingerprint> name_of_state(std::vector<char>* whole) override;
  // All that the future depends on; with a step limit, how many steps each thread has done, too.
  void append_state(std::vector<Value>& words) const;
  // Of a program with plain variables: what later races between accesses to them depend on.
  void append_races(std::vector<Value>& words) const { races_.append_state(words); }
  std::span<const Flow> flows() override { return races_.flows(); }
  bool may_race(uint32_t thread, uint64_t access, std::span<const uint32_t> holders) override {
    return races_.may_race(thread, access, holders);
  }
  CriticalSections* critical_sections() override { return this; }
  bool has_raced() const override;
  // Is it of a race between plain accesses?
  bool is_race(const Failure& failure) const;
  // The same of one thread: where it stands, with which registers.
  void append_state_of(ThreadId thread, std::vector<Value>& words) const;

  // Implies a restart if the input is another one.
  void use_input(InputId input) override;

  // A thread that has done this many steps and has another one to do is cut: it is parked, and was_cut() holds. Implies
  // a restart.
  void set_step_limit(uint32_t steps_per_thread);
  // The limit is there to end what would not end, and nobody asks what would come of other executions then: how many
  // steps a thread has done is no part of the state.
  void leave_steps_out_of_state() { steps_count_ = false; }

  // The first misuse found in any execution so far; restart() keeps it. The thread at fault is parked without a
  // Failure, its operation has no effect, and the execution goes on.
  const std::optional<RuntimeError>& error() const { return error_; }

  // Where a thread was cut for the first time in any execution so far; restart() keeps it.
  const std::optional<CutPlace>& cut_place() const { return cut_place_; }

  // The registers of a thread are numbered in the order of their first assignments in its text.
  Value register_value(ThreadId thread, uint32_t number) const {
    return registers_[frames_[thread.index()].first_register + number];
  }

  // What there is in an object: its value, or the messages of a mailbox and whether that is closed.
  void append_value(ObjectId object, std::vector<Value>& values) const;
  // Null if the program has none; shared between copies.
  Inputs* followed_inputs() const { return space_.get(); }

  const Code& code() const { return *code_; }
  std::string thread_name(ThreadId thread) const { return code_->thread_name(thread); }
  std::string object_name(ObjectId object) const { return code_->object_name(object); }
  std::string describe(const Operation& operation) const { return code_->describe(operation); }
  Position position(uint32_t site) const { return code_->position(site); }

 private:
  // What the view does not show of a thread.
  struct Frame {
    uint32_t visible = 0;  // where it stands: index into Code::visible
    uint32_t steps = 0;
    uint32_t read_sections = 0;  // how many commuting read locks it holds
    uint32_t first_register = 0;
  };
  // Of programs with inputs: the values that depend on them.
  struct FollowedValues {
    std::vector<Followed> registers;
    std::vector<Followed> objects;
  };
  struct Image {
    std::vector<ThreadView> threads;
    std::vector<Value> values;
    std::vector<Frame> frames;
    std::vector<Value> registers;
    std::vector<int32_t> held;
    bool cut = false;
    FollowedValues followed;
    std::vector<ConstraintId> path;
    RaceWatch races;
    std::vector<Failure> failures;
  };

  void make_image();
  void start(uint32_t thread);
  // Runs the thread's local instructions from `place` (as VisibleInstruction::next) to its next operation.
  void advance(uint32_t thread, uint32_t place);
  void arrive(uint32_t thread, uint32_t visible);
  // Of programs with plain variables (machine_plain.cpp): after an operation, and up to the thread's next one.
  void go_on_with_plain(uint32_t thread, Value result);
  void note_operation(uint32_t thread, Value result);
  void access_plain(uint32_t thread);
  void fuse(bool fuses) override;
  void keep_apart(ObjectId mutex) override { apart_[mutex.index()] = true; }
  std::optional<std::span<const PlainUse>> section_of(ThreadId thread) override;
  Doubt doubt(bool) override { return may_have_raced_ ? Doubt::kNoMore : Doubt::kNone; }
  // The same for programs with inputs (machine_inputs.cpp).
  void begin_following();
  void advance_following(uint32_t thread, uint32_t place);
  void arrive_following(uint32_t thread, uint32_t visible);
  void follow_step(uint32_t thread);
  const Followed& followed(uint32_t thread, Operand operand) const;
  Followed compute_followed(uint32_t thread, LocalCode code, Operand a, Operand b) const;
  Followed combine(LocalCode code, const Followed& left, Value certain_left, const Followed& right,
                   Value certain_right) const;
  bool compute_following(uint32_t thread, const LocalInstruction& instruction);
  void note_branch(const std::vector<Value>& value);
  void make_certain(uint32_t thread, Operand operand);
  // Fills in the fields of the next operation that are seldom dynamic, and checks what must be checked.
  void resolve_rest(uint32_t thread, const VisibleInstruction& instruction);
  Value read(uint32_t thread, Operand operand) const {
    return operand.is_constant() ? constants_[operand.number()]
                                 : registers_[frames_[thread].first_register + operand.number()];
  }
  int32_t& held(uint32_t thread, ObjectId rwlock) {
    return held_[size_t{thread} * code_->rwlock_count + code_->rwlock_numbers[rwlock.index()]];
  }
  Value use_mailbox(ThreadId thread, const Operation& op);
  void park(uint32_t thread) { threads_[thread].status = ThreadStatus::kParked; }
  void cut(uint32_t thread, uint32_t site, bool in_local_loop);

  [[gnu::cold]] void misuse(uint32_t thread, uint32_t site, const std::string& what);
  [[gnu::cold]] void misuse_of_lock(uint32_t thread, const Operation& op, const char* verb);
  [[gnu::cold]] void misuse_of_wait(uint32_t thread, const Operation& op);
  [[gnu::cold]] void bad_index(uint32_t thread, uint32_t site, const std::string& first_element, Value index,
                               uint32_t length);

  std::shared_ptr<const Code> code_;
  const LocalInstruction* instructions_;  // in *code_
  const VisibleInstruction* visible_;
  const Value* constants_;
  uint32_t step_limit_ = std::numeric_limits<uint32_t>::max();
  bool steps_count_ = true;  // in the state, if there is a limit
  bool has_plain_ = false;
  bool fuses_ = false;       // critical sections are one event,
  std::vector<bool> apart_;  // but for these mutexes'
  bool may_have_raced_ = false;
  bool watches_races_ = false;  // it has plain variables, or fuses sections
  std::vector<Frame> frames_;
  std::vector<Value> registers_;
  // By thread and read-write lock: how often the thread holds it for reading, or -1 for writing.
  std::vector<int32_t> held_;
  std::shared_ptr<Inputs> space_;
  FollowedValues followed_;
  RaceWatch races_;
  Image image_;
  std::optional<RuntimeError> error_;
  std::optional<CutPlace> cut_place_;
};

}  // namespace mazurka::toy
