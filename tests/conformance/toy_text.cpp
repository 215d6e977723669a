// Random programs in the toy language. What native primitives remember for a thread (how often it holds a recursive
// mutex) is in registers here, and primitives that the language does not have are put together from those it has.
#include <fmt/format.h>

#include <algorithm>

#include "conformance/program.hpp"

namespace mazurka::conformance {

namespace {

constexpr int kTags = 4;  // operands are from 0 to 3

std::string value_of(const Operand& operand) {
  if (operand.slot == kConstant) return std::to_string(operand.number);
  return fmt::format("(((o{} - 1) / 2) % 4)", operand.slot);
}

class ThreadText {
 public:
  ThreadText(const Program& program, size_t thread) : program_(program), statements_(program.threads[thread]) {}

  // The statement that each line is for; -1 for those before the first one.
  const std::vector<int>& lines() const { return lines_; }

  std::string write() {
    for (size_t k = 0; k < statements_.size(); k++) line(fmt::format("o{} = 0", k));
    for (size_t o = 0; o < program_.objects.size(); o++)
      if (program_.objects[o].kind == Kind::kMutex || program_.objects[o].kind == Kind::kRwlock)
        line(fmt::format("held{} = 0", o));
    if (program_.max_timeouts >= 0) line("timeouts = 0");
    if (program_.max_spurious_wakeups > 0) line("spurious = 0");
    for (size_t k = 0; k < statements_.size(); k++) write_statement(k);
    return text_;
  }

 private:
  void line(const std::string& text) {
    text_ += "  " + text + "\n";
    lines_.push_back(statement_);
  }

  void write_statement(size_t k) {
    const Statement& s = statements_[k];
    statement_ = static_cast<int>(k);
    if (s.guard >= 0)
      line(fmt::format("if o{} {} {} {{", s.guard, s.guard_equal ? "==" : "!=", log_entry(s.guard_number)));
    slot_ = fmt::format("o{}", k);
    if (s.op >= Op::kSpawn)
      write_environment(s);
    else
      write_object(s);
    if (s.guard >= 0) line("}");
  }

  void result(const std::string& value) { line(fmt::format("{} = ({}) * 2 + 1", slot_, value)); }

  // A timed operation: an attempt, whose success r tells; but one that waits if no more timeouts are allowed.
  std::string timed(const std::string& attempt, const std::string& wait) const {
    if (program_.max_timeouts < 0) return attempt;
    return fmt::format("if timeouts < {} {{ {}; if r == 0 {{ timeouts = timeouts + 1 }} }} else {{ {}; r = 1 }}",
                       program_.max_timeouts, attempt, wait);
  }

  void write_object(const Statement& s) {
    x_ = fmt::format("x{}", s.object);
    held_ = fmt::format("held{}", s.object);
    if (s.op == Op::kPlainRead || s.op == Op::kPlainWrite) return write_plain(s);
    const Object& object = program_.objects[static_cast<size_t>(s.object)];
    switch (object.kind) {
      case Kind::kAtomic:
      case Kind::kCounter:
      case Kind::kFlags: return write_atomic(s, object);
      case Kind::kMutex: return write_mutex(s, object.variant);
      case Kind::kRwlock: return write_rwlock(s);
      case Kind::kSemaphore: return write_semaphore(s);
      case Kind::kCondition: return write_condition(s, object);
      case Kind::kBarrier: return write_barrier(object);
      case Kind::kLatch: return write_latch(s);
      case Kind::kFuture: return write_future(s);
      case Kind::kPlain: return;
      case Kind::kMailbox: return write_mailbox(s);
      case Kind::kOnce: return write_once(object);
    }
  }

  void simple(const std::string& statement, const std::string& value = "0") {
    line(statement);
    result(value);
  }

