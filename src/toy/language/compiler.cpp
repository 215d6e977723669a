// Code generation. Each thread of an array gets code of its own, with `me` folded as a constant, unless the body does
// not use `me`: then they share it. Branches that are never taken because of constants are left out.
#include "toy/language/compiler.hpp"

#include <optional>
#include <utility>

#include "model/mailbox.hpp"
#include "toy/language/assembler.hpp"
#include "toy/language/checker.hpp"
#include "toy/language/grammar.hpp"
#include "toy/language/parser.hpp"

namespace mazurka::toy {

namespace {

OpCode op_code_of(StatementKind kind) {
  switch (kind) {
    case StatementKind::kLoad: return OpCode::kLoad;
    case StatementKind::kStore: return OpCode::kStore;
    case StatementKind::kFetchAdd: return OpCode::kFetchAdd;
    case StatementKind::kExchange: return OpCode::kExchange;
    case StatementKind::kCas: return OpCode::kCas;
    case StatementKind::kWeakCas: return OpCode::kWeakCas;
    case StatementKind::kAwait: return OpCode::kAwait;
    case StatementKind::kAdd: return OpCode::kAdd;
    case StatementKind::kLock: return OpCode::kLock;
    case StatementKind::kUnlock: return OpCode::kUnlock;
    case StatementKind::kTryLock: return OpCode::kTryLock;
    case StatementKind::kAcquire: return OpCode::kSemAcquire;
    case StatementKind::kTryAcquire: return OpCode::kSemTryAcquire;
    case StatementKind::kRelease: return OpCode::kSemRelease;
    case StatementKind::kReadLock: return OpCode::kReadLock;
    case StatementKind::kReadUnlock: return OpCode::kReadUnlock;
    case StatementKind::kWriteLock: return OpCode::kWriteLock;
    case StatementKind::kWriteUnlock: return OpCode::kWriteUnlock;
    case StatementKind::kTryReadLock: return OpCode::kTryReadLock;
    case StatementKind::kTryWriteLock: return OpCode::kTryWriteLock;
    case StatementKind::kSignal: return OpCode::kSignal;
    case StatementKind::kBroadcast: return OpCode::kBroadcast;
    case StatementKind::kSend: return OpCode::kSend;
    case StatementKind::kTrySend: return OpCode::kTrySend;
    case StatementKind::kReceive: return OpCode::kReceive;
    case StatementKind::kPoll: return OpCode::kPoll;
    case StatementKind::kClose: return OpCode::kClose;
    case StatementKind::kCount: return OpCode::kCount;
    case StatementKind::kLoad2: return OpCode::kLoad2;
    case StatementKind::kStore2: return OpCode::kStore2;
    case StatementKind::kSwap: return OpCode::kSwap;
    case StatementKind::kCopy: return OpCode::kCopy;
    case StatementKind::kCas2: return OpCode::kCas2;
    case StatementKind::kAdd2: return OpCode::kAdd2;
    case StatementKind::kSpawn: return OpCode::kSpawn;
    case StatementKind::kJoin: return OpCode::kJoin;
    case StatementKind::kChoose: return OpCode::kChoose;
    default: return OpCode::kFail;
  }
}

// Generates the code of one thread.
class ThreadGenerator : private Assembler {
 public:
  ThreadGenerator(const Symbols& symbols, const ThreadSymbol& thread, Value me, Output& output)
      : Assembler(symbols, thread, me, output), symbols_(symbols), output_(output) {}

  void run(const ThreadDeclaration& thread) {
    block(thread.body);
    emit(LocalCode::kEnd);
    link();
  }

  using Assembler::first_input;
  using Assembler::register_count;
  using Assembler::start;

 private:
  // Operations.
  VisibleInstruction instruction_for(OpCode code) const {
    VisibleInstruction instruction;
    instruction.operation.code = code;
    instruction.result = instruction.result2 = scratch();
    return instruction;
  }

