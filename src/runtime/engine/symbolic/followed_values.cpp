#include "runtime/engine/symbolic/followed_values.hpp"

#include <link.h>

#include <algorithm>

#include "protocol/symbolic_records.hpp"
#include "runtime/engine/failure.hpp"
#include "runtime/engine/loops/spin_loops.hpp"
#include "runtime/engine/program_code.hpp"
#include "runtime/engine/threads/thread_table.hpp"
#include "runtime/engine/threads/user_side.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace {

constexpr size_t kMostLostPlaces = 256;

// Never destroyed: the program may call exit() in every execution.
FollowedValues& kept = *new FollowedValues;
const Registration registered(kept);

}  // namespace

bool inputs_are_followed = false;

FollowedValues& followed_values() {
  return kept;
}

void FollowedValues::begin(int solver, Limits limits, std::vector<ConstraintId>& path) {
  solver_ = std::make_unique<SolverPipe>(solver);
  space_ = std::make_unique<concolic::SymbolicInputs>(solver_.get(), limits.milliseconds);
  valuation_ = std::make_unique<concolic::Valuation>(space_->expressions());
  limits_ = limits;
  path_ = &path;
  restore_always();
}

void FollowedValues::use_input(InputId input) {
  input_ = input;
  valuation_->assign(space_->assignment(input));
}

namespace {

// Which child of which thread it is.
struct Birth {
  uint32_t creator = 0, place = 0;
};

Birth birth_of(uint32_t thread) {
  for (uint32_t creator = 0; creator < thread; creator++)
    for (uint32_t k = 0; k < user_threads[creator].children; k++)
      if (user_threads.child(creator, k) == thread) return {creator, k};
  return {};
}

}  // namespace

// The same in every process that shares the work, as numbers of threads are not: children are counted. Those whose way
// is too long for a name are refused where it would matter.
uint32_t FollowedValues::name_of_thread() {
  constexpr uint32_t kGrandchildren = 1024, kOthers = 3072;
  const uint32_t id = current_thread();
  if (id == 0) return 0;
  const Birth birth = birth_of(id);
  if (birth.creator == 0 && 1 + birth.place < kGrandchildren) return 1 + birth.place;
  const Birth before = birth_of(birth.creator);
  if (before.creator == 0 && before.place < 32 && birth.place < 64)
    return kGrandchildren + before.place * 64 + birth.place;
  if (channel->settings.divided != 0)
    report_unsupported("with several processes, a symbolic input in a thread of the fourth generation: give -j1", 0);
  return kOthers + id;
}

uint32_t FollowedValues::next_request() {
  const uint32_t thread = current_thread();
  if (thread >= requests_.size()) requests_.resize(thread + 1);
  return requests_[thread]++;
}

ExpressionId FollowedValues::make_input(uint32_t request, uint32_t part, uint32_t width, const char* name,
                                        uint32_t object_bytes, bool is_signed) {
  if (!inputs_were_made_)
    for (char* flag : flags_) *flag = 1;
  inputs_were_made_ = inputs_are_followed = true;
  const concolic::InputKey key{name_of_thread(), request, part, width};
  concolic::InputTable& table = space_->table();
  const uint32_t number = table.number_of(key.packed());
  table.describe(number, name, object_bytes, is_signed);
  return space_->input_expression(number);
}

// What a thread has found out itself need not be found out again. (What others have found out must be: whether they
// came first depends on the schedule.)
bool FollowedValues::is_noted_already(ConstraintId id) {
  if (id.index() >= marks_.size()) marks_.resize(id.index() + 1);
  Mark& mark = marks_[id.index()];
  if (mark.round != round_) mark = {round_, 0};
  if (current_thread() >= 64) return false;
  const uint64_t own = uint64_t{1} << current_thread();
  const bool known = (mark.threads & own) != 0;
  mark.threads |= own;
  return known;
}

void FollowedValues::note(ExpressionId condition, uint64_t pc) {
  if (expressions().is_constant(condition)) return;
  // The program has computed something else: what it does where C leaves it open.
  if (value(condition) == 0) return lose(pc);
  const ConstraintId id = space_->constraint(condition);
  if (is_noted_already(id)) return;
  path_->push_back(id);
  places_.push_back(place_or(pc));
}