  void write_atomic(const Statement& s, const Object& object) {
    switch (s.op) {
      case Op::kLoad: return simple("r = " + x_, "r");
      case Op::kStore: return simple(fmt::format("{} = {}", x_, value_of(s.a)));
      case Op::kExchange: return simple(fmt::format("r = exchange {}, {}", x_, value_of(s.a)), "r");
      case Op::kFetchAdd: return simple(fmt::format("r = fetch_add {}, {}", x_, value_of(s.a)), "r");
      case Op::kCas: return simple(fmt::format("r = cas {}, {}, {}", x_, value_of(s.a), value_of(s.b)), "r");
      case Op::kFlagOn: return simple(fmt::format("r = fetch_add {}, {}", x_, 1 << s.a.number), "r");
      case Op::kFlagOff: return simple(fmt::format("r = fetch_add {}, -{}", x_, 1 << s.a.number), "r");
      case Op::kAwait: return simple(fmt::format("await {} == {}", x_, value_of(s.a)));
      case Op::kSwap: return simple(fmt::format("swap {}, x{}", x_, s.object2));
      case Op::kLoadPair: return simple(fmt::format("r, q = load2 {}, x{}", x_, s.object2), "100 * r + q");
      case Op::kWaitChange: return write_wait_for_change(s);
      default: break;
    }
    // libstdc++ wakes all where the atomic is no futex word itself.
    bool one = s.op == Op::kNotifyOne && object.variant == 4;
    line(fmt::format("lock {}m", x_));
    line(fmt::format("{} {}c", one ? "signal" : "broadcast", x_));
    simple(fmt::format("unlock {}m", x_));
  }

  void write_wait_for_change(const Statement& s) {
    line(fmt::format("lock {}m", x_));
    line("r = " + x_);
    line(fmt::format("while r == {} {{ wait {}c, {}m; r = {} }}", value_of(s.a), x_, x_, x_));
    simple(fmt::format("unlock {}m", x_));
  }

  void write_plain(const Statement& s) {
    if (!program_.explores_races && !program_.counts_plain) return result("0");
    if (s.op == Op::kPlainRead) return simple("r = " + x_, "r");
    simple(fmt::format("{} = {}", x_, value_of(s.a)));
  }

  void write_mutex(const Statement& s, int variant) {
    bool recursive = variant == kRecursiveMutex || variant == kStdRecursiveMutex;
    std::string again = recursive                     ? fmt::format("{} = {} + 1; r = 0", held_, held_)
                        : variant == kErrorCheckMutex ? fmt::format("r = {}", kLockedByOneself)
                                                      : "";
    if (s.op == Op::kUnlock) return write_unlock(variant, recursive);
    std::string take = s.op == Op::kLock ? fmt::format("lock {}; {} = 1; r = 0", x_, held_)
                                         : fmt::format("r = trylock {}; if r == 1 {{ {} = 1 }}", x_, held_);
    if (s.op == Op::kTimedLock) take = timed(take, fmt::format("lock {}; {} = 1", x_, held_));
    // A try tells success by 1, and only a recursive mutex notices that the thread has it already.
    if (s.op == Op::kTryLock || s.op == Op::kTimedLock)
      again = recursive ? again + "; r = 1" : s.op == Op::kTimedLock && variant == kErrorCheckMutex ? "r = 0" : "";
    if (again.empty())
      line(take);
    else
      line(fmt::format("if {} > 0 {{ {} }} else {{ {} }}", held_, again, take));
    result("r");
  }

  void write_unlock(int variant, bool recursive) {
    std::string free = fmt::format("unlock {}; {} = 0; r = 0", x_, held_);
    if (recursive) free = fmt::format("if {} > 1 {{ {} = {} - 1; r = 0 }} else {{ {} }}", held_, held_, held_, free);
    std::string wrong =
        variant == kErrorCheckMutex || variant == kRecursiveMutex ? "r = 1" : "r = 0; fail";  // 1: EPERM
    line(fmt::format("if {} == 0 {{ {} }} else {{ {} }}", held_, wrong, free));
    result("r");
  }

  // With waiting writers counted: what the functions do before and after.
  struct Counted {
    std::string wait_to_read, begin, end;
  };
  Counted counted() const {
    if (!may_be_kept_out(program_)) return {};
    return {fmt::format("await {}w == 0; ", x_), fmt::format("q = fetch_add {}w, 1; ", x_),
            fmt::format("; q = fetch_add {}w, -1", x_)};
  }