  // The place of a referenced object or thread: the first one of its array, and an index if that is not known.
  struct Target {
    uint32_t number = 0;
    bool dynamic = false;
    Operand index;
    uint32_t length = 0;
  };

  Target target_of(const Reference& reference, const NamedRange& range) {
    if (!range.is_array) return {range.first, false, {}, 0};
    const Expression& index = reference.index[0];
    std::optional<Constant> folded = fold(index);
    if (folded && folded->value >= 0 && folded->value < range.count) {
      return {range.first + static_cast<uint32_t>(folded->value), false, {}, 0};
    }
    if (folded && !folded->from_me) {
      throw CompileStop{{index.position, "the index " + std::to_string(folded->value) + " is outside of '" +
                                             range.name + "'; expected 0 to " +
                                             std::to_string(int64_t{range.count} - 1)}};
    }
    return {range.first, true, evaluate(index), range.count};
  }

  static void set_object(VisibleInstruction& instruction, const Target& target) {
    instruction.operation.object = ObjectId(target.number);
    if (!target.dynamic) return;
    instruction.dynamic |= VisibleInstruction::kObject;
    instruction.index = target.index;
    instruction.length = target.length;
  }

  static void set_object2(VisibleInstruction& instruction, const Target& target) {
    instruction.operation.object2 = ObjectId(target.number);
    if (!target.dynamic) return;
    instruction.dynamic |= VisibleInstruction::kObject2;
    instruction.index2 = target.index;
    instruction.length2 = target.length;
  }

  static void set_partner(VisibleInstruction& instruction, const Target& target) {
    instruction.operation.partner = ThreadId(target.number);
    if (!target.dynamic) return;
    instruction.dynamic |= VisibleInstruction::kPartner;
    instruction.index = target.index;
    instruction.length = target.length;
  }

  void set_argument(VisibleInstruction& instruction, size_t i, const Expression& expression) {
    std::optional<Constant> folded = fold(expression);
    instruction.arguments[i] = evaluate(expression);
    if (i >= 2) return;
    if (folded) {
      (i == 0 ? instruction.operation.a : instruction.operation.b) = folded->value;
    } else {
      instruction.dynamic |= i == 0 ? VisibleInstruction::kA : VisibleInstruction::kB;
    }
  }

  void set_tags(VisibleInstruction& instruction, const std::vector<Expression>& tags) {
    instruction.operation.a = tags.empty() ? kAnyMessage : 0;
    for (const Expression& tag : tags) {
      if (std::optional<Constant> folded = fold(tag)) {
        check_tag(folded->value, tag.position);
        instruction.operation.a |= match_of_tag(folded->value);
        continue;
      }
      if ((instruction.dynamic & VisibleInstruction::kTag) != 0)
        throw CompileStop{{tag.position, "a second tag that is not a constant; expected at most one"}};
      instruction.arguments[0] = evaluate(tag);
      instruction.dynamic |= VisibleInstruction::kTag;
    }
  }

  void set_mail(VisibleInstruction& instruction, const Statement& statement) {
    uint32_t rank = 0;
    if (takes_tags(statement.kind)) {
      set_tags(instruction, statement.arguments);
      rank = static_cast<uint32_t>(is_ranked(statement) ? Preference::kLowestTag : Preference::kHighestRank);
    }
    if (is_send(statement.kind)) {
      set_argument(instruction, 0, statement.arguments[0]);
      instruction.dynamic |= VisibleInstruction::kMessage;
      if (statement.arguments.size() > 1) rank = rank_in(statement.arguments[1]);
    }
    instruction.operation.b = capacity_and_rank(symbols_.objects.at(statement.objects[0].name).capacity, rank);
  }

