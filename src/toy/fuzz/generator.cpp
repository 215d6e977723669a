#include "toy/fuzz/generator.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "toy/fuzz/random_operation.hpp"
#include "toy/fuzz/tree.hpp"

namespace mazurka::toy {

namespace {

// Writes the body of one thread. Locks that are taken outside of blocks are remembered until they are released.
class ThreadWriter {
 public:
  ThreadWriter(Dice& dice, Features features, Scope scope)
      : dice_(dice), features_(features), scope_(std::move(scope)) {}

  // `to_spawn`: the threads that this one must start; `others`: threads that it may join.
  std::vector<Statement> write(uint32_t operations, std::vector<std::string> to_spawn,
                               const std::vector<std::string>& others) {
    std::vector<Statement> body;
    std::vector<std::string> spawned;
    auto spawn_one = [&] {
      body.push_back(operation(StatementKind::kSpawn, reference(to_spawn.back())));
      spawned.push_back(to_spawn.back());
      to_spawn.pop_back();
    };
    for (uint32_t i = 0; i < operations; i++) {
      if (!to_spawn.empty() && dice_.one_in(2)) spawn_one();
      if (!spawned.empty() && dice_.one_in(3)) {
        body.push_back(operation(StatementKind::kJoin, reference(spawned.back())));
        spawned.pop_back();
      } else if (features_.has(Feature::kSpawn) && !others.empty() && dice_.one_in(12)) {
        body.push_back(operation(StatementKind::kJoin, reference(dice_.pick(others))));
      }
      write_element(body);
    }
    while (!to_spawn.empty()) spawn_one();
    for (const auto& [kind, lock] : held_)
      if (releases(kind)) body.push_back(operation(kind, reference(lock)));
    return body;
  }

 private:
  void write_element(std::vector<Statement>& body) {
    bool can_branch = features_.has(Feature::kBranches) || features_.has(Feature::kChoose) ||
                      features_.has(Feature::kFailures) || features_.has(Feature::kLoops);
    if (!scope_.inputs.empty() && dice_.one_in(3)) {
      body.push_back(conditional());
    } else if (can_branch && !scope_.registers.empty() && dice_.one_in(3)) {
      if (features_.has(Feature::kLoops) && dice_.one_in(2))
        body.push_back(loop());
      else
        body.push_back(conditional());
    } else if (features_.has(Feature::kLoops) && dice_.one_in(6)) {
      body.push_back(loop());
    } else {
      write_plain(body);
    }
  }

  void write_plain(std::vector<Statement>& body) {
    enum class Shape { kOperation, kMutex, kTryLock, kRwlock, kCondition };
    std::vector<Shape> shapes(3, Shape::kOperation);
    auto add = [&](bool allowed, size_t times, Shape shape) {
      shapes.insert(shapes.end(), allowed ? times : 0, shape);
    };
    add(features_.has(Feature::kLocks), 2, Shape::kMutex);
    add(features_.has(Feature::kTryLock), 2, Shape::kTryLock);
    add(features_.has(Feature::kRwlocks), 3, Shape::kRwlock);
    add(features_.has(Feature::kConditions) || features_.has(Feature::kTimedWaits), 4, Shape::kCondition);
    switch (dice_.pick(shapes)) {
      case Shape::kOperation: body.push_back(random_operation(dice_, features_, scope_)); break;
      case Shape::kMutex: write_mutex(body); break;
      case Shape::kTryLock:
        write_try(body, StatementKind::kTryLock, StatementKind::kUnlock, dice_.pick(scope_.mutexes));
        break;
      case Shape::kRwlock: write_rwlock(body); break;
      case Shape::kCondition: write_condition(body); break;
    }
  }

  // Now and then a lock is kept; a read lock only where leaks are allowed.
  bool releases(StatementKind release) {
    if (release == StatementKind::kReadUnlock && !features_.has(Feature::kLeaks)) return true;
    return !dice_.one_in(8);
  }

  // In a critical section nothing should end the thread.
  void write_inner(std::vector<Statement>& body) {
    Features inner = features_;
    inner.remove(Feature::kFailures);
    body.push_back(random_operation(dice_, inner, scope_));
  }

  void write_mutex(std::vector<Statement>& body) {
    const std::string& mutex = dice_.pick(scope_.mutexes);
    std::pair<StatementKind, std::string> entry{StatementKind::kUnlock, mutex};
    auto found = std::find(held_.begin(), held_.end(), entry);
    if (depth_ == 0 && found != held_.end()) {
      held_.erase(found);
      body.push_back(operation(StatementKind::kUnlock, reference(mutex)));
      return;
    }
    if (found != held_.end() && !dice_.one_in(8)) return write_inner(body);
    body.push_back(operation(StatementKind::kLock, reference(mutex)));
    if (depth_ == 0) {
      held_.push_back(entry);
      return;
    }
    write_inner(body);
    if (releases(StatementKind::kUnlock)) body.push_back(operation(StatementKind::kUnlock, reference(mutex)));
  }

