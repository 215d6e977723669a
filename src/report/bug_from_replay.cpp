#include "report/bug_from_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "model/operation.hpp"
#include "protocol/replay_records.hpp"
#include "report/memory_accesses.hpp"
#include "report/program/object_names.hpp"
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

std::string detail_of(const protocol::StepRecord& step, const NativeStep& told) {
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
  if (step.bytes == 0 || step.has_object == 0 || told.before.empty() || told.after.empty()) return "";
  switch (static_cast<OpCode>(step.code)) {
    case OpCode::kFutexWait:
    case OpCode::kLoad:
    case OpCode::kAwait: return told.before;
    case OpCode::kCas:
    case OpCode::kWeakCas:
      if (step.before == step.after) return told.before + ", unchanged";
      [[fallthrough]];
    default: return fmt::format("{} -> {}", told.before, told.after);
  }
}

bool has_partner(uint32_t code) {
  return static_cast<OpCode>(code) == OpCode::kSpawn || static_cast<OpCode>(code) == OpCode::kJoin;
}

std::vector<Frame> stack_of(std::span<const uint64_t> way, Symbolizer& symbolizer) {
  std::vector<Frame> stack;
  for (uint64_t address : way)
    for (Frame& frame : symbolizer.frames(address, PcKind::kReturnAddress)) stack.push_back(std::move(frame));
  return stack;
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
  step.code = record.code;
  step.operation = operation_name(record.name, record.code);
  if (has_partner(record.code)) {
    step.object = thread_name(record.partner);
  } else if (record.has_object != 0) {
    step.object = names.name(record.address, record.code);
    step.address = record.address;
    step.type = names.type(record.address);
    if (record.bytes != 0) {
      step.before = names.value(record.address, record.before, record.bytes);
      step.after = record.is_freed != 0 ? kFreedValue : names.value(record.address, record.after, record.bytes);
    }
  }
  step.detail = detail_of(record, step);
  step.at = calling_place(record.pc, replay.way(record.callers), symbolizer);
  return step;
}

// How much is kept of call stacks. A report of thousands of steps has those of the last ones.
class StackRoom {
 public:
  // Empty if there is no more room.
  std::vector<Frame> kept(std::vector<Frame> stack) {
    size_t bytes = 0;
    for (const Frame& frame : stack) bytes += kFrame + frame.file.size() + frame.function.size();
    if (bytes > left_) left_ = 0;
    left_ -= std::min(left_, bytes);
    return left_ == 0 ? std::vector<Frame>() : std::move(stack);
  }

 private:
  static constexpr size_t kFrame = 300;  // in documents, beside its texts
  size_t left_ = 3 << 20;
};

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
  waiting.stack = stack_of(replay.way(record.callers), symbolizer);
  waiting.address = record.address;
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

