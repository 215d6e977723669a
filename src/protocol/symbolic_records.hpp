// Records of the channel's log that are about symbolic inputs.
#pragma once

#include "protocol/channel.hpp"

namespace mazurka::protocol {

struct LostValueRecord {
  RecordHeader header;
  uint64_t pc;
};

struct InputRecord {
  RecordHeader header;
  InputValue value;
  uint32_t width;  // in bits
  uint32_t is_signed;
  char name[80];
};

struct ConstraintRecord {
  RecordHeader header;
  uint64_t pc;
  char text[176];
};

}  // namespace mazurka::protocol
