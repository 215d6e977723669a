// Greedy: tries every single edit that makes the program cheaper, keeps the first that still fails, and starts again
// until none does. The cost below decreases with each edit that is kept, so this ends.
#include "toy/fuzz/shrinker.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "toy/fuzz/tree.hpp"
#include "toy/language/grammar.hpp"

namespace mazurka::toy {

namespace {

uint64_t cost_of(const Expression& e) {
  if (e.kind == Expression::Kind::kNumber) return static_cast<uint64_t>(std::min<Value>(std::abs(e.number), 9));
  uint64_t cost = 10;
  for (const Expression& part : e.parts) cost += cost_of(part);
  return cost;
}

uint64_t cost_of(StatementKind kind) {
  switch (kind) {
    case StatementKind::kLoad: return 0;
    case StatementKind::kStore: return 10;
    case StatementKind::kCas: return 40;
    case StatementKind::kWeakCas: return 60;
    case StatementKind::kFail: return 10;
    case StatementKind::kSignal: return 20;
    case StatementKind::kWait: return 40;
    case StatementKind::kTimedWait: return 60;
    case StatementKind::kSend: return 20;
    default: return 30;
  }
}

uint64_t cost_of(const Statement& s) {
  uint64_t cost = 200 + cost_of(s.kind);
  if (!s.result.empty()) cost++;
  if (s.comparison != Comparison::kEqual) cost++;
  if (takes_tags(s.kind) || is_send(s.kind)) cost += s.arguments.size();
  for (const Expression& e : s.arguments) cost += cost_of(e);
  for (const Reference& r : s.objects)
    for (const Expression& e : r.index) cost += 1 + cost_of(e);
  return cost;
}

uint64_t cost_of(const Source& source) {
  uint64_t cost = source.threads.size() * 400 + source.objects.size() * 100 + source.inputs.size() * 100;
  for (const InputDeclaration& input : source.inputs) cost += cost_of(input.least) + cost_of(input.largest);
  for (const ObjectDeclaration& object : source.objects) cost += object.size.size() * 10 + object.initial.size();
  for (const ThreadDeclaration& thread : source.threads)
    for_each_statement(thread.body, [&](const Statement& s) { cost += cost_of(s); });
  return cost;
}

using List = std::vector<Statement>;

void replace_by(List& list, size_t at, List statements) {
  auto place = list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
  list.insert(place, std::make_move_iterator(statements.begin()), std::make_move_iterator(statements.end()));
}

// What may stand for a statement, simpler or not: the cost decides.
List simpler_forms(const Statement& s) {
  List forms;
  auto as = [&](StatementKind kind) {
    forms.push_back(s);
    forms.back().kind = kind;
  };
  if (s.kind == StatementKind::kWeakCas) as(StatementKind::kCas);
  if (s.kind == StatementKind::kTimedWait) {
    as(StatementKind::kWait);
    forms.back().result.clear();
  }
  if (s.kind == StatementKind::kTrySend) as(StatementKind::kSend);
  if (s.kind == StatementKind::kCount) as(StatementKind::kPoll);
  if (takes_tags(s.kind) && !s.arguments.empty()) {
    forms.push_back(s);
    forms.back().arguments.clear();
  }
  if (is_send(s.kind) && s.arguments.size() > 1) {
    forms.push_back(s);
    forms.back().arguments.pop_back();
  }
  if (s.kind == StatementKind::kBroadcast) as(StatementKind::kSignal);
  if (s.kind == StatementKind::kAssert) forms.push_back({});
  if (s.kind == StatementKind::kAssert) forms.back().kind = StatementKind::kFail;
  if (shape_of(s.kind).objects[0] == Expected::kVariable) {
    for (const Reference& object : s.objects) {
      forms.push_back(operation(StatementKind::kLoad, object));
      forms.back().result = s.result.empty() ? "r" : s.result;
      forms.push_back(operation(StatementKind::kStore, object, {number(1)}));
    }
  }
  if (!s.result.empty() && !shape_of(s.kind).needs_results) {
    forms.push_back(s);
    forms.back().result.clear();
  }
  if (s.comparison != Comparison::kEqual) {
    forms.push_back(s);
    forms.back().comparison = Comparison::kEqual;
  }
  return forms;
}

class Shrinker {
 public:
  Shrinker(Source source, const std::function<bool(const Source&)>& still_fails)
      : source_(std::move(source)), cost_(cost_of(source_)), still_fails_(still_fails) {}

  Source run() {
    while (remove_thread() || remove_statement() || unwrap() || remove_two() || merge_objects() || remove_object() ||
           simplify_inputs() || simplify_statement() || simplify_expression()) {
    }
    return std::move(source_);
  }

 private:
  bool try_it(Source candidate) {
    repair(candidate);
    uint64_t cost = cost_of(candidate);
    if (cost >= cost_ || candidate.threads.empty() || !still_fails_(candidate)) return false;
    source_ = std::move(candidate);
    cost_ = cost;
    return true;
  }

  // Calls edit(list, at) for every statement, each time on a fresh copy of the program, until a copy still fails. The
  // edit says whether it changed anything.
  template <class Edit>
  bool at_each_statement(Edit edit) {
    for (size_t t = 0; t < source_.threads.size(); t++) {
      size_t lists = lists_of(source_.threads[t].body).size();
      for (size_t l = 0; l < lists; l++) {
        size_t statements = lists_of(source_.threads[t].body)[l]->size();
        for (size_t at = 0; at < statements; at++) {
          Source copy = source_;
          if (edit(*lists_of(copy.threads[t].body)[l], at) && try_it(std::move(copy))) return true;
        }
      }
    }
    return false;
  }