  void write_try(std::vector<Statement>& body, StatementKind take, StatementKind release, const std::string& lock) {
    Statement attempt = operation(take, reference(lock));
    attempt.result = result_register(dice_, scope_);
    std::vector<Statement> section;
    if (!dice_.one_in(3)) write_inner(section);
    if (section.empty() || releases(release)) section.push_back(operation(release, reference(lock)));
    body.push_back(attempt);
    body.push_back(branch(name(attempt.result), std::move(section)));
  }

  void write_rwlock(std::vector<Statement>& body) {
    const std::string& lock = dice_.pick(scope_.rwlocks);
    switch (dice_.below(8)) {
      case 0:
      case 1:
      case 2:
      case 3: return write_section(body, StatementKind::kReadLock, StatementKind::kReadUnlock, lock);
      case 4:
      case 5: return write_section(body, StatementKind::kWriteLock, StatementKind::kWriteUnlock, lock);
      case 6: return write_try(body, StatementKind::kTryReadLock, StatementKind::kReadUnlock, lock);
      default: return write_try(body, StatementKind::kTryWriteLock, StatementKind::kWriteUnlock, lock);
    }
  }

  void write_section(std::vector<Statement>& body, StatementKind take, StatementKind release, const std::string& lock) {
    body.push_back(operation(take, reference(lock)));
    if (!dice_.one_in(3)) write_inner(body);
    if (releases(release)) body.push_back(operation(release, reference(lock)));
  }

  void write_condition(std::vector<Statement>& body) {
    const std::string& mutex = dice_.pick(scope_.mutexes);
    const std::string& condition = dice_.pick(scope_.conditions);
    bool holds = std::find(held_.begin(), held_.end(), std::pair{StatementKind::kUnlock, mutex}) != held_.end();
    if (dice_.below(5) < 2)
      write_signal(body, condition, mutex, holds);
    else
      write_wait(body, condition, mutex, holds);
  }

  void write_signal(std::vector<Statement>& body, const std::string& condition, const std::string& mutex, bool holds) {
    bool locks = !holds && dice_.one_in(2);
    if (locks) body.push_back(operation(StatementKind::kLock, reference(mutex)));
    if (dice_.one_in(2)) write_inner(body);
    StatementKind kind = dice_.one_in(4) ? StatementKind::kBroadcast : StatementKind::kSignal;
    body.push_back(operation(kind, reference(condition)));
    if (locks) body.push_back(operation(StatementKind::kUnlock, reference(mutex)));
  }

  void write_wait(std::vector<Statement>& body, const std::string& condition, const std::string& mutex, bool holds) {
    if (!holds) body.push_back(operation(StatementKind::kLock, reference(mutex)));
    bool timed = features_.has(Feature::kTimedWaits) && (!features_.has(Feature::kConditions) || dice_.one_in(2));
    Statement wait = operation(timed ? StatementKind::kTimedWait : StatementKind::kWait, reference(condition));
    wait.objects.push_back(reference(mutex));
    if (timed && dice_.one_in(2)) wait.result = result_register(dice_, scope_);
    if (dice_.one_in(3)) {
      Statement load = operation(StatementKind::kLoad, dice_.pick(scope_.variables));
      load.result = result_register(dice_, scope_);
      body.push_back(load);
      body.push_back(branch(binary("==", name(load.result), number(0)), {wait}));
    } else {
      body.push_back(wait);
    }
    if (dice_.one_in(3)) write_inner(body);
    if (!holds && releases(StatementKind::kUnlock)) body.push_back(operation(StatementKind::kUnlock, reference(mutex)));
  }

  std::vector<Statement> block(uint32_t operations) {
    std::vector<Statement> body;
    depth_++;
    for (uint32_t i = 0; i < operations; i++) write_plain(body);
    depth_--;
    return body;
  }

  std::vector<Statement> nested_block() {
    std::vector<Statement> body = block(dice_.below(2));
    depth_++;
    body.push_back(conditional());
    depth_--;
    return body;
  }

  Statement conditional() {
    Expression condition = random_branch(dice_, scope_);
    if (!scope_.inputs.empty() && dice_.one_in(3)) {  // a branch after which nothing differs
      std::vector<Statement> local = {assignment(result_register(dice_, scope_), number(1))};
      return branch(std::move(condition), std::move(local));
    }
    bool nested = !scope_.inputs.empty() && depth_ == 0 && dice_.one_in(4);
    Statement result = branch(std::move(condition), nested ? nested_block() : block(1 + dice_.below(2)));
    if (dice_.one_in(8)) {
      result.body.push_back({});
      result.body.back().kind = StatementKind::kReturn;
    } else if (dice_.one_in(4)) {
      result.otherwise = block(1);
    }
    return result;
  }

  Statement loop() {
    Statement result;
    if (scope_.registers.empty() || dice_.one_in(3)) {
      result.kind = StatementKind::kRepeat;
      result.arguments.push_back(number(2));
      result.body = block(1);
      return result;
    }
    result.kind = StatementKind::kWhile;
    result.arguments.push_back(random_condition(dice_, scope_));
    std::string tested = result.arguments[0].parts[0].text;
    if (dice_.one_in(3)) result.body = block(1);
    StatementKind read = dice_.one_in(4) ? StatementKind::kFetchAdd : StatementKind::kLoad;
    Statement again = operation(read, random_variable(dice_, features_, scope_));
    if (again.kind == StatementKind::kFetchAdd) again.arguments.push_back(number(1));
    again.result = tested;
    result.body.push_back(again);
    if (dice_.one_in(6)) {
      result.body.push_back(branch(random_condition(dice_, scope_), {Statement{}}));
      result.body.back().body[0].kind = StatementKind::kBreak;
    }
    return result;
  }

