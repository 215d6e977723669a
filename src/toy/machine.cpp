#include "toy/machine.hpp"

#include <bit>
#include <utility>

#include "explore/free_run.hpp"
#include "model/mail.hpp"
#include "toy/language/parse_error.hpp"

namespace mazurka::toy {

namespace {

Value wrapping_add(Value a, Value b) {
  return static_cast<Value>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}

Value bit_of(uint32_t thread) {
  return static_cast<Value>(uint64_t{1} << thread);
}

Value owned_by(uint32_t thread) {
  return static_cast<Value>(thread) + 1;
}

}  // namespace

std::string to_string(const RuntimeError& error) {
  return to_string(ParseError{error.position, error.message});
}

Machine::Machine(Code code)
    : code_(std::make_shared<const Code>(std::move(code))),
      instructions_(code_->instructions.data()),
      visible_(code_->visible.data()),
      constants_(code_->constants.data()) {
  if (!code_->inputs.empty()) space_ = std::make_shared<Inputs>(code_->inputs);
  inputs_ = space_.get();
  has_plain_ = watches_races_ = !code_->plain.empty();
  make_image();
}

void Machine::set_step_limit(uint32_t steps_per_thread) {
  step_limit_ = steps_per_thread;
  make_image();
}

void Machine::make_image() {
  size_t count = code_->threads.size();
  threads_.assign(count, {});
  values_ = code_->initial_values;
  frames_.assign(count, {});
  registers_.assign(code_->register_count, 0);
  held_.assign(count * code_->rwlock_count, 0);
  failures_.clear();
  cut_ = false;
  mailboxes_.clear();
  for (ObjectId object : code_->mailboxes) mailboxes_.push_back({object, {}});
  reset_mailboxes();
  races_ = RaceWatch(static_cast<uint32_t>(count), object_count());
  for (uint32_t t = 0; t < count; t++) frames_[t].first_register = code_->threads[t].first_register;
  if (space_ != nullptr) begin_following();
  for (uint32_t t = 0; t < count; t++)
    if (code_->threads[t].starts_at_once) start(t);
  image_ = {threads_, values_, frames_, registers_, held_, cut_, followed_, path_, races_, failures_};
}

void Machine::use_input(InputId input) {
  if (input == input_) return;
  input_ = input;
  make_image();
}

void Machine::restart() {
  // All of the same size as before: plain copies.
  threads_ = image_.threads;
  values_ = image_.values;
  frames_ = image_.frames;
  registers_ = image_.registers;
  held_ = image_.held;
  cut_ = image_.cut;
  failures_ = image_.failures;
  if (!mailboxes_.empty()) reset_mailboxes();
  if (watches_races_) {
    races_ = image_.races;
    may_have_raced_ = false;
  }
  if (space_ == nullptr) return;
  followed_ = image_.followed;
  path_ = image_.path;
}

void Machine::start(uint32_t thread) {
  threads_[thread].status = ThreadStatus::kReady;
  advance(thread, code_->threads[thread].start);
  if (has_plain_) access_plain(thread);
}

inline void Machine::arrive(uint32_t thread, uint32_t visible) {
  using Dynamic = VisibleInstruction::Dynamic;
  Frame& frame = frames_[thread];
  // A commuting read lock is always released: its section is short, so let it end.
  if (frame.steps >= step_limit_ && frame.read_sections == 0) [[unlikely]] {
    cut(thread, visible_[visible].operation.site, false);
    return;
  }
  const VisibleInstruction& instruction = visible_[visible];
  Operation& next = threads_[thread].next;
  frame.visible = visible;
  next = instruction.operation;
  const uint8_t dynamic = instruction.dynamic;
  if (dynamic == 0) return;
  const Value* registers = registers_.data() + frame.first_register;
  if ((dynamic & Dynamic::kA) != 0) next.a = registers[instruction.arguments[0].number()];
  if ((dynamic & Dynamic::kObject) != 0) {
    Value index = read(thread, instruction.index);
    if (static_cast<uint64_t>(index) >= instruction.length) [[unlikely]] {
      bad_index(thread, next.site, code_->object_name(next.object), index, instruction.length);
      return;
    }
    next.object.number += static_cast<uint32_t>(index);
  }
  if ((dynamic & ~(Dynamic::kA | Dynamic::kObject)) != 0) resolve_rest(thread, instruction);
}

void Machine::advance(uint32_t thread, uint32_t place) {
  if (space_ != nullptr) [[unlikely]] {
    advance_following(thread, place);
    return;
  }
  if ((place & VisibleInstruction::kVisibleBit) != 0) {
    arrive(thread, place & ~VisibleInstruction::kVisibleBit);
    return;
  }
  Value* registers = registers_.data() + frames_[thread].first_register;
  const Value* const tables[2] = {registers, constants_};
  auto read = [&tables](Operand operand) { return tables[operand.is_constant()][operand.number()]; };
  const LocalInstruction* at = instructions_ + place;
  for (uint32_t fuel = kMaxLocalInstructions; fuel > 0; fuel--) {
    const LocalInstruction& instruction = *at++;
    auto jump_if = [&](bool condition) {
      if (condition) at = instructions_ + instruction.target;
    };
    // Inlined, with a constant code: the switch in apply() is gone.
    auto compute = [&](LocalCode code) {
      registers[instruction.target] = apply(code, read(instruction.a), read(instruction.b));
    };
    switch (instruction.code) {
      case LocalCode::kAdd: compute(LocalCode::kAdd); break;
      case LocalCode::kSubtract: compute(LocalCode::kSubtract); break;
      case LocalCode::kMultiply: compute(LocalCode::kMultiply); break;
      case LocalCode::kDivide:
      case LocalCode::kRemainder:
        if (read(instruction.b) == 0) [[unlikely]] {
          size_t number = static_cast<size_t>(&instruction - instructions_);
          misuse(thread, code_->instruction_sites[number], "divides by zero; expected a divisor other than 0");
          return;
        }
        compute(instruction.code);
        break;
      case LocalCode::kEqual: compute(LocalCode::kEqual); break;
      case LocalCode::kNotEqual: compute(LocalCode::kNotEqual); break;
      case LocalCode::kLess: compute(LocalCode::kLess); break;
      case LocalCode::kLessEqual: compute(LocalCode::kLessEqual); break;
      case LocalCode::kGreater: compute(LocalCode::kGreater); break;
      case LocalCode::kGreaterEqual: compute(LocalCode::kGreaterEqual); break;
      case LocalCode::kMove: registers[instruction.target] = read(instruction.a); break;
      case LocalCode::kNot: registers[instruction.target] = read(instruction.a) == 0; break;
      case LocalCode::kJump: at = instructions_ + instruction.target; break;
      case LocalCode::kJumpIfEqual: jump_if(read(instruction.a) == read(instruction.b)); break;
      case LocalCode::kJumpIfNotEqual: jump_if(read(instruction.a) != read(instruction.b)); break;
      case LocalCode::kJumpIfLess: jump_if(read(instruction.a) < read(instruction.b)); break;
      case LocalCode::kJumpIfLessEqual: jump_if(read(instruction.a) <= read(instruction.b)); break;
      case LocalCode::kJumpIfGreater: jump_if(read(instruction.a) > read(instruction.b)); break;
      case LocalCode::kJumpIfGreaterEqual: jump_if(read(instruction.a) >= read(instruction.b)); break;
      case LocalCode::kVisible: arrive(thread, instruction.target); return;
      case LocalCode::kEnd: threads_[thread].status = ThreadStatus::kEnded; return;
    }
  }
  cut(thread, code_->instruction_sites[static_cast<size_t>(at - instructions_)], true);
}

void Machine::resolve_rest(uint32_t thread, const VisibleInstruction& instruction) {
  using Dynamic = VisibleInstruction::Dynamic;
  Operation& next = threads_[thread].next;
  const uint8_t dynamic = instruction.dynamic;
  if ((dynamic & Dynamic::kB) != 0) next.b = read(thread, instruction.arguments[1]);
  if ((dynamic & Dynamic::kMessage) != 0) next.object2 = ObjectId(frames_[thread].steps);
  if ((dynamic & Dynamic::kTag) != 0) {
    Value tag = read(thread, instruction.arguments[0]);
    if (tag < 0 || tag >= kSmallTags) {
      misuse(thread, next.site,
             "receives messages with the tag " + std::to_string(tag) + "; expected 0 to " +
                 std::to_string(kSmallTags - 1));
      return;
    }
    next.a |= match_of_tag(tag);
  }
  if ((dynamic & Dynamic::kPartner) != 0) {
    Value index = read(thread, instruction.index);
    if (static_cast<uint64_t>(index) >= instruction.length) {
      bad_index(thread, next.site, thread_name(next.partner), index, instruction.length);
      return;
    }
    next.partner.number += static_cast<uint32_t>(index);
  }
  if ((dynamic & Dynamic::kObject2) != 0) {
    Value index = read(thread, instruction.index2);
    if (static_cast<uint64_t>(index) >= instruction.length2) {
      bad_index(thread, next.site, object_name(next.object2), index, instruction.length2);
      return;
    }
    next.object2.number += static_cast<uint32_t>(index);
  }
  if ((dynamic & Dynamic::kChecked) == 0) return;
  if (next.code == OpCode::kChoose && (next.a < 1 || next.a > kMaxChoices)) {
    misuse(thread, next.site,
           "chooses among " + std::to_string(next.a) + "; expected 1 to " + std::to_string(kMaxChoices));
  }
  if (mazurka::object_count(next.code) == 2 && next.object == next.object2) {
    misuse(thread, next.site,
           "names the variable " + object_name(next.object) + " twice; expected two different variables");
  }
}

void Machine::bad_index(uint32_t thread, uint32_t site, const std::string& first_element, Value index,
                        uint32_t length) {
  std::string array = first_element.substr(0, first_element.find('['));
  misuse(thread, site,
         "uses " + array + "[" + std::to_string(index) + "]; expected an index from 0 to " +
             std::to_string(int64_t{length} - 1));
}

void Machine::run_ahead(FreeRun& run) {
  run.go(*this, [this](ThreadId thread, Choice choice) { step(thread, choice); });
}

// It is long because it has a case for each operation, which share what is looked up before them.
void Machine::step(ThreadId id, Choice choice) {
  const uint32_t t = id.number;
  ThreadView& view = threads_[t];
  Frame& frame = frames_[t];
  const VisibleInstruction& instruction = visible_[frame.visible];
  const Operation& op = view.next;
  Value* const registers = registers_.data() + frame.first_register;
  Value* const object = values_.data() + op.object.number;
  Value& result = registers[instruction.result];
  frame.steps++;
  if (watches_races_) [[unlikely]]
    races_.begin_step();
  if (space_ != nullptr) [[unlikely]]
    follow_step(t);
  switch (op.code) {
    case OpCode::kLoad: result = *object; break;
    case OpCode::kStore: *object = op.a; break;
    case OpCode::kFetchAdd:
      result = *object;
      *object = wrapping_add(*object, op.a);
      break;
    case OpCode::kExchange:
      result = *object;
      *object = op.a;
      break;
    case OpCode::kCas:
      result = *object == op.a;
      if (result != 0) *object = op.b;
      break;
    case OpCode::kWeakCas:
      result = choice != 0;
      if (choice != 0) *object = op.b;
      break;
    case OpCode::kAwait: break;
    case OpCode::kAdd: *object = wrapping_add(*object, op.a); break;
    case OpCode::kLock: *object = owned_by(t); break;
    case OpCode::kUnlock:
      if (*object != owned_by(t)) [[unlikely]]
        return misuse_of_lock(t, op, "unlocks");
      *object = 0;
      break;
    case OpCode::kTryLock:
      result = *object == 0;
      if (result != 0) *object = owned_by(t);
      break;
    case OpCode::kSemAcquire: *object -= 1; break;
    case OpCode::kSemTryAcquire:
      result = *object > 0;
      *object -= result;
      break;
    case OpCode::kSemRelease: *object = wrapping_add(*object, 1); break;
    case OpCode::kReadLock:
      *object += 1;
      held(t, op.object) += 1;
      frames_[t].read_sections += !op.ordered;
      break;
    case OpCode::kReadUnlock:
      if (held(t, op.object) <= 0) [[unlikely]]
        return misuse_of_lock(t, op, "read-unlocks");
      *object -= 1;
      held(t, op.object) -= 1;
      frames_[t].read_sections -= !op.ordered;
      break;
    case OpCode::kWriteLock:
      *object = -1;
      held(t, op.object) = -1;
      break;
    case OpCode::kWriteUnlock:
      if (held(t, op.object) != -1) [[unlikely]]
        return misuse_of_lock(t, op, "write-unlocks");
      *object = 0;
      held(t, op.object) = 0;
      break;
    case OpCode::kTryReadLock:
      result = *object >= 0;
      *object += result;
      held(t, op.object) += static_cast<int32_t>(result);
      frames_[t].read_sections += result != 0 && !op.ordered;
      break;
    case OpCode::kTryWriteLock:
      result = *object == 0;
      if (result != 0) *object = held(t, op.object) = -1;
      break;
    case OpCode::kEnqueue:
      if (values_[op.object2.index()] != owned_by(t)) [[unlikely]]
        return misuse_of_wait(t, op);
      *object |= bit_of(t);
      break;
    case OpCode::kSignal:
      if (choice != 0) {
        *object &= ~bit_of(choice - 1);
        threads_[choice - 1].woken = true;
      }
      break;
    case OpCode::kBroadcast:
      for (uint64_t waiters = static_cast<uint64_t>(*object); waiters != 0; waiters &= waiters - 1) {
        threads_[static_cast<uint32_t>(std::countr_zero(waiters))].woken = true;
      }
      *object = 0;
      break;
    case OpCode::kLeave:
      result = (*object & bit_of(t)) == 0;
      *object &= ~bit_of(t);
      view.woken = false;
      break;
    case OpCode::kOnce:
    case OpCode::kArrive:
    case OpCode::kWakeSome:
    case OpCode::kFutexWait:
    case OpCode::kTransfer: break;  // no statement of the language
    case OpCode::kSend:
    case OpCode::kTrySend:
    case OpCode::kReceive:
    case OpCode::kPoll:
    case OpCode::kClose:
    case OpCode::kCount: result = use_mailbox(id, op); break;
    case OpCode::kLoad2: {
      Value second = values_[op.object2.index()];
      result = *object;
      registers[instruction.result2] = second;
      break;
    }
    case OpCode::kStore2:
      *object = op.a;
      values_[op.object2.index()] = op.b;
      break;
    case OpCode::kSwap: std::swap(*object, values_[op.object2.index()]); break;
    case OpCode::kCopy: values_[op.object2.index()] = *object; break;
    case OpCode::kCas2: {
      Value& second = values_[op.object2.index()];
      bool success = *object == op.a && second == op.b;
      if (success) {
        *object = read(t, instruction.arguments[2]);
        second = read(t, instruction.arguments[3]);
      }
      result = success;
      break;
    }
    case OpCode::kAdd2: {
      Value& second = values_[op.object2.index()];
      *object = wrapping_add(*object, op.a);
      second = wrapping_add(second, op.b);
      break;
    }
    case OpCode::kChoose: result = choice; break;
    case OpCode::kSpawn:
      if (status(op.partner) != ThreadStatus::kNotStarted) [[unlikely]] {
        misuse(
            t, op.site,
            "spawns " + thread_name(op.partner) + ", which has already been started; expected one spawn of a thread");
        return;
      }
      if (watches_races_) races_.note(t, op, true);
      start(op.partner.number);
      break;
    case OpCode::kJoin: break;
    case OpCode::kWake: view.woken = false; break;
    case OpCode::kFail:
      failures_.push_back({id, op.site, code_->sites[op.site].message});
      park(t);
      return;
  }
  if (watches_races_) [[unlikely]]
    return go_on_with_plain(t, result);
  advance(t, instruction.next);
}

// What the operation gives: the message taken, or whether one was sent.
Value Machine::use_mailbox(ThreadId thread, const Operation& op) {
  Mailbox& mailbox = mailboxes_[code_->mailbox_numbers[op.object.index()]].mailbox;
  Mail mail = mail_at(op, thread, mailbox);
  deliver(mailbox, mail);
  switch (mail.kind) {
    case Mode::kSend: return 1;
    case Mode::kReceive: return mail.tag;
    case Mode::kCounted: return static_cast<Value>(mail.message);
    case Mode::kEmpty: return -1;
    default: return 0;
  }
}

void Machine::append_value(ObjectId object, std::vector<Value>& values) const {
  if (code_->object_kind(object) != ObjectKind::kMailbox) {
    values.push_back(value(object));
    return;
  }
  const MailboxState& mailbox = mailbox_at(value(object));
  values.push_back(mailbox.closed);
  for (uint32_t k = 0; k < mailbox.count; k++) {
    values.push_back(static_cast<Value>(mailbox.cells[k].id));
    values.push_back(mailbox.cells[k].tag);
    values.push_back(mailbox.cells[k].rank);
  }
}

void Machine::cut(uint32_t thread, uint32_t site, bool in_local_loop) {
  park(thread);
  cut_ = true;
  if (!cut_place_) cut_place_ = CutPlace{ThreadId(thread), code_->position(site), in_local_loop};
}

void Machine::misuse(uint32_t thread, uint32_t site, const std::string& what) {
  park(thread);
  if (error_) return;
  error_ = {ThreadId(thread), code_->position(site), "thread " + thread_name(ThreadId(thread)) + " " + what};
}

void Machine::misuse_of_lock(uint32_t thread, const Operation& op, const char* verb) {
  std::string lock = std::string(name_of(code_->object_kind(op.object))) + " " + object_name(op.object);
  misuse(thread, op.site,
         std::string(verb) + " " + lock + ", which it does not hold; expected a lock by the same thread before");
}

void Machine::misuse_of_wait(uint32_t thread, const Operation& op) {
  misuse(thread, op.site,
         "waits with mutex " + object_name(op.object2) +
             ", which it does not hold; expected a lock by the same thread before");
}

}  // namespace mazurka::toy
