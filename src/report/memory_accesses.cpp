#include "report/memory_accesses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "model/operation.hpp"
#include "report/text/stacks.hpp"
#include "report/words.hpp"

namespace mazurka::report {

namespace {

using protocol::AccessRecord;
using protocol::AccessRole;
using protocol::BugKind;
using protocol::EndOfFunction;
using protocol::StepRecord;

const AccessRecord* find(const Problem& problem, AccessRole role) {
  auto found = std::find_if(problem.accesses.begin(), problem.accesses.end(),
                            [role](const AccessRecord& access) { return access.role == role; });
  return found == problem.accesses.end() ? nullptr : &*found;
}

std::vector<Frame> stack_of(const AccessRecord& access, Symbolizer& symbolizer) {
  std::vector<Frame> stack;
  for (uint32_t k = 0; k < access.frames; k++)
    for (Frame& frame : symbolizer.frames(access.pcs[k], PcKind::kReturnAddress)) stack.push_back(std::move(frame));
  return stack;
}

std::string place_of(const AccessRecord& access, Symbolizer& symbolizer) {
  auto stack = stack_of(access, symbolizer);
  auto frame = first_user_frame(stack);
  std::string position = frame ? position_of(*frame) : "";
  return position.empty() ? "" : " at " + position;
}

bool same_place(const AccessRecord& a, const AccessRecord& b) {
  return a.thread == b.thread && a.step == b.step && a.frames == b.frames &&
         std::equal(a.pcs, a.pcs + a.frames, b.pcs, b.pcs + b.frames);
}

// Is the access the free of the block that it is in?
bool is_free(const AccessRecord& access, const Problem& problem) {
  const AccessRecord* freed = find(problem, AccessRole::kFreed);
  return access.writes != 0 && freed != nullptr && same_place(access, *freed);
}

// "write of 4 bytes"
std::string describe(const AccessRecord& access) {
  return fmt::format("{}{} of {}", access.atomic != 0 ? "atomic " : "", access.writes != 0 ? "write" : "read",
                     counted(access.bytes, "byte"));
}

// "write of 4 bytes by T1", "free by T1"
std::string describe_with_thread(const AccessRecord& access, const Problem& problem) {
  if (is_free(access, problem)) return fmt::format("free by {}", thread_name(access.thread));
  if (access.ends_thread != 0) return fmt::format("end of {}, which frees its stack", thread_name(access.thread));
  if (access.ends_function != EndOfFunction::kNone)
    return fmt::format("end of the function of {} whose variable it is", thread_name(access.thread));
  return fmt::format("{} by {}", describe(access), thread_name(access.thread));
}

std::string title(const AccessRecord& access, const Problem& problem) {
  std::string who = thread_name(access.thread);
  switch (access.role) {
    case AccessRole::kLater: return describe_with_thread(access, problem);
    case AccessRole::kEarlier: return fmt::format("{}, before", describe_with_thread(access, problem));
    case AccessRole::kAllocated: return fmt::format("{} were allocated by {}", counted(access.bytes, "byte"), who);
    case AccessRole::kFreed: return fmt::format("the block was freed by {}", who);
    case AccessRole::kStack: return fmt::format("the memory is on the stack of {}", who);
    case AccessRole::kThreadLocal: return fmt::format("the memory is a thread-local variable of {}", who);
  }
  return "";
}

// What lay on a stack when the function returned that had it: by now another variable may lie there.
std::string returned_variable(const Problem& problem, Symbolizer& symbolizer) {
  const AccessRecord* earlier = find(problem, AccessRole::kEarlier);
  if (earlier == nullptr || earlier->ends_function == EndOfFunction::kNone) return "";
  const auto stack = stack_of(*earlier, symbolizer);
  if (stack.empty() || earlier->ends_function == EndOfFunction::kElsewhere)
    return "a variable of a function that has returned";
  const bool is_here = earlier->ends_function == EndOfFunction::kHere;
  return fmt::format("a variable of {}{}", is_here ? "" : "what was called by ", stack.front().function);
}

// "counter", "byte 4 of a block of 16 bytes that T0 allocated at list.c:12"
std::string location_of(uint64_t address, const Problem& problem, Symbolizer& symbolizer, ObjectNames& names) {
  if (std::string returned = returned_variable(problem, symbolizer); !returned.empty()) return returned;
  // (Of a block without a name there is more to say.)
  if (const std::string& name = names.name_of_memory(address); !name.empty() && !name.starts_with("block#"))
    return name;
  if (const AccessRecord* owner = find(problem, AccessRole::kStack))
    return fmt::format("the stack of {}", thread_name(owner->thread));
  if (const AccessRecord* owner = find(problem, AccessRole::kThreadLocal))
    return fmt::format("a thread-local variable of {}", thread_name(owner->thread));
  if (const AccessRecord* block = find(problem, AccessRole::kAllocated)) {
    std::string which = fmt::format("a block of {} that {} allocated{}", counted(block->bytes, "byte"),
                                    thread_name(block->thread), place_of(*block, symbolizer));
    if (address < block->address) return fmt::format("{} before {}", counted(block->address - address, "byte"), which);
    uint64_t offset = address - block->address;
    if (offset == block->bytes) return "right behind " + which;
    if (offset > block->bytes) return fmt::format("{} behind {}", counted(offset - block->bytes, "byte"), which);
    return offset == 0 ? which : fmt::format("byte {} of {}", offset, which);
  }
  // The stack that the kernel has made: no thread runs there, and addresses are not random.
  constexpr uint64_t kEndOfStack = 0x7ffffffff000, kMostArguments = 0x200000;
  const bool is_argument = address < kEndOfStack && address >= kEndOfStack - kMostArguments;
  return fmt::format("{}address {:#x}", is_argument ? "the arguments or the environment, " : "", address);
}

bool is_atomic(const StepRecord& step) {
  return step.has_object != 0 && step.bytes != 0;
}
bool is_lock(const StepRecord& step) {
  return static_cast<OpCode>(step.code) == OpCode::kLock || static_cast<OpCode>(step.code) == OpCode::kTryLock;
}

// Mutexes that the thread holds after so many steps.
std::set<uint64_t> held(const RunLog& replay, uint32_t thread, uint32_t steps) {
  std::set<uint64_t> result;
  for (size_t k = 0; k < std::min<size_t>(steps, replay.steps.size()); k++) {
    const StepRecord& step = replay.steps[k];
    if (step.thread != thread) continue;
    if (is_lock(step) && step.before == 0) result.insert(step.address);
    if (static_cast<OpCode>(step.code) == OpCode::kUnlock) result.erase(step.address);
  }
  return result;
}

std::string name_of_object(uint64_t address, ObjectNames& names) {
  const std::string& name = names.name_of_memory(address);
  return name.empty() ? fmt::format("the object at {:#x}", address) : name;
}

const char* name_of(AccessRole role) {
  switch (role) {
    case AccessRole::kLater: return "later";
    case AccessRole::kEarlier: return "earlier";
    case AccessRole::kAllocated: return "allocated";
    case AccessRole::kFreed: return "freed";
    case AccessRole::kStack: return "stack";
    case AccessRole::kThreadLocal: return "thread_local";
  }
  return "";
}

NativeAccess make_access(const AccessRecord& access, const Problem& problem, const RunLog& replay,
                         Symbolizer& symbolizer, ObjectNames& names) {
  NativeAccess told{title(access, problem), stack_of(access, symbolizer)};
  const bool is_one = access.role == AccessRole::kLater || access.role == AccessRole::kEarlier;
  told.thread = access.thread;
  told.role = name_of(access.role);
  told.bytes = access.bytes;
  told.object = is_one ? returned_variable(problem, symbolizer) : "";
  if (told.object.empty()) told.object = names.name_of_memory(access.address);
  told.ends_thread = access.ends_thread != 0;
  told.ends_function = access.ends_function != EndOfFunction::kNone;
  if (is_one)
    told.operation = is_free(access, problem) ? "free" : access.writes != 0 ? "write" : "read";
  else if (access.role == AccessRole::kFreed)
    told.operation = "free";
  size_t steps = 0;
  for (const StepRecord& step : replay.steps)
    if (step.number <= access.step && static_cast<OpCode>(step.code) != OpCode::kFail) steps++;
  if (is_one || access.role == AccessRole::kFreed || access.role == AccessRole::kAllocated) told.steps_before = steps;
  return told;
}

// What would have ordered the two: atomic operations that would if their orders were others, or a mutex that one of
// them has.
std::string advice(const AccessRecord& earlier, const AccessRecord& later, const RunLog& replay, ObjectNames& names) {
  const size_t end = std::min<size_t>(later.step, replay.steps.size());
  for (size_t i = earlier.step; i < end; i++) {
    const StepRecord& store = replay.steps[i];
    bool writes = is_atomic(store) && static_cast<OpCode>(store.code) != OpCode::kLoad;
    if (store.thread != earlier.thread || !writes) continue;
    for (size_t j = i + 1; j < end; j++) {
      const StepRecord& load = replay.steps[j];
      bool reads = is_atomic(load) && static_cast<OpCode>(load.code) != OpCode::kStore;
      if (load.thread == later.thread && reads && load.address == store.address)
        return fmt::format(
            "{} sees what {} did to {} in between: with a release order there and an acquire order "
            "here, that would order the accesses",
            thread_name(later.thread), thread_name(earlier.thread), name_of_object(store.address, names));
    }
  }
  auto first = held(replay, earlier.thread, earlier.step), second = held(replay, later.thread, later.step);
  if (first.empty() != second.empty()) {
    uint64_t mutex = first.empty() ? *second.begin() : *first.begin();
    uint32_t with = first.empty() ? later.thread : earlier.thread;
    uint32_t without = first.empty() ? earlier.thread : later.thread;
    return fmt::format("{} holds {}, {} does not: held by both, it would order the accesses", thread_name(with),
                       name_of_object(mutex, names), thread_name(without));
  }
  return "nothing orders them: a mutex held by both, release and acquire on an atomic variable, or a join would";
}

}  // namespace

void explain_memory(const Problem& problem, const RunLog& replay, Symbolizer& symbolizer, ObjectNames& names,
                    NativeBug& bug) {
  for (const AccessRecord& access : problem.accesses)
    bug.accesses.push_back(make_access(access, problem, replay, symbolizer, names));
  const AccessRecord* later = find(problem, AccessRole::kLater);
  const AccessRecord* earlier = find(problem, AccessRole::kEarlier);
  // In a library's code that was not inlined: told by the user's own line.
  if (later != nullptr && (!bug.at || bug.at->system)) {
    auto stack = stack_of(*later, symbolizer);
    if (auto caller = first_user_frame(stack); caller && !caller->system) bug.at = caller;
  }
  if (problem.kind == BugKind::kDataRace && later != nullptr && earlier != nullptr) {
    // (A free is of all the block, and the end of a function of all its variables.)
    const bool is_of_more =
        is_free(*later, problem) || later->ends_thread != 0 || later->ends_function != EndOfFunction::kNone;
    const AccessRecord* use = is_of_more ? earlier : later;
    const std::string where = location_of(use->address, problem, symbolizer, names);
    // The memory may be gone when it is used, which is worse than a value that may be another.
    const bool is_use_after_free = is_free(*earlier, problem) || is_free(*later, problem);
    bug.message = fmt::format("{} {}: {}, not ordered after the {}",
                              is_use_after_free ? "use after free, and data race, on" : "data race on", where,
                              describe_with_thread(*later, problem), describe_with_thread(*earlier, problem));
    bug.advice = advice(*earlier, *later, replay, names);
    bug.failed_after = later->step;
  } else if (problem.kind == BugKind::kUseAfterFree || problem.kind == BugKind::kHeapOverflow) {
    const AccessRecord* stack = find(problem, AccessRole::kStack);
    const bool on_stack = stack != nullptr;
    const bool of_thread = on_stack || find(problem, AccessRole::kThreadLocal) != nullptr;
    // (What lies there now may be another function's.)
    const bool has_returned = problem.message.find("has returned") != std::string::npos;
    std::string where = has_returned ? "a variable" : location_of(problem.fault_address, problem, symbolizer, names);
    if (on_stack && where.find("the stack of") == std::string::npos)  // (a variable, by its name)
      where += ", on the stack of " + thread_name(stack->thread);
    if (problem.fault_address != 0 && !problem.accesses.empty())
      bug.message = fmt::format("{}{}{}{}", problem.message.substr(0, problem.message.find(" at 0x")),
                                problem.kind != BugKind::kUseAfterFree ? ", "
                                : on_stack                             ? " on "
                                                                       : " in ",
                                where,
                                has_returned ? ", of a function that has returned"
                                : of_thread  ? ", which has ended"
                                             : "");
  }
}

void add_free(const Problem& problem, const RunLog& replay, Symbolizer& symbolizer, ObjectNames& names,
              NativeBug& bug) {
  const AccessRecord* record = find(problem, AccessRole::kFreed);
  // (Of a race, both sides are told for themselves.)
  if (record == nullptr || problem.kind == BugKind::kDataRace) return;
  const NativeAccess freed = make_access(*record, problem, replay, symbolizer, names);
  NativePlain access;
  access.thread = freed.thread;
  access.steps_before = freed.steps_before.value_or(0);
  access.writes = access.frees = true;
  access.bytes = freed.bytes;
  access.address = record->address;
  access.object = block_in(freed.object);
  if (access.object.empty()) access.object = "the block";
  access.stack = freed.stack;
  access.at = first_user_frame(freed.stack).value_or(Frame{});
  // What the thread does between two steps comes in the order of its lines, as far as that is known.
  const auto comes_after = [&](const NativePlain& other) {
    return other.steps_before > access.steps_before ||
           (other.steps_before == access.steps_before && other.thread == access.thread &&
            other.at.file == access.at.file && other.at.line > access.at.line);
  };
  bug.plain.insert(std::find_if(bug.plain.begin(), bug.plain.end(), comes_after), std::move(access));
}

std::string accesses_text(const NativeBug& bug, const TextStyle& style) {
  std::string out;
  const bool frees = std::any_of(bug.accesses.begin(), bug.accesses.end(), [](const NativeAccess& access) {
    return access.role != std::string_view("freed") && access.operation == std::string_view("free");
  });
  for (const NativeAccess& access : bug.accesses)
    if (!frees || access.role != std::string_view("freed"))
      out += fmt::format("\n{}{}\n{}", access.title, access.stack.empty() ? "" : ":", stack_text(access.stack, style));
  if (!bug.advice.empty()) out += fmt::format("\n{}\n", wrapped(bug.advice, style));
  return out;
}

}  // namespace mazurka::report
