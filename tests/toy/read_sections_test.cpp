#include "toy/language/read_sections.hpp"

#include <gtest/gtest.h>

#include <string>

#include "toy/language/parser.hpp"

namespace mazurka::toy {
namespace {

bool is_ordered(const std::string& body) {
  auto source = parse("var x; rwlock w, v; mutex m\nthread A { " + body + " }");
  EXPECT_TRUE(source.ok()) << body;
  return ordered_rwlocks(*source).count("w") != 0;
}

TEST(ReadSections, CommuteIfTheHolderCannotWait) {
  EXPECT_FALSE(is_ordered("rdlock w; rdunlock w"));
  EXPECT_FALSE(is_ordered("rdlock w; r = x; if r { x = 2 } rdunlock w"));
  EXPECT_FALSE(is_ordered("wrlock w; lock m"));
  EXPECT_FALSE(is_ordered("r = tryrdlock w; if r { x = 1; rdunlock w }"));
  EXPECT_FALSE(is_ordered("rdlock v; rdlock w; rdunlock w; rdunlock v"));
}

TEST(ReadSections, AreOrderedIfTheLockMayBeKept) {
  EXPECT_TRUE(is_ordered("rdlock w"));
  EXPECT_TRUE(is_ordered("rdlock w; await x == 1; rdunlock w"));
  EXPECT_TRUE(is_ordered("rdlock w; lock m; unlock m; rdunlock w"));
  EXPECT_TRUE(is_ordered("rdlock w; rdlock v; rdunlock w; rdunlock v"));
  EXPECT_TRUE(is_ordered("rdlock w; assert 0; rdunlock w"));
  EXPECT_TRUE(is_ordered("rdlock w; r = x; if r { rdunlock w }"));
  EXPECT_TRUE(is_ordered("rdlock w; r = x; if r { return } rdunlock w"));
  EXPECT_TRUE(is_ordered("rdlock w; repeat 2 { x = 1 } rdunlock w"));
  EXPECT_TRUE(is_ordered("r = tryrdlock w; if r { x = 1 }"));
  EXPECT_TRUE(is_ordered("r = tryrdlock w; s = x; if r { rdunlock w }"));
}

}  // namespace
}  // namespace mazurka::toy