  void write_rwlock(const Statement& s) {
    Counted c = counted();
    auto unless_writer = [&](const std::string& otherwise, int error) {
      line(fmt::format("if {} < 0 {{ r = {} }} else {{ {} }}", held_, error, otherwise));
      result("r");
    };
    std::string try_read = fmt::format("r = tryrdlock {}; if r == 1 {{ {} = {} + 1 }}", x_, held_, held_);
    std::string try_write = fmt::format("r = trywrlock {}; if r == 1 {{ {} = -1 }}", x_, held_);
    std::string read = c.wait_to_read + fmt::format("rdlock {}; {} = {} + 1", x_, held_, held_);
    std::string write = c.begin + fmt::format("wrlock {}; {} = -1", x_, held_) + c.end;
    switch (s.op) {
      case Op::kReadLock: return unless_writer(read + "; r = 0", kLockedByOneself);
      case Op::kWriteLock: return unless_writer(write + "; r = 0", kLockedByOneself);
      case Op::kTryReadLock: return simple(try_read, "r");
      case Op::kTryWriteLock: return simple(try_write, "r");
      case Op::kTimedReadLock: return unless_writer(timed(try_read, read), 0);
      case Op::kTimedWriteLock: return unless_writer(timed(c.begin + try_write + c.end, write), 0);
      default: break;
    }
    line(
        fmt::format("if {} > 0 {{ rdunlock {}; {} = {} - 1 }} else if {} < 0 {{ wrunlock {}; {} = 0 }} else {{ fail }}",
                    held_, x_, held_, held_, held_, x_, held_));
    result("0");
  }

  void write_semaphore(const Statement& s) {
    if (s.op == Op::kAcquire) return simple("acquire " + x_);
    if (s.op == Op::kRelease) return simple("release " + x_);
    std::string attempt = "r = tryacquire " + x_;
    simple(s.op == Op::kTimedAcquire ? timed(attempt, "acquire " + x_) : attempt, "r");
  }

  void write_condition(const Statement& s, const Object& object) {
    if (s.op == Op::kSignal) return simple("signal " + x_);
    if (s.op == Op::kBroadcast) return simple("broadcast " + x_);
    line(fmt::format("if held{} == 0 {{ fail }}", object.partner));
    std::string wait = fmt::format("wait {}, x{}", x_, object.partner);
    std::string leave = fmt::format("r = timedwait {}, x{}", x_, object.partner);
    if (s.op == Op::kWait && program_.max_spurious_wakeups == 0) return simple(wait);
    if (s.op == Op::kWait)
      return simple(fmt::format("if spurious < {} {{ {}; if r == 0 {{ spurious = spurious + 1 }} }} else {{ {} }}",
                                program_.max_spurious_wakeups, leave, wait));
    bool tells = object.variant == kPthreadCondition || object.variant == kC11Condition;
    simple(timed(leave, wait), tells ? "r" : "0");
  }

  void write_barrier(const Object& object) {
    int n = object.initial;
    line(fmt::format("r = fetch_add {}, 1", x_));
    line(fmt::format("if (r + 1) % {} == 0 {{ r = fetch_add {}g, 1; r = 1 }} else {{ await {}g > r / {}; r = 0 }}", n,
                     x_, x_, n));
    result(object.variant == 0 ? "r" : "0");
  }

  void write_latch(const Statement& s) {
    if (s.op == Op::kLatchTry) return simple("r = " + x_, "r == 0");
    if (s.op != Op::kLatchWait) line(fmt::format("r = fetch_add {}, -1", x_));
    if (s.op != Op::kCountDown) line(fmt::format("await {} == 0", x_));
    result("0");
  }

  void write_future(const Statement& s) {
    if (s.op == Op::kPollFuture) return simple(fmt::format("r = {}d", x_), "r");
    if (s.op == Op::kGetFuture) {
      line(fmt::format("await {}d == 1", x_));
      return simple("r = " + x_, "r");
    }
    line(fmt::format("r = exchange {}t, 1", x_));
    line(fmt::format("if r == 0 {{ {} = {}; {}d = 1 }}", x_, value_of(s.a), x_));
    result("r");
  }

  void write_mailbox(const Statement& s) {
    if (s.op == Op::kClose) return simple("close " + x_);
    if (s.op == Op::kUnread) return simple("r = unread " + x_, "r");
    if (is_of_bytes(program_.objects[static_cast<size_t>(s.object)].variant) && s.variant == kUpToTwo)
      return write_read_of_two(s);
    if (s.op == Op::kSend) {
      std::string rank = s.variant == 0 ? "" : fmt::format(" rank {}", s.variant);
      return simple(fmt::format("r = send {} {}{}", x_, value_of(s.a), rank), "r");
    }
    std::string from = x_ + tags_of(s.variant);
    if (s.op == Op::kReceive) return simple("r = receive " + from, "r + 1");
    if (program_.max_timeouts < 0 || !is_timed(s)) return simple("r = poll " + from, "r + 1");
    simple(fmt::format(
               "if timeouts < {} {{ r = poll {}; if r < 0 {{ timeouts = timeouts + 1 }} }} else {{ r = receive {} }}",
               program_.max_timeouts, from, from),
           "r + 1");
  }

