#include "toy/language/checker.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "toy/language/grammar.hpp"
#include "toy/language/lexer.hpp"
#include "toy/language/parser.hpp"
#include "toy/language/read_sections.hpp"

namespace mazurka::toy {

namespace {

// Thrown and caught in this file.
struct CheckStop {
  ParseError error;
};

[[noreturn]] void stop(Position position, std::string message) {
  throw CheckStop{{position, std::move(message)}};
}

std::string quoted(const std::string& name) {
  return "'" + name + "'";
}

bool is_well_formed(const Expression& expression) {
  switch (expression.kind) {
    case Expression::Kind::kNumber:
    case Expression::Kind::kName: return expression.parts.empty();
    case Expression::Kind::kUnary:
      return expression.parts.size() == 1 && (expression.text == "-" || expression.text == "!");
    case Expression::Kind::kBinary: return expression.parts.size() == 2 && precedence_of(expression.text) != 0;
  }
  return false;
}

void check_depth(uint32_t depth, Position position) {
  if (depth <= kMaxNesting) return;
  stop(position, "the nesting is too deep; expected at most " + std::to_string(kMaxNesting) + " levels");
}

Value evaluate_or_stop(const Expression& expression, const std::unordered_map<std::string, Value>& constants,
                       uint32_t depth) {
  check_depth(depth, expression.position);
  if (!is_well_formed(expression)) stop(expression.position, "the expression is malformed");
  auto part = [&](size_t i) { return evaluate_or_stop(expression.parts[i], constants, depth + 1); };
  switch (expression.kind) {
    case Expression::Kind::kNumber: return expression.number;
    case Expression::Kind::kName: {
      auto found = constants.find(expression.text);
      if (found == constants.end()) {
        stop(expression.position, quoted(expression.text) +
                                      " is not a constant declared before; expected only numbers "
                                      "and constants here");
      }
      return found->second;
    }
    case Expression::Kind::kUnary: {
      Value value = part(0);
      return expression.text == "!" ? value == 0 : apply(LocalCode::kSubtract, 0, value);
    }
    case Expression::Kind::kBinary: break;
  }
  Value left = part(0);
  Value right = part(1);
  if (expression.text == "&&") return left != 0 && right != 0;
  if (expression.text == "||") return left != 0 || right != 0;
  LocalCode code = local_code_of(expression.text);
  if (right == 0 && (code == LocalCode::kDivide || code == LocalCode::kRemainder)) {
    stop(expression.position, "divides by zero; expected a divisor other than 0");
  }
  return apply(code, left, right);
}

class Checker {
 public:
  Checker(const Source& source, const Defines& defines) : source_(source), defines_(defines) {}

  Symbols run() {
    for (const ConstDeclaration& constant : source_.constants) declare(constant);
    check_defines();
    for (const InputDeclaration& input : source_.inputs) declare(input);
    for (const ObjectDeclaration& object : source_.objects) declare(object);
    for (const ThreadDeclaration& thread : source_.threads) declare(thread);
    if (!source_.inputs.empty()) follow_variables();
    for (const ThreadDeclaration& thread : source_.threads) check_thread(thread);
    symbols_.ordered.merge(ordered_rwlocks(source_));
    return std::move(symbols_);
  }

 private:
  void follow_variables() {
    for (const ObjectDeclaration& object : source_.objects)
      if (object.kind == ObjectKind::kVariable) symbols_.followed.insert(object.name);
  }

  void new_name(const std::string& name, Position position) {
    if (!is_name(name)) stop(position, quoted(name) + " is a word of the language or no word; expected a name");
    auto [earlier, is_new] = declared_.emplace(name, position);
    if (is_new) return;
    std::string where = earlier->second.line == 0 ? "" : " at line " + std::to_string(earlier->second.line);
    stop(position, quoted(name) + " is already declared" + where + "; expected a new name");
  }

  void declare(const ConstDeclaration& constant) {
    new_name(constant.name, constant.position);
    Value value = evaluate_or_stop(constant.value, symbols_.constants, 0);
    auto define = defines_.find(constant.name);
    symbols_.constants[constant.name] = define == defines_.end() ? value : define->second;
  }

