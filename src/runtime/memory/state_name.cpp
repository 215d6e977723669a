#include "runtime/memory/state_name.hpp"

#include <string.h>

#include <algorithm>

namespace mazurka::runtime {

bool names_states = false;

namespace {

__extension__ using Product = unsigned __int128;

constexpr uint64_t kOdd[4] = {0x9e3779b97f4a7c15ULL, 0xa0761d6478bd642fULL, 0xe7037ed1a0b428dbULL,
                              0x8ebc6af09c88c6e3ULL};

uint64_t mix(uint64_t a, uint64_t b) {
  const Product product = static_cast<Product>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
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
  uint64_t chains[4];
  for (size_t k = 0; k < 4; k++) chains[k] = seed ^ kOdd[k] ^ bytes;
  size_t left = bytes;
  for (; left >= 64; left -= 64, at += 64)
    for (size_t k = 0; k < 4; k++)
      chains[k] = mix(chains[k] ^ word_at(at + 16 * k), kOdd[k] ^ word_at(at + 16 * k + 8)) + chains[k];
  for (; left >= 8; left -= 8, at += 8) chains[0] = mix(chains[0] ^ word_at(at), kOdd[1]) + chains[0];
  if (left != 0) {
    uint64_t rest = 0;
    memcpy(&rest, at, left);
    chains[1] = mix(chains[1] ^ rest, kOdd[2]) + chains[1];
  }
  Fingerprint hash;
  hash.high = combine_hashes(combine_hashes(chains[0], chains[1]), combine_hashes(chains[2], chains[3]));
  hash.low = combine_hashes(combine_hashes(chains[0], chains[3], kOdd[2]),
                            combine_hashes(chains[1], chains[2], kOdd[3]), kOdd[1]);
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