// If different values of an operand make different values of the expression, the operand says it more simply.
ExpressionId FollowedValues::what_decides(ExpressionId id) {
  using concolic::Op;
  for (;;) {
    const concolic::Node node = expressions()[id];
    const bool has_constant = node.b != 0 && expressions().is_constant(node.b);
    if (node.op == Op::kZext || node.op == Op::kSext) {
      id = node.a;
    } else if ((node.op == Op::kAdd || node.op == Op::kSub || node.op == Op::kXor) && has_constant) {
      id = node.a;
    } else if ((node.op == Op::kAdd || node.op == Op::kXor) && expressions().is_constant(node.a)) {
      id = node.b;
    } else if (node.op == Op::kMul || node.op == Op::kShl) {
      // An index: too small to overflow.
      const bool is_second = node.op == Op::kMul && expressions().is_constant(node.a);
      if (!is_second && !has_constant) return id;
      const ExpressionId operand = is_second ? node.b : node.a;
      const uint64_t amount = expressions()[is_second ? node.a : node.b].payload;
      const concolic::Node& index = expressions()[operand];
      if (index.op != Op::kZext && index.op != Op::kSext) return id;
      const unsigned bits = expressions().width(index.a);
      if (node.width != 64 || bits > 32 || amount == 0 || amount >= (node.op == Op::kMul ? 1u << 31 : 31u)) return id;
      id = operand;
    } else {
      return id;
    }
  }
}

void FollowedValues::fix(ExpressionId id, uint64_t pc) {
  id = what_decides(id);
  const uint32_t width = expressions().width(id);
  const uint64_t now = value(id);
  std::vector<uint64_t>& known = fixed_[id];
  auto is_value = [&](uint64_t wanted) {
    return expressions().binary(concolic::Op::kEq, id, expressions().constant(width, wanted));
  };
  bool is_one = std::find(known.begin(), known.end(), now) != known.end();
  if (!is_one && known.size() < limits_.fixed_values) {
    known.push_back(now);
    is_one = true;
  }
  if (is_one) return note(is_value(now), pc);
  // All other values are one way, and of that only this value is seen.
  lose(pc, true);
  ExpressionId other = expressions().constant(1, 1);
  for (const uint64_t one : known)
    other = expressions().binary(concolic::Op::kAnd, other, expressions().negation(is_value(one)));
  note(other, pc);
}

uint64_t FollowedValues::place_or(uint64_t pc) {
  const uint64_t place = call().place;
  return place != 0 ? place : pc;
}

void FollowedValues::lose(uint64_t pc, bool has_more_values) {
  pc = place_or(pc);
  const auto is_here = [pc](const Lost& one) { return one.pc == pc; };
  if (std::none_of(lost_here_.begin(), lost_here_.end(), is_here)) lost_here_.push_back({pc, has_more_values});
}

void FollowedValues::tell_lost() {
  for (const auto& [pc, has_more_values] : lost_here_) {
    if (std::find(lost_at_.begin(), lost_at_.end(), pc) != lost_at_.end() || lost_at_.size() >= kMostLostPlaces)
      continue;
    lost_at_.push_back(pc);
    protocol::LostValueRecord record = {};
    record.header = {protocol::RecordKind::kLostValue, sizeof record};
    record.pc = pc;
    record.has_more_values = has_more_values ? 1 : 0;
    append_record(&record, sizeof record);
  }
}

ExpressionId FollowedValues::load(uintptr_t address, uint32_t bytes, uint64_t value_in_memory, uint64_t pc) {
  if (!shadow_.may_hold(address, bytes)) return kConcrete;
  const ExpressionId whole = shadow_.get_whole(address, bytes);
  if (whole == kConcrete) return kConcrete;
  if (whole != ShadowMemory::kMixed && expressions().width(whole) == bytes * 8 && value(whole) == value_in_memory)
    return whole;
  ExpressionId result = kConcrete;
  bool is_symbolic = false;
  for (uint32_t k = bytes; k-- > 0;) {
    const ShadowMemory::Byte byte = shadow_.get(address + k);
    ExpressionId part = kConcrete;
    if (byte.expression == kConcrete) {
      part = expressions().constant(8, value_in_memory >> (8 * k));
    } else {
      part = expressions().extract(byte.expression, byte.place * 8u, 8);
      is_symbolic = true;
    }
    result = result == kConcrete ? part : expressions().concat(result, part);
  }
  if (!is_symbolic) return kConcrete;
  result = unless_constant(result);
  if (result != kConcrete && value(result) == value_in_memory) return result;
  if (result != kConcrete) lose(pc);
  clear(address, bytes);
  return kConcrete;
}

// A thread that comes back to a place with other expressions is not in a spin loop, though the values be the same.
void FollowedValues::clear(uintptr_t address, size_t bytes) {
  if (shadow_.clear(address, bytes)) note_change();
}

void FollowedValues::copy(uintptr_t to, uintptr_t from, size_t bytes) {
  if (!shadow_.may_hold(to, bytes) && !shadow_.may_hold(from, bytes)) return;
  note_change();
  shadow_.copy(to, from, bytes);
}

