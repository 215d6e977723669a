#include "runtime/kernel/messages/predicates.hpp"

#include <string.h>

#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "runtime/engine/learned_facts.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/native_program.hpp"
#include "runtime/memory/per_execution.hpp"
#include "runtime/races/race_detector.hpp"

namespace mazurka::runtime {

namespace {

constexpr size_t kMostBytes = 1024;
constexpr char kTooLarge[] = "receive_if of messages with more than 1000 bytes";

struct Contents {
  const void* type;
  std::string bytes;
};

// What one thread's predicate accepts of the contents that it was asked about.
struct Extension {
  const void* type;
  uint32_t thread;
  std::unordered_set<Value> accepted, refused;
};

// What is known from all executions so far.
struct Known {
  std::unordered_map<Value, Contents> contents;
  std::unordered_map<const void*, std::vector<Value>> of_type;  // in the order in which they were found
  std::vector<Extension> extensions;                            // by number
  std::unordered_map<uint64_t, uint32_t> numbers;               // by a hash of the extension
};
// Never destroyed: the program's exit handlers run ours too.
Known& known = *new Known;

// Was something without a tag sent before the base? It stays as it is in all executions.
bool is_any_without_tag = false;

// While a predicate is evaluated: what its thread had changed before.
uint64_t changes_before = 0;

// The predicate that a thread waits with, if any.
struct Waiting {
  Predicate predicate;
  uint32_t number = UINT32_MAX;
};
PerExecution<std::unordered_map<uint32_t, Waiting>>& waiting = *new PerExecution<std::unordered_map<uint32_t, Waiting>>;

uint64_t mixed(uint64_t a, uint64_t b) {
  a = (a ^ b) * 0x9e3779b97f4a7c15ULL;
  return a ^ a >> 29;
}

Value hash_of(const void* type, const char* bytes, size_t count) {
  uint64_t hash = mixed(reinterpret_cast<uintptr_t>(type), count);
  for (size_t k = 0; k < count; k++) hash = mixed(hash, static_cast<unsigned char>(bytes[k]));
  // Not one of the small tags, nor negative.
  return static_cast<Value>(hash >> 2 | uint64_t{1} << 61);
}

bool answer(uint32_t number, Value tag) {
  const Extension& extension = known.extensions[number];
  // Where it was not asked, the exploration will start again.
  return extension.accepted.contains(tag);
}

// A copy of the contents on the stack of whoever evaluates: predicates read it by instrumented code.
[[gnu::noinline]] bool evaluate(const Predicate& predicate, const Contents& contents) {
  alignas(64) char copy[kMostBytes];
  memcpy(copy, contents.bytes.data(), contents.bytes.size());
  // What it reads of another thread's is not that thread's access.
  bool watched = watching, compared = only_compares;
  watching = only_compares = false;
  bool first = predicate.evaluate(predicate.predicate, copy, contents.bytes.size()) != 0;
  bool second = predicate.evaluate(predicate.predicate, copy, contents.bytes.size()) != 0;
  watching = watched;
  only_compares = compared;
  if (first != second) report_misuse("a predicate of receive_if that gives different answers for the same message");
  return first;
}

uint32_t number_of(const Extension& extension) {
  uint64_t hash = mixed(reinterpret_cast<uintptr_t>(extension.type), extension.thread);
  for (Value tag : known.of_type[extension.type])
    hash = mixed(mixed(hash, static_cast<uint64_t>(tag)), extension.accepted.contains(tag));
  auto [place, is_new] = known.numbers.try_emplace(hash, static_cast<uint32_t>(known.extensions.size()));
  if (is_new) known.extensions.push_back(extension);
  return place->second;
}

void ask(uint32_t number, const Predicate& predicate, Value tag) {
  bool accepts = evaluate(predicate, known.contents.at(tag));
  Extension& extension = known.extensions[number];
  (accepts ? extension.accepted : extension.refused).insert(tag);
}

// Contents that no execution had before.
void add(Value tag, const void* type, const char* bytes, size_t count) {
  known.contents.emplace(tag, Contents{type, std::string(bytes, count)});
  known.of_type[type].push_back(tag);
  bool is_missed = false;
  for (auto& [thread, one] : waiting.get())
    if (known.extensions[one.number].type == type) ask(one.number, one.predicate, tag);
  for (const Extension& extension : known.extensions)
    is_missed |= extension.type == type && !extension.accepted.contains(tag) && !extension.refused.contains(tag);
  // Those that were forgotten are found again by the same thread with other answers.
  if (is_missed && !is_replay()) {
    known.numbers.clear();
    learn();
  }
}

}  // namespace

Value tag_of_contents(const void* type, const void* contents, size_t bytes, uint64_t pc) {
  const bool has_tag = contents != nullptr && bytes <= kMostBytes;
  if (!is_known(Fact::kPredicatesAreUsed, 0)) {
    // (What was sent before the base is not sent again with what is learned later.)
    if (at_base()) return 0;
    is_any_without_tag |= !has_tag;
    if (!has_tag) return 0;
  }
  if (!has_tag) report_unsupported(kTooLarge, pc);
  const char* begin = static_cast<const char*>(contents);
  Value tag = hash_of(type, begin, bytes);
  auto found = known.contents.find(tag);
  if (found == known.contents.end()) {
    add(tag, type, begin, bytes);
  } else if (found->second.type != type || found->second.bytes.compare(0, std::string::npos, begin, bytes) != 0) {
    report_unsupported("messages whose hashes are equal", pc);
  }
  return tag;
}

Value match_of(const void* type, const Predicate& predicate, uint64_t pc) {
  if (is_any_without_tag) report_unsupported(kTooLarge, pc);
  learn_fact(Fact::kPredicatesAreUsed, 0);
  set_matcher(answer);
  Extension extension{type, current_thread(), {}, {}};
  for (Value tag : known.of_type[type])
    (evaluate(predicate, known.contents.at(tag)) ? extension.accepted : extension.refused).insert(tag);
  uint32_t number = number_of(extension);
  waiting.get()[current_thread()] = {predicate, number};
  note_unseen_change();
  return match_of_predicate(number);
}

void begin_predicate() {
  changes_before = changes_of_current();
  program->begin_only_looking("a predicate of receive_if that does more than to look at the message");
}

void end_predicate() {
  program->end_only_looking();
  if (changes_of_current() != changes_before) report_misuse("a predicate of receive_if that writes to memory");
}

void forget_predicate() {
  waiting.get().erase(current_thread());
}

}  // namespace mazurka::runtime