  void declare(const InputDeclaration& input) {
    new_name(input.name, input.position);
    Value least = evaluate_or_stop(input.least, symbols_.constants, 0);
    Value largest = evaluate_or_stop(input.largest, symbols_.constants, 0);
    if (least > largest) {
      stop(input.position, "the input " + quoted(input.name) + " has no value from " + std::to_string(least) + " to " +
                               std::to_string(largest) + "; expected the smaller number first");
    }
    uint64_t count = static_cast<uint64_t>(largest) - static_cast<uint64_t>(least) + 1;
    if (count == 0 || count > kMaxInputs / combinations_) {
      stop(input.position,
           "the inputs have too many values; expected at most " + std::to_string(kMaxInputs) + " combinations of them");
    }
    combinations_ *= static_cast<uint32_t>(count);
    symbols_.inputs.push_back({input.name, least, static_cast<uint32_t>(count), input.position});
    input_names_.insert(input.name);
  }

  void check_defines() {
    for (const auto& [name, value] : defines_) {
      if (symbols_.constants.count(name) != 0) continue;
      std::string known;
      for (const ConstDeclaration& constant : source_.constants) known += (known.empty() ? "" : ", ") + constant.name;
      stop({}, "a value is given for " + quoted(name) + ", but the program has no such constant; expected " +
                   (known.empty() ? "none, as it declares no constants" : "one of: " + known));
    }
  }

  uint32_t size_of(const std::vector<Expression>& size, Value least, uint32_t most, const std::string& what) const {
    if (size.empty()) return 1;
    Value value = evaluate_or_stop(size[0], symbols_.constants, 0);
    if (value < least || value > most) {
      stop(size[0].position, "the array has size " + std::to_string(value) + "; expected " + std::to_string(least) +
                                 " to " + std::to_string(most) + " " + what);
    }
    return static_cast<uint32_t>(value);
  }

  void declare(const ObjectDeclaration& object) {
    new_name(object.name, object.position);
    uint32_t count = size_of(object.size, 1, kMaxObjects, "objects");
    if (count > kMaxObjects - symbols_.object_count) {
      stop(object.position,
           "the program has too many shared objects; expected at most " + std::to_string(kMaxObjects) + " together");
    }
    if (!object.initial.empty()) check_initial(object);
    if (object.kind == ObjectKind::kPlain && !source_.inputs.empty())
      stop(object.position, "the program has plain variables and inputs; expected only one of the two");
    NamedRange& range = symbols_.objects[object.name];
    range = {object.name, symbols_.object_count, count, !object.size.empty(), object.kind};
    if (object.kind == ObjectKind::kMailbox && !object.initial.empty())
      range.capacity = static_cast<uint32_t>(evaluate_or_stop(object.initial[0], symbols_.constants, 0));
    symbols_.object_count += count;
    if (object.kind == ObjectKind::kRwlock) rwlocks_ += count;
  }

  void check_initial(const ObjectDeclaration& object) {
    if (object.kind == ObjectKind::kMailbox) {
      Value capacity = evaluate_or_stop(object.initial[0], symbols_.constants, 0);
      if (capacity >= 1 && capacity <= kMaxCapacity) return;
      stop(object.position, "the mailbox " + quoted(object.name) + " has capacity " + std::to_string(capacity) +
                                "; expected 1 to " + std::to_string(kMaxCapacity));
    }
    if (object.kind != ObjectKind::kVariable && object.kind != ObjectKind::kPlain &&
        object.kind != ObjectKind::kSemaphore) {
      stop(object.position, "the " + std::string(name_of(object.kind)) + " " + quoted(object.name) +
                                " has an initial value; expected one only for a variable or a semaphore");
    }
    Value value = evaluate_or_stop(object.initial[0], symbols_.constants, 0);
    if (object.kind == ObjectKind::kSemaphore && value < 0) {
      stop(object.position,
           "the semaphore " + quoted(object.name) + " starts at " + std::to_string(value) + "; expected 0 or more");
    }
  }

