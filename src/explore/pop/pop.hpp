// Parsimonious optimal partial order reduction: each trace once, none blocked, in polynomial space. See pop.cpp.
//
// The implementation has six files: pop.cpp runs executions and keeps the tree, pop_races.cpp finds the races of a
// finished execution and makes them children, pop_sleep.cpp decides whether a step is left to another branch of the
// tree, pop_inputs.cpp adds the inputs of the program to the tree, pop_division.cpp explores parts of the tree and
// gives parts away, pop_probe.cpp estimates how big it is.
#pragma once

#include <memory>
#include <vector>

#include "base/dice.hpp"
#include "base/metered.hpp"
#include "explore/explorer.hpp"
#include "explore/mailbox_states.hpp"
#include "explore/recorder.hpp"
#include "explore/scheduler.hpp"
#include "model/trace.hpp"

namespace mazurka {

class Pop final : public Explorer {
 public:
  static constexpr Equivalence kEquivalence{.commute_shared = true};
  explicit Pop(const Options& options)
      : scheduler_(options.policy, options.seed),
        division_(options.division),
        one_input_(options.one_input),
        probing_(options.probe),
        dice_(options.seed) {}
  Statistics explore(Program& program, Observer& observer) override;

 private:
  static constexpr uint32_t kAlive = UINT32_MAX;
  static constexpr uint32_t kSeveralObjects = UINT32_MAX;

  // A schedule is how a child differs from its parent: the event at `reversed` of the parent's trace (called e) is
  // preceded by the head (e'), after the events between them that the head needs. Frame d holds the schedule that made
  // its trace from the trace of frame d - 1, so d names the schedule while it is on the stack.
  struct Schedule {
    uint32_t reversed = 0;  // position of e in the parent; also where the schedule begins in its own trace
    uint32_t path_end = 0;  // the parent's events in (reversed, path_end) lead to e', which is the last, unless pending
    bool pending = false;   // e' was not executed in the parent: it was disabled at its end
    bool is_choice = false;    // not a race: another outcome of e
    bool alternative = false;  // the head has not the first outcome that is possible there
    bool has_model = false;    // `model` was computed
    ThreadId head_thread;
    uint32_t head = 0;  // its position
    InputId model;      // with inputs: the one that stands for what the events before the head say of it
  };

  // With inputs, a child may also go another way at a branch. It repeats the parent's events up to the one that the
  // branch follows, with an input that makes the difference, and goes on freely.
  struct Flip {
    uint32_t events = 0;  // how many are repeated; the branch follows the last of them
    uint32_t branch = 0;  // which constraint of the path it replaces
    InputId input;
    Vec<ConstraintId> seen;  // what was said there by the executions that it comes from
  };

  // Where the events between e and e' are cut: those in the clock come before e'.
  struct Cut {
    enum Kind : uint8_t { kPast, kClock, kRow };
    static constexpr uint32_t kMostRows = 1 << 25;
    Kind kind = kPast;  // the past of e', its clock, or a row of Frame::cuts
    uint32_t row = 0;
  };

  // A child not yet run. Small: an execution may have very many.
  struct Item {
    uint32_t reversed = 0;
    uint32_t second = 0;  // position of e'; if pending, the index in Frame::pending
    Choice choice = 0;
    uint32_t cut_row : 25 = 0;
    uint32_t cut_kind : 2 = Cut::kPast;
    bool pending : 1 = false;
    bool is_choice : 1 = false;
    bool alternative : 1 = false;
    bool is_virtual : 1 = false;  // the head sleeps: not run, but the head's own races are looked at
    bool is_flip : 1 = false;     // `reversed` events are repeated; `second`: the index in Frame::flips
  };

  // A race schedule in a trace that may let steps sleep. It dies at a write to the only object of its e.
  struct ActiveSchedule {
    uint32_t depth = 0;
    uint32_t head = 0;  // position
    uint32_t death = kAlive;
    uint32_t object = kSeveralObjects;
  };

