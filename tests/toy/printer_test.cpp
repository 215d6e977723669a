#include "toy/language/printer.hpp"

#include "toy/programs.hpp"

namespace mazurka::toy {
namespace {

void expect_round_trip(const std::string& text) {
  Result<Source, ParseError> first = parse(text);
  ASSERT_TRUE(first.ok()) << to_string(first.error());
  std::string printed = print(*first);
  Result<Source, ParseError> second = parse(printed);
  ASSERT_TRUE(second.ok()) << to_string(second.error()) << "\n" << printed;
  EXPECT_TRUE(equal(*first, *second)) << printed;
  EXPECT_EQ(print(*second), printed);
}

TEST(Printer, PrintsWhatParsesBack) {
  for (const auto& file : program_files()) {
    SCOPED_TRACE(file);
    expect_round_trip(contents(file));
  }
}

constexpr const char* kEveryStatement = R"(const N = 3
const M = -N * 2
var x
var y = 1
var a[N + 1] = -1
mutex m
mutex l[4]
sem s = 2
rwlock w
cond c

thread A[N] {
  r = x
  r = a[me]
  x = r + 1
  r = fetch_add x, 1
  fetch_add x, r
  r = exchange x, 2
  r = cas x, 0, 1
  r = weak_cas a[r], 0, 1
  await x >= r
  add x, -1
  lock m
  unlock l[me % 4]
  r = trylock m
  acquire s
  r = tryacquire s
  release s
  rdlock w
  rdunlock w
  wrlock w
  wrunlock w
  r = tryrdlock w
  r = trywrlock w
  wait c, m
  r = timedwait c, m
  signal c
  broadcast c
  r, t = load2 x, y
  store2 x, y, 1, 2
  swap x, y
  copy x, y
  r = cas2 x, y, 0, 0, 1, 1
  add2 x, y, 1, 1
  spawn B
  join B
  r = choose 3
  assert r - (1 - t) <= -(5) && !(r || t)
  while r < 3 {
    r = r + 1
    if r == 2 {
      break
    }
  }
  repeat N {
  }
  for i = 0 to N - 1 {
    if i == 1 {
      return
    } else if i == 2 {
      fail
    } else {
      r = -r
    }
  }
}

thread B {
}
)";

TEST(Printer, PrintsEveryStatementAsDocumented) {
  Result<Source, ParseError> source = parse(kEveryStatement);
  ASSERT_TRUE(source.ok()) << to_string(source.error());
  EXPECT_EQ(print(*source), kEveryStatement);
  expect_round_trip(kEveryStatement);
  EXPECT_EQ(error_of(kEveryStatement), "");
}

TEST(Printer, KeepsTheShapeOfExpressions) {
  for (const char* text : {"1 - (2 - 3)", "1 - 2 - 3", "(1 + 2) * 3", "1 + 2 * 3", "-(1)", "-1", "--r", "-(-1)", "!!r",
                           "!(r == 1)", "-(r + 1)", "(r || 1) && 2", "r || 1 && 2", "(r == 1) == 2", "r * (1 / 2)",
                           "r - -1", "-9223372036854775808 + r", "-(9223372036854775807)"}) {
    std::string program = std::string("thread A { r = 0; r = ") + text + " }";
    Result<Source, ParseError> source = parse(program);
    ASSERT_TRUE(source.ok()) << to_string(source.error());
    std::string expected = std::string(text) == "(r == 1) == 2" ? "r == 1 == 2" : text;
    EXPECT_EQ(print(source->threads[0].body[1].arguments[0]), expected);
    expect_round_trip(program);
  }
}

TEST(Printer, EqualIgnoresPositionsOnly) {
  Result<Source, ParseError> a = parse("var x\nthread A { x = 1 }"), b = parse("var x\n\nthread A {\n x=1 }"),
                             c = parse("var x\nthread A { x = 2 }");
  EXPECT_TRUE(equal(*a, *b));
  EXPECT_FALSE(equal(*a, *c));
}

}  // namespace
}  // namespace mazurka::toy
