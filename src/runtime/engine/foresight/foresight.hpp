// Foresight: a step is not made again when it is known what comes of it.
//
// Most steps of an exploration were made before, by the same thread in the same state that found the same values. Where
// all of an execution is known, the program need not run at all; where something is not, the program is brought to that
// point (NativeProgram::catch_up), and runs on. So what an execution shows is what it would show if it were made.
//
// Why that is so: a thread's next steps depend on what it did and found until now, and on nothing else, if its steps
// were of this kind: its operations are those of kinds that are known here, on variables of the program; all memory
// that it uses beside these is its own stack, and variables that only it uses, that nobody writes, or that are guarded
// (watched_memory.hpp), and what it finds in these is noted; it calls no other function, and nothing goes wrong. Any
// other step is unforeseeable, and so is all that follows it in its execution. The programs at hand call nothing that
// is not listed (main/foreseeable.cpp), so that no state is hidden elsewhere. Steps of this kind cannot have
// a data race, in any order: their accesses are ordered by a mutex, or no other thread is there.
//
// This is checked all the time: steps that are made again must come to the same, one execution in some is made although
// it is known, and with --check-restarts all are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/metered.hpp"
#include "explore/program.hpp"
#include "runtime/engine/foresight/step_graph.hpp"
#include "runtime/engine/foresight/watched_memory.hpp"
#include "runtime/engine/objects.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

// User thread's side: the step at hand is watched. What does not go through a visible operation must be told.
MAZURKA_OWN extern bool watches_step;
void note_plain_access(uintptr_t address, size_t bytes, bool writes);
void note_unforeseeable();
// A block of the heap was made; it will be freed.
void note_block_made(const void* memory);
void note_block_freed(const void* memory);
// The thread begins with this function.
void note_begin(uintptr_t function, uintptr_t argument);
// It is joined, or detached: that is done once.
void note_claim(const int32_t& claimed);
// Something was found that every execution has to be looked at for.
void foresee_no_more();
// From now on all accesses come to note_plain_access(). Set by the race detector.
MAZURKA_OWN extern void (*show_all_accesses)();
// Where the variables of the program lie. Empty: nothing is ever foreseen. Set before main.
void set_program_variables(uintptr_t begin, uintptr_t end);
bool has_program_variables();

// Checker's side, all of it.
class Foresight {
 public:
  // The visible state of the program, which is made true for what is foreseen, too.
  struct Visible {
    std::vector<ThreadView>& threads;
    std::vector<Value>& values;
    bool& exited;
  };
  Foresight(Visible visible, const ObjectTable& objects) : visible_(visible), objects_(objects) {}

  // A new exploration, or a new part of it, for which all that is known stays so. `may_foresee`: the algorithm, the
  // options and the program are such that this is worth while.
  void begin(bool may_foresee);

  bool is_on() const { return state_ != State::kOff; }
  // The visible state is one that the program itself has not come to.
  bool is_ahead() const { return is_ahead_; }
  // Its loops are looked at from now on, and the like.
  void end() { turn_off(); }

  // An execution begins with these events. True: they are foreseen.
  bool begin_execution(std::span<const Event> events);
  // If not: is it to be made from its base on, every step of it watched?
  bool wants_all_steps() const { return state_ == State::kAtBase; }
  // The program is at its base.
  void begin_path();
  bool is_followed() const { return is_followed_; }
  // The visible state after a step, if it is known.
  bool step(ThreadId thread, Choice choice);
  // What was foreseen so far in this execution, to be made now.
  std::span<const Event> events();
  // The program was brought there. False: that is another state.
  bool agrees();
  void stop_being_ahead() { is_ahead_ = false; }
  // The program is about to be restarted: what is visible of its threads becomes what they are.
  void hide();
  // The execution is over. True: it must be made all the same.
  bool must_be_made(bool all);

  // Where an execution is followed: before a step is made, when it was made, and when the visible state is that after
  // it.
  void begin_step(ThreadId thread, Choice choice);
  void note_made(bool went_wrong);
  void end_step();
  void stop_following() {
    if (is_followed_) lose_path();
  }

 private:
  enum class State : uint8_t {
    kOff,
    kAtBase,  // nothing is known of the execution at hand; the next one is followed from its base on
    kFollowing,
  };
  using Node = StepGraph::Node;
  struct Done {
    uint32_t thread;
    Choice choice;
    OpCode code;
    bool exited;  // before
    ObjectId object;
    ThreadId partner;
    Value before;
    Node node;         // of the thread, before
    uint32_t written;  // the number of entries in undo_ before
  };