std::vector<Frame> stack_of_failure(const Problem& problem, const RunLog& replay, Symbolizer& symbolizer) {
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

// Which steps are told by which records: a kFail step is not told.
std::vector<size_t> indices_of_steps(const RunLog& replay) {
  std::vector<size_t> indices;
  size_t next = 0;
  for (const protocol::StepRecord& step : replay.steps)
    indices.push_back(static_cast<OpCode>(step.code) == OpCode::kFail ? next : next++);
  return indices;
}

// The place in the list of a step with this number, from 1; nothing if it is not there.
std::optional<size_t> place_in(const RunLog& replay, uint64_t number) {
  if (replay.steps.empty() || number < replay.steps.front().number) return std::nullopt;
  const uint64_t place = number - replay.steps.front().number;
  return place < replay.steps.size() ? std::optional<size_t>(place) : std::nullopt;
}

bool takes_lock(const protocol::StepRecord& step) {
  switch (static_cast<OpCode>(step.code)) {
    case OpCode::kLock:
    case OpCode::kWriteLock: return true;
    case OpCode::kTryLock:
    case OpCode::kTryWriteLock: return step.before == 0;
    default: return false;
  }
}
bool gives_lock(const protocol::StepRecord& step) {
  return static_cast<OpCode>(step.code) == OpCode::kUnlock || static_cast<OpCode>(step.code) == OpCode::kWriteUnlock;
}

void add_steps(const RunLog& replay, ObjectNames& names, Symbolizer& symbolizer, NativeBug& bug) {
  std::map<uint64_t, std::set<uint32_t>> users;
  for (const protocol::StepRecord& step : replay.steps) {
    if (step.has_object == 0) continue;
    names.name(step.address, step.code);
    users[step.address].insert(step.thread);
  }
  for (const protocol::WaitingRecord& waiting : replay.waiting) users[waiting.address].insert(waiting.thread);
  if (!replay.steps.empty()) bug.steps_not_told = replay.steps.front().number - 1;
  std::vector<protocol::StepRecord> shown = replay.steps;
  std::map<uint32_t, std::vector<uint64_t>> locks;
  std::vector<uint32_t> ways;
  for (const protocol::StepRecord& step : replay.steps) {
    if (static_cast<OpCode>(step.code) == OpCode::kFail) continue;
    bug.steps.push_back(make_step(step, replay, names, symbolizer));
    ways.push_back(step.callers);
    bug.steps.back().is_private = step.has_object != 0 && users[step.address].size() == 1;
    std::vector<uint64_t>& held = locks[step.thread];
    if (takes_lock(step)) held.push_back(step.address);
    if (gives_lock(step)) std::erase(held, step.address);
    bug.steps.back().locks = held;
    if (step.sent_in != 0) draw_arrow(bug.steps, step.sent_in);
  }
  StackRoom room;
  for (size_t k = bug.steps.size(); k-- > 0;) bug.steps[k].stack = room.kept(stack_of(replay.way(ways[k]), symbolizer));
  std::erase_if(shown,
                [](const protocol::StepRecord& step) { return static_cast<OpCode>(step.code) == OpCode::kFail; });
  mark_steps_of_framework(shown, replay, symbolizer, bug);
  const std::vector<size_t> indices = indices_of_steps(replay);
  for (const StepOrder& order : replay.order) {
    const auto step = place_in(replay, order.step);
    if (!step || static_cast<OpCode>(replay.steps[*step].code) == OpCode::kFail) continue;
    for (const uint32_t number : order.after)
      if (const auto before = place_in(replay, number)) bug.steps[indices[*step]].follows.push_back(indices[*before]);
  }
}

// How many of the bug's steps are among the first so many of the execution.
size_t told_before(const RunLog& replay, const std::vector<size_t>& indices, uint32_t steps) {
  const auto last = steps == 0 ? std::nullopt : place_in(replay, steps);
  if (!last) return 0;
  return indices[*last] + (static_cast<OpCode>(replay.steps[*last].code) == OpCode::kFail ? 0 : 1);
}

// A thread reads once more what it has just read, in a loop.
bool is_again(const protocol::PlainRecord& record, const protocol::PlainRecord& last) {
  return record.writes == 0 && last.writes == 0 && record.thread == last.thread && record.step == last.step &&
         record.address == last.address && record.bytes == last.bytes && record.before == last.before &&
         record.frames == last.frames && std::equal(record.pcs, record.pcs + record.frames, last.pcs);
}

void add_plain(const RunLog& replay, ObjectNames& names, Symbolizer& symbolizer, NativeBug& bug) {
  const std::vector<size_t> indices = indices_of_steps(replay);
  const protocol::PlainRecord* last = nullptr;
  for (const protocol::PlainRecord& record : replay.plain) {
    if (record.step < bug.steps_not_told || (last != nullptr && is_again(record, *last))) continue;
    last = &record;
    NativePlain access;
    access.thread = record.thread;
    access.steps_before = told_before(replay, indices, record.step);
    access.writes = record.writes != 0;
    access.bytes = record.bytes;
    access.address = record.address;
    access.object = names.name_of_memory(record.address);
    access.type = names.type(record.address);
    if (record.bytes <= 8) {
      access.before = names.value(record.address, record.before, record.bytes);
      access.after = names.value(record.address, record.after, record.bytes);
    }
    access.stack = stack_of({record.pcs, record.frames}, symbolizer);
    access.at = first_user_frame(access.stack).value_or(Frame{});
    bug.plain.push_back(std::move(access));
  }
  StackRoom room;
  for (size_t k = bug.plain.size(); k-- > 0;) bug.plain[k].stack = room.kept(std::move(bug.plain[k].stack));
}

// The outermost function of the user's own.
std::string function_of_thread(const std::vector<Frame>& stack) {
  for (auto frame = stack.rbegin(); frame != stack.rend(); ++frame)
    if (!frame->system && !frame->function.empty()) {
      // (Of a lambda that says nothing.)
      const bool is_lambda = frame->function.find("operator()") != std::string::npos ||
                             frame->function.find("{lambda") != std::string::npos;
      if (!is_lambda) return frame->function.substr(0, frame->function.find('('));
    }
  return "";
}

void add_threads(const RunLog& replay, Symbolizer& symbolizer, NativeBug& bug) {
  for (const protocol::ThreadRecord& record : replay.threads) {
    NativeThread thread;
    thread.id = record.thread;
    thread.name = record.thread == 0 ? "main" : one_line(record.name);
    thread.has_ended = record.has_ended != 0;
    for (size_t k = 0; k < bug.steps.size(); k++) {
      const bool creates = static_cast<OpCode>(bug.steps[k].code) == OpCode::kSpawn;
      if (creates && bug.steps[k].object == thread_name(thread.id)) thread.created_in = k;
    }
    if (const auto start = symbolizer.user_frame(record.start, PcKind::kExact);
        thread.name.empty() && start && !start->system)
      thread.name = start->function.substr(0, start->function.find('('));
    for (size_t k = 0; k < bug.steps.size() && thread.name.empty(); k++)
      if (bug.steps[k].thread == thread.id) thread.name = function_of_thread(bug.steps[k].stack);
    for (const NativeWaiting& waiting : bug.waiting)
      if (waiting.thread == thread.id && thread.name.empty()) thread.name = function_of_thread(waiting.stack);
    bug.threads.push_back(std::move(thread));
  }
}

}  // namespace

