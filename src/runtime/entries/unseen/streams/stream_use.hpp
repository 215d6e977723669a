// What a call of the C++ library does with a stream that it is given, beside the marks of the stream itself: with the
// format, and with the characters behind the stream. These may be in memory of the program's, and several streams may
// share them. Which are read and written is seen by how the pointers in the buffer move during the call.
//
// User thread's side.
#pragma once

#include <cstdint>

#include "runtime/entries/unseen/call_frame.hpp"

namespace mazurka::runtime {

constexpr uint16_t kUsesInput = 1, kUsesOutput = 2, kIsFormatted = 4, kIsOfLibcxx = 8;
// By std::setw() and the like.
constexpr uint16_t kSetsPrecision = 16, kSetsWidth = 32, kSetsFlags = 64, kSetsFill = 128;

struct UsedStream {
  uintptr_t object;
  bool is_stream;  // or a buffer
  uint16_t how;
  uint8_t number;  // of at most two in a call: which half of the words it has that the frame keeps
};

// In the common part of a stream: whether it failed.
constexpr uintptr_t kStateOfStream = 32;

void begin_stream_use(const UsedStream& used, CallFrame& call);
void end_stream_use(const UsedStream& used, const CallFrame& call);

}  // namespace mazurka::runtime
