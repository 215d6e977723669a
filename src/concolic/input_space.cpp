#include "concolic/input_space.hpp"

#include <algorithm>
#include <numeric>

#include "base/check.hpp"
#include "base/hash.hpp"
#include "concolic/quick_answer.hpp"

namespace mazurka::concolic {

namespace {

constexpr size_t kCandidates = 6;            // more are seldom right
constexpr size_t kMostUnsatisfiable = 1024;  // that are compared with

// Which inputs belong together.
class Groups {
 public:
  explicit Groups(uint32_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  uint32_t find(uint32_t item) {
    while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
    return item;
  }
  void join(uint32_t a, uint32_t b) { parent_[find(a)] = find(b); }

 private:
  std::vector<uint32_t> parent_;
};

}  // namespace

SymbolicInputs::SymbolicInputs(Solver* solver, uint32_t milliseconds) : solver_(solver), milliseconds_(milliseconds) {
  intern(Values{});  // kFirstInput
  candidates_.reserve(kCandidates);
}

size_t SymbolicInputs::PartHash::operator()(const Part& part) const {
  uint64_t hash = part.size();
  for (const ExpressionId id : part) hash = combine_hashes(hash, id);
  return hash;
}

ConstraintId SymbolicInputs::constraint(ExpressionId condition) {
  if (condition >= constraints_.size()) constraints_.resize(expressions_.size());
  uint32_t& known = constraints_[condition];
  if (known == 0) {
    conditions_.push_back(condition);
    known = static_cast<uint32_t>(conditions_.size());
  }
  return ConstraintId(known - 1);
}

ExpressionId SymbolicInputs::input_expression(uint32_t number) {
  const uint64_t key = table_[number].key;
  return expressions_.input(InputKey::unpack(key).width, number, key);
}

InputId SymbolicInputs::intern(Values values) {
  std::sort(values.begin(), values.end());
  std::erase_if(values, [](const auto& one) { return one.second == 0; });
  uint64_t hash = values.size();
  for (const auto& [key, value] : values) hash = combine_hashes(combine_hashes(hash, key), value);
  const auto [begin, end] = known_inputs_.equal_range(hash);
  for (auto known = begin; known != end; ++known)
    if (inputs_[known->second.index()] == values) return known->second;
  const InputId id(inputs_.size());
  inputs_.push_back(std::move(values));
  known_inputs_.emplace(hash, id);
  return id;
}

InputId SymbolicInputs::intern(const Assignment& assignment) {
  Values values;
  for (uint32_t k = 0; k < assignment.size(); k++) values.emplace_back(table_[k].key, assignment[k]);
  return intern(std::move(values));
}

Assignment SymbolicInputs::assignment(InputId input) {
  Assignment result;
  for (const auto& [key, value] : values(input)) {
    const uint32_t number = table_.number_of(key);
    if (number >= result.size()) result.resize(number + 1);
    result[number] = value;
  }
  return result;
}

SymbolicInputs::Candidate& SymbolicInputs::candidate(InputId input) {
  use_++;
  for (Candidate& known : candidates_)
    if (known.input == input) {
      known.used = use_;
      return known;
    }
  if (candidates_.size() < kCandidates) candidates_.emplace_back(expressions_);
  Candidate& oldest = *std::min_element(candidates_.begin(), candidates_.end(),
                                        [](const Candidate& a, const Candidate& b) { return a.used < b.used; });
  oldest.values.assign(assignment(input));
  oldest.input = input;
  oldest.used = use_;
  return oldest;
}

SymbolicInputs::Part SymbolicInputs::normalized(std::vector<ExpressionId> conditions) const {
  std::sort(conditions.begin(), conditions.end(), [this](ExpressionId a, ExpressionId b) {
    return std::pair(expressions_.hash(a), a) < std::pair(expressions_.hash(b), b);
  });
  conditions.erase(std::unique(conditions.begin(), conditions.end()), conditions.end());
  return conditions;
}

std::vector<SymbolicInputs::Part> SymbolicInputs::parts_of(const Part& all) {
  Groups groups(table_.size());
  for (const ExpressionId condition : all)
    for (const uint32_t input : expressions_.inputs_in(condition))
      groups.join(input, expressions_.inputs_in(condition).front());
  std::vector<Part> parts;
  std::unordered_map<uint32_t, size_t> places;
  for (const ExpressionId condition : all) {
    const auto& inputs = expressions_.inputs_in(condition);
    const uint32_t group = inputs.empty() ? UINT32_MAX : groups.find(inputs.front());
    const auto [place, is_new] = places.try_emplace(group, parts.size());
    if (is_new) parts.emplace_back();
    parts[place->second].push_back(condition);
  }
  return parts;
}

bool SymbolicInputs::is_known_unsatisfiable(const Part& part) const {
  const auto earlier = [this](ExpressionId a, ExpressionId b) {
    return std::pair(expressions_.hash(a), a) < std::pair(expressions_.hash(b), b);
  };
  return std::any_of(unsatisfiable_.begin(), unsatisfiable_.end(), [&](const Part& known) {
    return known.size() <= part.size() && std::includes(part.begin(), part.end(), known.begin(), known.end(), earlier);
  });
}

Answer SymbolicInputs::ask(const Query& query) {
  Answer answer = quick_answer(query);
  if (answer.status != Status::kUnknown) {
    figures_.quick++;
    return answer;
  }
  if (solver_ == nullptr) return {};
  figures_.solver_calls++;
  return solver_->solve(query);
}

// Sets the inputs of the part in `result`. A function of the part, whatever was asked before.
Status SymbolicInputs::solve(const Part& part, Assignment& result) {
  auto known = answers_.find(part);
  if (known == answers_.end()) {
    Answer answer;
    if (is_known_unsatisfiable(part)) {
      answer.status = Status::kUnsatisfiable;
      figures_.cached++;
    } else {
      const Query query = make_query(expressions_, part, milliseconds_);
      const Answer found = ask(query);
      answer.status = found.status;
      if (found.status == Status::kSatisfiable) {
        answer.values.resize(table_.size());
        for (size_t k = 0; k < query.inputs.size() && k < found.values.size(); k++)
          answer.values[query.inputs[k]] = found.values[k];
      }
      if (found.status == Status::kUnsatisfiable && unsatisfiable_.size() < kMostUnsatisfiable)
        unsatisfiable_.push_back(part);
    }
    figures_.unknown += answer.status == Status::kUnknown;
    known = answers_.emplace(part, std::move(answer)).first;
  } else {
    figures_.cached++;
  }
  const Answer& answer = known->second;
  if (answer.status != Status::kSatisfiable) return answer.status;
  if (result.size() < table_.size()) result.resize(table_.size());
  for (const ExpressionId condition : part)
    for (const uint32_t input : expressions_.inputs_in(condition)) result[input] = answer.values[input];
  return answer.status;
}

bool SymbolicInputs::holds_of(InputId input, const Part& part) {
  Candidate& known = candidate(input);
  return std::all_of(part.begin(), part.end(), [&](ExpressionId id) { return known.values(id) == 1; });
}

InputAnswer SymbolicInputs::model(Constraints all) {
  std::vector<ExpressionId> conditions;
  for (const ConstraintId id : all) conditions.push_back(condition(id));
  Assignment result;
  for (const Part& part : parts_of(normalized(std::move(conditions)))) {
    figures_.questions++;
    if (holds_of(kFirstInput, part)) {
      figures_.at_hand++;
      continue;
    }
    const Status status = solve(part, result);
    CHECK(status != Status::kUnsatisfiable, "the constraints of an execution contradict each other");
    if (status == Status::kUnknown) return InputAnswer::unknown();
  }
  return InputAnswer::found(intern(result));
}

// At least one of them does not hold.
ExpressionId SymbolicInputs::negation_of(Constraints all) {
  ExpressionId result = expressions_.constant(1, 0);
  for (const ConstraintId id : all) result = expressions_.binary(Op::kOr, result, expressions_.negation(condition(id)));
  return result;
}

// Of the conditions: those that share inputs with the wanted ones, directly or by others. The rest is left.
SymbolicInputs::Part SymbolicInputs::take_connected(std::vector<ExpressionId>& conditions,
                                                    const std::vector<ExpressionId>& wanted) {
  Groups groups(table_.size());
  const auto join = [&](ExpressionId id) {
    const std::vector<uint32_t>& inputs = expressions_.inputs_in(id);
    for (size_t k = 1; k < inputs.size(); k++) groups.join(inputs[k], inputs[0]);
  };
  for (const ExpressionId id : conditions) join(id);
  for (const ExpressionId id : wanted) join(id);
  std::vector<bool> is_wanted(table_.size());
  for (const ExpressionId id : wanted)
    for (const uint32_t input : expressions_.inputs_in(id)) is_wanted[groups.find(input)] = true;
  Part taken = wanted;
  std::erase_if(conditions, [&](ExpressionId id) {
    const std::vector<uint32_t>& inputs = expressions_.inputs_in(id);
    if (inputs.empty() || !is_wanted[groups.find(inputs[0])]) return false;
    taken.push_back(id);
    return true;
  });
  return taken;
}

// Changes the input so that it satisfies all these, part by part.
InputAnswer::Kind SymbolicInputs::find_parts(const Part& all, Assignment& result) {
  for (const Part& part : parts_of(all)) {
    figures_.questions++;
    if (holds_of(kFirstInput, part)) {
      for (const ExpressionId condition : part)
        for (const uint32_t input : expressions_.inputs_in(condition))
          if (input < result.size()) result[input] = 0;
      figures_.at_hand++;
      continue;
    }
    const Status status = solve(part, result);
    if (status == Status::kUnsatisfiable) return InputAnswer::Kind::kNone;
    if (status == Status::kUnknown) return InputAnswer::Kind::kUnknown;
  }
  return InputAnswer::Kind::kFound;
}

InputAnswer SymbolicInputs::find(Constraints all, std::span<const Constraints> none, InputId like) {
  std::vector<ExpressionId> conditions, wanted;
  for (const ConstraintId id : all) conditions.push_back(condition(id));
  for (const Constraints list : none) {
    const ExpressionId condition = negation_of(list);
    if (expressions_.is_constant(condition)) {
      if (expressions_[condition].payload == 0) return InputAnswer::none();
      continue;
    }
    // Two ways that both were taken.
    const ExpressionId opposite = expressions_.negation(condition);
    for (const auto* known : {&conditions, &wanted})
      if (std::find(known->begin(), known->end(), opposite) != known->end()) return InputAnswer::none();
    wanted.push_back(condition);
  }
  Part changes = take_connected(conditions, wanted);
  // All other inputs may stay as they are in an execution that took these ways.
  Assignment result;
  if (holds_of(like, conditions))
    result = assignment(like);
  else
    changes.insert(changes.end(), conditions.begin(), conditions.end());
  const InputAnswer::Kind kind = find_parts(normalized(std::move(changes)), result);
  if (kind != InputAnswer::Kind::kFound) return {kind, {}};
  const InputId found = intern(result);
  candidate(found);
  return InputAnswer::found(found);
}

bool SymbolicInputs::holds(ConstraintId constraint, InputId input) {
  return candidate(input).values(condition(constraint)) == 1;
}

bool SymbolicInputs::is_less(InputId left, InputId right) {
  return values(left) < values(right);
}

uint64_t SymbolicInputs::name_of(ConstraintId constraint) {
  return expressions_.hash(condition(constraint));
}

void SymbolicInputs::append_words(InputId input, std::vector<uint32_t>& words) {
  for (const auto& [key, value] : values(input))
    for (const uint64_t word : {key, value}) {
      words.push_back(static_cast<uint32_t>(word));
      words.push_back(static_cast<uint32_t>(word >> 32));
    }
}

std::optional<InputId> SymbolicInputs::from_words(std::span<const uint32_t> words) {
  if (words.size() % 4 != 0) return std::nullopt;
  Values values;
  for (; !words.empty(); words = words.subspan(4)) {
    const uint64_t key = words[0] | uint64_t{words[1]} << 32;
    values.emplace_back(key, words[2] | uint64_t{words[3]} << 32);
    table_.number_of(key);
  }
  return intern(std::move(values));
}

// Is there an input that satisfies all, and this wish? It becomes the best.
bool SymbolicInputs::try_smaller(Part& fixed, ExpressionId wish, Assignment& best) {
  if (expressions_.is_constant(wish)) return expressions_[wish].payload != 0;
  std::vector<ExpressionId> conditions = fixed;
  conditions.push_back(wish);
  Part wanted = normalized(std::move(conditions));
  Assignment found = best;
  for (const Part& part : parts_of(wanted)) {
    Valuation now(expressions_);
    now.assign(found);
    if (std::all_of(part.begin(), part.end(), [&](ExpressionId id) { return now(id) == 1; })) continue;
    if (solve(part, found) != Status::kSatisfiable) return false;
  }
  best = std::move(found);
  fixed = std::move(wanted);
  return true;
}

// Looks for a value near 0 of one input: those that read well, then half of it, and so on.
void SymbolicInputs::make_smaller(Part& fixed, uint32_t number, Assignment& best,
                                  const std::function<bool()>& is_over) {
  const unsigned width = InputKey::unpack(table_[number].key).width;
  const ExpressionId input = input_expression(number);
  const auto constant = [&](uint64_t value) { return expressions_.constant(width, value); };
  std::vector<uint64_t> wishes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, mask(width)};
  // Of a text: what can be read.
  if (width == 8 && table_[number].object_bytes > 1) wishes = {0, 'a', 'b', '0', '1', ' ', 1, 2};
  for (const uint64_t wish : wishes)
    if (is_over() || try_smaller(fixed, expressions_.binary(Op::kEq, input, constant(wish)), best)) return;
  const bool is_negative = width > 8 && best[number] >> (width - 1) != 0;
  const auto size = [&](uint64_t value) { return is_negative ? (0 - value) & mask(width) : value; };
  for (uint64_t least = 0; least < size(best[number]) && !is_over();) {
    const uint64_t middle = least + (size(best[number]) - least) / 2;
    const ExpressionId is_less = is_negative ? expressions_.binary(Op::kUle, constant(0 - middle), input)
                                             : expressions_.binary(Op::kUle, input, constant(middle));
    if (middle == 0 || !try_smaller(fixed, is_less, best)) least = middle + 1;
  }
  try_smaller(fixed, expressions_.binary(Op::kEq, input, constant(best[number])), best);
}

InputId SymbolicInputs::smaller(Constraints all, InputId input, const std::function<bool()>& is_over) {
  std::vector<ExpressionId> conditions;
  for (const ConstraintId id : all) conditions.push_back(condition(id));
  Part fixed = normalized(std::move(conditions));
  Assignment best = assignment(input);
  best.resize(table_.size());
  const uint64_t before = figures_.solver_calls;
  for (uint32_t number = 0; number < table_.size() && !is_over(); number++)
    if (best[number] != 0) make_smaller(fixed, number, best, is_over);
  figures_.solver_calls = before;  // (those count that explore)
  return intern(best);
}

}  // namespace mazurka::concolic