  // A node of the tree of executions, on the path from the root to the current one.
  struct Frame {
    Trace trace;
    Vec<uint32_t> marks;  // per event: depth of the schedule it was replayed for, or 0
    Vec<uint32_t> heads;  // positions of the heads
    Vec<ActiveSchedule> active;
    Schedule schedule;
    Vec<Item> items;     // the last one is the next
    uint32_t begin = 0;  // the first item that is ours; those before it are explored elsewhere
    uint32_t taken = 0;  // the number of the item that made the frame above
    Item taken_item;
    Vec<Event> pending;
    ClockTable cuts;
    Vec<uint32_t> base_counts;  // events per thread before the schedule's begin; computed when first needed
    // With inputs.
    InputId input;
    bool is_flip = false;  // made by `flip`, not by a schedule
    Flip flip;
    std::vector<Flip> flips;
  };

  struct Alternative {
    uint32_t position;
    Choice choice;
  };

  // What holds of an object in all executions.
  struct ObjectFacts {
    Value initial = 0;
    // An execution on the path from the root had a shared update of it, or used it as a mailbox: what was done to it
    // since the last write is no chain.
    bool shared = false;
  };
  ObjectFacts& facts_of(ObjectId object) {
    if (object_facts_.size() <= object.index()) object_facts_.resize(object.index() + 1, ObjectFacts{});
    return object_facts_[object.index()];
  }

  // e', executed or pending, with its clocks.
  struct Second {
    const Event& event;
    ConstClock clock;
    ConstClock past;
    uint32_t position;  // trace.size() if pending
    uint32_t item;      // what Item::second says of it
    bool pending;
    bool disabled;
  };

  // pop.cpp
  Frame& push_frame();
  bool explore_items();
  bool take_last_item();
  bool run_root();
  bool run_item(const Item& item);
  bool run_child(const Item& item);
  void begin_child(const Item& item);
  uint32_t next_branch(uint32_t reversed) const;
  void note_appended(uint32_t position, uint32_t mark, bool is_head, bool run_program);
  bool run_freely();
  bool run_ahead();
  uint32_t run_schedule(const Item& item);
  bool step_some_thread(bool weaker_choices);
  bool finish(bool blocked, uint32_t from);
  void make_virtual_child(const Item& item);
  void schedule_head(const Item& item, const Frame& parent);
  ConstClock cut_clock(const Frame& frame, const Item& item) const;
  void check_invariants(const Frame& frame) const;
  Frame& top() { return *frames_[depth_]; }

  // pop_division.cpp
  bool go_to_unit(const Unit& unit);
  bool answer();
  Unit rest() const;
  Unit give_away();
  Unit node() const;
  static uint32_t check_of(const Item& item);
  Unit::Level taken_of(uint32_t depth) const;
  bool use_input_of(const Unit::Level& level);

  // pop_inputs.cpp
  bool run_flip(const Item& item);
  void find_flips(Frame& frame, uint32_t from);
  void find_flip(Frame& frame, uint32_t events, uint32_t branch, const Vec<ConstraintId>& before);
  bool is_canonical(const Frame& frame, uint32_t reversed, const Second& second, ConstClock cut);
  InputAnswer model(Vec<ConstraintId>& constraints);
  InputAnswer model_of_schedule(uint32_t depth);
  bool differs_in_model(ConstClock counts, const Event& head, ConstClock head_clock, uint32_t depth,
                        bool& comes_before);

  // pop_probe.cpp
  void probe();
  bool begin_probes();
  struct Candidate {
    uint32_t depth;  // of its frame
    uint32_t item;
    double share;  // the probability that it is picked
  };
  void add_candidates(uint32_t depth);
  void weigh_candidates();
  const Candidate& pick_candidate();
  double probe_below(Candidate candidate);
  struct Experience {
    double sum = 0;
    uint32_t count = 0;
  };
  Experience& experience_of(const Item& item);