  void declare(const ThreadDeclaration& thread) {
    new_name(thread.name, thread.position);
    uint32_t count = size_of(thread.size, 0, kMaxThreads, "threads");
    if (count > kMaxThreads - symbols_.thread_count) {
      stop(thread.position,
           "the program has too many threads; expected at most " + std::to_string(kMaxThreads) + " together");
    }
    ThreadSymbol& symbol = symbols_.threads[thread.name];
    symbol.range = {thread.name, symbols_.thread_count, count, !thread.size.empty(), ObjectKind::kVariable};
    symbols_.thread_count += count;
    constexpr uint64_t kMaxHeld = 4'000'000;
    if (uint64_t{rwlocks_} * symbols_.thread_count > kMaxHeld) {
      stop(thread.position, "the program has too many threads for its rwlocks; expected a product of at most " +
                                std::to_string(kMaxHeld));
    }
  }

  void check_thread(const ThreadDeclaration& thread) {
    thread_ = &symbols_.threads[thread.name];
    registers_.clear();
    collect_registers(thread.body, 0);
    check_block(thread.body, 0, 0);
  }

  void collect_registers(const std::vector<Statement>& block, uint32_t depth) {
    for (const Statement& statement : block) {
      check_depth(depth, statement.position);
      for (const std::string* name : {&statement.result, &statement.result2}) {
        if (!name->empty() && registers_.insert(*name).second) thread_->registers.push_back(*name);
      }
      collect_registers(statement.body, depth + 1);
      collect_registers(statement.otherwise, depth + 1);
    }
  }

  void check_block(const std::vector<Statement>& block, uint32_t depth, uint32_t loops) {
    for (const Statement& statement : block) check_statement(statement, depth, loops);
  }

  void check_statement(const Statement& statement, uint32_t depth, uint32_t loops) {
    if (statement.kind > StatementKind::kReturn) stop(statement.position, "the statement is of no known kind");
    const StatementShape& shape = shape_of(statement.kind);
    check_shape(statement, shape);
    for (const std::string* name : {&statement.result, &statement.result2}) {
      if (!name->empty()) check_register(*name, statement.position);
    }
    for (size_t i = 0; i < statement.objects.size(); i++) {
      check_reference(statement.objects[i], shape.objects[i], statement, shape);
    }
    for (const Expression& argument : statement.arguments) check_expression(argument, 0);
    if (statement.kind == StatementKind::kBreak && loops == 0) {
      stop(statement.position, "'break' stands outside of a loop; expected it inside while, repeat or for");
    }
    if (!follows_values(statement.kind))
      for (const Reference& object : statement.objects) symbols_.followed.erase(object.name);
    if (shape.objects[0] == Expected::kMailbox) note_use_of_mailbox(statement);
    if (statement.kind == StatementKind::kAwait) symbols_.awaited.insert(statement.objects[0].name);
    if (statement.kind == StatementKind::kSpawn) symbols_.threads[statement.objects[0].name].spawned = true;
    if (statement.kind == StatementKind::kWait || statement.kind == StatementKind::kTimedWait) check_waiter(statement);
    uint32_t inner_loops = loops + (statement.kind != StatementKind::kIf);
    check_block(statement.body, depth + 1, inner_loops);
    check_block(statement.otherwise, depth + 1, inner_loops);
  }

  // The mailboxes that are taken as a whole (model/mail.hpp).
  void note_use_of_mailbox(const Statement& statement) {
    const std::string& name = statement.objects[0].name;
    MailboxUse& use = mailboxes_[name];
    use.has_ranks |= is_send(statement.kind) && is_ranked(statement);
    use.has_lowest |= takes_tags(statement.kind) && is_ranked(statement);
    use.has_more |= statement.kind == StatementKind::kClose || symbols_.objects.at(name).capacity != 0 ||
                    (takes_tags(statement.kind) && !statement.arguments.empty());
    if (use.has_lowest || (use.has_ranks && use.has_more)) symbols_.ordered.insert(name);
  }