  // (Nobody else reads.)
  void write_read_of_two(const Statement& s) {
    line(fmt::format("r = {} {}", s.op == Op::kReceive ? "receive" : "poll", x_));
    line(fmt::format("if r >= 0 {{ q = poll {}; r = r + 10 * (q + 1) }}", x_));
    result("r + 1");
  }

  static std::string tags_of(int variant) {
    if (variant == 0) return "";
    if (variant > 0 && variant < kExcept) return fmt::format(" tag {}", variant - 1);
    std::string tags;
    for (int tag = 0; tag < (variant < 0 ? -variant : kTags); tag++)
      if (variant >= kOneOf ? (variant >> tag & 1) != 0 : tag != variant - kExcept - 1)
        tags += (tags.empty() ? " tag " : ", ") + std::to_string(tag);
    return variant < 0 ? tags + " lowest" : tags;
  }

  // (A POSIX queue is polled by waiting until a time that has passed.)
  bool is_timed(const Statement& s) const {
    int variant = program_.objects[static_cast<size_t>(s.object)].variant;
    return variant == kPosixQueue || (variant == kOwnMailbox && s.op == Op::kTimedReceive);
  }

  void write_once(const Object& object) {
    line(fmt::format("lock {}m", x_));
    line("r = " + x_);
    line(fmt::format("if r == 0 {{ r = fetch_add x{}, 1; {} = 1 }}", object.partner, x_));
    simple(fmt::format("unlock {}m", x_));
  }

  void write_environment(const Statement& s) {
    switch (s.op) {
      case Op::kSpawn: return simple(fmt::format("spawn T{}", s.object));
      case Op::kJoin: return simple(fmt::format("join T{}", s.object));
      case Op::kFence: return result("0");
      case Op::kChoose: return simple(fmt::format("r = choose {}", s.a.number), "r");
      case Op::kAssume:
        line(fmt::format("if {} == 0 {{ {} = {}; await never == 1 }}", value_of(s.a), slot_, log_entry(0)));
        return result("1");
      default: return simple("assert " + value_of(s.a));
    }
  }

  const Program& program_;
  const std::vector<Statement>& statements_;
  std::string text_, slot_, x_, held_;
  std::vector<int> lines_;
  int statement_ = -1;
};

std::string declaration(const Program& program, size_t number) {
  const Object& object = program.objects[number];
  std::string x = fmt::format("x{}", number);
  switch (object.kind) {
    case Kind::kAtomic: return fmt::format("var {} = {}\nmutex {}m\ncond {}c\n", x, object.initial, x, x);
    case Kind::kPlain: return fmt::format("{} {}\n", program.counts_plain ? "plain" : "var", x);
    case Kind::kCounter:
    case Kind::kFlags: return fmt::format("var {}\n", x);
    case Kind::kMutex: return fmt::format("mutex {}\n", x);
    case Kind::kRwlock: return fmt::format("rwlock {}\nvar {}w\n", x, x);
    case Kind::kSemaphore: return fmt::format("sem {} = {}\n", x, object.initial);
    case Kind::kCondition: return fmt::format("cond {}\n", x);
    case Kind::kBarrier: return fmt::format("var {}, {}g\n", x, x);
    case Kind::kLatch: return fmt::format("var {} = {}\n", x, object.initial);
    case Kind::kFuture: return fmt::format("var {}, {}d, {}t\n", x, x, x);
    case Kind::kMailbox:
      return is_bounded(program, number) ? fmt::format("mailbox {} capacity {}\n", x, object.initial)
                                         : fmt::format("mailbox {}\n", x);
    case Kind::kOnce: return fmt::format("var {}\nmutex {}m\n", x, x);
  }
  return "";
}

}  // namespace

std::string toy_text_of(const Program& program, std::vector<int>* lines) {
  std::string text = "var never\n";
  for (size_t o = 0; o < program.objects.size(); o++) text += declaration(program, o);
  std::vector<int> all(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')), -1);
  for (size_t t = 0; t < program.threads.size(); t++) {
    ThreadText thread(program, t);
    text += fmt::format("thread T{} {{\n{}}}\n", t, thread.write());
    all.push_back(-1);
    all.insert(all.end(), thread.lines().begin(), thread.lines().end());
    all.push_back(-1);
  }
  if (lines != nullptr) *lines = all;
  return text;
}

}  // namespace mazurka::conformance