NativeBug make_native_bug(const Problem& problem, const RunLog& replay, Symbolizer& symbolizer) {
  if (replay.steps.size() > protocol::kMostShown) {
    RunLog last = replay;
    last.steps.erase(last.steps.begin(), last.steps.end() - protocol::kMostShown);
    return make_native_bug(problem, last, symbolizer);
  }
  NativeBug bug;
  bug.kind = problem.kind;
  bug.message = message_of(problem);
  bug.thread = problem.thread;
  bug.schedule = problem.schedule;
  bug.facts = problem.facts;
  bug.execution = problem.execution;
  bug.stack = stack_of_failure(problem, replay, symbolizer);
  if (!protocol::waits_for_ever(problem.kind)) {
    bug.at = place_of(problem, symbolizer);
    if (!bug.at || bug.at->system) {
      auto caller = first_user_frame(bug.stack);
      if (caller && !caller->system) bug.at = caller;
    }
  }
  use_told_place(bug);
  ObjectNames names(replay, symbolizer);
  explain_memory(problem, replay, symbolizer, names, bug);
  add_inputs(replay, symbolizer, bug);
  add_steps(replay, names, symbolizer, bug);
  add_plain(replay, names, symbolizer, bug);
  add_free(problem, replay, symbolizer, names, bug);
  for (protocol::WaitingRecord thread : replay.waiting) {
    if (static_cast<OpCode>(thread.code) == OpCode::kWake && thread.address == 0 && thread.for_change == 0)
      thread.address = condition_of(thread.thread, replay);
    bug.waiting.push_back(make_waiting(thread, replay, names, symbolizer));
  }
  add_threads(replay, symbolizer, bug);
  bug.legend = names.legend();
  return bug;
}

}  // namespace mazurka::report