  static bool follows_values(StatementKind kind) {
    return kind == StatementKind::kLoad || kind == StatementKind::kStore || kind == StatementKind::kExchange ||
           kind == StatementKind::kFetchAdd || kind == StatementKind::kLoad2 || kind == StatementKind::kStore2;
  }

  // The parser makes no such mistakes; a tree from elsewhere may.
  static void check_shape(const Statement& statement, const StatementShape& shape) {
    uint32_t results = statement.result2.empty() ? !statement.result.empty() : 2;
    bool fits =
        statement.objects.size() == object_count(shape) &&
        (statement.arguments.size() == shape.arguments || takes_tags(statement.kind) ||
         (is_send(statement.kind) && statement.arguments.size() == 2)) &&
        results <= shape.results && (!shape.needs_results || results == shape.results) &&
        (results == 0 || !statement.result.empty()) && (shape.blocks >= 1 || statement.body.empty()) &&
        (shape.blocks == 2 || statement.otherwise.empty()) &&
        std::ranges::all_of(statement.objects, [](const Reference& object) { return object.index.size() <= 1; });
    if (!fits) stop(statement.position, "the statement does not have the parts that its kind needs");
  }

  void check_register(const std::string& name, Position position) const {
    const char* what = symbols_.objects.count(name) != 0     ? "is shared"
                       : symbols_.constants.count(name) != 0 ? "is a constant"
                       : input_names_.count(name) != 0       ? "is an input"
                       : !is_name(name)                      ? "is a word of the language or no word"
                                                             : nullptr;
    if (what != nullptr) stop(position, quoted(name) + " " + what + "; expected the name of a register to assign to");
  }

  void check_reference(const Reference& reference, Expected expected, const Statement& statement,
                       const StatementShape& shape) {
    const NamedRange& range = range_of(reference, expected, statement, shape);
    if (range.is_array && reference.index.empty()) {
      stop(reference.position, quoted(reference.name) + " is an array of " + std::to_string(range.count) +
                                   "; expected an index, as in " + quoted(reference.name + "[0]"));
    }
    if (!range.is_array && !reference.index.empty()) {
      stop(reference.position, quoted(reference.name) + " is not an array; expected it without an index");
    }
    for (const Expression& index : reference.index) check_expression(index, 0);
  }

  const NamedRange& range_of(const Reference& reference, Expected expected, const Statement& statement,
                             const StatementShape& shape) {
    auto thread = symbols_.threads.find(reference.name);
    auto object = symbols_.objects.find(reference.name);
    if (expected == Expected::kThread && thread != symbols_.threads.end()) return thread->second.range;
    if (expected != Expected::kThread && object != symbols_.objects.end()) {
      const Expected kind = expected_of(object->second.kind);
      const bool is_access = statement.kind == StatementKind::kLoad || statement.kind == StatementKind::kStore;
      if (kind == expected || (kind == Expected::kPlain && is_access)) return object->second;
    }
    std::string is = object != symbols_.objects.end()   ? std::string("is a ") + name_of(object->second.kind)
                     : thread != symbols_.threads.end() ? "is a thread"
                     : symbols_.constants.count(reference.name) != 0 ? "is a constant"
                     : input_names_.count(reference.name) != 0       ? "is an input"
                     : registers_.count(reference.name) != 0         ? "is a register"
                                                                     : "is not declared";
    std::string keyword = shape.keyword.empty() ? name_of_plain(statement.kind) : quoted(std::string(shape.keyword));
    stop(reference.position,
         quoted(reference.name) + " " + is + "; expected a " + name_of(expected) + " for " + keyword);
  }

  static const char* name_of_plain(StatementKind kind) {
    return kind == StatementKind::kLoad ? "a load" : kind == StatementKind::kStore ? "a store" : "'await'";
  }