  bool remove_thread() {
    for (size_t t = 0; t < source_.threads.size(); t++) {
      Source copy = source_;
      copy.threads.erase(copy.threads.begin() + static_cast<std::ptrdiff_t>(t));
      if (try_it(std::move(copy))) return true;
    }
    return false;
  }

  bool remove_statement() {
    return at_each_statement([](List& list, size_t at) {
      replace_by(list, at, {});
      return true;
    });
  }

  // Blocks without what is around them.
  bool unwrap() {
    return at_each_statement([](List& list, size_t at) {
             List body = list[at].body;
             if (shape_of(list[at].kind).blocks == 0) return false;
             replace_by(list, at, std::move(body));
             return true;
           }) ||
           at_each_statement([](List& list, size_t at) {
             List otherwise = list[at].otherwise;
             if (otherwise.empty()) return false;
             replace_by(list, at, std::move(otherwise));
             return true;
           }) ||
           at_each_statement([](List& list, size_t at) {
             if (list[at].otherwise.empty()) return false;
             list[at].otherwise.clear();
             return true;
           });
  }

  // A lock and its unlock, or two operations that only matter together.
  bool remove_two() {
    for (size_t t = 0; t < source_.threads.size(); t++) {
      size_t lists = lists_of(source_.threads[t].body).size();
      for (size_t l = 0; l < lists; l++) {
        size_t statements = lists_of(source_.threads[t].body)[l]->size();
        for (size_t a = 0; a < statements; a++)
          for (size_t b = a + 1; b < statements; b++) {
            Source copy = source_;
            List& list = *lists_of(copy.threads[t].body)[l];
            replace_by(list, b, {});
            replace_by(list, a, {});
            if (try_it(std::move(copy))) return true;
          }
      }
    }
    return false;
  }

  // One object in the place of two of the same kind.
  bool merge_objects() {
    for (const ObjectDeclaration& kept : source_.objects)
      for (const ObjectDeclaration& gone : source_.objects) {
        if (kept.name == gone.name || kept.kind != gone.kind || !kept.size.empty() || !gone.size.empty()) continue;
        Source copy = source_;
        std::erase_if(copy.objects, [&](const ObjectDeclaration& o) { return o.name == gone.name; });
        for (ThreadDeclaration& thread : copy.threads)
          for_each_statement(thread.body, [&](Statement& s) {
            for (Reference& r : s.objects)
              if (r.name == gone.name) r.name = kept.name;
          });
        if (try_it(std::move(copy))) return true;
      }
    return false;
  }

  bool remove_object() {
    for (size_t i = 0; i < source_.objects.size(); i++) {
      Source copy = source_;
      ObjectDeclaration& object = copy.objects[i];
      bool used = false;
      for (const ThreadDeclaration& thread : source_.threads)
        for_each_statement(thread.body, [&](const Statement& s) {
          for (const Reference& r : s.objects) used |= r.name == object.name;
        });
      if (!used)
        copy.objects.erase(copy.objects.begin() + static_cast<std::ptrdiff_t>(i));
      else if (!object.initial.empty())
        object.initial.clear();
      else
        continue;
      if (try_it(std::move(copy))) return true;
    }
    return false;
  }

  bool simplify_inputs() {
    for (size_t i = 0; i < source_.inputs.size(); i++) {
      Source copy = source_;
      copy.inputs.erase(copy.inputs.begin() + static_cast<std::ptrdiff_t>(i));
      if (try_it(std::move(copy))) return true;
      copy = source_;
      Expression& largest = copy.inputs[i].largest;
      if (largest.kind == Expression::Kind::kNumber && largest.number > 1) {
        largest.number--;
        if (try_it(std::move(copy))) return true;
      }
    }
    return false;
  }

  bool simplify_statement() {
    for (size_t form = 0; form < 8; form++) {
      bool simplified = at_each_statement([&](List& list, size_t at) {
        List forms = simpler_forms(list[at]);
        if (form >= forms.size()) return false;
        list[at] = forms[form];
        return true;
      });
      if (simplified) return true;
    }
    return false;
  }

  // Every argument and index by 0, 1 or one of its parts.
  bool simplify_expression() {
    for (size_t which = 0; which < 6; which++)
      for (size_t form = 0; form < 4; form++) {
        bool simplified = at_each_statement([&](List& list, size_t at) {
          Expression* e = expression_of(list[at], which);
          if (e == nullptr) return false;
          if (form < 2) {
            *e = number(static_cast<Value>(form));
            return true;
          }
          if (e->parts.size() <= form - 2) return false;
          *e = Expression(e->parts[form - 2]);
          return true;
        });
        if (simplified) return true;
      }
    return false;
  }

  static Expression* expression_of(Statement& s, size_t which) {
    if (which < s.arguments.size()) return &s.arguments[which];
    which -= s.arguments.size();
    for (Reference& r : s.objects)
      for (Expression& e : r.index)
        if (which-- == 0) return &e;
    return nullptr;
  }

  Source source_;
  uint64_t cost_;
  const std::function<bool(const Source&)>& still_fails_;
};

}  // namespace

Source shrink(Source source, const std::function<bool(const Source&)>& still_fails) {
  return Shrinker(std::move(source), still_fails).run();
}

}  // namespace mazurka::toy
