#include "toy/language/compiler.hpp"

#include "toy/programs.hpp"

namespace mazurka::toy {
namespace {

TEST(Compiler, AcceptsEveryProgramOfTheRepository) {
  EXPECT_GE(program_files().size(), 20u);
  for (const auto& file : program_files()) EXPECT_EQ(error_of(contents(file)), "") << file;
}

TEST(Compiler, OverridesConstants) {
  const char* text = "const N = 2, M = N * 2\nvar a[M]\nthread A[N] { a[me] = 1 }";
  EXPECT_EQ(machine_of(text).object_count(), 4u);
  Machine machine = machine_of(text, {{"N", 3}});
  EXPECT_EQ(machine.object_count(), 6u);
  EXPECT_EQ(machine.thread_count(), 3u);
  EXPECT_EQ(error_of(text, {{"K", 3}}),
            "a value is given for 'K', but the program has no such constant; expected one of: N, M");
  EXPECT_EQ(
      error_of("var x", {{"K", 3}}),
      "a value is given for 'K', but the program has no such constant; expected none, as it declares no constants");
}

TEST(Compiler, NamesWhatIsNotDeclared) {
  EXPECT_EQ(error_of("var x\nthread A {\n  x = q\n}"),
            "line 3, column 7: 'q' is not declared or assigned; expected a shared variable, a constant or a register "
            "assigned in this thread");
  EXPECT_EQ(error_of("thread A { lock m }"), "line 1, column 17: 'm' is not declared; expected a mutex for 'lock'");
  EXPECT_EQ(error_of("var B\nthread A { spawn B }"),
            "line 2, column 18: 'B' is a variable; expected a thread for 'spawn'");
  EXPECT_EQ(error_of("var a[N]"),
            "line 1, column 7: 'N' is not a constant declared before; expected only numbers and constants here");
  EXPECT_EQ(error_of("thread A { if 0 { r = q } }"),
            "line 1, column 23: 'q' is not declared or assigned; expected a shared variable, a constant or a register "
            "assigned in this thread");
}

TEST(Compiler, NamesWhatIsOfTheWrongKind) {
  EXPECT_EQ(error_of("var x\nthread A { lock x }"),
            "line 2, column 17: 'x' is a variable; expected a mutex for 'lock'");
  EXPECT_EQ(error_of("mutex m\nthread A { m = 1 }"),
            "line 2, column 12: 'm' is a mutex; expected a shared variable for a store");
  EXPECT_EQ(error_of("cond c\nthread A { r = c }"),
            "line 2, column 16: 'c' is a condition variable; expected a shared variable for a load");
  EXPECT_EQ(error_of("mutex m\ncond c\nthread A { wait m, c }"),
            "line 3, column 17: 'm' is a mutex; expected a condition variable for 'wait'");
  EXPECT_EQ(error_of("thread A { r = 1; await r == 1 }"),
            "line 1, column 25: 'r' is a register; expected a shared variable for 'await'");
  EXPECT_EQ(error_of("const N = 1\nthread A { N = 2 }"),
            "line 2, column 12: 'N' is a constant; expected the name of a register to assign to");
  EXPECT_EQ(error_of("var x, y\nthread A { x, r = load2 x, y }"),
            "line 2, column 12: 'x' is shared; expected the name of a register to assign to");
  EXPECT_EQ(error_of("var a[2]\nthread A { a = 1 }"),
            "line 2, column 12: 'a' is an array of 2; expected an index, as in 'a[0]'");
  EXPECT_EQ(error_of("var x\nthread A { x[0] = 1 }"),
            "line 2, column 12: 'x' is not an array; expected it without an index");
  EXPECT_EQ(error_of("var x\nthread A { if x == 1 { fail } }"),
            "line 2, column 15: reads the shared variable 'x' inside an expression; load it into a register first");
}

TEST(Compiler, ChecksDeclarations) {
  EXPECT_EQ(error_of("var x\nmutex x"), "line 2, column 7: 'x' is already declared at line 1; expected a new name");
  EXPECT_EQ(error_of("var a[0]"), "line 1, column 7: the array has size 0; expected 1 to 1000000 objects");
  EXPECT_EQ(error_of("var a[600000], b[600000]"),
            "line 1, column 16: the program has too many shared objects; expected at most 1000000 together");
  EXPECT_EQ(error_of("thread A[10001] { }"),
            "line 1, column 10: the array has size 10001; expected 0 to 10000 threads");
  EXPECT_EQ(error_of("thread A[9000] { }\nthread B[9000] { }"),
            "line 2, column 8: the program has too many threads; expected at most 10000 together");
  EXPECT_EQ(error_of("sem s = 0 - 1"), "line 1, column 5: the semaphore 's' starts at -1; expected 0 or more");
  EXPECT_EQ(error_of("mutex m = 1"),
            "line 1, column 7: the mutex 'm' has an initial value; expected one only for a variable or a semaphore");
  EXPECT_EQ(error_of("const N = 1 / (2 - 2)"), "line 1, column 11: divides by zero; expected a divisor other than 0");
  EXPECT_EQ(error_of("thread A[0] { }"), "");
}

TEST(Compiler, ChecksConstantOperandsInCodeThatCanRun) {
  EXPECT_EQ(error_of("var a[2]\nthread A { a[2] = 1 }"),
            "line 2, column 14: the index 2 is outside of 'a'; expected 0 to 1");
  EXPECT_EQ(error_of("const N = 2\nvar a[N]\nthread A { if N > 2 { a[2] = 1 } }"), "");
  EXPECT_EQ(error_of("var a[2]\nthread A[3] { if me < 2 { a[me] = 1 } }"), "");
  EXPECT_EQ(error_of("thread A { r = choose 0 }"), "line 1, column 12: chooses among 0; expected 1 to 1000000");
  EXPECT_EQ(error_of("var x\nthread A { swap x, x }"),
            "line 2, column 12: names the variable 'x' twice; expected two different variables");
  EXPECT_EQ(error_of("thread A { break }"),
            "line 1, column 12: 'break' stands outside of a loop; expected it inside while, repeat or for");
  EXPECT_EQ(error_of("cond c\nmutex m\nthread A[64] { wait c, m }"),
            "line 3, column 16: a thread after the first 63 waits on a condition variable; expected fewer threads, or "
            "this one declared earlier");
  EXPECT_EQ(error_of("cond c\nmutex m\nthread A[63] { lock m; wait c, m }\nthread B[99] { signal c }"), "");
  EXPECT_EQ(
      error_of("rwlock w[1000]\nthread A[5000] { }"),
      "line 2, column 8: the program has too many threads for its rwlocks; expected a product of at most 4000000");
}

TEST(Compiler, LimitsTheSizeOfTheCode) {
  std::string body;
  for (int i = 0; i < 1000; i++) body += "x = me;";
  EXPECT_NE(error_of("var x\nthread A[10000] {" + body + "}").find("the program is too large"), std::string::npos);
  for (char& c : body) c = c == 'm' || c == 'e' ? '1' : c;
  EXPECT_EQ(error_of("var x\nthread A[10000] {" + body + "}"), "");  // no `me`: all share one code
}

TEST(Compiler, RejectsMalformedTrees) {
  Source source;
  source.threads.push_back({"A", {}, {Statement{}}, {}});
  Statement& statement = source.threads[0].body[0];
  EXPECT_TRUE(compile(source).ok());
  for (StatementKind kind : {StatementKind::kLock, StatementKind::kLoad, StatementKind::kIf, StatementKind::kCas2}) {
    statement.kind = kind;
    ASSERT_FALSE(compile(source).ok());
    EXPECT_EQ(compile(source).error().message, "the statement does not have the parts that its kind needs");
  }
  statement.kind = StatementKind::kAssert;
  statement.arguments = {Expression{Expression::Kind::kBinary, 0, "+", {}, {}}};
  ASSERT_FALSE(compile(source).ok());
  EXPECT_EQ(compile(source).error().message, "the expression is malformed");
  statement.kind = StatementKind::kReturn;
  statement.arguments.clear();
  source.threads[0].name = "lock";
  EXPECT_FALSE(compile(source).ok());
}

}  // namespace
}  // namespace mazurka::toy