  // pop_races.cpp
  void find_races(Frame& frame, uint32_t from);
  Cut keep_cut(Frame& frame, ConstClock cut);
  void find_races_of(Frame& frame, const Second& second);
  void unguarded_races(Frame& frame, const Second& second, const std::vector<uint32_t>& conflicting);
  void guarded_races(Frame& frame, const Second& second, const std::vector<uint32_t>& conflicting);
  void add_child(Frame& frame, uint32_t reversed, const Second& second, Cut cut, ConstClock cut_clock);
  bool leaves_head_behind(const Frame& frame, uint32_t reversed, const Second& second, ConstClock cut) const;
  bool needed_event_sleeps(const Frame& frame, uint32_t reversed, const Second& second, ConstClock cut);
  bool needs_too_much(const Frame& frame, const Event& head, uint32_t reversed, const Second& second,
                      ConstClock cut) const;
  bool sleeps_before(const Frame& frame, uint32_t reversed, const Event& event, ConstClock clock);
  void clock_of_head(const Frame& frame, const Event& head, uint32_t reversed, const Second& second, ConstClock cut,
                     Clock clock) const;

  // The value of an object, as `op` finds it, after those accesses of a trace that are in a set, looking back from one
  // of them. That of a mailbox is good until the next call.
  template <class InSet>
  Value value_over(const Operation& op, const Trace& trace, ObjectId object, PositionPlusOne last, InSet&& in_set) {
    if (is_of_mailbox(op.code)) {
      mailbox_over(trace, object, last, in_set, mailbox_);
      return value_of(mailbox_);
    }
    Value change = 0;
    for (PositionPlusOne p = last; p != 0;) {
      const Access& access = access_to(trace[p - 1], object);
      if (access.mode != Mode::kRead && in_set(p - 1)) {
        if (access.mode == Mode::kWrite) return access.after + change;
        change += access.after - access.before;
      }
      p = access.previous;
    }
    return facts_of(object).initial + change;
  }

  // pop_sleep.cpp
  bool may_sleep(const Operation& op);
  bool sleeps_now(const Event& preview);
  bool sleeps(const ActiveSchedule& active, const Event& event, ConstClock clock);
  bool conflicts_first(uint32_t base, ConstClock counts, const Event& reversed, const Event& event,
                       ConstClock clock) const;
  bool walk(uint32_t base, ConstClock counts, const Event& head, ConstClock head_clock, uint32_t depth);
  ConstClock base_counts(uint32_t depth);
  uint32_t position_of(ThreadId thread, uint32_t index);

  struct SharedObject {
    ObjectId object;
    uint32_t depth;  // of the frame whose trace showed it
  };

  Scheduler scheduler_;
  Division* division_;
  bool one_input_;
  InputSpace* inputs_ = nullptr;  // null: the program has none, or only one is explored
  bool repeating_ = false;        // an execution on the way to a unit: it was counted elsewhere
  bool probing_;                  // estimates only
  bool has_ended_ = false;        // the observer does not want more probes
  Dice dice_;
  Vec<Candidate> candidates_;
  double probe_weight_ = 1;  // executions that the one at hand stands for
  Vec<Experience> experience_;
  std::unique_ptr<Recorder> recorder_;
  Observer* observer_ = nullptr;
  Statistics statistics_;
  std::vector<std::unique_ptr<Frame>> frames_;  // frames beyond depth_ are kept for reuse
  uint32_t depth_ = 0;
  Vec<Alternative> alternatives_;  // of the execution at hand
  Vec<FreeRun::Step> steps_;       // of a schedule
  Vec<ObjectFacts> object_facts_;
  Vec<SharedObject> shared_objects_;     // those with ObjectFacts::shared, by depth
  Mailbox mailbox_;                      // for value_over()
  Vec<Vec<uint32_t>> thread_positions_;  // of the execution at hand, up to indexed_
  uint32_t indexed_ = 0;
};

}  // namespace mazurka
