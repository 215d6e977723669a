// A recursive-descent parser in two passes over the tokens: the declarations first, then the bodies of the threads, so
// that a body may use what is declared below it. `r = x` is a load or an assignment depending on whether x is shared.
#include "toy/language/parser.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include "toy/language/grammar.hpp"
#include "toy/language/token_reader.hpp"

namespace mazurka::toy {

namespace {

class Parser : private TokenReader {
 public:
  explicit Parser(std::vector<Token> tokens) : TokenReader(std::move(tokens)) {}

  Source run() {
    declarations();
    for (auto [thread, start] : bodies_) {
      at_ = start;
      source_.threads[thread].body = block();
    }
    return std::move(source_);
  }

 private:
  // Counts the levels of nesting that are open.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > kMaxNesting) {
        stop(parser_.peek().position,
             "the nesting is too deep; expected at most " + std::to_string(kMaxNesting) + " levels");
      }
    }
    ~Level() { parser_.depth_--; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Parser& parser_;
  };

  // Declarations.
  void declarations() {
    for (;;) {
      skip_separators();
      if (peek().kind == Token::Kind::kEnd) return;
      if (at_word("const")) {
        constants();
      } else if (at_word("input")) {
        inputs();
      } else if (at_word("thread")) {
        thread();
      } else if (std::optional<ObjectKind> kind = object_kind()) {
        objects(*kind);
      } else {
        expected("a declaration: const, input, var, mutex, sem, rwlock, cond, mailbox or thread");
      }
    }
  }

  std::optional<ObjectKind> object_kind() const {
    if (at_word("var")) return ObjectKind::kVariable;
    if (at_word("mutex")) return ObjectKind::kMutex;
    if (at_word("sem")) return ObjectKind::kSemaphore;
    if (at_word("rwlock")) return ObjectKind::kRwlock;
    if (at_word("cond")) return ObjectKind::kCondition;
    if (at_word("mailbox")) return ObjectKind::kMailbox;
    if (at_word("plain")) return ObjectKind::kPlain;
    return std::nullopt;
  }

  void constants() {
    do {
      take();
      ConstDeclaration declaration;
      declaration.position = peek().position;
      declaration.name = take_name("the name of a constant");
      take_symbol("=", "and the value of the constant");
      declaration.value = expression();
      source_.constants.push_back(std::move(declaration));
    } while (at_symbol(","));
    take_end_of_statement();
  }

  void inputs() {
    do {
      take();
      InputDeclaration declaration;
      declaration.position = peek().position;
      declaration.name = take_name("the name of an input");
      if (!at_word("in")) expected("'in' and the values of the input, as in 'in 0..7'");
      take();
      declaration.least = expression();
      take_symbol("..", "and the largest value of the input");
      declaration.largest = expression();
      source_.inputs.push_back(std::move(declaration));
    } while (at_symbol(","));
    take_end_of_statement();
  }

  void objects(ObjectKind kind) {
    std::string what = "the name of a " + take().text;
    for (;;) {
      ObjectDeclaration declaration;
      declaration.kind = kind;
      declaration.position = peek().position;
      declaration.name = take_name(what);
      if (at_symbol("[")) declaration.size.push_back(index());
      if (kind == ObjectKind::kMailbox ? at_word("capacity") : at_symbol("=")) {
        take();
        declaration.initial.push_back(expression());
      }
      shared_.insert(declaration.name);
      source_.objects.push_back(std::move(declaration));
      if (!at_symbol(",")) break;
      take();
    }
    take_end_of_statement();
  }

  void thread() {
    take();
    ThreadDeclaration declaration;
    declaration.position = peek().position;
    declaration.name = take_name("the name of a thread");
    if (at_symbol("[")) declaration.size.push_back(index());
    bodies_.emplace_back(source_.threads.size(), at_);
    source_.threads.push_back(std::move(declaration));
    skip_block();
  }

  // Steps over a block; the second pass reads it.
  void skip_block() {
    skip_separators();
    Position open = peek().position;
    take_symbol("{", "and the statements of the thread");
    for (uint32_t depth = 1; depth > 0; take()) {
      if (at_symbol("{")) depth++;
      if (at_symbol("}")) depth--;
      if (peek().kind == Token::Kind::kEnd) unclosed(open);
    }
  }

  [[noreturn]] static void unclosed(Position open) {
    stop(open, "the block that begins here is never closed; expected a '}'");
  }

  // Statements.
  std::vector<Statement> block() {
    Level level(*this);
    skip_separators();
    Position open = peek().position;
    take_symbol("{", "to begin a block");
    std::vector<Statement> statements;
    for (;;) {
      skip_separators();
      if (at_symbol("}")) break;
      if (peek().kind == Token::Kind::kEnd) unclosed(open);
      statements.push_back(statement());
    }
    take();
    return statements;
  }

