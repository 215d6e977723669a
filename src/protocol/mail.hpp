// Lists of numbers in the channel: units of work, and the way to what was learned.
//
// inbox:  the history (how many units, then each), the unit
// outbox: the history, what is kept of the unit, what is given away of it, the node where it was stopped, and what the
//         unit tells (of a series)
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "protocol/channel.hpp"

namespace mazurka::protocol {

class MailWriter {
 public:
  explicit MailWriter(uint32_t* box) : box_(box) {}

  void number(uint32_t value) {
    if (used_ < kMailBytes / sizeof value) box_[used_] = value;
    used_++;
  }
  void list(std::span<const uint32_t> values) {
    number(static_cast<uint32_t>(values.size()));
    for (uint32_t value : values) number(value);
  }
  bool fits() const { return used_ <= kMailBytes / sizeof(uint32_t); }

 private:
  uint32_t* box_;
  size_t used_ = 0;
};

// The other side may have gone astray: what is not there is read as zero or as nothing.
class MailReader {
 public:
  explicit MailReader(const uint32_t* box) : box_(box) {}

  uint32_t number() {
    if (used_ >= kMailBytes / sizeof(uint32_t)) return 0;
    return box_[used_++];
  }
  std::vector<uint32_t> list() {
    const size_t count = number();
    const size_t room = kMailBytes / sizeof(uint32_t) - used_;
    if (count > room) return {};
    std::vector<uint32_t> values(box_ + used_, box_ + used_ + count);
    used_ += count;
    return values;
  }
  std::vector<std::vector<uint32_t>> lists() {
    std::vector<std::vector<uint32_t>> result;
    for (uint32_t count = number(); count > 0 && used_ < kMailBytes / sizeof(uint32_t); count--)
      result.push_back(list());
    return result;
  }

 private:
  const uint32_t* box_;
  size_t used_ = 0;
};

inline void write_lists(MailWriter& writer, std::span<const std::vector<uint32_t>> lists) {
  writer.number(static_cast<uint32_t>(lists.size()));
  for (const std::vector<uint32_t>& list : lists) writer.list(list);
}

}  // namespace mazurka::protocol
