// What came out of a run, in one word, and the exit code that tells it to scripts.
#pragma once

#include <cstdint>

namespace mazurka::report {

enum class Verdict : uint8_t { kVerified, kBug, kIncomplete, kError, kVacuous };

constexpr const char* name_of(Verdict verdict) {
  constexpr const char* kNames[] = {"verified", "bug", "incomplete", "error", "vacuous"};
  return kNames[static_cast<uint8_t>(verdict)];
}

constexpr int exit_code_of(Verdict verdict) {
  constexpr int kCodes[] = {0, 1, 3, 2, 3};
  return kCodes[static_cast<uint8_t>(verdict)];
}

inline constexpr int kExitCodeOfMistake = 2;  // of the user, or ours
inline constexpr int kExitCodeOfInterrupt = 130;

}  // namespace mazurka::report
