#include "toy/language/printer.hpp"

#include <algorithm>

#include "toy/language/grammar.hpp"

namespace mazurka::toy {

namespace {

class Printer {
 public:
  void source(const Source& source) {
    for (const ConstDeclaration& constant : source.constants) {
      text += "const " + constant.name + " = ";
      expression(constant.value, 0);
      text += '\n';
    }
    for (const InputDeclaration& input : source.inputs) {
      text += "input " + input.name + " in ";
      expression(input.least, 0);
      text += "..";
      expression(input.largest, 0);
      text += '\n';
    }
    for (const ObjectDeclaration& object : source.objects) declaration(object);
    for (const ThreadDeclaration& thread : source.threads) {
      if (!text.empty()) text += '\n';
      text += "thread " + thread.name;
      if (!thread.size.empty()) index(thread.size[0]);
      text += ' ';
      block(thread.body);
      text += '\n';
    }
  }

  void statement(const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::kLoad:
        text += statement.result + " = ";
        reference(statement, 0);
        break;
      case StatementKind::kStore:
        reference(statement, 0);
        text += " = ";
        argument(statement, 0);
        break;
      case StatementKind::kAwait:
        text += "await ";
        reference(statement, 0);
        text += ' ' + std::string(symbol_of(statement.comparison)) + ' ';
        argument(statement, 0);
        break;
      case StatementKind::kSet:
        text += statement.result + " = ";
        argument(statement, 0);
        break;
      case StatementKind::kIf:
      case StatementKind::kWhile:
      case StatementKind::kRepeat:
      case StatementKind::kFor: with_block(statement); break;
      default: regular(statement); break;
    }
  }

  void expression(const Expression& expression, uint32_t outer) {
    switch (expression.kind) {
      case Expression::Kind::kNumber: text += std::to_string(expression.number); return;
      case Expression::Kind::kName: text += expression.text; return;
      case Expression::Kind::kUnary: unary(expression); return;
      case Expression::Kind::kBinary: break;
    }
    if (expression.parts.size() != 2) return;
    uint32_t precedence = precedence_of(expression.text);
    if (precedence < outer) text += '(';
    this->expression(expression.parts[0], precedence);
    text += ' ' + expression.text + ' ';
    this->expression(expression.parts[1], precedence + 1);
    if (precedence < outer) text += ')';
  }

  std::string text;

 private:
  static std::string_view keyword_of(ObjectKind kind) {
    switch (kind) {
      case ObjectKind::kVariable: return "var";
      case ObjectKind::kMutex: return "mutex";
      case ObjectKind::kSemaphore: return "sem";
      case ObjectKind::kRwlock: return "rwlock";
      case ObjectKind::kCondition: return "cond";
      case ObjectKind::kMailbox: return "mailbox";
      case ObjectKind::kPlain: return "plain";
    }
    return "";
  }

  static std::string_view symbol_of(Comparison comparison) {
    switch (comparison) {
      case Comparison::kEqual: return "==";
      case Comparison::kNotEqual: return "!=";
      case Comparison::kLess: return "<";
      case Comparison::kLessEqual: return "<=";
      case Comparison::kGreater: return ">";
      case Comparison::kGreaterEqual: return ">=";
    }
    return "";
  }

  void declaration(const ObjectDeclaration& object) {
    text += std::string(keyword_of(object.kind)) + ' ' + object.name;
    if (!object.size.empty()) index(object.size[0]);
    if (!object.initial.empty()) {
      text += object.kind == ObjectKind::kMailbox ? " capacity " : " = ";
      expression(object.initial[0], 0);
    }
    text += '\n';
  }

  void regular(const Statement& statement) {
    if (!statement.result.empty()) {
      text += statement.result;
      if (!statement.result2.empty()) text += ", " + statement.result2;
      text += " = ";
    }
    text += shape_of(statement.kind).keyword;
    const char* between = " ";
    for (size_t i = 0; i < statement.objects.size(); i++) {
      text += between;
      reference(statement, i);
      between = ", ";
    }
    if (is_send(statement.kind)) between = " ";
    if (takes_tags(statement.kind)) between = " tag ";
    for (size_t i = 0; i < statement.arguments.size(); i++) {
      text += between;
      argument(statement, i);
      between = is_send(statement.kind) ? " rank " : ", ";
    }
    if (takes_tags(statement.kind) && statement.comparison == Comparison::kLess) text += " lowest";
  }

