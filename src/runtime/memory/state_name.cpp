#include "runtime/memory/state_name.hpp"

#include <string.h>

#include <algorithm>

namespace mazurka::runtime {

bool names_states = false;

namespace {

constexpr uint64_t kOdd[4] = {0x9e3779b97f4a7c15ULL, 0xa0761d6478bd642fULL, 0xe7037ed1a0b428dbULL,
                              0x8ebc6af09c88c6e3ULL};

// Both halves of the product. (gcc would keep them on the stack.)
[[gnu::always_inline]] inline uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t high;
  asm("mulq %2" : "+a"(a), "=d"(high) : "r"(b) : "cc");
  return a ^ high;
}

uint64_t word_at(const char* at) {
  uint64_t word;
  memcpy(&word, at, sizeof word);
  return word;
}

// Filled from constructors: needs none itself. Never destroyed.
constexpr size_t kMostParts = 16;
void (*parts[kMostParts])(StateName&);
size_t part_count = 0;

}  // namespace

// Four chains side by side, each of which takes 16 bytes by one multiplication.
Fingerprint hash_bytes(const void* memory, size_t bytes, uint64_t seed) {
  const char* at = static_cast<const char*>(memory);
  uint64_t a = seed ^ kOdd[0] ^ bytes, b = seed ^ kOdd[1] ^ bytes, c = seed ^ kOdd[2] ^ bytes,
           d = seed ^ kOdd[3] ^ bytes;
  size_t left = bytes;
  for (; left >= 64; left -= 64, at += 64) {
    a += mix(a ^ word_at(at), kOdd[0] ^ word_at(at + 8));
    b += mix(b ^ word_at(at + 16), kOdd[1] ^ word_at(at + 24));
    c += mix(c ^ word_at(at + 32), kOdd[2] ^ word_at(at + 40));
    d += mix(d ^ word_at(at + 48), kOdd[3] ^ word_at(at + 56));
  }
  for (; left >= 8; left -= 8, at += 8) a += mix(a ^ word_at(at), kOdd[1]);
  if (left != 0) {
    uint64_t rest = 0;
    memcpy(&rest, at, left);
    b += mix(b ^ rest, kOdd[2]);
  }
  Fingerprint hash;
  hash.high = combine_hashes(combine_hashes(a, b), combine_hashes(c, d));
  hash.low = combine_hashes(combine_hashes(a, d, kOdd[2]), combine_hashes(b, c, kOdd[3]), kOdd[1]);
  return hash;
}

void StateName::keep(uint64_t which, const void* memory, size_t bytes) {
  if (!keeps_) return;
  const auto* first = reinterpret_cast<const char*>(&which);
  const auto* then = static_cast<const char*>(memory);
  std::vector<char>& part = kept_.emplace_back(first, first + sizeof which);
  const uint64_t length = bytes;
  const auto* second = reinterpret_cast<const char*>(&length);
  part.insert(part.end(), second, second + sizeof length);
  part.insert(part.end(), then, then + bytes);
}

void StateName::put_whole(std::vector<char>& into) {
  std::sort(kept_.begin(), kept_.end());
  into.clear();
  for (const std::vector<char>& part : kept_) into.insert(into.end(), part.begin(), part.end());
}

StatePart::StatePart(void (*add)(StateName&)) {
  parts[part_count++] = add;
}

void add_all_parts(StateName& name) {
  for (size_t k = 0; k < part_count; k++) parts[k](name);
}

}  // namespace mazurka::runtime