  Statement statement() {
    Statement result;
    result.position = peek().position;
    if (peek().kind != Token::Kind::kWord) expected("a statement");
    if (at_word("if")) {
      if_statement(result);
    } else if (at_word("while") || at_word("repeat")) {
      result.kind = take().text == "while" ? StatementKind::kWhile : StatementKind::kRepeat;
      result.arguments.push_back(expression());
      result.body = block();
    } else if (at_word("for")) {
      for_statement(result);
    } else if (at_word("await")) {
      await_statement(result);
    } else if (const StatementShape* shape = shape_of(peek().text)) {
      regular_statement(result, *shape);
    } else {
      assignment(result);
    }
    take_end_of_statement();
    return result;
  }

  void if_statement(Statement& result) {
    take();
    result.kind = StatementKind::kIf;
    result.arguments.push_back(expression());
    result.body = block();
    size_t end = at_;
    skip_separators();
    if (!at_word("else")) {
      at_ = end;
      return;
    }
    take();
    if (!at_word("if")) {
      result.otherwise = block();
      return;
    }
    Level level(*this);
    Statement inner;
    inner.position = peek().position;
    if_statement(inner);
    result.otherwise.push_back(std::move(inner));
  }

  void for_statement(Statement& result) {
    take();
    result.kind = StatementKind::kFor;
    result.result = take_name("the register that counts");
    take_symbol("=", "and the first value");
    result.arguments.push_back(expression());
    if (!at_word("to")) expected("'to' and the last value");
    take();
    result.arguments.push_back(expression());
    result.body = block();
  }

  void await_statement(Statement& result) {
    take();
    result.kind = StatementKind::kAwait;
    result.objects.push_back(reference("a shared variable to wait for"));
    static constexpr std::pair<std::string_view, Comparison> kComparisons[] = {
        {"==", Comparison::kEqual},     {"!=", Comparison::kNotEqual}, {"<", Comparison::kLess},
        {"<=", Comparison::kLessEqual}, {">", Comparison::kGreater},   {">=", Comparison::kGreaterEqual}};
    for (auto [symbol, comparison] : kComparisons) {
      if (!at_symbol(symbol)) continue;
      take();
      result.comparison = comparison;
      result.arguments.push_back(expression());
      return;
    }
    expected("a comparison after 'await', as in 'await x == 1'");
  }

  void regular_statement(Statement& result, const StatementShape& shape) {
    std::string keyword = take().text;
    result.kind = shape.kind;
    uint32_t objects = object_count(shape);
    uint32_t operands = objects + shape.arguments;
    for (uint32_t i = 0; i < operands; i++) {
      if (i > 0 && !is_send(shape.kind)) take_symbol(",", "and " + operand_name(shape, i) + " of '" + keyword + "'");
      if (at_end_of_statement()) expected(operand_name(shape, i) + " of '" + keyword + "'");
      if (i < objects) {
        result.objects.push_back(reference(operand_name(shape, i) + " of '" + keyword + "'"));
      } else {
        result.arguments.push_back(expression());
      }
    }
    if (takes_tags(shape.kind)) tags(result);
    if (is_send(shape.kind) && at_word("rank")) {
      take();
      result.arguments.push_back(expression());
    }
  }

  void tags(Statement& result) {
    if (at_word("tag")) {
      do {
        take();
        result.arguments.push_back(expression());
      } while (at_symbol(","));
    }
    if (at_word("lowest")) {
      take();
      result.comparison = Comparison::kLess;
    }
    if (result.kind != StatementKind::kReceive || !at_word("after")) return;
    take();
    result.kind = StatementKind::kPoll;
  }

  static std::string operand_name(const StatementShape& shape, uint32_t i) {
    uint32_t objects = object_count(shape);
    if (i >= objects) {
      return shape.arguments == 1 ? "the value" : "value " + std::to_string(i - objects + 1);
    }
    switch (shape.objects[i]) {
      case Expected::kMutex: return "the mutex";
      case Expected::kSemaphore: return "the semaphore";
      case Expected::kRwlock: return "the rwlock";
      case Expected::kCondition: return "the condition variable";
      case Expected::kMailbox: return "the mailbox";
      case Expected::kThread: return "the thread";
      default: return objects == 1 ? "the variable" : i == 0 ? "the first variable" : "the second variable";
    }
  }

  // Everything that begins with a name: a store, a load, a local assignment, or a result and a regular statement.
  void assignment(Statement& result) {
    std::string what = "a statement";
    if (is_shared(peek().text) && !at_symbol(",", 1)) {
      result.kind = StatementKind::kStore;
      result.objects.push_back(reference(what));
      take_symbol("=", "and the value to store");
      if (const StatementShape* shape = at_keyword()) {
        stop(result.position, "'" + result.objects[0].name + "' is shared and cannot take the result of '" +
                                  std::string(shape->keyword) + "'; expected a register there");
      }
      result.arguments.push_back(expression());
      return;
    }
    result.result = take_name(what);
    if (at_symbol("[")) {
      stop(result.position, "'" + result.result + "' is not declared; expected a shared array before '['");
    }
    if (at_symbol(",")) {
      take();
      result.result2 = take_name("the register for the second result");
    }
    if (!at_symbol("=")) {
      stop(result.position,
           "found '" + result.result + "', which begins no statement; expected a statement or an assignment with '='");
    }
    take();
    assigned(result);
  }

