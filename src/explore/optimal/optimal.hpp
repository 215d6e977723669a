// Optimal DPOR with wakeup trees. See optimal.cpp.
#pragma once

#include <memory>

#include "explore/explorer.hpp"
#include "explore/optimal/wakeup_tree.hpp"
#include "explore/recorder.hpp"
#include "explore/reversal.hpp"
#include "explore/scheduler.hpp"

namespace mazurka {

class Optimal final : public Explorer {
 public:
  static constexpr Equivalence kEquivalence{.commute_shared = false};
  explicit Optimal(const Options& options) : scheduler_(options.policy, options.seed) {}
  Statistics explore(Program& program, Observer& observer) override;

 private:
  // The state after as many events as its index.
  struct Node {
    SleepSet sleep;
    WakeupForest::List wakeup = 0;
  };

  Node& node(uint32_t depth);
  void take(const Event& event, WakeupForest::List wakeup);
  bool take_from_tree();
  bool run_to_end();
  bool backtrack();
  void find_races(uint32_t from);
  template <class Skip>
  void find_mailbox_races(const Event& second, ConstClock past, uint32_t position, Skip&& skip);
  void reverse(uint32_t reversed, const Event& head, ConstClock head_past);
  void insert_reversal(uint32_t reversed);

  Scheduler scheduler_;
  std::unique_ptr<Recorder> recorder_;
  Trace trace_;
  Vec<std::unique_ptr<Node>> nodes_;
  WakeupForest forest_;
  Reversal reversal_;
};

}  // namespace mazurka
