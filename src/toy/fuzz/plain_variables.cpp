#include "toy/fuzz/plain_variables.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/dice.hpp"
#include "toy/fuzz/tree.hpp"

namespace mazurka::toy {

namespace {

constexpr const char* kGuards[] = {"guard", "guard2"};

bool is_access(const Statement& statement) {
  return statement.kind == StatementKind::kLoad || statement.kind == StatementKind::kStore;
}

std::set<std::string> only_accessed(const Source& source) {
  std::set<std::string> names;
  for (const ObjectDeclaration& object : source.objects)
    if (object.kind == ObjectKind::kVariable) names.insert(object.name);
  for (const ThreadDeclaration& thread : source.threads)
    for_each_statement(thread.body, [&](const Statement& statement) {
      if (is_access(statement)) return;
      for (const Reference& object : statement.objects) names.erase(object.name);
    });
  return names;
}

// Locks the mutexes of variables around accesses to them.
class Guarding {
 public:
  Guarding(Dice& dice, std::map<std::string, std::string> guards) : dice_(dice), guards_(std::move(guards)) {}

  void guard(std::vector<Statement>& body) {
    std::vector<Statement> result;
    std::string held;
    auto release = [&] {
      if (!held.empty()) result.push_back(operation(StatementKind::kUnlock, reference(held)));
      held.clear();
    };
    for (Statement& statement : body) {
      const std::string wanted = guard_of(statement);
      if (wanted != held || dice_.one_in(3)) release();
      if (held.empty() && !wanted.empty()) {
        result.push_back(operation(StatementKind::kLock, reference(wanted)));
        held = wanted;
      }
      guard(statement.body);
      guard(statement.otherwise);
      result.push_back(std::move(statement));
    }
    release();
    body = std::move(result);
  }

 private:
  std::string guard_of(const Statement& statement) {
    if (!is_access(statement) || dice_.one_in(24)) return "";
    const auto found = guards_.find(statement.objects[0].name);
    return found == guards_.end() ? "" : found->second;
  }

  Dice& dice_;
  std::map<std::string, std::string> guards_;
};

}  // namespace

std::optional<Source> with_plain_variables(const Source& source, uint64_t seed) {
  const std::set<std::string> names = only_accessed(source);
  if (names.empty() || !source.inputs.empty()) return std::nullopt;
  Dice dice(seed);
  Source result = source;
  std::map<std::string, std::string> guards;
  bool has_any = false;
  for (ObjectDeclaration& object : result.objects) {
    if (names.count(object.name) == 0 || (has_any && dice.one_in(3))) continue;
    has_any = true;
    object.kind = ObjectKind::kPlain;
    if (!dice.one_in(3)) guards[object.name] = kGuards[dice.one_in(4) ? 1 : 0];
  }
  if (guards.empty()) return result;
  for (const char* guard : kGuards) {
    ObjectDeclaration mutex;
    mutex.kind = ObjectKind::kMutex;
    mutex.name = guard;
    result.objects.push_back(std::move(mutex));
  }
  Guarding guarding(dice, std::move(guards));
  for (ThreadDeclaration& thread : result.threads) guarding.guard(thread.body);
  return result;
}

}  // namespace mazurka::toy
