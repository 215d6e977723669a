#include "explore/policy.hpp"

#include <array>

namespace mazurka {

namespace {
constexpr std::array kPolicies = {Policy::kReadsFirst,  Policy::kWritesFirst, Policy::kNewestFirst,
                                  Policy::kSpawnsFirst, Policy::kInOrder,     Policy::kRandom};
constexpr std::array<std::string_view, kPolicies.size()> kNames = {"reads-first",  "writes-first", "newest-first",
                                                                   "spawns-first", "in-order",     "random"};
}  // namespace

std::span<const Policy> policies() {
  return kPolicies;
}

std::string_view name_of(Policy policy) {
  return kNames[static_cast<size_t>(policy)];
}

std::optional<Policy> policy_named(std::string_view name) {
  for (Policy policy : kPolicies)
    if (name_of(policy) == name) return policy;
  return std::nullopt;
}

}  // namespace mazurka
