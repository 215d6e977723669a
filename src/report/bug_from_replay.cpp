#include "report/bug_from_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>
#include <string_view>
#include <utility>

#include "model/operation.hpp"
#include "report/memory_accesses.hpp"
#include "report/program/test_framework.hpp"

namespace mazurka::report {

namespace {

using protocol::BugKind;

// For a bug that the runtime gave no message.
std::string plain_message(const Problem& problem) {
  switch (problem.kind) {
    case BugKind::kAssertion: return "assertion failed";
    case BugKind::kAbort: return "abort() was called";
    case BugKind::kSignal: {
      const char* name = sigabbrev_np(static_cast<int>(problem.signal));
      return name == nullptr ? fmt::format("signal {}", problem.signal) : fmt::format("SIG{}", name);
    }
    case BugKind::kUncaughtException: return "uncaught exception";
    case BugKind::kDeadlock: return "deadlock";
    case BugKind::kLivelock: return "livelock";
    case BugKind::kExit: return "exit with a status other than 0";
    case BugKind::kMisuse: return "misuse of a synchronisation object";
    case BugKind::kUserFailure: return "the program reported a failure";
    case BugKind::kEndlessLoop: return "a thread computes without end";
    case BugKind::kStackOverflow: return "stack overflow";
    case BugKind::kDataRace: return "data race";
    case BugKind::kUseAfterFree: return "use after free";
    case BugKind::kHeapOverflow: return "heap overflow";
    case BugKind::kDoubleFree: return "double free";
    case BugKind::kInvalidFree: return "invalid free";
    case BugKind::kLeak: return "memory leak";
    case BugKind::kUndefined: return "undefined behaviour";
  }
  return "unknown bug";
}

bool is_memory_fault(uint32_t signal) {
  return signal == SIGSEGV || signal == SIGBUS;
}

// One line, whatever the program put into it.
std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

std::string message_of(const Problem& problem) {
  std::string message = one_line(problem.message);
  if (message.empty()) message = plain_message(problem);
  if (problem.kind == BugKind::kSignal && is_memory_fault(problem.signal) && message.find("0x") == std::string::npos)
    message += fmt::format(" at address {:#x}", problem.fault_address);
  return message;
}

// Return addresses, but for the instruction that a signal interrupted.
PcKind pc_kind(const Problem& problem) {
  return problem.kind == BugKind::kSignal || problem.kind == BugKind::kStackOverflow ? PcKind::kExact
                                                                                     : PcKind::kReturnAddress;
}

constexpr int64_t kLikelyPointer = int64_t{1} << 32;

std::string value_text(uint64_t value, uint32_t bytes) {
  int64_t number = 0;
  switch (bytes) {
    case 1: number = static_cast<int8_t>(value); break;
    case 2: number = static_cast<int16_t>(value); break;
    case 4: number = static_cast<int32_t>(value); break;
    default: number = static_cast<int64_t>(value);
  }
  return number >= kLikelyPointer || number <= -kLikelyPointer ? fmt::format("{:#x}", value) : std::to_string(number);
}

const char* kind_of_object(uint32_t code) {
  switch (static_cast<OpCode>(code)) {
    case OpCode::kLock:
    case OpCode::kUnlock:
    case OpCode::kTryLock: return "mutex";
    case OpCode::kSemAcquire:
    case OpCode::kSemTryAcquire:
    case OpCode::kSemRelease: return "semaphore";
    case OpCode::kReadLock:
    case OpCode::kReadUnlock:
    case OpCode::kWriteLock:
    case OpCode::kWriteUnlock:
    case OpCode::kTryReadLock:
    case OpCode::kTryWriteLock: return "rwlock";
    case OpCode::kArrive: return "barrier";
    case OpCode::kSend:
    case OpCode::kTrySend:
    case OpCode::kReceive:
    case OpCode::kPoll:
    case OpCode::kClose:
    case OpCode::kCount: return "mailbox";
    case OpCode::kWakeSome:
    case OpCode::kFutexWait: return "futex";
    case OpCode::kEnqueue:
    case OpCode::kSignal:
    case OpCode::kBroadcast:
    case OpCode::kWake:
    case OpCode::kLeave: return "condition";
    case OpCode::kOnce: return "once";
    case OpCode::kLoad:
    case OpCode::kStore:
    case OpCode::kFetchAdd:
    case OpCode::kExchange:
    case OpCode::kCas:
    case OpCode::kWeakCas:
    case OpCode::kAdd:
    case OpCode::kAwait: return "atomic";
    default: return "object";
  }
}

// A wait on a condition variable is four steps under one name.
const char* part_of_wait(OpCode code) {
  switch (code) {
    case OpCode::kEnqueue: return "begins to wait";
    case OpCode::kUnlock: return "lets it go";
    case OpCode::kWake: return "is woken";
    case OpCode::kLock: return "has it again";
    default: return "";
  }
}

// Objects by the variable they lie in; those on a heap or a stack are numbered as they come.
class ObjectNames {
 public:
  explicit ObjectNames(Symbolizer& symbolizer) : symbolizer_(symbolizer) {}

