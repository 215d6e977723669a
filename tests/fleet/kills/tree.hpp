// A random tree, known to everybody by its seed, in the place of a program's executions. A node is its path from the
// root; a leaf is an execution. Some leaves are bugs, some make a remark, and some teach something that starts the
// exploration again: twice, so that only what generation 2 counts is right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "fleet/records.hpp"

namespace mazurka::fleet {

inline constexpr uint64_t kLastGeneration = 2;

class Tree {
 public:
  Tree(uint64_t seed, size_t depth) : seed_(seed), depth_(depth) {}

  // 0: it is a leaf.
  int children(std::string_view path) const {
    if (path.size() >= depth_) return 0;
    return path.size() < 3 ? 3 : static_cast<int>(hash(path, 1) % 3) + 1;
  }

  // What exploring a leaf gives. The digest differs between generations.
  void explore_leaf(const std::string& path, uint64_t generation, Checkpoint& result) const {
    const uint64_t name = hash(path, 2 + generation);
    Counts& counts = result.counts;
    counts.executions++;
    counts.events += path.size();
    counts.blocked += name % 16 == 0 ? 1 : 0;
    counts.max_depth = std::max(counts.max_depth, name % 1'000'000);
    counts.digests["leaves"] += name;
    counts.sums["odd"] += name & 1;
    if (name % 64 == 7)
      result.bugs.push_back({std::to_string(name / 64 % 5), path, "at " + path, "\"" + path + "\"", 1});
    if (name % 64 == 8) result.remarks.push_back({"remark", std::to_string(name / 64 % 7)});
  }

  bool teaches(std::string_view path, uint64_t generation) const {
    return generation < kLastGeneration && hash(path, 100 + generation) % 512 == 0;
  }

  // What a run must end with. `learns`: whether every generation but the last meets a leaf that ends it.
  struct Expected {
    Counts counts;
    std::map<std::string, Bug> bugs;
    std::set<Remark> remarks;
    uint64_t teachers[kLastGeneration] = {};
  };
  Expected expected() const {
    Expected all;
    walk("", all);
    return all;
  }

 private:
  uint64_t hash(std::string_view path, uint64_t salt) const {
    uint64_t value = combine_hashes(seed_, salt);
    for (const char c : path) value = combine_hashes(value, static_cast<unsigned char>(c));
    return value;
  }

  void walk(const std::string& path, Expected& all) const {
    const int count = children(path);
    for (int k = 0; k < count; k++) walk(path + static_cast<char>('a' + k), all);
    if (count != 0) return;
    Checkpoint leaf;
    explore_leaf(path, kLastGeneration, leaf);
    all.counts.add(leaf.counts);
    for (const Bug& bug : leaf.bugs) {
      const auto [known, is_new] = all.bugs.emplace(bug.fingerprint, bug);
      if (!is_new) known->second.occurrences++;  // leaves come in the order of their paths
    }
    all.remarks.insert(leaf.remarks.begin(), leaf.remarks.end());
    for (uint64_t generation = 0; generation < kLastGeneration; generation++)
      all.teachers[generation] += teaches(path, generation) ? 1 : 0;
  }

  uint64_t seed_;
  size_t depth_;
};

}  // namespace mazurka::fleet