  uint32_t rank_in(const Expression& expression) const {
    std::optional<Constant> folded = fold(expression);
    if (!folded) throw CompileStop{{expression.position, "a rank that is not a constant; expected a number"}};
    if (folded->value >= 0 && folded->value <= kMaxRank) return static_cast<uint32_t>(folded->value);
    throw CompileStop{{expression.position, "a message has the rank " + std::to_string(folded->value) +
                                                "; expected 0 to " + std::to_string(kMaxRank)}};
  }

  static void check_tag(Value tag, Position position) {
    if (tag >= 0 && tag < kSmallTags) return;
    throw CompileStop{{position, "receives messages with the tag " + std::to_string(tag) + "; expected 0 to " +
                                     std::to_string(kSmallTags - 1)}};
  }

  void operation(const Statement& statement) {
    OpCode code = op_code_of(statement.kind);
    // An await orders the adds that it waits for: where they commute, pop would have to give up runs.
    if (code == OpCode::kAdd && symbols_.awaited.count(statement.objects[0].name) != 0) code = OpCode::kFetchAdd;
    VisibleInstruction instruction = instruction_for(code);
    bool on_thread = statement.kind == StatementKind::kSpawn || statement.kind == StatementKind::kJoin;
    if (on_thread) {
      const Reference& thread = statement.objects[0];
      set_partner(instruction, target_of(thread, symbols_.threads.at(thread.name).range));
    } else {
      if (!statement.objects.empty()) set_object(instruction, object_target(statement, 0));
      if (statement.objects.size() > 1) set_object2(instruction, object_target(statement, 1));
      auto follows = [&](size_t i) {
        return i < statement.objects.size() && symbols_.followed.count(statement.objects[i].name) != 0;
      };
      instruction.follows = follows(0);
      instruction.follows2 = follows(1);
    }
    if (is_of_mailbox(code))
      set_mail(instruction, statement);
    else
      for (size_t i = 0; i < statement.arguments.size(); i++) set_argument(instruction, i, statement.arguments[i]);
    instruction.operation.comparison = statement.comparison;
    instruction.operation.ordered =
        !statement.objects.empty() && symbols_.ordered.count(statement.objects[0].name) != 0;
    instruction.result = register_of(statement.result);
    instruction.result2 = register_of(statement.result2);
    if (statement.kind == StatementKind::kChoose) check_choose(statement, instruction);
    if (statement.objects.size() == 2) check_distinct(statement, instruction);
    emit_visible(instruction);
  }

  Target object_target(const Statement& statement, size_t i) {
    return target_of(statement.objects[i], symbols_.objects.at(statement.objects[i].name));
  }

  // What is wrong for every thread of an array is an error now; what depends on `me` is one when, and if, it happens.
  void check_choose(const Statement& statement, VisibleInstruction& instruction) const {
    std::optional<Constant> count = fold(statement.arguments[0]);
    if (count && count->value >= 1 && count->value <= kMaxChoices) return;
    if (!count || count->from_me) {
      instruction.dynamic |= VisibleInstruction::kChecked;
      return;
    }
    throw CompileStop{{statement.position, "chooses among " + std::to_string(count->value) + "; expected 1 to " +
                                               std::to_string(kMaxChoices)}};
  }

  void check_distinct(const Statement& statement, VisibleInstruction& instruction) const {
    const Operation& operation = instruction.operation;
    bool dynamic = (instruction.dynamic & (VisibleInstruction::kObject | VisibleInstruction::kObject2)) != 0;
    if (!dynamic && operation.object != operation.object2) return;
    auto depends_on_me = [this](const Reference& reference) {
      return !reference.index.empty() && fold(reference.index[0]) && fold(reference.index[0])->from_me;
    };
    if (dynamic || depends_on_me(statement.objects[0]) || depends_on_me(statement.objects[1])) {
      instruction.dynamic |= VisibleInstruction::kChecked;
      return;
    }
    throw CompileStop{{statement.position, "names the variable '" + statement.objects[0].name +
                                               "' twice; expected two different variables"}};
  }

