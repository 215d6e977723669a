#include "runtime/platform/supervisor_log.hpp"

#include <string.h>

namespace mazurka::runtime {

protocol::Channel* channel = nullptr;

bool append_record(const void* record, size_t bytes, const void* more, size_t more_bytes) {
  size_t whole = bytes + more_bytes;
  if (channel->log_used + whole > protocol::Channel::log_bytes()) {
    channel->log_dropped++;
    return false;
  }
  unsigned char* at = channel->log() + channel->log_used;
  memcpy(at, record, bytes);
  if (more_bytes != 0) memcpy(at + bytes, more, more_bytes);
  channel->log_used += whole;
  return true;
}

}  // namespace mazurka::runtime
