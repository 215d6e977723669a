#include "base/no_destructor.hpp"

#include <gtest/gtest.h>

namespace mazurka {
namespace {

struct Counted {
  explicit Counted(int start) : value(start) {}
  ~Counted() { destroyed++; }
  int value;
  static inline int destroyed = 0;
};

TEST(NoDestructor, HoldsTheObjectAndNeverDestroysIt) {
  {
    NoDestructor<Counted> counted(7);
    EXPECT_EQ(counted->value, 7);
    (*counted).value = 8;
    EXPECT_EQ(counted.get()->value, 8);
  }
  EXPECT_EQ(Counted::destroyed, 0);
}

}  // namespace
}  // namespace mazurka
