#include "report/figures.hpp"

#include <gtest/gtest.h>

namespace mazurka::report {
namespace {

Figures tree() {
  Figures figures;
  figures.set_title("tree");
  figures.add_count("nodes_made", 1234567);
  figures.add(Figure::Kind::kAverage, "nodes_per_run", 1.25);
  figures.add(Figure::Kind::kShare, "pruning_share", 0.034);
  return figures;
}

TEST(FiguresReport, IsALineOfWords) {
  EXPECT_EQ(text_of(tree()), "tree: nodes made 1,234,567, nodes per run 1.2, pruning share 3 %\n");
  EXPECT_EQ(text_of(Figures()), "");
}

TEST(FiguresReport, IsAJsonObjectUnderItsTitle) {
  nlohmann::ordered_json json;
  add_figures(tree(), json);
  EXPECT_EQ(json.dump(), R"({"tree":{"nodes_made":1234567,"nodes_per_run":1.25,"pruning_share":0.034}})");
  nlohmann::ordered_json untouched = {{"a", 1}};
  add_figures(Figures(), untouched);
  EXPECT_EQ(untouched.dump(), R"({"a":1})");
}

}  // namespace
}  // namespace mazurka::report
