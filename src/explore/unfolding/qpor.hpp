// Quasi-optimal exploration on unfoldings: k-partial alternatives. See qpor.cpp.
#pragma once

#include <memory>

#include "explore/explorer.hpp"
#include "explore/recorder.hpp"
#include "explore/scheduler.hpp"
#include "explore/unfolding/comb.hpp"
#include "explore/unfolding/configuration.hpp"
#include "explore/unfolding/exclusions.hpp"
#include "explore/unfolding/extensions.hpp"
#include "explore/unfolding/unfolding.hpp"

namespace mazurka {

class Qpor final : public Explorer {
 public:
  static constexpr Equivalence kEquivalence{.commute_shared = false};
  explicit Qpor(const Options& options)
      : scheduler_(options.policy, options.seed),
        comb_(unfolding_, configuration_, exclusions_, options.k),
        few_events_(options.few_events) {}
  Statistics explore(Program& program, Observer& observer) override;

  // What was found, after explore(). For measurements.
  Unfolding& unfolding() { return unfolding_; }

 private:
  bool run(uint32_t from, Observer& observer);
  bool repeat(uint32_t from);
  bool is_same_step(const UnfoldingEvent& event, const Event& step) const;
  bool run_freely();
  bool backtrack(uint32_t& from);
  void prune();
  void fill_figures();

  struct Ticks {
    uint64_t program = 0;
    uint64_t extensions = 0;
    uint64_t alternatives = 0;
    uint64_t pruning = 0;
  };

  Scheduler scheduler_;
  Unfolding unfolding_;
  Exclusions exclusions_{unfolding_};
  Configuration configuration_{unfolding_, exclusions_};
  Comb comb_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<Extensions> extensions_;
  Trace trace_;
  Statistics statistics_;
  Ticks ticks_;
  uint64_t few_events_;
  bool diverged_ = false;
  uint64_t size_after_pruning_ = 0;
};

}  // namespace mazurka