  void with_block(const Statement& statement) {
    if (statement.kind == StatementKind::kFor) {
      text += "for " + statement.result + " = ";
      argument(statement, 0);
      text += " to ";
      argument(statement, 1);
    } else {
      text += statement.kind == StatementKind::kIf      ? "if "
              : statement.kind == StatementKind::kWhile ? "while "
                                                        : "repeat ";
      argument(statement, 0);
    }
    text += ' ';
    block(statement.body);
    if (statement.otherwise.empty()) return;
    text += " else ";
    if (statement.otherwise.size() == 1 && statement.otherwise[0].kind == StatementKind::kIf) {
      this->statement(statement.otherwise[0]);
    } else {
      block(statement.otherwise);
    }
  }

  void block(const std::vector<Statement>& statements) {
    text += "{\n";
    indent_ += 2;
    for (const Statement& one : statements) {
      text.append(indent_, ' ');
      statement(one);
      text += '\n';
    }
    indent_ -= 2;
    text.append(indent_, ' ');
    text += '}';
  }

  // A minus before a number would be read as a part of the number.
  void unary(const Expression& expression) {
    if (expression.parts.size() != 1) return;
    text += expression.text;
    bool number = expression.parts[0].kind == Expression::Kind::kNumber;
    if (number) text += '(';
    this->expression(expression.parts[0], kUnaryPrecedence);
    if (number) text += ')';
  }

  void index(const Expression& size) {
    text += '[';
    expression(size, 0);
    text += ']';
  }

  void reference(const Statement& statement, size_t i) {
    if (i >= statement.objects.size()) return;
    text += statement.objects[i].name;
    if (!statement.objects[i].index.empty()) index(statement.objects[i].index[0]);
  }

  void argument(const Statement& statement, size_t i) {
    if (i < statement.arguments.size()) expression(statement.arguments[i], 0);
  }

  size_t indent_ = 0;
};

// The parts of a tree in one comparison, so that the functions may call each other in any order.
struct Equal {
  bool operator()(const Expression& a, const Expression& b) const {
    return a.kind == b.kind && a.number == b.number && a.text == b.text && all(a.parts, b.parts);
  }
  bool operator()(const Reference& a, const Reference& b) const { return a.name == b.name && all(a.index, b.index); }
  bool operator()(const Statement& a, const Statement& b) const {
    return a.kind == b.kind && a.result == b.result && a.result2 == b.result2 && a.comparison == b.comparison &&
           all(a.objects, b.objects) && all(a.arguments, b.arguments) && all(a.body, b.body) &&
           all(a.otherwise, b.otherwise);
  }
  bool operator()(const ConstDeclaration& a, const ConstDeclaration& b) const {
    return a.name == b.name && (*this)(a.value, b.value);
  }
  bool operator()(const InputDeclaration& a, const InputDeclaration& b) const {
    return a.name == b.name && (*this)(a.least, b.least) && (*this)(a.largest, b.largest);
  }
  bool operator()(const ObjectDeclaration& a, const ObjectDeclaration& b) const {
    return a.kind == b.kind && a.name == b.name && all(a.size, b.size) && all(a.initial, b.initial);
  }
  bool operator()(const ThreadDeclaration& a, const ThreadDeclaration& b) const {
    return a.name == b.name && all(a.size, b.size) && all(a.body, b.body);
  }
  template <class T>
  bool all(const std::vector<T>& a, const std::vector<T>& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), *this);
  }
};

}  // namespace

bool equal(const Source& a, const Source& b) {
  Equal same;
  return same.all(a.constants, b.constants) && same.all(a.inputs, b.inputs) && same.all(a.objects, b.objects) &&
         same.all(a.threads, b.threads);
}

bool equal(const Statement& a, const Statement& b) {
  return Equal()(a, b);
}

bool equal(const Expression& a, const Expression& b) {
  return Equal()(a, b);
}

std::string print(const Source& source) {
  Printer printer;
  printer.source(source);
  return std::move(printer.text);
}

std::string print(const Statement& statement) {
  Printer printer;
  printer.statement(statement);
  return std::move(printer.text);
}

std::string print(const Expression& expression) {
  Printer printer;
  printer.expression(expression, 0);
  return std::move(printer.text);
}

}  // namespace mazurka::toy
