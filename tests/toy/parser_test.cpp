#include "toy/language/parser.hpp"

#include <random>

#include "toy/language/printer.hpp"
#include "toy/programs.hpp"

namespace mazurka::toy {
namespace {

Source parsed(std::string_view text) {
  Result<Source, ParseError> source = parse(text);
  if (!source) ADD_FAILURE() << to_string(source.error()) << "\nin: " << text;
  return source ? *source : Source();
}

std::string parse_error(std::string_view text) {
  Result<Source, ParseError> source = parse(text);
  return source ? "" : to_string(source.error());
}

TEST(Parser, TellsLoadsStoresAndAssignmentsApart) {
  Source source = parsed("thread A { x = 1; r = x; s = r; r = a[s + 1]; a[r] = s }\nvar x, a[3]");
  std::vector<StatementKind> kinds;
  for (const Statement& statement : source.threads[0].body) kinds.push_back(statement.kind);
  EXPECT_EQ(kinds, (std::vector{StatementKind::kStore, StatementKind::kLoad, StatementKind::kSet, StatementKind::kLoad,
                                StatementKind::kStore}));
}

TEST(Parser, KeepsPositions) {
  Source source = parsed("var x\n\nthread A {\n  r = 1;  x = r\n}\n");
  EXPECT_EQ(source.threads[0].body[1].position.line, 4u);
  EXPECT_EQ(source.threads[0].body[1].position.column, 11u);
}

TEST(Parser, BindsOperatorsAsInC) {
  Source source = parsed("thread A { r = 1; s = r + 2 * 3 == 7 && !r || -r < 0 }");
  EXPECT_EQ(print(source.threads[0].body[1]), "s = r + 2 * 3 == 7 && !r || -r < 0");
  const Expression& whole = source.threads[0].body[1].arguments[0];
  EXPECT_EQ(whole.text, "||");
  EXPECT_EQ(whole.parts[0].text, "&&");
  EXPECT_EQ(whole.parts[0].parts[0].text, "==");
}

TEST(Parser, LetsAStatementGoOnAfterAnOperatorOrInParentheses) {
  Source source = parsed("var x\nthread A\n{\n  r = cas x,\n  (1\n + 2), 3\n  s = r +\n 1\n}");
  ASSERT_EQ(source.threads[0].body.size(), 2u);
  EXPECT_EQ(print(source.threads[0].body[0]), "r = cas x, 1 + 2, 3");
}

TEST(Parser, ReadsTheSmallestAndTheLargestNumber) {
  Source source = parsed("const A = -9223372036854775808, B = 9223372036854775807");
  EXPECT_EQ(source.constants[0].value.number, INT64_MIN);
  EXPECT_EQ(source.constants[1].value.number, INT64_MAX);
}

TEST(Parser, ChainsElseIf) {
  Source source = parsed("thread A { r = 1\n if r == 1 { fail }\n else if r == 2 { return }\n else { r = 3 } }");
  const Statement& outer = source.threads[0].body[1];
  ASSERT_EQ(outer.otherwise.size(), 1u);
  EXPECT_EQ(outer.otherwise[0].otherwise[0].kind, StatementKind::kSet);
}

TEST(Parser, SaysWhatItFoundAndWhatItExpected) {
  EXPECT_EQ(
      parse_error("vra x"),
      "line 1, column 1: found 'vra'; expected a declaration: const, var, mutex, sem, rwlock, cond, mailbox or thread");
  EXPECT_EQ(parse_error("var lock"), "line 1, column 5: 'lock' is a word of the language; expected the name of a var");
  EXPECT_EQ(parse_error("var x\nthread A {\n  x = 1"),
            "line 2, column 10: the block that begins here is never closed; expected a '}'");
  EXPECT_EQ(parse_error("var x\nthread A { r = cas x, 1 }"),
            "line 2, column 25: found '}'; expected ',' and value 2 of 'cas'");
  EXPECT_EQ(parse_error("mutex m\nthread A { r = lock m }"),
            "line 2, column 12: 'lock' gives no result; expected it to stand alone");
  EXPECT_EQ(parse_error("var x\nthread A { r = x + 1 }"),
            "line 2, column 16: reads the shared variable 'x' inside an expression; load it into a register first");
  EXPECT_EQ(parse_error("var x, a[2]\nthread A { x = a[0] }"),
            "line 2, column 16: reads the shared variable 'a' inside an expression; load it into a register first");
  EXPECT_EQ(parse_error("var x\nthread A { x = cas x, 0, 1 }"),
            "line 2, column 12: 'x' is shared and cannot take the result of 'cas'; expected a register there");
  EXPECT_EQ(parse_error("thread A { r = b[0] }"),
            "line 1, column 16: 'b' is not declared; expected a shared array before '['");
  EXPECT_EQ(parse_error("thread A { r = 1 s = 2 }"),
            "line 1, column 18: found 's'; expected the end of the statement (a new line or ';')");
  EXPECT_EQ(parse_error("var x\nthread A { await x = 1 }"),
            "line 2, column 20: found '='; expected a comparison after 'await', as in 'await x == 1'");
  EXPECT_EQ(parse_error("thread A { r = 1 + trylock }"),
            "line 1, column 20: found 'trylock'; expected an expression ('trylock' can only stand directly after '=')");
  EXPECT_EQ(parse_error("const N = 3 $ 4"), "line 1, column 13: found '$', which no statement or expression uses");
  EXPECT_EQ(parse_error("const N = 9223372036854775808"),
            "line 1, column 11: the number is too large; expected at most 9223372036854775807");
  EXPECT_EQ(parse_error("const N = 99999999999999999999"),
            "line 1, column 11: the number is too large; expected at most 9223372036854775807");
  EXPECT_EQ(
      parse_error("const N = 3x"),
      "line 1, column 11: found a letter directly after a number; expected a space, an operator or, for a name, a "
      "letter first");
  EXPECT_EQ(parse_error("foo"),
            "line 1, column 1: found 'foo'; expected a declaration: const, var, mutex, sem, "
            "rwlock, cond, mailbox or thread");
  EXPECT_EQ(
      parse_error("thread A { foo }"),
      "line 1, column 12: found 'foo', which begins no statement; expected a statement or an assignment with '='");
}

TEST(Parser, LimitsNesting) {
  auto repeated = [](std::string_view text, int n) {
    std::string result;
    for (int i = 0; i < n; i++) result += text;
    return result;
  };
  std::string error = "too deep";
  for (int n : {1'000, 200'000}) {
    for (const std::string& text :
         {"const N = " + repeated("(", n) + "1" + repeated(")", n), "const N = " + repeated("-", n) + "x",
          "const N = 1" + repeated(" + 1", n), "thread A { " + repeated("if 1 { ", n) + repeated("} ", n) + " }",
          "thread A { " + repeated("if 1 { } else ", n) + " { } }", "const N = " + repeated("!(", n) + "1"}) {
      EXPECT_NE(parse_error(text).find(error), std::string::npos) << text.substr(0, 60);
    }
  }
  EXPECT_EQ(parse_error("const N = " + repeated("(", 150) + "1" + repeated(")", 150)), "");
  EXPECT_EQ(parse_error("thread A { " + repeated("if 1 { ", 150) + repeated("} ", 150) + " }"), "");
}

// Whatever the text: an error or a program, but never a crash.
TEST(Parser, SurvivesDamagedPrograms) {
  std::mt19937 random(1);
  for (const auto& file : program_files()) {
    std::string text = contents(file);
    for (int i = 0; i < 300; i++) {
      std::string damaged = text;
      for (uint32_t n = random() % 4 + 1; n > 0 && !damaged.empty(); n--) {
        size_t at = random() % damaged.size();
        switch (random() % 4) {
          case 0: damaged.erase(at, random() % 5 + 1); break;
          case 1: damaged[at] = static_cast<char>(random() % 256); break;
          case 2: damaged.insert(at, damaged.substr(random() % damaged.size(), random() % 20)); break;
          case 3: damaged.insert(at, 1, "(){}[],=<>+-*/%!;\n0m"[random() % 20]); break;
        }
      }
      Result<Code, ParseError> code = compile_text(damaged, {});
      if (!code) continue;
      Machine machine(std::move(*code));
      machine.set_step_limit(50);
      for (uint32_t t = 0; t < machine.thread_count(); t++) run(machine, t);
    }
  }
}

}  // namespace
}  // namespace mazurka::toy
