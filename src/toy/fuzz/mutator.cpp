#include "toy/fuzz/mutator.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "toy/fuzz/generator.hpp"
#include "toy/fuzz/random_operation.hpp"
#include "toy/fuzz/seeds.hpp"
#include "toy/fuzz/tree.hpp"
#include "toy/language/grammar.hpp"

namespace mazurka::toy {

namespace {

constexpr size_t kMostThreadsOfMutant = 6;
constexpr uint32_t kMaxStatements = 7;  // of a thread
constexpr size_t kMaxPool = 400;
constexpr uint64_t kManyTraces = 12;

// Statements that stand on their own: without them, or elsewhere, the others keep their meaning.
bool is_free(const Statement& s) {
  switch (s.kind) {
    case StatementKind::kUnlock:
    case StatementKind::kReadUnlock:
    case StatementKind::kWriteUnlock:
    case StatementKind::kWait:
    case StatementKind::kTimedWait:
    case StatementKind::kSpawn:
    case StatementKind::kBreak: return false;
    default: return shape_of(s.kind).blocks == 0 && release_of(s.kind) == StatementKind::kReturn;
  }
}

class Mutation {
 public:
  Mutation(Dice& dice, Features features, Source& source) : dice_(dice), features_(features), source_(source) {}

  void apply() {
    ThreadDeclaration& thread = source_.threads[dice_.below(source_.threads.size())];
    Scope scope = scope_of(source_, thread);
    std::vector<std::vector<Statement>*> lists = lists_of(thread.body);
    std::vector<Statement>& list = *dice_.pick(lists);
    if (!source_.inputs.empty() && dice_.one_in(4)) {
      if (count_statements(thread.body) < kMaxStatements) change_inputs(list, scope);
      repair(source_);
      return;
    }
    switch (dice_.below(10)) {
      case 0: change_object(list, scope); break;
      case 1: change_constant(list); break;
      case 2: replace(list, scope); break;
      case 3:
      case 4:
        if (count_statements(thread.body) < kMaxStatements) insert(list, scope);
        break;
      case 5: remove(list); break;
      case 6: swap_two(list); break;
      case 7: swap_threads(thread); break;
      case 8: wrap_or_unwrap(list, scope); break;
      case 9: add_thread(thread); break;
    }
    repair(source_);
  }

 private:
  void change_object(std::vector<Statement>& list, const Scope& scope) {
    if (list.empty()) return;
    Statement& s = list[dice_.below(list.size())];
    if (s.objects.empty() || (!is_free(s) && !dice_.one_in(8))) return;
    size_t i = dice_.below(s.objects.size());
    std::vector<Reference> others = candidates(scope, s.kind, i);
    if (others.empty()) return;
    const Reference& other = dice_.pick(others);
    if (s.objects.size() == 1 || !may_be_same(other, s.objects[1 - i])) s.objects[i] = other;
  }

  void change_constant(std::vector<Statement>& list) {
    if (list.empty()) return;
    Statement& s = list[dice_.below(list.size())];
    if (s.arguments.empty() || s.kind == StatementKind::kChoose || s.kind == StatementKind::kRepeat) return;
    Expression& e = s.arguments[dice_.below(s.arguments.size())];
    Expression& part = e.parts.empty() ? e : e.parts.back();
    if (part.kind == Expression::Kind::kNumber) part.number = dice_.below(3);
    if (s.kind == StatementKind::kAwait && dice_.one_in(3)) s.comparison = static_cast<Comparison>(dice_.below(6));
  }

  void replace(std::vector<Statement>& list, Scope& scope) {
    if (list.empty()) return;
    Statement& s = list[dice_.below(list.size())];
    if (is_free(s)) s = random_operation(dice_, features_, scope);
  }

  void insert(std::vector<Statement>& list, Scope& scope) {
    Statement s = random_operation(dice_, dice_.one_in(2) ? Features{} : features_, scope);
    list.insert(list.begin() + dice_.below(list.size() + 1), std::move(s));
  }

  // What takes a lock goes together with what releases it.
  void remove(std::vector<Statement>& list) {
    if (list.empty()) return;
    size_t at = dice_.below(list.size());
    Statement removed = list[at];
    if (!is_free(removed) && removed.kind != StatementKind::kLock && dice_.one_in(2)) return;
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
    StatementKind release = release_of(removed.kind);
    if (release == StatementKind::kReturn) return;
    auto matches = [&](const Statement& s) {
      return s.kind == release && s.objects[0].name == removed.objects[0].name;
    };
    auto rest = list.begin() + static_cast<std::ptrdiff_t>(at);
    auto found = std::find_if(rest, list.end(), matches);
    if (found != list.end())
      list.erase(found);
    else if (rest != list.end() && rest->kind == StatementKind::kIf)
      std::erase_if(rest->body, matches);
  }

