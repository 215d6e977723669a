#include "report/program/named_values.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace mazurka::report::named_values_test {
namespace {

std::vector<std::string> named(const std::string& expression) {
  std::vector<std::string> texts;
  for (const NamedThing& thing : things_named(expression)) texts.push_back(thing.text);
  return texts;
}

using Texts = std::vector<std::string>;

TEST(NamedValues, VariablesMembersAndElements) {
  EXPECT_EQ(named("x == 2"), Texts{"x"});
  EXPECT_EQ(named("queue.items_ == a->b . c"), (Texts{"queue.items_", "a->b.c"}));
  EXPECT_EQ(named("table[i + 1][2].x > x && x"), (Texts{"i", "table[i + 1][2].x", "x"}));
  EXPECT_EQ(named("app::kMost < ::count"), (Texts{"kMost", "count"}));
}

TEST(NamedValues, CallsAreNotMade) {
  EXPECT_EQ(named("queue.items_.size() == 2"), Texts{"queue.items_"});
  EXPECT_EQ(named("queue.top().x == f(y) + std::size(z)"), (Texts{"queue", "x", "y", "z"}));
  EXPECT_EQ(named("p->next->ok()"), Texts{"p->next"});
}

TEST(NamedValues, LiteralsAreNoNames) {
  EXPECT_EQ(named("name == \"a \\\" b\" || c == 'd' || 0x1f < 1e5f"), (Texts{"name", "c"}));
  EXPECT_EQ(named("x..."), Texts{"x"});
  EXPECT_EQ(named("x["), Texts{"x[]"});
  EXPECT_EQ(named("\"open"), Texts{});
  EXPECT_EQ(named("a::"), Texts{});
}

}  // namespace
}  // namespace mazurka::report::named_values_test
