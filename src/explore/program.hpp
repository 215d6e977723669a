// The narrow interface through which every exploration algorithm sees a concurrent program.
//
// A Program can be restarted, shows for each thread its next operation and for each object its value, and executes the
// next operation of a chosen thread with a chosen outcome. Nothing else happens in it: between two steps it is frozen.
// It must be deterministic: the same steps after restart() lead to the same state.
//
// The visible state is kept in this base class, so that looking at it costs no virtual call. An implementation keeps it
// true. Not thread-safe: one algorithm drives one Program.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "explore/flows.hpp"
#include "model/event.hpp"
#include "model/fingerprint.hpp"
#include "model/inputs.hpp"
#include "model/mailbox.hpp"
#include "model/operation.hpp"

namespace mazurka {

enum class ThreadStatus : uint8_t {
  kNotStarted,
  kReady,   // has a next operation (which may be disabled)
  kEnded,   // joinable
  kParked,  // failed, or cut at the step limit: never runs again, and is not joinable
};

struct Failure {
  ThreadId thread;
  uint32_t site = 0;
  std::string message;
};

// What is to be seen of a thread.
struct ThreadView {
  ThreadStatus status = ThreadStatus::kNotStarted;
  bool woken = false;  // a signal or broadcast chose this thread: its kWake may run
  Operation next;
};

class FreeRun;
class CriticalSections;

class Program {
 public:
  Program() = default;
  Program(const Program& other) { *this = other; }
  Program& operator=(const Program& other);
  virtual ~Program() = default;

  // Puts the program into its initial state.
  virtual void restart() = 0;

  // Executes the next operation of `thread` with outcome `choice`. Requires that it is enabled and has this outcome.
  virtual void step(ThreadId thread, Choice choice) = 0;

  // Restarts, and executes recorded steps again. Returns how many: fewer than all if the next one is not what was
  // recorded.
  virtual uint32_t replay(std::span<const Event> events);

  // Two states of one name go on in the same way, whatever led there: with the same threads, operations and objects,
  // and the same failures, but for races between plain accesses. Nothing: it cannot be said of this state. Names of two
  // programs, or of two processes, have nothing to do with each other. Into `whole`, unless it is null, goes all that
  // the name is made of, to compare states of one name.
  virtual std::optional<Fingerprint> name_of_state(std::vector<char>* whole) {
    (void)whole;
    return std::nullopt;
  }
  // What the last step did, for data races; after name_of_state(), and valid until the next step. Accesses that race
  // with no other one may be left out: if it turns out that one may, there is a new naming.
  virtual std::span<const Flow> flows() { return {}; }
  // May an access that the thread does later race with one that was done up to now, if all that it knows of these by
  // then is what the holders know now? (Of races that were found before it need not be told.)
  virtual bool may_race(uint32_t thread, uint64_t access, std::span<const uint32_t> holders) {
    (void)thread, (void)access, (void)holders;
    return false;
  }
  // Was there a race between plain accesses in this execution, after which what the program does is not defined?
  // Whether there are others need not be found out then.
  virtual bool has_raced() const { return false; }
  // Null: it knows nothing of critical sections that are one event.
  virtual CriticalSections* critical_sections() { return nullptr; }
  // Grows when something was found out without which names were wrong: those given before mean nothing any more.
  uint32_t naming() const { return naming_; }

  // For the next replay(): how many of its events the execution after it will probably begin with, too.
  void expect_again(uint32_t events) { shared_beginning_ = events; }

  // Makes steps by FreeRun::go (free_run.hpp), as long as that wants. A program that does not care makes none.
  virtual void run_ahead(FreeRun& run) { (void)run; }

  // Steps need not be made when it is known what comes of them; settle() ends each execution then. Holds until it is
  // taken back. The program may turn out to have gone another way than was foreseen: is_lost(), and no thread goes on.
  virtual void foresee(bool may_foresee) { (void)may_foresee; }
  // The execution is over, and what it shows will be told.
  virtual void settle() {}
  bool is_lost() const { return lost_; }

  // Threads have the ids [0, thread_count()). The count never shrinks; it may grow at a step.
  uint32_t thread_count() const { return static_cast<uint32_t>(threads_.size()); }
  uint32_t object_count() const { return static_cast<uint32_t>(values_.size()); }

  ThreadStatus status(ThreadId t) const { return threads_[t.index()].status; }
  // The next operation of a thread that is kReady.
  const Operation& next(ThreadId t) const { return threads_[t.index()].next; }
  Value value(ObjectId o) const { return values_[o.index()]; }

  // How many outcomes the next operation of `t` has now; 0: the thread cannot run.
  uint32_t choices(ThreadId t) const {
    const ThreadView& view = threads_[t.index()];
    if (view.status != ThreadStatus::kReady) return 0;
    if (view.next.code == OpCode::kJoin) return status(view.next.partner) == ThreadStatus::kEnded;
    if (view.next.code == OpCode::kWake) return view.woken;
    return choice_count(view.next, mazurka::object_count(view.next.code) == 1 ? value(view.next.object) : 0);
  }

  // The failures of this execution so far, and whether a thread was cut at the step limit.
  const std::vector<Failure>& failures() const { return failures_; }
  bool was_cut() const { return cut_; }
  // The program ended as a whole while threads were left: that these wait for ever is then no deadlock.
  bool has_exited() const { return exited_; }
  // A thread waits for a change of memory that did happen: another execution shows how it goes on, and what waits now
  // waits for that thread.
  virtual bool has_overlooked_change() const { return false; }
  // No thread can go on, but they wait for something from outside of the program: no deadlock.
  virtual bool is_at_rest() const { return false; }

  // Of programs whose input has no fixed value; null for others. The same for the whole life of the program.
  InputSpace* inputs() const { return inputs_; }
  // The input with which executions run from the next restart() or replay() on; kFirstInput if nothing is said.
  virtual void use_input(InputId input) { input_ = input; }
  InputId input() const { return input_; }
  // What the branches that were evaluated since the restart say of the input, in the order of execution. restart() and
  // step() append: step() what the thread evaluates up to its next operation, and a thread that it starts up to its
  // first one. After replay(n events) it is as long as after n steps. Only appended to between two restarts.
  std::span<const ConstraintId> path() const { return path_; }

 protected:
  // Is the next operation of the event's thread the one that was recorded?
  bool is_next(const Event& event) const {
    const ThreadView& view = threads_[event.thread.index()];
    const Operation& op = view.next;
    return view.status == ThreadStatus::kReady && op.code == event.op.code && op.object == event.op.object &&
           op.object2 == event.op.object2 && op.partner == event.op.partner;
  }

  // Makes all of mailboxes_ empty, and the values of their objects true.
  void reset_mailboxes();

  // All that there is below is copied by operator= one by one.
  std::vector<ThreadView> threads_;
  std::vector<Value> values_;
  // Mailboxes whose states are kept here, and not in the memory of a checked program.
  struct OwnMailbox {
    ObjectId object;
    Mailbox mailbox;
  };
  std::vector<OwnMailbox> mailboxes_;
  std::vector<Failure> failures_;
  bool cut_ = false;
  bool exited_ = false;
  bool lost_ = false;
  uint32_t shared_beginning_ = 0;
  uint32_t naming_ = 0;
  InputSpace* inputs_ = nullptr;
  InputId input_;
  std::vector<ConstraintId> path_;
};

}  // namespace mazurka