  // A condition wait: enqueue, unlock, wake (or leave), lock.
  void wait(const Statement& statement, OpCode third) {
    Target condition = object_target(statement, 0);
    Target mutex = object_target(statement, 1);
    uint32_t result = register_of(statement.result);
    if (mutex.dynamic && !mutex.index.is_constant() && mutex.index.number() == result) {
      // The result arrives before the mutex is locked again.
      uint32_t copy = temporary();
      emit(LocalCode::kMove, copy, mutex.index);
      mutex.index = Operand::in_register(copy);
    }
    VisibleInstruction enqueue = instruction_for(OpCode::kEnqueue);
    set_object(enqueue, condition);
    set_object2(enqueue, mutex);  // not touched: the machine checks that the thread holds it
    emit_visible(enqueue);
    VisibleInstruction unlock = instruction_for(OpCode::kUnlock);
    set_object(unlock, mutex);
    emit_visible(unlock);
    VisibleInstruction wake = instruction_for(third);
    if (third == OpCode::kLeave) set_object(wake, condition);
    wake.result = result;
    emit_visible(wake);
    VisibleInstruction lock = instruction_for(OpCode::kLock);
    set_object(lock, mutex);
    emit_visible(lock);
  }

  // Statements.
  void block(const std::vector<Statement>& statements) {
    for (const Statement& one : statements) statement(one);
  }

  void statement(const Statement& statement) {
    uint32_t temporaries = temporaries_in_use();
    set_site(output_.site(statement));
    switch (statement.kind) {
      case StatementKind::kWait: wait(statement, OpCode::kWake); break;
      case StatementKind::kTimedWait: wait(statement, OpCode::kLeave); break;
      case StatementKind::kAssert: {
        Label holds = new_label();
        branch(statement.arguments[0], true, holds);
        emit_visible(instruction_for(OpCode::kFail));
        place(holds);
        break;
      }
      case StatementKind::kFail: emit_visible(instruction_for(OpCode::kFail)); break;
      case StatementKind::kSet: evaluate_into(register_of(statement.result), statement.arguments[0]); break;
      case StatementKind::kIf: if_statement(statement); break;
      case StatementKind::kWhile: while_statement(statement); break;
      case StatementKind::kRepeat: repeat_statement(statement); break;
      case StatementKind::kFor: for_statement(statement); break;
      case StatementKind::kBreak: emit(LocalCode::kJump, loop_ends_.back()); break;
      case StatementKind::kReturn: emit(LocalCode::kEnd); break;
      default: operation(statement); break;
    }
    give_back_temporaries(temporaries);
  }

  void if_statement(const Statement& statement) {
    if (std::optional<Constant> folded = fold(statement.arguments[0])) {
      block(folded->value != 0 ? statement.body : statement.otherwise);
      return;
    }
    Label otherwise = new_label(), end = new_label();
    branch(statement.arguments[0], false, otherwise);
    block(statement.body);
    if (!statement.otherwise.empty()) emit(LocalCode::kJump, end);
    place(otherwise);
    block(statement.otherwise);
    place(end);
  }

  void while_statement(const Statement& statement) {
    std::optional<Constant> folded = fold(statement.arguments[0]);
    if (folded && folded->value == 0) return;
    uint32_t own_site = site();
    Label again = new_label(), end = new_label();
    branch(statement.arguments[0], false, end);
    place(again);
    loop_body(statement, end);
    set_site(own_site);
    branch(statement.arguments[0], true, again);
    place(end);
  }

  void repeat_statement(const Statement& statement) {
    std::optional<Constant> folded = fold(statement.arguments[0]);
    if (folded && folded->value <= 0) return;
    uint32_t own_site = site();
    uint32_t counter = temporary();
    Label again = new_label(), end = new_label();
    evaluate_into(counter, statement.arguments[0]);
    Operand left = Operand::in_register(counter);
    if (!folded) emit(LocalCode::kJumpIfLessEqual, end, left, constant(0));
    place(again);
    loop_body(statement, end);
    set_site(own_site);
    emit(LocalCode::kSubtract, counter, left, constant(1));
    emit(LocalCode::kJumpIfGreater, again, left, constant(0));
    place(end);
  }