  // The step at hand.
  struct Step {
    ThreadId thread;
    Choice choice = 0;
    Operation op;
    Value before = 0;  // see StepGraph::Outcome
  };
  bool is_foreseeable() const;
  bool is_only_joiner();
  // What holds for a thread after path_. (The mutexes that it holds are in mutexes_.)
  struct Standing {
    FewThreads started = 0, joined = 0;  // by it
    uint64_t sum = 0;                    // of all of it
  };
  void note(WatchedMemory::Change change) { must_forget_ |= change != WatchedMemory::Change::kNone; }
  Standing standing_of(uint32_t thread);
  bool note_uses();
  bool uses_open_places();
  void note_next_object(uint32_t thread);
  enum class Collected : uint8_t {
    kAll,
    kNotAll,  // there is something that is not known
    kWrong,   // somebody has written there who was not seen
  };
  Collected collect_values(StepGraph::Outcome& outcome);
  void note_written(uint32_t place, bool is_gone, uint32_t value);
  Value found_by(const Operation& op) const;
  const StepGraph::Outcome* find(Node from, Choice choice, Value before);
  bool came_to(const StepGraph::Outcome& known, const StepGraph::Outcome& now) const;
  StepGraph::State state_of(uint32_t thread, uint64_t heap);
  bool is_same(uint32_t thread, Node node) const;
  void lose_track();
  void take(ThreadId thread, Choice choice, const Operation& op, Value before, const StepGraph::Outcome& outcome);
  void show(uint32_t thread, Node node);
  void show_path();
  void lose_path();
  void go_back_to(size_t events);
  void turn_off();
  void doubt();
  void give_up();

  static constexpr uint32_t kMostEvents = 190;  // longer executions may show loops (loops/rounds.hpp)
  static constexpr uint32_t kFirstMade = 16;    // executions that are made, whatever is known
  static constexpr uint32_t kAnewEvery = 16;    // one of so many that are not known may begin at the base
  static constexpr uint32_t kMadeEvery = 256;   // one of these is made for a check
  static constexpr uint32_t kJudgedEvery = 512, kLeastForeseen = 4;  // one of so many must have been foreseen

  Visible visible_;
  const ObjectTable& objects_;
  StepGraph graph_;
  WatchedMemory memory_;
  State state_ = State::kOff;
  Step step_;
  bool is_ahead_ = false;
  bool is_followed_ = false;   // path_ holds all steps of the execution so far
  bool must_forget_ = false;   // what steps depend on has changed
  bool has_foreseen_ = false;  // an execution of this exploration
  bool exited_ = false;        // the program has, after path_
  // Of the execution at hand, or the beginning of the last one.
  class Path {
   public:
    void push(const Done& done) { steps_[size_++] = done; }
    void pop() { size_--; }
    void clear() { size_ = 0; }
    size_t size() const { return size_; }
    const Done& back() const { return steps_[size_ - 1]; }
    const Done& operator[](size_t k) const { return steps_[k]; }
    const Done* begin() const { return steps_; }
    const Done* end() const { return steps_ + size_; }

   private:
    Done steps_[kMostEvents + 1];
    size_t size_ = 0;
  };
  Path path_;
  bool is_path_ = true;   // the visible state is the one after it
  Vec<PlaceValue> undo_;  // what was in places that it wrote to
  Vec<Node> now_;         // by thread: its state after path_
  Vec<Value> values_;     // visible ones after path_, if the last execution went on unwatched
  bool has_values_ = false;
  Vec<Event> events_;
  Vec<bool> known_objects_;
  Vec<uint32_t> joiners_;   // by thread: who joins it, plus one
  uint64_t elsewhere_ = 0;  // states without a name
  Vec<ObjectId> mutexes_;   // for standing_of()
  Vec<PlaceValue> finds_, writes_;
  uint64_t step_number_ = 0;
  Vec<ThreadStatus> made_;      // by thread: its own status, while another one is visible
  bool is_shown_ = false;       // one may be
  uint64_t learned_ = 0;        // learned_count() when it began
  uint32_t executions_ = 0;     // of this exploration
  uint32_t followed_anew_ = 0;  // the last one that was followed from its base on
  uint32_t foreseen_ = 0, judged_ = 0, since_check_ = 0;
};

}  // namespace mazurka::runtime
