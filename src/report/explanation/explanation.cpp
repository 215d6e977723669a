#include "report/explanation/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <set>

#include "model/operation.hpp"
#include "report/explanation/touches.hpp"

namespace mazurka::report {

namespace {

using protocol::BugKind;

std::string line_of(const Frame& frame) {
  if (frame.file.empty()) return "";
  std::string file = std::filesystem::path(frame.file).filename().string();
  return frame.line == 0 ? file : fmt::format("{}:{}", file, frame.line);
}
// " (queue.cpp:12)"
std::string in_brackets(const Frame& frame) {
  const std::string line = line_of(frame);
  return line.empty() ? "" : fmt::format(" ({})", line);
}

OpCode code_of(const NativeStep& step) {
  return static_cast<OpCode>(step.code);
}

// ---- threads that wait for ever

const NativeWaiting* waiting_of(const NativeBug& bug, uint32_t thread) {
  for (const NativeWaiting& waiting : bug.waiting)
    if (waiting.thread == thread) return &waiting;
  return nullptr;
}

// Where the thread took what it holds.
std::string taken_at(const NativeBug& bug, uint32_t thread, uint64_t address) {
  for (size_t k = bug.steps.size(); k-- > 0;) {
    const NativeStep& step = bug.steps[k];
    const bool takes = code_of(step) == OpCode::kLock || code_of(step) == OpCode::kTryLock;
    if (step.thread == thread && step.address == address && takes) return in_brackets(step.at);
  }
  return "";
}

std::string about_cycle(const NativeBug& bug) {
  for (const NativeWaiting& first : bug.waiting) {
    std::vector<const NativeWaiting*> cycle;
    for (const NativeWaiting* at = &first; at != nullptr && at->holder;) {
      if (!cycle.empty() && at == cycle.front()) break;
      if (std::find(cycle.begin(), cycle.end(), at) != cycle.end()) {
        cycle.clear();
        break;
      }
      cycle.push_back(at);
      at = waiting_of(bug, *at->holder);
      if (at == nullptr || !at->holder) cycle.clear();
    }
    if (cycle.empty()) continue;
    if (cycle.size() == 1)
      return fmt::format("{} locks {} again{}, which it holds already{}", thread_name(first.thread), first.object,
                         in_brackets(first.at), taken_at(bug, first.thread, first.address));
    std::string text;
    for (size_t k = 0; k < cycle.size(); k++) {
      const NativeWaiting& before = *cycle[(k + cycle.size() - 1) % cycle.size()];
      text += fmt::format("{}{} holds {}{} and waits for {}{}", k == 0 ? "" : "; ", thread_name(cycle[k]->thread),
                          before.object, taken_at(bug, cycle[k]->thread, before.address), cycle[k]->object,
                          in_brackets(cycle[k]->at));
    }
    return text + (cycle.size() == 2 ? ": each waits for the other"
                                     : fmt::format(": {} threads wait in a circle", cycle.size()));
  }
  return "";
}

std::string about_holder(const NativeBug& bug) {
  for (const NativeWaiting& waiting : bug.waiting) {
    if (!waiting.holder || waiting_of(bug, *waiting.holder) != nullptr) continue;
    return fmt::format("{} waits for {}{}, which {} took{} and never gave back: it has ended",
                       thread_name(waiting.thread), waiting.object, in_brackets(waiting.at),
                       thread_name(*waiting.holder), taken_at(bug, *waiting.holder, waiting.address));
  }
  return "";
}

std::string about_notification(const NativeBug& bug) {
  for (const NativeWaiting& waiting : bug.waiting) {
    if (!waiting.for_signal || waiting.object.empty()) continue;
    std::optional<size_t> begin;
    for (size_t k = 0; k < bug.steps.size(); k++)
      if (bug.steps[k].thread == waiting.thread && code_of(bug.steps[k]) == OpCode::kEnqueue) begin = k;
    if (!begin) continue;
    const uint64_t condition = bug.steps[*begin].address;
    const NativeStep *early = nullptr, *late = nullptr;
    for (size_t k = 0; k < bug.steps.size(); k++) {
      const NativeStep& step = bug.steps[k];
      const bool notifies = code_of(step) == OpCode::kSignal || code_of(step) == OpCode::kBroadcast;
      if (!notifies || step.address != condition) continue;
      (k < *begin ? early : late) = &step;
    }
    const std::string who = thread_name(waiting.thread);
    if (late != nullptr)
      return fmt::format("{} waits on {}{}; the last notification, by {}{}, {}, and no other comes", who,
                         waiting.object, in_brackets(waiting.at), thread_name(late->thread), in_brackets(late->at),
                         late->choice == 0 ? "woke nobody" : "woke " + thread_name(late->choice - 1));
    if (early != nullptr)
      return fmt::format("{} notified {}{} before {} began to wait{}: the notification was lost, and no other comes",
                         thread_name(early->thread), waiting.object, in_brackets(early->at), who,
                         in_brackets(bug.steps[*begin].at));
    return fmt::format("{} waits on {}{}, and no thread notifies it", who, waiting.object, in_brackets(waiting.at));
  }
  return "";
}

std::string about_spinning(const NativeBug& bug) {
  for (const NativeWaiting& waiting : bug.waiting) {
    if (!waiting.for_change) continue;
    std::string what;
    for (size_t k = bug.steps.size(); k-- > 0 && what.empty();)
      if (bug.steps[k].thread == waiting.thread && code_of(bug.steps[k]) == OpCode::kLoad)
        what = fmt::format("{} (now {})", bug.steps[k].object, bug.steps[k].after);
    return fmt::format("{} waits in a loop{} for a change of {}, and no thread that can still run makes one",
                       thread_name(waiting.thread), in_brackets(waiting.at), what.empty() ? "what it reads" : what);
  }
  return "";
}

std::string about_waiting(const NativeBug& bug) {
  for (const auto& about : {about_cycle, about_holder, about_notification, about_spinning})
    if (std::string text = about(bug); !text.empty()) return text;
  std::string who;
  size_t count = 0;
  for (const NativeWaiting& waiting : bug.waiting) {
    if (waiting.joined || waiting.object.empty()) continue;
    count++;
    who += fmt::format("{}{} waits for {}{}", who.empty() ? "" : ", ", thread_name(waiting.thread), waiting.object,
                       in_brackets(waiting.at));
  }
  constexpr size_t kMostNamed = 4;
  return count == 0 || count > kMostNamed ? "" : who + ": no thread is left that could go on and let another one go on";
}

// ---- values that were read before another thread changed them

// A thread that read something, another that wrote it after that, and the first one that wrote it then.
struct Stale {
  const Touch *read = nullptr, *between = nullptr, *write = nullptr;
  const Touch* other_read = nullptr;  // by the one that wrote in between, before any of the two wrote
};

std::optional<Stale> stale_write(const std::vector<Touch>& touches, uint64_t address) {
  for (size_t w = touches.size(); w-- > 0;) {
    const Touch& write = touches[w];
    if (write.address != address || !write.writes) continue;
    const Touch* between = nullptr;
    for (size_t k = w; k-- > 0;) {
      const Touch& touch = touches[k];
      if (touch.address != address) continue;
      if (touch.thread != write.thread && touch.writes && touch.before != touch.after) between = &touch;
      if (touch.thread != write.thread) continue;
      // The nearest that only looks.
      if (touch.writes) break;
      if (between == nullptr) break;
      Stale stale{&touch, between, &write, nullptr};
      for (const Touch* other = touches.data(); other < between; other++)
        if (other->address == address && other->thread == between->thread && other->reads && !other->writes &&
            other->before == touch.before)
          stale.other_read = other;
      return stale;
    }
  }
  return std::nullopt;
}

std::string about_stale(const Stale& stale) {
  const std::string &name = stale.read->object, who = thread_name(stale.read->thread),
                    other = thread_name(stale.between->thread);
  // What is true or false is looked at, to decide; else it is read to make a new value of it.
  const bool decides = stale.write->reads || stale.read->before == "true" || stale.read->before == "false";
  if (!decides && stale.other_read != nullptr)
    return fmt::format(
        "{} and {} both read {} = {}{} before either wrote it; then {} wrote {}{} and {} wrote {}{}: one "
        "update is lost",
        who, other, name, stale.read->before, in_brackets(stale.read->at), other, stale.between->after,
        in_brackets(stale.between->at), who, stale.write->after, in_brackets(stale.write->at));
  if (!decides)
    return fmt::format("{} read {} = {}{}, then {} wrote {}{}, then {} wrote {}{}: what {} wrote is lost", who, name,
                       stale.read->before, in_brackets(stale.read->at), other, stale.between->after,
                       in_brackets(stale.between->at), who, stale.write->after, in_brackets(stale.write->at), other);
  return fmt::format("{} checked {}, which was {}{}; then {} changed it to {}{}, before {} acted on what it had seen{}",
                     who, name, stale.read->before, in_brackets(stale.read->at), other, stale.between->after,
                     in_brackets(stale.between->at), who, in_brackets(stale.write->at));
}

// A thread that looked at something, another that changed it, and the first one that went on as if it had not.
std::string about_check(const NativeBug& bug, const std::vector<Touch>& touches, uint64_t address) {
  for (size_t c = touches.size(); c-- > 0;) {
    const Touch& change = touches[c];
    if (change.address != address || !change.writes || change.before == change.after) continue;
    for (size_t k = c; k-- > 0;) {
      const Touch& check = touches[k];
      if (check.address != address) continue;
      if (check.thread == change.thread || check.writes) break;
      const auto acts = std::find_if(touches.begin() + static_cast<std::ptrdiff_t>(c), touches.end(),
                                     [&](const Touch& touch) { return touch.thread == check.thread; });
      const Frame& act = acts == touches.end() ? bug.at.value_or(Frame{}) : acts->at;
      if (acts == touches.end() && bug.thread != check.thread) break;
      if (acts != touches.end() && acts->address == address && !acts->writes) break;  // it looked again
      return fmt::format(
          "{} checked {}, which was {}{}; then {} changed it to {}{}, before {} acted on what it had seen{}",
          thread_name(check.thread), check.object, check.before, in_brackets(check.at), thread_name(change.thread),
          change.after, in_brackets(change.at), thread_name(check.thread), in_brackets(act));
    }
  }
  return "";
}

// Objects that may be to blame, the likeliest first: those that the message names, that of the critical reversal, and
// then the others, the last ones first.
std::vector<uint64_t> suspects(const NativeBug& bug, const std::vector<Touch>& touches) {
  std::vector<uint64_t> result;
  const auto add = [&](uint64_t address) {
    if (address != 0 && std::find(result.begin(), result.end(), address) == result.end()) result.push_back(address);
  };
  for (const Touch& touch : touches)
    if (mentions(bug.message, last_name(touch.object))) add(touch.address);
  if (bug.reversal && bug.reversal->first < bug.steps.size()) add(bug.steps[bug.reversal->first].address);
  for (auto touch = touches.rbegin(); touch != touches.rend(); ++touch) add(touch->address);
  return result;
}

// What the thread read before another one wrote it, which it does in the nearest execution that passes.
std::string about_unseen(const NativeBug& bug) {
  for (size_t k = bug.steps.size(); bug.reversal && k-- > 0;) {
    const NativeStep& read = bug.steps[k];
    if (read.thread != bug.thread || code_of(read) != OpCode::kLoad || read.before.empty()) continue;
    const auto writes = [&](const NativeStep& step) {
      return step.thread != read.thread && step.address == read.address && code_of(step) != OpCode::kLoad;
    };
    if (std::any_of(bug.steps.begin(), bug.steps.end(), writes)) continue;
    const auto& passing = bug.reversal->passing;
    const auto write = std::find_if(passing.begin(), passing.end(), writes);
    if (write != passing.end())
      return fmt::format("{} read {} = {}{} before {} wrote it{}", thread_name(read.thread), read.object, read.before,
                         in_brackets(read.at), thread_name(write->thread), in_brackets(write->at));
  }
  return "";
}

// The last thing that the thread, else any, saw of what another one did.
std::string about_seen(const std::vector<Touch>& touches, std::optional<uint32_t> thread) {
  for (size_t r = touches.size(); r-- > 0;) {
    const Touch& read = touches[r];
    if ((thread && read.thread != *thread) || !read.reads || read.before.empty()) continue;
    // An address in a block without a name, such as a library's own, says nothing.
    const bool is_address = read.before.starts_with("0x") || read.before.starts_with("&block#");
    if (is_address && read.object.starts_with("block#")) continue;
    for (size_t w = r; w-- > 0;) {
      const Touch& write = touches[w];
      if (write.address != read.address || !write.writes) continue;
      if (write.thread == read.thread) break;
      return fmt::format("{} read {} = {}{}, which {} had written{}", thread_name(read.thread), read.object,
                         read.before, in_brackets(read.at), thread_name(write.thread), in_brackets(write.at));
    }
  }
  return "";
}

// A thread was woken, but before it had the mutex again, another one changed what it had waited for.
std::string about_stolen_wakeup(const NativeBug& bug, const std::vector<Touch>& touches) {
  std::optional<size_t> woken, signal;
  for (size_t k = 0; k < bug.steps.size(); k++)
    if (bug.steps[k].thread == bug.thread && code_of(bug.steps[k]) == OpCode::kWake) woken = k;
  for (size_t k = 0; woken && k < *woken; k++) {
    const NativeStep& step = bug.steps[k];
    const bool wakes =
        code_of(step) == OpCode::kBroadcast || (code_of(step) == OpCode::kSignal && step.choice == bug.thread + 1);
    if (wakes) signal = k;
  }
  if (!signal) return "";
  const Touch* change = nullptr;
  for (const Touch& touch : touches) {
    const bool is_between = touch.steps_before > *signal && touch.steps_before <= *woken + 1;
    const bool is_read = std::any_of(touches.begin(), touches.end(), [&](const Touch& read) {
      return read.thread == bug.thread && read.address == touch.address && read.steps_before > *woken;
    });
    if (is_between && touch.writes && touch.before != touch.after && touch.thread != bug.thread &&
        touch.thread != bug.steps[*signal].thread && is_read)
      change = &touch;
  }
  if (change == nullptr) return "";
  return fmt::format("{} woke {}{}, but before {} had the mutex again, {} changed {} to {}{}; {} did not look again",
                     thread_name(bug.steps[*signal].thread), thread_name(bug.thread),
                     in_brackets(bug.steps[*signal].at), thread_name(bug.thread), thread_name(change->thread),
                     change->object, change->after, in_brackets(change->at), thread_name(bug.thread));
}

std::string about_values(const NativeBug& bug) {
  const std::vector<Touch> touches = touches_of(bug);
  if (std::string text = about_stolen_wakeup(bug, touches); !text.empty()) return text;
  const std::vector<uint64_t> addresses = suspects(bug, touches);
  for (const uint64_t address : addresses)
    if (auto stale = stale_write(touches, address)) return about_stale(*stale);
  for (const uint64_t address : addresses)
    if (std::string text = about_check(bug, touches, address); !text.empty()) return text;
  const std::string seen = about_seen(touches, bug.thread), unseen = about_unseen(bug);
  if (!seen.empty() && !unseen.empty()) return fmt::format("{}; {}", seen, unseen);
  if (!seen.empty() || !unseen.empty()) return seen + unseen;
  return about_seen(touches, std::nullopt);
}

// ---- memory

const NativeAccess* access_with(const NativeBug& bug, std::string_view role) {
  for (const NativeAccess& access : bug.accesses)
    if (access.role == role) return &access;
  return nullptr;
}

Frame place_of(const NativeAccess& access) {
  return first_user_frame(access.stack).value_or(Frame{});
}

std::string about_free(const NativeBug& bug) {
  const NativeAccess* freed = access_with(bug, "freed");
  const NativeAccess* later = access_with(bug, "later");
  const NativeAccess* earlier = access_with(bug, "earlier");
  if (freed == nullptr) return "";
  const NativeAccess* use = later == nullptr ? nullptr : later->operation == std::string_view("free") ? earlier : later;
  if (later != nullptr && later->operation != std::string_view("free") &&
      earlier->operation != std::string_view("free"))
    return "";
  const uint32_t user = use != nullptr ? use->thread : bug.thread;
  const Frame used = use != nullptr ? place_of(*use) : bug.at.value_or(Frame{});
  // Did it drop the last reference? With what the thread does in between, the count may be of anything else.
  std::string count;
  for (size_t k = 0; k < std::min(bug.steps.size(), freed->steps_before.value_or(bug.steps.size())); k++) {
    const NativeStep& step = bug.steps[k];
    if (step.thread != freed->thread) continue;
    const bool drops =
        code_of(step) == OpCode::kFetchAdd && step.before == "1" && (step.after == "0" || step.after == kFreedValue);
    count = !drops ? ""
                   : fmt::format(" when it dropped the last reference ({}: 1 -> 0{})", step.object,
                                 line_of(step.at).empty() ? "" : ", " + line_of(step.at));
  }
  if (bug.kind == BugKind::kDoubleFree)
    return fmt::format("{} freed the block{}{}, and {} frees it again{}", thread_name(freed->thread),
                       in_brackets(place_of(*freed)), count, thread_name(user), in_brackets(used));
  return fmt::format("{} freed the block{}{} while {} still uses it{}", thread_name(freed->thread),
                     in_brackets(place_of(*freed)), count, thread_name(user), in_brackets(used));
}

std::string about_race(const NativeBug& bug) {
  const NativeAccess* later = access_with(bug, "later");
  const NativeAccess* earlier = access_with(bug, "earlier");
  if (later == nullptr || earlier == nullptr) return "";
  const auto clause = [](const NativeAccess& access) {
    const std::string_view what = access.operation;
    return fmt::format("{} {}{}", thread_name(access.thread),
                       access.ends_function ? "returns from the function that has it"
                       : access.ends_thread ? "ends, and its stack is gone"
                       : what == "free"     ? "frees it"
                       : what == "write"    ? "writes it"
                                            : "reads it",
                       in_brackets(place_of(access)));
  };
  return fmt::format("{} and {}, and nothing makes one wait for the other", clause(*earlier), clause(*later));
}

const char* verb_of(const NativeStep& step) {
  switch (code_of(step)) {
    case OpCode::kLock:
    case OpCode::kWriteLock: return "locks";
    case OpCode::kTryLock:
    case OpCode::kTryWriteLock: return "tries to lock";
    case OpCode::kReadLock: return "locks for reading";
    case OpCode::kUnlock:
    case OpCode::kReadUnlock:
    case OpCode::kWriteUnlock: return "unlocks";
    case OpCode::kLoad:
    case OpCode::kAwait: return "reads";
    case OpCode::kStore: return "writes";
    case OpCode::kFetchAdd:
    case OpCode::kAdd:
    case OpCode::kExchange: return "changes";
    case OpCode::kCas:
    case OpCode::kWeakCas: return step.before == step.after ? "tries to exchange" : "exchanges";
    case OpCode::kSignal:
    case OpCode::kBroadcast: return "notifies";
    case OpCode::kEnqueue: return "waits on";
    case OpCode::kJoin: return "joins";
    case OpCode::kSpawn: return "creates";
    case OpCode::kSend:
    case OpCode::kTrySend: return "sends to";
    case OpCode::kReceive:
    case OpCode::kPoll: return "receives from";
    default: return "";
  }
}

}  // namespace

std::string clause_of(const NativeStep& step) {
  const std::string verb = verb_of(step);
  if (verb.empty())
    return fmt::format("{} does {}{}{}", thread_name(step.thread), step.operation, step.object.empty() ? "" : " ",
                       step.object);
  return fmt::format("{} {}{}{}", thread_name(step.thread), verb, step.object.empty() ? "" : " ", step.object);
}

std::string sentence_about(const Reversal& reversal, uint32_t thread, const NativeBug& bug) {
  if (reversal.first >= bug.steps.size()) return "";
  const NativeStep& first = bug.steps[reversal.first];
  std::string second;
  if (reversal.second < bug.steps.size()) {
    const NativeStep& step = bug.steps[reversal.second];
    second = clause_of(step) + in_brackets(step.at);
  } else if (const NativeWaiting* waiting = waiting_of(bug, thread)) {
    second = fmt::format("{} gets {}{}", thread_name(thread),
                         waiting->object.empty() ? "what it waits for" : waiting->object, in_brackets(waiting->at));
  }
  if (second.empty()) return "";
  return fmt::format("it passes if {} before {}{}", second, clause_of(first), in_brackets(first.at));
}

std::string explanation_of(const NativeBug& bug) {
  switch (bug.kind) {
    case BugKind::kDeadlock:
    case BugKind::kLivelock: return about_waiting(bug);
    case BugKind::kDataRace:
    case BugKind::kUseAfterFree:
    case BugKind::kDoubleFree:
      if (std::string text = about_free(bug); !text.empty()) return text;
      return about_race(bug);
    case BugKind::kHeapOverflow:
    case BugKind::kInvalidFree:
    case BugKind::kLeak:
    case BugKind::kStackOverflow:
    case BugKind::kUndefined:
    case BugKind::kMisuse: return "";
    default: return about_values(bug);
  }
}

}  // namespace mazurka::report