  void for_statement(const Statement& statement) {
    uint32_t own_site = site();
    Operand counter = Operand::in_register(register_of(statement.result));
    Label again = new_label(), end = new_label();
    Operand last = evaluate(statement.arguments[1]);
    if (!last.is_constant()) {
      uint32_t copy = temporary();  // the body may assign to what it was computed from
      emit(LocalCode::kMove, copy, last);
      last = Operand::in_register(copy);
    }
    evaluate_into(counter.number(), statement.arguments[0]);
    emit(LocalCode::kJumpIfGreater, end, counter, last);
    place(again);
    loop_body(statement, end);
    set_site(own_site);
    emit(LocalCode::kAdd, counter.number(), counter, constant(1));
    emit(LocalCode::kJumpIfLessEqual, again, counter, last);
    place(end);
  }

  void loop_body(const Statement& statement, Label end) {
    loop_ends_.push_back(end);
    block(statement.body);
    loop_ends_.pop_back();
  }

  const Symbols& symbols_;
  Output& output_;
  std::vector<Label> loop_ends_;
};

void add_objects(const Source& source, const Symbols& symbols, Code& code) {
  for (const ObjectDeclaration& object : source.objects) {
    const NamedRange& range = symbols.objects.at(object.name);
    Value initial = object.initial.empty() ? 0 : *evaluate(object.initial[0], symbols.constants);
    code.initial_values.resize(code.initial_values.size() + range.count, initial);
    code.object_names.push_back(range);
    if (object.kind == ObjectKind::kPlain) {
      code.plain.resize(symbols.object_count);
      for (uint32_t i = 0; i < range.count; i++) code.plain[range.first + i] = true;
    }
    for (uint32_t i = 0; i < range.count; i++) {
      code.rwlock_numbers.push_back(object.kind == ObjectKind::kRwlock ? code.rwlock_count++ : 0);
      code.mailbox_numbers.push_back(static_cast<uint32_t>(code.mailboxes.size()));
      if (object.kind == ObjectKind::kMailbox) code.mailboxes.emplace_back(range.first + i);
    }
  }
}

void add_threads(const Source& source, const Symbols& symbols, Output& output) {
  for (const ThreadDeclaration& thread : source.threads) {
    const ThreadSymbol& symbol = symbols.threads.at(thread.name);
    if (symbol.range.count > 0) output.code.thread_names.push_back(symbol.range);
    ThreadCode code;
    uint32_t register_count = 0;
    for (uint32_t me = 0; me < symbol.range.count; me++) {
      if (me == 0 || symbol.uses_me) {
        ThreadGenerator generator(symbols, symbol, me, output);
        generator.run(thread);
        code.start = generator.start();
        code.first_input = generator.first_input();
        register_count = generator.register_count();
      }
      code.first_register = output.code.register_count;
      code.starts_at_once = !symbol.spawned;
      output.code.register_count += register_count;
      output.code.threads.push_back(code);
    }
  }
}

}  // namespace

Result<Code, ParseError> compile(const Source& source, const Defines& defines) {
  Result<Symbols, ParseError> symbols = check(source, defines);
  if (!symbols) return std::move(symbols.error());
  try {
    Output output;
    output.code.inputs = symbols->inputs;
    add_objects(source, *symbols, output.code);
    add_threads(source, *symbols, output);
    return std::move(output.code);
  } catch (CompileStop& stop) {
    return std::move(stop.error);
  }
}

Result<Code, ParseError> compile_text(std::string_view text, const Defines& defines) {
  Result<Source, ParseError> source = parse(text);
  if (!source) return std::move(source.error());
  return compile(*source, defines);
}

}  // namespace mazurka::toy
