// Lists of numbers in the channel: units of work, and the way to what was learned.
//
// inbox:  the history (how many units, then each), the unit
// outbox: the history, what is kept of the unit, what is given away of it, the node where it was stopped
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

// The traces that samples have shown (explore/sample/trace_census.hpp), in an outbox that has nothing else. Nothing is
// written if there is no room, which cannot be.
inline void write_census(uint32_t* outbox, std::span<const uint64_t> table, uint32_t level) {
  uint64_t* entries = reinterpret_cast<uint64_t*>(outbox) + 2;
  uint64_t count = 0;
  for (uint64_t entry : table) {
    if (entry == 0) continue;
    if (count + 2 >= kMailBytes / sizeof entry) return;
    entries[count++] = entry;
  }
  entries[-1] = count;
  entries[-2] = level + 1;
}

struct Census {
  std::span<const uint64_t> table;
  uint32_t level = 0;
};
// False: there is none.
inline bool read_census(const uint32_t* outbox, Census& census) {
  const uint64_t* words = reinterpret_cast<const uint64_t*>(outbox);
  if (words[0] == 0 || words[0] > 64 || words[1] > kMailBytes / sizeof(uint64_t) - 2) return false;
  census = {{words + 2, words[1]}, static_cast<uint32_t>(words[0] - 1)};
  return true;
}

inline void write_lists(MailWriter& writer, std::span<const std::vector<uint32_t>> lists) {
  writer.number(static_cast<uint32_t>(lists.size()));
  for (const std::vector<uint32_t>& list : lists) writer.list(list);
}

}  // namespace mazurka::protocol
