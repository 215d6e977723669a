// Exploration that remembers states: what follows a state is explored once, whatever led there.
#pragma once

#include <memory>
#include <optional>

#include "base/thread_set.hpp"
#include "explore/explorer.hpp"
#include "explore/recorder.hpp"
#include "explore/scheduler.hpp"
#include "explore/stateful/future_races.hpp"
#include "explore/stateful/known_steps.hpp"
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
    bool is_wanted = false;  // the summary is: this state has a name, or one on the way here
    Summaries::Id summary = 0;
    FutureRaces::Id races = 0;
    Summaries::StepId taken_step = 0;     // what the last step from here did,
    FutureRaces::StepId taken_flows = 0;  // for data races, too
    Vec<uint32_t> counts;                 // events of each thread on the way here
  };
  Node& node(uint32_t depth) { return *nodes_[depth]; }

  void enter_node(const std::optional<Fingerprint>& name);
  void choose_first(Node& here);
  bool next_outcome(Node& here);
  void take(Node& here);
  bool leave_node();
  void forget_names();
  void forget_states();
  bool start_again();
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
  void add_at(uint32_t position, const FutureAccess& access, uint64_t threads, ConstClock past);
  void clock_of(const Past& past, Clock clock) const;
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
  Vec<std::unique_ptr<Node>> nodes_;  // kept for reuse beyond the current depth
  uint32_t depth_ = 0;                // of the state that is explored from
  bool is_there_ = true;              // the program is in that state
  Statistics statistics_;
  uint64_t states_ = 0;
  uint64_t matches_ = 0;
  uint64_t refused_ = 0;
  uint64_t predicted_ = 0;
  uint64_t nameless_ = 0;
  uint32_t naming_ = 0;            // of the program's names in the table
  bool has_matched_ = false;       // since the initial state
  bool must_start_again_ = false;  // what was matched had wrong names
  uint64_t restarts_ = 0;
  std::unique_ptr<StateCheck> check_;           // null: names are believed
  std::optional<Fingerprint> predicted_state_;  // with that, the one that the next step should lead to
};

}  // namespace mazurka
