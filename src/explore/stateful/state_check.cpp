#include "explore/stateful/state_check.hpp"

#include <string.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/check.hpp"
#include "base/hash.hpp"

namespace mazurka {

namespace {

// Another one than names are made with.
uint64_t hash_of(const std::vector<char>& bytes) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  return hash;
}

struct Part {
  uint64_t which = 0, bytes = 0;
  const char* begin = nullptr;  // null: there are no more
};
Part part_at(const std::vector<char>& whole, size_t at) {
  Part part;
  if (at + 2 * sizeof(uint64_t) > whole.size()) return part;
  memcpy(&part.which, whole.data() + at, sizeof part.which);
  memcpy(&part.bytes, whole.data() + at + sizeof part.which, sizeof part.bytes);
  part.begin = whole.data() + at + 2 * sizeof(uint64_t);
  return part;
}

// Where two states differ, in words: the process ends with this. Of memory, rather than of a hash of it.
const char* difference(const char* what, const std::vector<char>& one, const std::vector<char>& other) {
  static char text[400];
  constexpr uint64_t kHash = 16;
  snprintf(text, sizeof text, "%s", what);
  for (size_t at = 0;;) {
    const Part a = part_at(one, at), b = part_at(other, at);
    if (a.begin == nullptr || b.begin == nullptr) return text;
    if (a.which != b.which || a.bytes != b.bytes) {
      snprintf(text, sizeof text, "%s: the part %#lx of %lu bytes, or %#lx of %lu", what, a.which, a.bytes, b.which,
               b.bytes);
      return text;
    }
    uint64_t k = 0;
    while (k < a.bytes && a.begin[k] == b.begin[k]) k++;
    if (k < a.bytes) {
      uint64_t words[2] = {};
      const uint64_t from = k / 8 * 8, bytes = std::min<uint64_t>(8, a.bytes - from);
      memcpy(&words[0], a.begin + from, bytes);
      memcpy(&words[1], b.begin + from, bytes);
      snprintf(text, sizeof text, "%s: byte %lu of the part %#lx of %lu bytes: %#lx, or %#lx", what, k, a.which,
               a.bytes, words[0], words[1]);
      if (a.bytes != kHash) return text;
    }
    at += 2 * sizeof(uint64_t) + a.bytes;
  }
}

[[noreturn]] void fail(const char* message) {
  check_failed("is_same", message, __FILE__, __LINE__);
}

std::vector<uint64_t> words_of(const Event& event, const Program& program) {
  const Operation& op = event.op;
  std::vector<uint64_t> words = {static_cast<uint64_t>(op.code) << 8 | static_cast<uint64_t>(op.comparison),
                                 op.object.number,
                                 op.object2.number,
                                 op.partner.number,
                                 static_cast<uint64_t>(op.a),
                                 static_cast<uint64_t>(op.b),
                                 program.failures().size(),
                                 program.was_cut(),
                                 program.has_exited()};
  for (uint32_t k = 0; k < event.access_count; k++) {
    words.push_back(static_cast<uint64_t>(event.access[k].before));
    words.push_back(static_cast<uint64_t>(event.access[k].after));
  }
  return words;
}

}  // namespace

void StateCheck::clear() {
  states_.clear();
  steps_.clear();
  same_as_.clear();
  bytes_ = 0;
}

void StateCheck::look_at(const std::optional<Fingerprint>& from, const Event& event,
                         const std::optional<Fingerprint>& to, const Program& program) {
  if (to) compare_state(*to);
  if (from) compare_step(*from, event, to, program);
}

Fingerprint StateCheck::first_of(Fingerprint name) const {
  for (auto at = same_as_.find(name); at != same_as_.end(); at = same_as_.find(name)) name = at->second;
  return name;
}

void StateCheck::take_for_same(const Fingerprint& one, const Fingerprint& other) {
  const Fingerprint first = first_of(one), second = first_of(other);
  if (first != second) same_as_[second] = first;
}

void StateCheck::compare_state(const Fingerprint& name) {
  const auto [at, is_new] = states_.try_emplace(name);
  Kept& kept = at->second;
  if (is_new) {
    kept.hash = hash_of(whole_);
    if (bytes_ + whole_.size() > kMostBytes) return;
    bytes_ += whole_.size();
    kept.whole = whole_;
    return;
  }
  states_compared_++;
  const bool is_same = kept.whole.empty() ? kept.hash == hash_of(whole_) : kept.whole == whole_;
  if (!is_same) fail(difference("states of the same name are not the same", kept.whole, whole_));
}

void StateCheck::compare_step(const Fingerprint& from, const Event& event, const std::optional<Fingerprint>& to,
                              const Program& program) {
  const uint64_t who = uint64_t{event.thread.number} << 32 | event.choice;
  const Fingerprint first = first_of(from);
  const Fingerprint key = {combine_hashes(first.high, who), combine_hashes(first.low, who)};
  std::vector<uint64_t> what = words_of(event, program);
  const auto [at, is_new] = steps_.try_emplace(key);
  if (is_new) {
    at->second = {std::move(what), to};
    return;
  }
  steps_compared_++;
  if (at->second.what != what) fail("a step from states of the same name is not the same");
  // (Whether a state has a name also depends on what was found out of the program.)
  if (at->second.to && to) take_for_same(*at->second.to, *to);
  if (!at->second.to) at->second.to = to;
}

}  // namespace mazurka
