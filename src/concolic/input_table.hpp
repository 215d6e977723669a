// The inputs of a program: which there are, and how they are called.
//
// An input is named by who asked for it: the thread, the how manieth request of that thread it was, and, for a larger
// object, which part of it. Executions and processes that meet the same input so agree on its key. Numbers are given in
// the order in which inputs are met; they mean something in one process only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace mazurka::concolic {

struct InputKey {
  uint32_t thread = 0;
  uint32_t request = 0;  // of this thread, from 0
  uint32_t part = 0;     // of the object, from 0: its offset in bytes
  uint32_t width = 0;    // in bits

  // All in one word, in which keys are ordered.
  uint64_t packed() const {
    return uint64_t{thread} << 52 | uint64_t{request & 0xffffff} << 28 | uint64_t{part & 0xfffff} << 8 | width;
  }
  static InputKey unpack(uint64_t packed) {
    return {static_cast<uint32_t>(packed >> 52), static_cast<uint32_t>(packed >> 28 & 0xffffff),
            static_cast<uint32_t>(packed >> 8 & 0xfffff), static_cast<uint32_t>(packed & 0xff)};
  }
};
inline constexpr uint32_t kMostInputRequests = 0xffffff;
inline constexpr size_t kMostInputBytes = 0xfffff;

struct InputInfo {
  uint64_t key = 0;
  std::string name;           // of the object; empty if only another process has met it
  uint32_t object_bytes = 0;  // of the whole object
  bool is_signed = false;
};

class InputTable {
 public:
  // Its number; a new one if the key is new.
  uint32_t number_of(uint64_t key);
  void describe(uint32_t number, const char* name, uint32_t object_bytes, bool is_signed);

  const InputInfo& operator[](uint32_t number) const { return infos_[number]; }
  uint32_t size() const { return static_cast<uint32_t>(infos_.size()); }

 private:
  std::vector<InputInfo> infos_;
  std::unordered_map<uint64_t, uint32_t> numbers_;
};

}  // namespace mazurka::concolic