void FollowedValues::lose_memory(uintptr_t address, size_t bytes, uint64_t pc) {
  if (!shadow_.may_hold(address, bytes)) return;
  for (size_t k = 0; k < bytes; k++) {
    if (shadow_.get(address + k).expression == kConcrete) continue;
    lose(pc);
    return clear(address, bytes);
  }
}

bool FollowedValues::reaches(uintptr_t address, size_t bytes) const {
  if (!shadow_.may_hold(address, bytes)) return false;
  for (size_t k = 0; k < bytes; k++)
    if (shadow_.get(address + k).expression != kConcrete) return true;
  return false;
}

bool FollowedValues::reaches_text(uintptr_t address, size_t most) const {
  if (!shadow_.is_used()) return false;
  for (size_t k = 0; k < most; k++) {
    if (shadow_.may_hold(address + k, 1) && shadow_.get(address + k).expression != kConcrete) return true;
    if (*reinterpret_cast<const volatile char*>(address + k) == 0) return false;
  }
  return false;
}

void FollowedValues::store(uintptr_t address, uint32_t bytes, ExpressionId id) {
  if (id == kConcrete) return clear(address, bytes);
  const uint32_t width = expressions().width(id);
  if (width < bytes * 8) id = expressions().zext(id, bytes * 8);
  if (shadow_.set_whole(address, bytes, id)) note_change();
}

void FollowedValues::fix_memory(uintptr_t address, size_t bytes, uint64_t pc) {
  if (!shadow_.may_hold(address, bytes)) return;
  for (size_t k = 0; k < bytes;) {
    const ShadowMemory::Byte byte = shadow_.get(address + k);
    if (byte.expression == kConcrete) {
      k++;
      continue;
    }
    // As a whole, if it is there as a whole.
    uint32_t count = 1;
    const uint32_t whole = expressions().width(byte.expression) / 8;
    while (byte.place == 0 && count < whole && k + count < bytes &&
           shadow_.get(address + k + count) == ShadowMemory::Byte{byte.expression, static_cast<uint8_t>(count)})
      count++;
    if (count != whole) count = 1;
    uint64_t now = 0;
    for (uint32_t n = count; n-- > 0;) now = now << 8 | reinterpret_cast<const uint8_t*>(address + k)[n];
    if (const ExpressionId id = load(address + k, count, now, pc); id != kConcrete) fix(id, pc);
    k += count;
  }
}

FollowedValues::Call& FollowedValues::call() {
  return call_of(current_thread());
}

void FollowedValues::add_flag(char* flag) {
  if (std::find(flags_.begin(), flags_.end(), flag) == flags_.end()) flags_.push_back(flag);
  if (inputs_were_made_) *flag = 1;
}

namespace {

struct OtherCode {
  const std::vector<char*>& flags;
  bool found = false;
};

int look_for_flag(dl_phdr_info* info, size_t, void* data) {
  auto& search = *static_cast<OtherCode*>(data);
  if (is_language_library(info->dlpi_name)) return 0;
  bool is_of_program = false, has_flag = false;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const auto& segment = info->dlpi_phdr[k];
    if (segment.p_type != PT_LOAD) continue;
    const uint64_t begin = info->dlpi_addr + segment.p_vaddr, end = begin + segment.p_memsz;
    is_of_program |= (segment.p_flags & PF_X) != 0 && is_program_code(begin);
    for (const char* flag : search.flags)
      has_flag |= reinterpret_cast<uint64_t>(flag) >= begin && reinterpret_cast<uint64_t>(flag) < end;
  }
  search.found |= is_of_program && !has_flag;
  return 0;
}

}  // namespace

bool FollowedValues::has_other_code() {
  if (looked_for_other_code_ || flags_.empty()) return has_other_code_;
  looked_for_other_code_ = true;
  OtherCode search{flags_};
  dl_iterate_phdr(look_for_flag, &search);
  has_other_code_ = search.found;
  return has_other_code_;
}

FollowedValues::Call& FollowedValues::call_of(uint32_t thread) {
  if (thread >= calls_.size()) calls_.resize(thread + 1);
  return calls_[thread];
}

void FollowedValues::forget() {
  shadow_.begin_execution();
  std::fill(requests_.begin(), requests_.end(), 0);
  for (Call& one : calls_) one = {};
  places_.clear();
  round_++;
  lost_here_.clear();
  inputs_were_made_ = inputs_are_followed = false;
}

// The base is before the first input: there is nothing to keep.
void FollowedValues::save(Level) {}

void FollowedValues::restore(Level) {
  if (is_begun()) forget();
}

}  // namespace mazurka::runtime
