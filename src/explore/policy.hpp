// Which enabled thread goes on where the algorithm leaves it open.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mazurka {

// kSpawnsFirst: first whoever starts a thread, then the newest.
enum class Policy : uint8_t { kReadsFirst, kWritesFirst, kNewestFirst, kSpawnsFirst, kInOrder, kRandom };

// All of them, in the order of their numbers.
std::span<const Policy> policies();

std::string_view name_of(Policy policy);
std::optional<Policy> policy_named(std::string_view name);

}  // namespace mazurka