  std::string name(uint64_t address, uint32_t code) {
    std::string& known = names_[address];
    if (!known.empty()) return known;
    if (auto variable = symbolizer_.variable(address)) return known = *variable;
    const char* kind = kind_of_object(code);
    return known = fmt::format("{}#{}", kind, ++count_[kind]);
  }

  // A pointer to something that has a name by now is told by it.
  std::string value(uint64_t value, uint32_t bytes) const {
    if (bytes == 8 && value >= static_cast<uint64_t>(kLikelyPointer)) {
      if (auto known = names_.find(value); known != names_.end()) return "&" + known->second;
      if (auto variable = symbolizer_.variable(value)) return "&" + *variable;
    }
    return value_text(value, bytes);
  }

 private:
  Symbolizer& symbolizer_;
  std::map<uint64_t, std::string> names_;
  std::map<std::string, uint32_t> count_;
};

template <size_t N>
std::string operation_name(const char (&name)[N], uint32_t code) {
  std::string text(name, strnlen(name, N));
  return text.empty() ? name_of(static_cast<OpCode>(code)) : one_line(text);
}

// (Mailboxes of the kernel have no address.)
bool is_of_pipe(const protocol::WaitingRecord& waiting) {
  std::string_view name(waiting.name);
  return waiting.address == 0 && !name.starts_with("mq_") && !name.starts_with("msg");
}

bool is_of_rwlock(const char* name) {
  return std::string_view(name).starts_with("pthread_rwlock_");
}

// Whether a writer waits is an object of its own, where it matters.
const char* part_of_rwlock(const protocol::StepRecord& step) {
  switch (static_cast<OpCode>(step.code)) {
    case OpCode::kFetchAdd: return step.after > step.before ? "begins to wait" : "waits no more";
    case OpCode::kAwait: return "no writer waits";
    case OpCode::kLoad: return step.before == 0 ? "no writer waits" : "a writer waits";
    default: return "";
  }
}

std::string detail_of(const protocol::StepRecord& step, const ObjectNames& names) {
  if (step.detail[0] != 0) return one_line(std::string(step.detail, strnlen(step.detail, sizeof step.detail)));
  switch (static_cast<OpCode>(step.code)) {
    case OpCode::kSignal: return step.choice == 0 ? "nobody waits" : "wakes " + thread_name(step.choice - 1);
    case OpCode::kChoose:
      // (Its values are told below the schedule.)
      return std::string_view(step.name, strnlen(step.name, sizeof step.name)) == "symbolic input"
                 ? ""
                 : fmt::format("chose {}", step.choice);
    case OpCode::kTryLock:
      return step.before == 0 ? "succeeds" : fmt::format("fails, {} has it", thread_name(uint32_t(step.before - 1)));
    default: break;
  }
  if (std::string_view(step.name, strnlen(step.name, sizeof step.name)).find("wait") != std::string_view::npos)
    if (const char* part = part_of_wait(static_cast<OpCode>(step.code)); *part != 0) return part;
  if (is_of_rwlock(step.name)) return part_of_rwlock(step);
  if (step.bytes == 0 || step.has_object == 0) return "";
  std::string before = names.value(step.before, step.bytes);
  switch (static_cast<OpCode>(step.code)) {
    case OpCode::kFutexWait:
    case OpCode::kLoad:
    case OpCode::kAwait: return before;
    case OpCode::kCas:
    case OpCode::kWeakCas:
      if (step.before == step.after) return before + ", unchanged";
      [[fallthrough]];
    default: return fmt::format("{} -> {}", before, names.value(step.after, step.bytes));
  }
}

bool has_partner(uint32_t code) {
  return static_cast<OpCode>(code) == OpCode::kSpawn || static_cast<OpCode>(code) == OpCode::kJoin;
}

// The innermost line of the user's own on the way to a call.
Frame calling_place(uint64_t pc, std::span<const uint64_t> way, Symbolizer& symbolizer) {
  for (uint64_t address : way)
    for (const Frame& frame : symbolizer.frames(address, PcKind::kReturnAddress))
      if (!frame.system) return frame;
  return symbolizer.user_frame(pc, PcKind::kReturnAddress).value_or(Frame{});
}

NativeStep make_step(const protocol::StepRecord& record, const RunLog& replay, ObjectNames& names,
                     Symbolizer& symbolizer) {
  NativeStep step;
  step.thread = record.thread;
  step.choice = record.choice;
  step.operation = operation_name(record.name, record.code);
  if (has_partner(record.code))
    step.object = thread_name(record.partner);
  else if (record.has_object != 0)
    step.object = names.name(record.address, record.code);
  step.detail = detail_of(record, names);
  step.at = calling_place(record.pc, replay.way(record.callers), symbolizer);
  return step;
}

// From the step that sent a message to the last one, which took it.
void draw_arrow(std::vector<NativeStep>& steps, uint32_t sent_in) {
  if (sent_in >= steps.size()) return;
  std::string& detail = steps[sent_in - 1].detail;
  detail +=
      fmt::format("{}--> {} in step {}", detail.empty() ? "" : " ", thread_name(steps.back().thread), steps.size());
}

NativeWaiting make_waiting(const protocol::WaitingRecord& record, const RunLog& replay, ObjectNames& names,
                           Symbolizer& symbolizer) {
  NativeWaiting waiting;
  waiting.thread = record.thread;
  waiting.operation = operation_name(record.name, record.code);
  if (static_cast<OpCode>(record.code) == OpCode::kJoin)
    waiting.joined = record.partner;
  else if (record.address != 0)
    waiting.object = names.name(record.address, record.code);
  if (record.has_holder != 0) waiting.holder = record.holder;
  waiting.for_change = record.for_change != 0;
  waiting.for_signal = static_cast<OpCode>(record.code) == OpCode::kWake && !waiting.for_change;
  waiting.for_writer = static_cast<OpCode>(record.code) == OpCode::kAwait && is_of_rwlock(record.name);
  waiting.for_message = static_cast<OpCode>(record.code) == OpCode::kReceive;
  waiting.for_room = static_cast<OpCode>(record.code) == OpCode::kSend;
  waiting.for_bytes = waiting.for_message && is_of_pipe(record);
  waiting.contents = one_line(std::string(record.detail, strnlen(record.detail, sizeof record.detail)));
  waiting.at = calling_place(record.pc, replay.way(record.callers), symbolizer);
  return waiting;
}

bool joins_waiters(uint32_t code) {
  auto op = static_cast<OpCode>(code);
  return op == OpCode::kEnqueue || op == OpCode::kArrive || op == OpCode::kFutexWait;
}

// What a thread that waits to be woken waits on: its last step was to join the waiters.
uint64_t condition_of(uint32_t thread, const RunLog& replay) {
  uint64_t address = 0;
  for (const protocol::StepRecord& step : replay.steps)
    if (step.thread == thread && joins_waiters(step.code)) address = step.address;
  return address;
}

std::vector<Frame> stack_of(const Problem& problem, const RunLog& replay, Symbolizer& symbolizer) {
  std::vector<Frame> stack;
  for (const protocol::StackRecord& record : replay.stacks) {
    if (record.thread != problem.thread) continue;
    for (uint32_t k = 0; k < record.frames; k++) {
      for (Frame& frame : symbolizer.frames(record.pcs[k], PcKind::kReturnAddress)) stack.push_back(std::move(frame));
    }
    break;
  }
  return stack;
}

}  // namespace

std::optional<Frame> place_of(const Problem& problem, Symbolizer& symbolizer) {
  if (problem.callers.empty()) return symbolizer.user_frame(problem.pc, pc_kind(problem));
  return calling_place(problem.pc, problem.callers, symbolizer);
}

namespace {
void add_inputs(const RunLog& replay, Symbolizer& symbolizer, NativeBug& bug) {
  // By thread, request and part.
  std::vector<protocol::InputRecord> inputs = replay.inputs;
  std::stable_sort(inputs.begin(), inputs.end(),
                   [](const auto& a, const auto& b) { return a.value.key < b.value.key; });
  for (const protocol::InputRecord& input : inputs)
    bug.inputs.push_back({input.name, input.value.value, input.width, input.is_signed != 0});
  for (const protocol::ConstraintRecord& constraint : replay.constraints) {
    const auto frame = symbolizer.user_frame(constraint.pc, PcKind::kReturnAddress);
    bug.constraints.push_back({constraint.text, frame ? position_of(*frame) : ""});
  }
}
}  // namespace

NativeBug make_native_bug(const Problem& problem, const RunLog& replay, Symbolizer& symbolizer) {
  NativeBug bug;
  bug.kind = problem.kind;
  bug.message = message_of(problem);
  bug.thread = problem.thread;
  bug.schedule = problem.schedule;
  bug.facts = problem.facts;
  bug.execution = problem.execution;
  bug.stack = stack_of(problem, replay, symbolizer);
  if (!protocol::waits_for_ever(problem.kind)) {
    bug.at = place_of(problem, symbolizer);
    if (!bug.at || bug.at->system) {
      auto caller = first_user_frame(bug.stack);
      if (caller && !caller->system) bug.at = caller;
    }
  }
  use_told_place(bug);
  explain_memory(problem, replay, symbolizer, bug);
  add_inputs(replay, symbolizer, bug);
  ObjectNames names(symbolizer);
  for (const protocol::StepRecord& step : replay.steps)
    if (step.has_object != 0) names.name(step.address, step.code);
  std::vector<protocol::StepRecord> shown;
  for (const protocol::StepRecord& step : replay.steps) {
    if (static_cast<OpCode>(step.code) == OpCode::kFail) continue;
    shown.push_back(step);
    bug.steps.push_back(make_step(step, replay, names, symbolizer));
    if (step.sent_in != 0) draw_arrow(bug.steps, step.sent_in);
  }
  leave_out_steps_of_framework(shown, replay, symbolizer, bug);
  for (protocol::WaitingRecord thread : replay.waiting) {
    if (static_cast<OpCode>(thread.code) == OpCode::kWake && thread.address == 0 && thread.for_change == 0)
      thread.address = condition_of(thread.thread, replay);
    bug.waiting.push_back(make_waiting(thread, replay, names, symbolizer));
  }
  return bug;
}

}  // namespace mazurka::report
