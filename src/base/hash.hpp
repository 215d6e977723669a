// One way to combine hashes, for names of traces and for hash tables.
#pragma once

#include <cstdint>

namespace mazurka {

// The finaliser of MurmurHash3 over a combination of the two. Another salt gives a hash that is independent of the
// first. Digests of traces, which tests and users compare, depend on these numbers.
inline uint64_t combine_hashes(uint64_t a, uint64_t b, uint64_t salt = 0x9e3779b97f4a7c15ULL) {
  a ^= b + salt + (a << 6) + (a >> 2);
  a *= 0xff51afd7ed558ccdULL;
  a ^= a >> 32;
  a *= 0xc4ceb9fe1a85ec53ULL;
  a ^= a >> 29;
  return a;
}

}  // namespace mazurka