  const StatementShape* at_keyword() const {
    return peek().kind == Token::Kind::kWord ? shape_of(peek().text) : nullptr;
  }

  void assigned(Statement& result) {
    if (const StatementShape* shape = at_keyword()) {
      uint32_t given = result.result2.empty() ? 1 : 2;
      if (given > shape->results) {
        std::string count = shape->results == 0 ? "no result" : "one result";
        stop(result.position, "'" + peek().text + "' gives " + count + "; expected " +
                                  (shape->results == 0 ? "it to stand alone" : "one register before '='"));
      }
      regular_statement(result, *shape);
      return;
    }
    if (!result.result2.empty()) expected("'load2', the statement with two results");
    if (peek().kind == Token::Kind::kWord && is_shared(peek().text)) {
      result.kind = StatementKind::kLoad;
      result.objects.push_back(reference("a shared variable"));
      if (!at_end_of_statement()) shared_in_expression(result.objects[0].position, result.objects[0].name);
      return;
    }
    result.kind = StatementKind::kSet;
    result.arguments.push_back(expression());
  }

  [[noreturn]] static void shared_in_expression(Position position, const std::string& name) {
    stop(position, "reads the shared variable '" + name + "' inside an expression; load it into a register first");
  }

  bool is_shared(const std::string& name) const { return shared_.count(name) != 0; }

  Reference reference(const std::string& what) {
    Reference result;
    result.position = peek().position;
    result.name = take_name(what);
    if (at_symbol("[")) result.index.push_back(index());
    return result;
  }

  Expression index() {
    take_symbol("[", "");
    Expression result = expression();
    take_symbol("]", "after the index");
    return result;
  }

  // Expressions. A tree also grows deep without nesting in the text (1 + 1 + 1 + ...), so its height counts.
  Expression expression() {
    uint32_t height = 0;
    return binary(1, height);
  }

  Expression binary(uint32_t precedence, uint32_t& height) {
    if (precedence == kUnaryPrecedence) return unary(height);
    Expression left = binary(precedence + 1, height);
    while (peek().kind == Token::Kind::kSymbol && precedence_of(peek().text) == precedence) {
      Expression whole;
      whole.kind = Expression::Kind::kBinary;
      whole.position = left.position;
      whole.text = take().text;
      uint32_t right_height = 0;
      Expression right = binary(precedence + 1, right_height);
      height = std::max(height, right_height);
      grow(height);
      whole.parts.push_back(std::move(left));
      whole.parts.push_back(std::move(right));
      left = std::move(whole);
    }
    return left;
  }

  void grow(uint32_t& height) const {
    if (++height > kMaxNesting) {
      stop(peek().position, "the expression is too deep; expected at most " + std::to_string(kMaxNesting) + " levels");
    }
  }

  Expression unary(uint32_t& height) {
    Expression result;
    result.position = peek().position;
    if (!at_symbol("-") && !at_symbol("!")) return primary(height);
    Level level(*this);
    if (at_symbol("-") && peek(1).kind == Token::Kind::kNumber) {
      take();
      result.number = static_cast<Value>(0 - take().number);
      return result;
    }
    result.kind = Expression::Kind::kUnary;
    result.text = take().text;
    result.parts.push_back(unary(height));
    grow(height);
    return result;
  }

  Expression primary(uint32_t& height) {
    Expression result;
    result.position = peek().position;
    if (at_symbol("(")) {
      Level level(*this);
      take();
      result = binary(1, height);
      take_symbol(")", "after the expression");
      return result;
    }
    if (peek().kind == Token::Kind::kNumber) {
      uint64_t number = take().number;
      if (number >> 63 != 0) {
        stop(result.position, "the number is too large; expected at most 9223372036854775807");
      }
      result.number = static_cast<Value>(number);
      return result;
    }
    result.kind = Expression::Kind::kName;
    if (at_word("me")) {
      result.text = take().text;
      return result;
    }
    if (const StatementShape* shape = at_keyword(); shape != nullptr && shape->results > 0) {
      expected("an expression ('" + std::string(shape->keyword) + "' can only stand directly after '=')");
    }
    result.text = take_name("an expression");
    if (at_symbol("[")) {
      if (is_shared(result.text)) shared_in_expression(result.position, result.text);
      stop(result.position, "'" + result.text + "' is not declared; expected a shared array before '['");
    }
    return result;
  }

  uint32_t depth_ = 0;
  std::unordered_set<std::string> shared_;
  std::vector<std::pair<size_t, size_t>> bodies_;  // thread, token that opens its body
  Source source_;
};

}  // namespace

Result<Source, ParseError> parse(std::string_view text) {
  auto tokens = tokenize(text);
  if (!tokens) return std::move(tokens.error());
  try {
    return Parser(std::move(*tokens)).run();
  } catch (ParseStop& stop) {
    return std::move(stop.error);
  }
}

}  // namespace mazurka::toy
