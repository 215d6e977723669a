#include "toy/fuzz/features.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "toy/language/grammar.hpp"

namespace mazurka::toy {

namespace {

constexpr std::array<std::string_view, kFeatureCount> kFeatureNames = {
    "branches",
    "rmw",
    "cas",
    "weak_cas",
    "await",
    "locks",
    "trylock",
    "semaphores",
    "rwlocks",
    "conditions",
    "timed_waits",
    "spawn",
    "choose",
    "pairs",
    "adds",
    "failures",
    "loops",
    "indexed",
    "leaks",
    "mailboxes",
    "bounded_mailboxes",
    "closed_mailboxes",
    "ranked_mailboxes",
    "inputs",
};

std::optional<Feature> feature_of(StatementKind kind) {
  switch (kind) {
    case StatementKind::kFetchAdd:
    case StatementKind::kExchange: return Feature::kRmw;
    case StatementKind::kCas: return Feature::kCas;
    case StatementKind::kWeakCas: return Feature::kWeakCas;
    case StatementKind::kAwait: return Feature::kAwait;
    case StatementKind::kAdd: return Feature::kAdds;
    case StatementKind::kLock:
    case StatementKind::kUnlock: return Feature::kLocks;
    case StatementKind::kTryLock: return Feature::kTryLock;
    case StatementKind::kAcquire:
    case StatementKind::kTryAcquire:
    case StatementKind::kRelease: return Feature::kSemaphores;
    case StatementKind::kReadLock:
    case StatementKind::kReadUnlock:
    case StatementKind::kWriteLock:
    case StatementKind::kWriteUnlock:
    case StatementKind::kTryReadLock:
    case StatementKind::kTryWriteLock: return Feature::kRwlocks;
    case StatementKind::kWait:
    case StatementKind::kSignal:
    case StatementKind::kBroadcast: return Feature::kConditions;
    case StatementKind::kTimedWait: return Feature::kTimedWaits;
    case StatementKind::kSend:
    case StatementKind::kReceive:
    case StatementKind::kPoll:
    case StatementKind::kCount: return Feature::kMailboxes;
    case StatementKind::kTrySend: return Feature::kBoundedMailboxes;
    case StatementKind::kClose: return Feature::kClosedMailboxes;
    case StatementKind::kLoad2:
    case StatementKind::kStore2:
    case StatementKind::kSwap:
    case StatementKind::kCopy:
    case StatementKind::kCas2:
    case StatementKind::kAdd2: return Feature::kPairs;
    case StatementKind::kSpawn:
    case StatementKind::kJoin: return Feature::kSpawn;
    case StatementKind::kChoose: return Feature::kChoose;
    case StatementKind::kAssert:
    case StatementKind::kFail: return Feature::kFailures;
    case StatementKind::kIf: return Feature::kBranches;
    case StatementKind::kWhile:
    case StatementKind::kRepeat:
    case StatementKind::kFor:
    case StatementKind::kBreak: return Feature::kLoops;
    default: return std::nullopt;
  }
}

void collect_features(const std::vector<Statement>& body, Features& features) {
  for (const Statement& s : body) {
    if (std::optional<Feature> f = feature_of(s.kind)) features.add(*f);
    if (is_ranked(s)) features.add(Feature::kRankedMailboxes);
    if (s.kind == StatementKind::kAdd2) features.add(Feature::kAdds);
    for (const Reference& r : s.objects)
      if (!r.index.empty() && r.index[0].kind != Expression::Kind::kNumber) features.add(Feature::kIndexed);
    collect_features(s.body, features);
    collect_features(s.otherwise, features);
  }
}

}  // namespace

uint32_t Features::size() const {
  return static_cast<uint32_t>(std::popcount(bits_));
}

std::vector<Feature> Features::list() const {
  std::vector<Feature> result;
  for (uint32_t i = 0; i < kFeatureCount; i++)
    if (has(static_cast<Feature>(i))) result.push_back(static_cast<Feature>(i));
  return result;
}

std::string_view name_of(Feature feature) {
  return kFeatureNames[static_cast<size_t>(feature)];
}

std::optional<Feature> feature_named(std::string_view name) {
  auto found = std::find(kFeatureNames.begin(), kFeatureNames.end(), name);
  if (found == kFeatureNames.end()) return std::nullopt;
  return static_cast<Feature>(found - kFeatureNames.begin());
}

Features features_of(const Source& source) {
  Features features;
  for (const ObjectDeclaration& object : source.objects)
    if (object.kind == ObjectKind::kMailbox && !object.initial.empty()) features.add(Feature::kBoundedMailboxes);
  for (const ThreadDeclaration& thread : source.threads) collect_features(thread.body, features);
  if (!source.inputs.empty()) features.add(Feature::kInputs);
  return features;
}

}  // namespace mazurka::toy
