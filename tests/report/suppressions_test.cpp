#include "report/suppressions.hpp"

#include <gtest/gtest.h>

namespace mazurka::report {
namespace {

Suppressions parsed(std::string_view text) {
  auto result = Suppressions::parse(text, "list.supp");
  EXPECT_TRUE(result) << result.error();
  return result ? *result : Suppressions();
}

TEST(Suppressions, MatchAnywhereInTheName) {
  Suppressions list = parsed("race:counter\n");
  EXPECT_TRUE(list.match("counter"));
  EXPECT_TRUE(list.match("my_counter_2"));
  EXPECT_FALSE(list.match("count"));
  EXPECT_FALSE(list.match(""));
}

TEST(Suppressions, AnchorsTieThePatternToAnEnd) {
  Suppressions list = parsed("race:^get\nrace:.cpp$\nrace:^exact$");
  EXPECT_TRUE(list.match("get_value"));
  EXPECT_FALSE(list.match("forget"));
  EXPECT_TRUE(list.match("src/a.cpp"));
  EXPECT_FALSE(list.match("a.cpp.o"));
  EXPECT_TRUE(list.match("exact"));
  EXPECT_FALSE(list.match("exactly"));
}

TEST(Suppressions, StarsStandForAnyText) {
  Suppressions list = parsed("race:^a*b*c$");
  EXPECT_TRUE(list.match("abc"));
  EXPECT_TRUE(list.match("a-b-b-c"));
  EXPECT_FALSE(list.match("acb"));
  EXPECT_FALSE(list.match("xabc"));
}

TEST(Suppressions, CommentsAndBlanksAreSkipped) {
  Suppressions list = parsed("# races we know of\n\n   \n  race:  spaced  \r\nrace:last");
  EXPECT_TRUE(list.match("spaced"));
  EXPECT_TRUE(list.match("last"));
  EXPECT_FALSE(list.match("we know of"));
  EXPECT_TRUE(parsed("").empty());
}

TEST(Suppressions, BadLinesAreToldWithTheirNumber) {
  for (const char* line : {"mutex:x", "race", "race:", "race: ", "counter"}) {
    auto result = Suppressions::parse(std::string("race:a\n# b\n") + line + "\nrace:c\n", "list.supp");
    ASSERT_FALSE(result) << line;
    EXPECT_NE(result.error().find("line 3 of 'list.supp'"), std::string::npos) << result.error();
  }
}

}  // namespace
}  // namespace mazurka::report
