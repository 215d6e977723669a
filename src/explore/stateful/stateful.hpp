// Exploration that remembers states: what follows a state is explored once, whatever led there.
#pragma once

#include <memory>
#include <optional>

#include "base/thread_set.hpp"
#include "explore/critical_sections.hpp"
#include "explore/explorer.hpp"
#include "explore/recorder.hpp"
#include "explore/scheduler.hpp"
#include "explore/stateful/future_races.hpp"
#include "explore/stateful/known_steps.hpp"
#include "explore/stateful/location_log.hpp"
#include "explore/stateful/state_check.hpp"
#include "explore/stateful/state_table.hpp"
#include "explore/stateful/summaries.hpp"

namespace mazurka {

class Stateful final : public Explorer {
 public:
  static constexpr Equivalence kEquivalence{.commute_shared = false};

  // For tests: what goes wrong without a rule.
  struct Rules {
    bool summaries = true;  // races of what a summary tells with what came before
    bool pending = true;    // races of operations that wait for ever
    bool walks = true;      // past writes before which an operation is disabled
    bool refusals = true;   // of matches after which a plain access may race with one before
    bool uses = true;       // what critical sections that are one event access are objects
    bool watchers = true;   // who looks at a mutex may see that it is held
  };
  explicit Stateful(const Options& options) : Stateful(options, Rules{}) {}
  Stateful(const Options& options, Rules rules);

  Statistics explore(Program& program, Observer& observer) override;

 private:
  // A state on the current execution; node d is the state after d events.
  struct Node {
    std::optional<Fingerprint> name;
    ThreadSet enabled;
    ThreadSet backtrack;     // threads to be taken from here
    ThreadSet done;          // those of them that were taken
    ThreadId taken{};        // the last one of these,
    uint32_t outcome = 0;    // and which outcome of its operation comes next,
    uint32_t outcomes = 0;   // of so many
    bool is_inside = false;  // of a critical section that is one event: nothing is taken from here but its end
    bool is_wanted = false;  // the summary is: this state has a name, or one on the way here
    Summaries::Id summary = 0;
    FutureRaces::Id races = 0;
    Summaries::StepId taken_step = 0;     // what the last step from here did,
    FutureRaces::StepId taken_flows = 0;  // for data races, too
    bool takes_section = false;           // it was a critical section,
    Vec<PlainUse> uses;                   // that accessed these
    Vec<uint32_t> counts;                 // events of each thread on the way here
  };
  Node& node(uint32_t depth) { return *nodes_[depth]; }

  void enter_node(const std::optional<Fingerprint>& name);
  void choose_first(Node& here);
  bool next_outcome(Node& here);
  void take(Node& here);
  void take_section(Node& here, std::span<const PlainUse> uses);
  bool leave_node();
  void forget_names();
  void forget_states();
  bool start_again();
  uint8_t& known_of(ObjectId mutex);
  void keep_apart(ObjectId mutex);
  void note_watchers();
  bool doubts_sections(bool has_ended);
  void lift(StateTable::Known after);
  void end_here();
  bool go_on(Observer& observer);
  std::optional<Fingerprint> name_of_state();
  bool tell(Observer& observer, bool matched);
  bool may_race(FutureRaces::Id races);
  bool predict(Node& here);
  const KnownSteps::Step* diamond(const Node& here, Fingerprint& end);
  PositionPlusOne last_event(ThreadId thread) const;
  PositionPlusOne last_waker(ThreadId thread) const;
  PositionPlusOne last_access(ObjectId object) const;
  void match(Summaries::Id summary);

  // Races of an access with the events so far: from where on it must be explored that it comes first.
  void reverse(const FutureAccess& access, uint64_t threads, ConstClock past);
  void reverse_event(const Event& event);
  void reverse_use(const FutureAccess& access, uint64_t threads, ConstClock past);
  void join_use(uint32_t location, bool writes, Clock clock) const;
  void add_at(uint32_t position, const FutureAccess& access, uint64_t threads, ConstClock past);
  void clock_of(const Past& past, Clock clock) const;
  uint32_t depth_before() const { return depth_ - (nodes_[depth_ - 1]->is_inside ? 2 : 1); }
  Summaries::StepId step_at(uint32_t depth);
  bool can_name() const { return recorder_->program().thread_count() <= kMaxSummaryThreads; }

  Options options_;
  Rules rules_;
  Scheduler scheduler_;
  StateTable table_;
  Summaries summaries_;
  FutureRaces races_;
  KnownSteps steps_;
  std::unique_ptr<Recorder> recorder_;
  Trace trace_;
  CriticalSections* sections_ = nullptr;  // of the program, if critical sections are one event each
  bool must_begin_again_ = false;         // sections were one event that must not be
  LocationLog log_;                       // of what these accessed
  Vec<uint8_t> mutexes_;                  // by object (stateful_sections.cpp)
  Vec<Flow> section_flows_;               // of the section whose unlock is executed
  Vec<std::unique_ptr<Node>> nodes_;      // kept for reuse beyond the current depth
  uint32_t depth_ = 0;                    // of the state that is explored from
  bool is_there_ = true;                  // the program is in that state
  Statistics statistics_;
  uint64_t states_ = 0;
  uint64_t matches_ = 0;
  uint64_t refused_ = 0;
  uint64_t predicted_ = 0;
  uint64_t nameless_ = 0;
  uint32_t naming_ = 0;            // of the program's names in the table
  bool knows_race_ = false;        // one was found: there need not be others
  bool has_matched_ = false;       // since the initial state
  bool must_start_again_ = false;  // what was matched had wrong names
  uint64_t restarts_ = 0;
  uint64_t fused_ = 0;
  std::unique_ptr<StateCheck> check_;           // null: names are believed
  std::optional<Fingerprint> predicted_state_;  // with that, the one that the next step should lead to
};

}  // namespace mazurka
