#include "base/figures.hpp"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

TEST(Figures, KeepNamesAndValuesInOrder) {
  Figures figures;
  EXPECT_TRUE(figures.all().empty());
  figures.set_title("tree");
  figures.add_count("nodes", 12);
  figures.add(Figure::Kind::kShare, "pruning_share", 0.25);
  ASSERT_EQ(figures.all().size(), 2u);
  EXPECT_EQ(figures.title_text(), "tree");
  EXPECT_EQ(figures.all()[0].name_text(), "nodes");
  EXPECT_EQ(figures.all()[0].value, 12);
  EXPECT_EQ(figures.all()[1].kind, Figure::Kind::kShare);
}

TEST(Figures, NoLengthThatWasOverwrittenIsTrusted) {
  Figures figures;
  figures.count = 1'000'000;
  memset(figures.title, 'x', sizeof figures.title);
  EXPECT_EQ(figures.all().size(), Figures::kMost);
  EXPECT_EQ(figures.title_text().size(), sizeof figures.title);
}

}  // namespace
}  // namespace mazurka