  Dice& dice_;
  Features features_;
  Scope scope_;
  std::vector<std::pair<StatementKind, std::string>> held_;  // how it is released, and which
  int depth_ = 0;
};

void declare(Source& source, ObjectKind kind, const std::string& name, Value initial = 0) {
  ObjectDeclaration declaration;
  declaration.kind = kind;
  declaration.name = name;
  if (initial != 0) declaration.initial.push_back(number(initial));
  source.objects.push_back(declaration);
}

void declare_objects(Dice& dice, Features features, Source& source) {
  if (features.has(Feature::kInputs)) {
    source.inputs.push_back(input("i", 1 + dice.below(3)));
    if (dice.one_in(4)) source.inputs.push_back(input("j", 1));
  }
  uint32_t variables = 1 + dice.below(3);
  if (features.has(Feature::kPairs)) variables = std::max(variables, 2u);
  bool array = features.has(Feature::kIndexed) && !dice.one_in(4);
  if (array) variables = 1 + dice.below(2);
  const std::vector<std::string> names = {"x", "y", "z"};
  for (uint32_t i = 0; i < variables; i++) declare(source, ObjectKind::kVariable, names[i], dice.one_in(12) ? 1 : 0);
  if (array) {
    declare(source, ObjectKind::kVariable, "a");
    source.objects.back().size.push_back(number(2));
  }
  bool conditions = features.has(Feature::kConditions) || features.has(Feature::kTimedWaits);
  auto some = [&](bool wanted, ObjectKind kind, const char* first, const char* second, Value initial) {
    if (!wanted) return;
    declare(source, kind, first, initial);
    if (dice.one_in(3)) declare(source, kind, second);
  };
  some(features.has(Feature::kLocks) || features.has(Feature::kTryLock) || conditions, ObjectKind::kMutex, "m", "n", 0);
  some(features.has(Feature::kSemaphores), ObjectKind::kSemaphore, "s", "u", dice.below(2));
  some(features.has(Feature::kRwlocks), ObjectKind::kRwlock, "w", "v", 0);
  some(conditions, ObjectKind::kCondition, "c", "d", 0);
  bool bounded = features.has(Feature::kBoundedMailboxes);
  auto capacity = [&] { return bounded && dice.one_in(2) ? 1 + dice.below(2) : 0; };
  if (features.has(Feature::kMailboxes)) {
    declare(source, ObjectKind::kMailbox, "q", capacity());
    if (dice.one_in(3)) declare(source, ObjectKind::kMailbox, "p", capacity());
  }
}

}  // namespace

Features pick_mix(Dice& dice, Features allowed) {
  std::vector<Feature> list = allowed.list();
  if (list.size() <= 2 || dice.one_in(16)) return allowed;
  Features mix;
  for (uint32_t n = 1 + dice.below(4); n > 0; n--) mix.add(dice.pick(list));
  if (allowed.has(Feature::kBranches) && dice.one_in(3)) mix.add(Feature::kBranches);
  if (allowed.has(Feature::kRwlocks) && mix.has(Feature::kLeaks)) mix.add(Feature::kRwlocks);
  if (mix.has(Feature::kBoundedMailboxes) || mix.has(Feature::kClosedMailboxes) || mix.has(Feature::kRankedMailboxes))
    mix.add(Feature::kMailboxes);
  if (allowed.has(Feature::kPairs) && mix.has(Feature::kAdds) && dice.one_in(4)) mix.add(Feature::kPairs);
  return mix;
}

Source generate(Dice& dice, Features features) {
  Source source;
  declare_objects(dice, features, source);
  // Many threads with short bodies, or few with long ones: both at once would have too many traces to compare.
  uint32_t max_threads = 3 + dice.below(3);
  uint32_t max_operations = 7 - max_threads;
  uint32_t threads = 2 + dice.below(max_threads - 1);
  std::vector<std::string> names;
  for (uint32_t t = 0; t < threads; t++) names.push_back("T" + std::to_string(t + 1));
  std::vector<std::vector<std::string>> to_spawn(threads);
  if (features.has(Feature::kSpawn))
    for (uint32_t t = 1; t < threads; t++)
      if (dice.one_in(2)) to_spawn[dice.below(t)].push_back(names[t]);
  for (uint32_t t = 0; t < threads; t++) {
    ThreadDeclaration thread;
    thread.name = names[t];
    std::vector<std::string> others = names;
    others.erase(others.begin() + t);
    ThreadWriter writer(dice, features, scope_of(source, thread));
    thread.body = writer.write(1 + dice.below(max_operations), to_spawn[t], others);
    source.threads.push_back(std::move(thread));
  }
  return source;
}

}  // namespace mazurka::toy
