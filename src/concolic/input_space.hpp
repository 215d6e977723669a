// What exploration asks about inputs, answered by a solver: as few questions of it as possible.
//
// A question is first cut into parts that share no input. A part is answered, if it can be, by an assignment that is at
// hand, by the answer to the same part before, because it contains a part that has no solution, or because it is simple
// (quick_answer.hpp). What was asked before must make no difference, or processes that share an exploration would not
// do what one does: of assignments zero for all inputs is tried, and then only what is answered to the very same part.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "concolic/expression.hpp"
#include "concolic/input_table.hpp"
#include "concolic/query.hpp"
#include "concolic/valuation.hpp"
#include "model/inputs.hpp"

namespace mazurka::concolic {

struct SolvingFigures {
  uint64_t questions = 0;  // parts that were to be solved
  uint64_t at_hand = 0;    // answered by an assignment at hand
  uint64_t cached = 0;     // answered before
  uint64_t quick = 0;      // simple enough to be answered here (quick_answer.hpp)
  uint64_t solver_calls = 0;
  uint64_t unknown = 0;  // of these: not answered within the time
};

class SymbolicInputs final : public InputSpace {
 public:
  // The solver may be null: whatever needs it is unknown then.
  explicit SymbolicInputs(Solver* solver, uint32_t milliseconds);

  Expressions& expressions() { return expressions_; }
  InputTable& table() { return table_; }
  const SolvingFigures& figures() const { return figures_; }

  ExpressionId input_expression(uint32_t number);

  // Of a condition of one bit that is not constant: it holds.
  ConstraintId constraint(ExpressionId condition);
  ExpressionId condition(ConstraintId id) const { return conditions_[id.index()]; }

  // The inputs that are not 0, by key. Sorted.
  using Values = std::vector<std::pair<uint64_t, uint64_t>>;
  const Values& values(InputId input) const { return inputs_[input.index()]; }
  InputId intern(Values values);
  // For a Valuation.
  Assignment assignment(InputId input);

  // An input that satisfies the same constraints, with values near 0, as far as they are found until is_over() says so.
  InputId smaller(Constraints all, InputId input, const std::function<bool()>& is_over);

  // ---- InputSpace
  InputAnswer model(Constraints all) override;
  InputAnswer find(Constraints all, std::span<const Constraints> none, InputId like) override;
  bool holds(ConstraintId constraint, InputId input) override;
  bool is_less(InputId left, InputId right) override;
  uint64_t name_of(ConstraintId constraint) override;
  void append_words(InputId input, std::vector<uint32_t>& words) override;
  std::optional<InputId> from_words(std::span<const uint32_t> words) override;

 private:
  using Part = std::vector<ExpressionId>;  // sorted by hash, without repetitions
  struct PartHash {
    size_t operator()(const Part& part) const;
  };
  // An assignment that can be tried.
  struct Candidate {
    explicit Candidate(const Expressions& expressions) : values(expressions) {}
    Valuation values;
    InputId input;
    uint64_t used = 0;
  };

  Part normalized(std::vector<ExpressionId> conditions) const;
  std::vector<Part> parts_of(const Part& all);
  Status solve(const Part& part, Assignment& result);
  Answer ask(const Query& query);
  bool is_known_unsatisfiable(const Part& part) const;
  Part take_connected(std::vector<ExpressionId>& conditions, const std::vector<ExpressionId>& wanted);
  bool holds_of(InputId input, const Part& part);
  InputAnswer::Kind find_parts(const Part& all, Assignment& result);
  ExpressionId negation_of(Constraints all);
  Candidate& candidate(InputId input);
  InputId intern(const Assignment& assignment);
  bool try_smaller(Part& fixed, ExpressionId wish, Assignment& best);
  void make_smaller(Part& fixed, uint32_t number, Assignment& best, const std::function<bool()>& is_over);

  Solver* solver_;
  uint32_t milliseconds_;
  Expressions expressions_;
  InputTable table_;
  std::vector<ExpressionId> conditions_;                     // by constraint
  std::vector<uint32_t> constraints_;                        // by condition: 1 + the number of its constraint
  std::unordered_multimap<uint64_t, InputId> known_inputs_;  // by a hash of their values
  std::deque<Values> inputs_;
  std::unordered_map<Part, Answer, PartHash> answers_;  // values by number of the input, see solve()
  std::vector<Part> unsatisfiable_;
  std::vector<Candidate> candidates_;
  uint64_t use_ = 0;
  SolvingFigures figures_;
};

}  // namespace mazurka::concolic
