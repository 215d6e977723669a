// Which explorations several processes can share, how, and which can be kept.
#pragma once

#include <cstdint>
#include <string>

#include "protocol/channel.hpp"

namespace mazurka {

// Why it turns out that it cannot (protocol::Work::has_late_threads; UnitEnd::kNotLearned).
inline constexpr const char* kLateThreads =
    "threads that main did not start are met in some executions only, and have other numbers in each process";

inline constexpr const char* kOtherSteps = "another process does not find the same steps";

// Can this exploration be divided? If not, the sentence says why, without a full stop.
std::string why_not_divided(const protocol::Settings& settings);
// Can it be kept in a journal, and shared by it? The same.
std::string why_not_kept(const protocol::Settings& settings);
std::string why_not_shared(const protocol::Settings& settings);

// Of one that can be divided: is it a series of units (run_series), not a tree (run_pool)?
bool is_in_series(const protocol::Settings& settings);

// What each of so many processes may use.
void share_memory(uint32_t jobs, protocol::Settings& settings);

}  // namespace mazurka