  static Expected expected_of(ObjectKind kind) {
    switch (kind) {
      case ObjectKind::kVariable: return Expected::kVariable;
      case ObjectKind::kMutex: return Expected::kMutex;
      case ObjectKind::kSemaphore: return Expected::kSemaphore;
      case ObjectKind::kRwlock: return Expected::kRwlock;
      case ObjectKind::kCondition: return Expected::kCondition;
      case ObjectKind::kMailbox: return Expected::kMailbox;
      case ObjectKind::kPlain: return Expected::kPlain;
    }
    return Expected::kNothing;
  }

  static std::string name_of(Expected expected) {
    switch (expected) {
      case Expected::kVariable: return "shared variable";
      case Expected::kMutex: return "mutex";
      case Expected::kSemaphore: return "semaphore";
      case Expected::kRwlock: return "rwlock";
      case Expected::kCondition: return "condition variable";
      case Expected::kMailbox: return "mailbox";
      case Expected::kPlain: return "plain variable";
      case Expected::kThread: return "thread";
      case Expected::kNothing: break;
    }
    return "";
  }
  static const char* name_of(ObjectKind kind) { return toy::name_of(kind); }

  void check_waiter(const Statement& statement) {
    if (thread_->range.first + thread_->range.count <= kMaxWaiters) return;
    stop(statement.position,
         "a thread after the first " + std::to_string(kMaxWaiters) +
             " waits on a condition variable; expected fewer threads, or this one declared earlier");
  }

  void check_expression(const Expression& expression, uint32_t depth) {
    check_depth(depth, expression.position);
    if (!is_well_formed(expression)) stop(expression.position, "the expression is malformed");
    for (const Expression& part : expression.parts) check_expression(part, depth + 1);
    if (expression.kind != Expression::Kind::kName) return;
    const std::string& name = expression.text;
    if (name == "me") {
      thread_->uses_me = true;
    } else if (symbols_.objects.count(name) != 0) {
      stop(expression.position, "reads the shared " + std::string(name_of(symbols_.objects[name].kind)) + " " +
                                    quoted(name) + " inside an expression; load it into a register first");
    } else if (symbols_.constants.count(name) == 0 && input_names_.count(name) == 0 && registers_.count(name) == 0) {
      stop(expression.position, quoted(name) +
                                    " is not declared or assigned; expected a shared variable, a constant or "
                                    "a register assigned in this thread");
    }
  }

  const Source& source_;
  const Defines& defines_;
  Symbols symbols_;
  std::unordered_map<std::string, Position> declared_;
  std::unordered_set<std::string> input_names_;
  struct MailboxUse {
    bool has_ranks = false, has_lowest = false, has_more = false;
  };
  std::unordered_map<std::string, MailboxUse> mailboxes_;
  uint32_t combinations_ = 1;  // of the values of the inputs
  uint32_t rwlocks_ = 0;
  // Of the thread that is checked.
  ThreadSymbol* thread_ = nullptr;
  std::unordered_set<std::string> registers_;
};

}  // namespace

Result<Symbols, ParseError> check(const Source& source, const Defines& defines) {
  try {
    return Checker(source, defines).run();
  } catch (CheckStop& stop) {
    return std::move(stop.error);
  }
}

Result<Value, ParseError> evaluate(const Expression& expression,
                                   const std::unordered_map<std::string, Value>& constants) {
  try {
    return evaluate_or_stop(expression, constants, 0);
  } catch (CheckStop& stop) {
    return std::move(stop.error);
  }
}

LocalCode local_code_of(const std::string& binary_operator) {
  static constexpr std::pair<std::string_view, LocalCode> kCodes[] = {
      {"+", LocalCode::kAdd},       {"-", LocalCode::kSubtract},     {"*", LocalCode::kMultiply},
      {"/", LocalCode::kDivide},    {"%", LocalCode::kRemainder},    {"==", LocalCode::kEqual},
      {"!=", LocalCode::kNotEqual}, {"<", LocalCode::kLess},         {"<=", LocalCode::kLessEqual},
      {">", LocalCode::kGreater},   {">=", LocalCode::kGreaterEqual}};
  for (auto [symbol, code] : kCodes) {
    if (symbol == binary_operator) return code;
  }
  return LocalCode::kMove;
}

}  // namespace mazurka::toy
