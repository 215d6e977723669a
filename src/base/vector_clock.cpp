#include "base/vector_clock.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace mazurka {

void ClockTable::widen(uint32_t width) {
  CHECK(width >= width_ && width % kLanes == 0, "clocks only grow");
  Vec<uint32_t> wider;
  // (What lies beyond the rows is not worth keeping: a table that is made narrow and wide again and again would
  // double.)
  wider.resize(std::max(data_.size(), size() * width));
  for (size_t row = 0; row < size(); row++) {
    copy_clock(wider.data() + row * width, (*this)[row], width_);
    clear_clock(wider.data() + row * width + width_, width - width_);
  }
  data_.swap(wider);
  width_ = width;
}

}  // namespace mazurka
