// The paper's flips of branches that no earlier input covers are not enough, if the order of threads differs from input
// to input: in the program `choose 1; if (in is 1 or 2) | choose 1; if (in is 0 or 2)`, with inputs 0, 1, 2, every flip
// may be covered when one of the three was never explored.
#include "explore/outer_loop.hpp"

#include <algorithm>
#include <vector>

namespace mazurka {

namespace {

// Collects what executions say of their input.
class PathCollector final : public Observer {
 public:
  PathCollector(const Program& program, Observer& observer) : program_(program), observer_(observer) {}

  bool on_execution(const Execution& execution) override {
    for (ConstraintId constraint : program_.path()) {
      auto place = std::lower_bound(seen_.begin(), seen_.end(), constraint);
      if (place == seen_.end() || *place != constraint) seen_.insert(place, constraint);
    }
    return observer_.on_execution(execution);
  }
  void on_repeated(const Execution& execution) override { observer_.on_repeated(execution); }
  void on_insight(const Insight& insight) override { observer_.on_insight(insight); }

  const std::vector<ConstraintId>& seen() const { return seen_; }

 private:
  const Program& program_;
  Observer& observer_;
  std::vector<ConstraintId> seen_;  // in order
};

}  // namespace

Statistics OuterLoop::explore(Program& program, Observer& observer) {
  InputSpace* inputs = program.inputs();
  if (inputs == nullptr) return make_(options_)->explore(program, observer);
  Options options = options_;
  options.one_input = true;
  Statistics sum;
  std::vector<std::vector<ConstraintId>> explored;  // for each input: what its executions say
  InputId input = kFirstInput;
  for (;;) {
    program.use_input(input);
    PathCollector collector(program, observer);
    Statistics part = make_(options)->explore(program, collector);
    sum.add(part);
    if (!part.complete) return sum;
    explored.push_back(collector.seen());
    std::vector<InputSpace::Constraints> none(explored.begin(), explored.end());
    InputAnswer next = inputs->find({}, none, kFirstInput);
    if (next.kind == InputAnswer::Kind::kUnknown) {
      sum.undecided++;
      return sum;
    }
    if (next.kind == InputAnswer::Kind::kNone) break;
    input = next.input;
  }
  sum.complete = true;
  return sum;
}

}  // namespace mazurka
