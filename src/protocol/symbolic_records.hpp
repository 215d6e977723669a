// Records of the channel's log that are about symbolic inputs.
#pragma once

#include "protocol/channel.hpp"

namespace mazurka::protocol {

struct LostValueRecord {
  RecordHeader header;
  uint64_t pc;
  uint64_t has_more_values;  // than are explored (Symbolic::most_addresses); else it cannot be followed
};

struct InputRecord {
  RecordHeader header;
  InputValue value;
  uint32_t width;  // in bits
  uint32_t is_signed;
  char name[80];
};

// Of --cover. All parts of the object have the key's thread and request, and its width.
struct ObjectRecord {
  RecordHeader header;
  uint64_t key;  // of its first part
  uint32_t bytes;
  uint32_t width;  // of a part, in bits
  char name[80];
};

struct TestRecord {
  RecordHeader header;
  uint64_t name;  // of the class: the same in every process
  uint32_t fails;
  uint32_t inputs;  // so many InputValue follow: those that are not 0
};

struct ConstraintRecord {
  RecordHeader header;
  uint64_t pc;
  char text[176];
};

}  // namespace mazurka::protocol