  void swap_two(std::vector<Statement>& list) {
    if (list.size() < 2) return;
    Statement& a = list[dice_.below(list.size())];
    Statement& b = list[dice_.below(list.size())];
    if ((is_free(a) && is_free(b)) || dice_.one_in(8)) std::swap(a, b);
  }

  // The order of threads matters to the algorithms wherever they break ties.
  void swap_threads(ThreadDeclaration& thread) {
    ThreadDeclaration& other = source_.threads[dice_.below(source_.threads.size())];
    bool plain = true;
    for (ThreadDeclaration* t : {&thread, &other})
      for_each_statement(
          t->body, [&](Statement& s) { plain &= s.kind != StatementKind::kSpawn && s.kind != StatementKind::kJoin; });
    if (plain) std::swap(thread.body, other.body);
  }

  void wrap_or_unwrap(std::vector<Statement>& list, const Scope& scope) {
    if (list.empty()) return;
    size_t at = dice_.below(list.size());
    Statement s = list[at];
    if (s.kind == StatementKind::kIf) {
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), s.body.begin(), s.body.end());
    } else if (!is_free(s)) {
      return;
    } else if (!scope.inputs.empty()) {
      list[at] = branch(random_branch(dice_, scope), {s});
    } else if (features_.has(Feature::kBranches) && !scope.registers.empty()) {
      list[at] = branch(random_condition(dice_, scope), {s});
    }
  }

  // A branch on an input, after which nothing differs, or other values for the input.
  void change_inputs(std::vector<Statement>& list, const Scope& scope) {
    if (dice_.one_in(4)) {
      source_.inputs[dice_.below(source_.inputs.size())].largest = number(1 + dice_.below(3));
      return;
    }
    Statement s = branch(random_branch(dice_, scope), {assignment("t", number(1))});
    list.insert(list.begin() + dice_.below(list.size() + 1), std::move(s));
  }

  // A reader, or a copy of a thread.
  void add_thread(const ThreadDeclaration& model) {
    if (source_.threads.size() >= kMostThreadsOfMutant) return;
    ThreadDeclaration thread;
    thread.name = "T" + std::to_string(source_.threads.size() + 1);
    for (const ThreadDeclaration& other : source_.threads)
      if (other.name == thread.name) return;
    Scope scope = scope_of(source_, thread);
    if (dice_.one_in(3)) {
      thread.body = model.body;
      for (const Statement& s : thread.body)
        if (s.kind == StatementKind::kSpawn) return;
    } else if (!scope.mailboxes.empty() && dice_.one_in(2)) {
      thread.body.push_back(random_operation(dice_, {Feature::kMailboxes}, scope));
    } else {
      for (uint32_t n = 1 + dice_.below(2); n > 0; n--) {
        thread.body.push_back(operation(StatementKind::kLoad, dice_.pick(scope.variables)));
        thread.body.back().result = "r";
      }
    }
    source_.threads.push_back(std::move(thread));
  }

  Dice& dice_;
  Features features_;
  Source& source_;
};

}  // namespace

void mutate(Dice& dice, Features features, Source& source) {
  if (scope_of(source, source.threads[0]).variables.empty()) {
    ObjectDeclaration x;
    x.name = "x";
    source.objects.push_back(x);
  }
  if (features.has(Feature::kInputs) && source.inputs.empty()) source.inputs.push_back(input("i", 1 + dice.below(3)));
  Mutation(dice, features, source).apply();
}

MutantPool::MutantPool(Features allowed, Features always)
    : allowed_(allowed), always_(always), programs_(seeds_with(allowed)) {
  seeds_ = programs_.size();
}

Source MutantPool::mutant(Dice& dice) {
  Source source = dice.one_in(3) ? programs_[dice.below(seeds_)] : dice.pick(programs_);
  Features features = features_of(source);
  for (Feature f : always_.list()) features.add(f);
  if (dice.one_in(3)) {
    for (Feature f : pick_mix(dice, allowed_).list()) features.add(f);
  }
  for (uint32_t n = 1 + dice.below(3); n > 0; n--) mutate(dice, features, source);
  return source;
}

void MutantPool::offer(Dice& dice, const Source& source, uint64_t traces) {
  if (traces <= kManyTraces || !dice.one_in(3)) return;
  if (programs_.size() < kMaxPool)
    programs_.push_back(source);
  else
    programs_[seeds_ + dice.below(kMaxPool - seeds_)] = source;
}

}  // namespace mazurka::toy
