#include "toy/fuzz/tree.hpp"

#include <algorithm>
#include <utility>

#include "toy/language/grammar.hpp"

namespace mazurka::toy {

namespace {

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::vector<std::string> registers_of(const ThreadDeclaration& thread) {
  std::vector<std::string> registers;
  for_each_statement(thread.body, [&](const Statement& s) {
    for (const std::string* r : {&s.result, &s.result2})
      if (!r->empty() && !contains(registers, *r)) registers.push_back(*r);
  });
  return registers;
}

void replace_unknown(Expression& e, const std::vector<std::string>& known) {
  if (e.kind == Expression::Kind::kName && !contains(known, e.text)) e = number(0);
  for (Expression& part : e.parts) replace_unknown(part, known);
}

void drop_idle(std::vector<Statement>& body, const std::vector<std::string>& threads) {
  for (Statement& s : body) {
    drop_idle(s.body, threads);
    drop_idle(s.otherwise, threads);
    if (s.kind == StatementKind::kIf && s.body.empty() && !s.otherwise.empty()) {
      Expression not_zero = binary("==", std::move(s.arguments[0]), number(0));
      s = branch(std::move(not_zero), std::exchange(s.otherwise, {}));
    }
  }
  std::erase_if(body, [&](const Statement& s) {
    if (s.kind == StatementKind::kSpawn || s.kind == StatementKind::kJoin) return !contains(threads, s.objects[0].name);
    return shape_of(s.kind).blocks > 0 && s.body.empty();
  });
}

}  // namespace

Expression number(Value value) {
  Expression e;
  e.number = value;
  return e;
}

Expression name(std::string text) {
  Expression e;
  e.kind = Expression::Kind::kName;
  e.text = std::move(text);
  return e;
}

Expression binary(std::string op, Expression left, Expression right) {
  Expression e;
  e.kind = Expression::Kind::kBinary;
  e.text = std::move(op);
  e.parts.push_back(std::move(left));
  e.parts.push_back(std::move(right));
  return e;
}

Reference reference(std::string object) {
  Reference r;
  r.name = std::move(object);
  return r;
}

Statement operation(StatementKind kind, Reference object, std::vector<Expression> arguments) {
  Statement s;
  s.kind = kind;
  s.objects.push_back(std::move(object));
  s.arguments = std::move(arguments);
  return s;
}

Statement branch(Expression condition, std::vector<Statement> body) {
  Statement s;
  s.kind = StatementKind::kIf;
  s.arguments.push_back(std::move(condition));
  s.body = std::move(body);
  return s;
}

Statement assignment(std::string result, Expression value) {
  Statement s;
  s.kind = StatementKind::kSet;
  s.result = std::move(result);
  s.arguments.push_back(std::move(value));
  return s;
}

InputDeclaration input(std::string name, Value largest) {
  InputDeclaration declaration;
  declaration.name = std::move(name);
  declaration.largest = number(largest);
  return declaration;
}

Scope scope_of(const Source& source, const ThreadDeclaration& thread) {
  Scope scope;
  for (const ObjectDeclaration& object : source.objects) {
    switch (object.kind) {
      case ObjectKind::kMutex: scope.mutexes.push_back(object.name); break;
      case ObjectKind::kSemaphore: scope.semaphores.push_back(object.name); break;
      case ObjectKind::kRwlock: scope.rwlocks.push_back(object.name); break;
      case ObjectKind::kCondition: scope.conditions.push_back(object.name); break;
      case ObjectKind::kMailbox: scope.mailboxes.push_back(object.name); break;
      case ObjectKind::kPlain: break;
      case ObjectKind::kVariable:
        if (object.size.empty()) {
          scope.variables.push_back(reference(object.name));
          break;
        }
        scope.array = object.name;
        for (Value i : {0, 1}) {
          scope.variables.push_back(reference(object.name));
          scope.variables.back().index.push_back(number(i));
        }
    }
  }
  for (const InputDeclaration& input : source.inputs) scope.inputs.push_back(input.name);
  scope.registers = registers_of(thread);
  return scope;
}

bool may_be_same(const Reference& a, const Reference& b) {
  if (a.name != b.name || a.index.empty()) return a.name == b.name;
  bool constant = a.index[0].kind == Expression::Kind::kNumber && b.index[0].kind == Expression::Kind::kNumber;
  return !constant || a.index[0].number == b.index[0].number;
}

std::vector<Reference> candidates(const Scope& scope, StatementKind kind, size_t i) {
  auto references = [](const std::vector<std::string>& names) {
    std::vector<Reference> result;
    for (const std::string& object : names) result.push_back(reference(object));
    return result;
  };
  switch (shape_of(kind).objects[i]) {
    case Expected::kVariable: return scope.variables;
    case Expected::kMutex: return references(scope.mutexes);
    case Expected::kSemaphore: return references(scope.semaphores);
    case Expected::kRwlock: return references(scope.rwlocks);
    case Expected::kCondition: return references(scope.conditions);
    case Expected::kMailbox: return references(scope.mailboxes);
    case Expected::kThread:
    case Expected::kPlain:
    case Expected::kNothing: break;
  }
  return {};
}

std::vector<std::vector<Statement>*> lists_of(std::vector<Statement>& body) {
  std::vector<std::vector<Statement>*> lists = {&body};
  for_each_statement(body, [&](Statement& s) {
    if (shape_of(s.kind).blocks > 0) lists.push_back(&s.body);
    if (!s.otherwise.empty()) lists.push_back(&s.otherwise);
  });
  return lists;
}

uint32_t count_statements(const std::vector<Statement>& body) {
  uint32_t count = 0;
  for_each_statement(body, [&](const Statement&) { count++; });
  return count;
}

void for_each_statement(std::vector<Statement>& body, const std::function<void(Statement&)>& visit) {
  for (Statement& s : body) {
    visit(s);
    for_each_statement(s.body, visit);
    for_each_statement(s.otherwise, visit);
  }
}

void for_each_statement(const std::vector<Statement>& body, const std::function<void(const Statement&)>& visit) {
  for (const Statement& s : body) {
    visit(s);
    for_each_statement(s.body, visit);
    for_each_statement(s.otherwise, visit);
  }
}

StatementKind release_of(StatementKind take) {
  switch (take) {
    case StatementKind::kLock:
    case StatementKind::kTryLock: return StatementKind::kUnlock;
    case StatementKind::kReadLock:
    case StatementKind::kTryReadLock: return StatementKind::kReadUnlock;
    case StatementKind::kWriteLock:
    case StatementKind::kTryWriteLock: return StatementKind::kWriteUnlock;
    default: return StatementKind::kReturn;
  }
}

void repair(Source& source) {
  std::vector<std::string> threads;
  for (const ThreadDeclaration& thread : source.threads) threads.push_back(thread.name);
  for (ThreadDeclaration& thread : source.threads) {
    drop_idle(thread.body, threads);
    std::vector<std::string> known = registers_of(thread);
    known.push_back("me");
    for (const ConstDeclaration& constant : source.constants) known.push_back(constant.name);
    for (const InputDeclaration& input : source.inputs) known.push_back(input.name);
    for_each_statement(thread.body, [&](Statement& s) {
      for (Expression& e : s.arguments) replace_unknown(e, known);
      for (Reference& r : s.objects)
        for (Expression& e : r.index) replace_unknown(e, known);
    });
  }
}

}  // namespace mazurka::toy
