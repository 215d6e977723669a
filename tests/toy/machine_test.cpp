#include "toy/machine.hpp"

#include "toy/programs.hpp"

namespace mazurka::toy {
namespace {

ThreadId thread(uint32_t n) {
  return ThreadId(n);
}

Value value(const Machine& machine, uint32_t object) {
  return machine.value(ObjectId(object));
}

// The value of the variable `out` after the only thread ran these statements.
Value result_of(const std::string& statements) {
  Machine machine = machine_of("var out, x = 5, y = 7\nthread A {\n" + statements + "\n}");
  run(machine, 0);
  EXPECT_FALSE(machine.error()) << to_string(*machine.error());
  EXPECT_EQ(machine.status(thread(0)), ThreadStatus::kEnded);
  return value(machine, 0);
}

// The error that a program gives when its threads run one after the other.
std::string misuse_of(const std::string& text) {
  Machine machine = machine_of(text);
  for (uint32_t t = 0; t < machine.thread_count(); t++) run(machine, t);
  EXPECT_TRUE(machine.failures().empty());
  return machine.error() ? to_string(*machine.error()) : "";
}

TEST(Machine, ShowsTheNextOperationWithItsOperands) {
  Machine machine = machine_of("var x, a[3]\nthread A { r = 1; a[r + 1] = r + 6; r = x }");
  EXPECT_EQ(machine.status(thread(0)), ThreadStatus::kReady);
  const Operation& next = machine.next(thread(0));
  EXPECT_EQ(next.code, OpCode::kStore);
  EXPECT_EQ(next.object, ObjectId(3));
  EXPECT_EQ(next.a, 7);
  EXPECT_EQ(machine.position(next.site).column, 19u);
  machine.step(thread(0), 0);
  EXPECT_EQ(value(machine, 3), 7);
  EXPECT_EQ(machine.next(thread(0)).code, OpCode::kLoad);
}

TEST(Machine, Computes) {
  EXPECT_EQ(result_of("r = 7; out = (r + 3) * 2 - r / 2 - r % 4"), 20 - 3 - 3);
  EXPECT_EQ(result_of("r = -7; out = r / 2 * 100 + r % 2"), -301);
  EXPECT_EQ(result_of("r = 3; out = (r == 3) + (r != 3) * 10 + (r < 4) * 100 + (r <= 2) * 1000 + (r > 2) * 10000 + "
                      "(r >= 4) * 100000"),
            10101);
  EXPECT_EQ(result_of("r = 3; s = 0; out = (r && s) + (r || s) * 10 + !r * 100 + !s * 1000 + (r && r) * 10000"), 11010);
  EXPECT_EQ(result_of("r = 3; s = 0; if !(r == 3 && s == 0) || s { out = 1 } else { out = 2 }"), 2);
  EXPECT_EQ(result_of("s = 0; r = s != 0 && 1 / s == 1; out = r"), 0);
  EXPECT_EQ(result_of("s = 0; r = s == 0 || 1 / s == 1; out = r"), 1);
  EXPECT_EQ(result_of("r = -9223372036854775808; s = -1; out = r / s"), INT64_MIN);
  EXPECT_EQ(result_of("r = -9223372036854775808; s = -1; out = r % s"), 0);
  EXPECT_EQ(result_of("r = 9223372036854775807; out = r + 1"), INT64_MIN);
  EXPECT_EQ(result_of("r = 2; r = r == 2 && r == 2; out = r"), 1);
  EXPECT_EQ(result_of("out = 1 / (1 - 2)"), -1);
}

TEST(Machine, LoopsAndLeavesLoops) {
  EXPECT_EQ(result_of("repeat 4 { n = n + 1 } out = n"), 4) << "a block ends its statement";
  EXPECT_EQ(result_of("k = 3; repeat k { n = n + 1; k = 9 }; out = n"), 3);
  EXPECT_EQ(result_of("k = 0; repeat k { n = n + 1 }; repeat 0 { n = 7 }; out = n"), 0);
  EXPECT_EQ(result_of("for i = 2 to 5 { n = n * 10 + i }; out = n"), 2345);
  EXPECT_EQ(result_of("k = 3; for i = k to k + 1 { n = n * 10 + i; k = 9 }; out = n * 10 + i"), 345);
  EXPECT_EQ(result_of("for i = 3 to 2 { n = 1 }; out = n"), 0);
  EXPECT_EQ(result_of("while 1 { n = n + 1; if n == 5 { break } }; out = n"), 5);
  EXPECT_EQ(result_of("repeat 3 { repeat 3 { n = n + 1; break }; for i = 1 to 2 { n = n + 10 } }; out = n"), 63);
  EXPECT_EQ(result_of("out = 1; if out2 { out = 2 }; out2 = 1; return; out = 3"), 1);
}

TEST(Machine, DoesTheOperationsOnVariables) {
  EXPECT_EQ(result_of("r = fetch_add x, 2; s = x; out = r * 10 + s"), 57);
  EXPECT_EQ(result_of("r = exchange x, 2; s = x; out = r * 10 + s"), 52);
  EXPECT_EQ(result_of("r = cas x, 5, 6; s = x; out = r * 10 + s"), 16);
  EXPECT_EQ(result_of("r = cas x, 4, 6; s = x; out = r * 10 + s"), 5);
  EXPECT_EQ(result_of("r = weak_cas x, 5, 6; s = x; out = r * 10 + s"), 16);
  EXPECT_EQ(result_of("add x, 3; await x == 8; s = x; out = s"), 8);
  EXPECT_EQ(result_of("r, s = load2 x, y; out = r * 10 + s"), 57);
  EXPECT_EQ(result_of("store2 x, y, 1, 2; r, s = load2 x, y; out = r * 10 + s"), 12);
  EXPECT_EQ(result_of("swap x, y; r, s = load2 x, y; out = r * 10 + s"), 75);
  EXPECT_EQ(result_of("copy x, y; r, s = load2 x, y; out = r * 10 + s"), 55);
  EXPECT_EQ(result_of("a = 5; b = 7; c = 1; d = 2; a = cas2 x, y, a, b, c, d; r, s = load2 x, y; "
                      "out = a * 100 + r * 10 + s"),
            112);
  EXPECT_EQ(result_of("a = cas2 x, y, 5, 6, 1, 2; r, s = load2 x, y; out = a * 100 + r * 10 + s"), 57);
  EXPECT_EQ(result_of("add2 x, y, 1, 2; r, s = load2 x, y; out = r * 10 + s"), 69);
  EXPECT_EQ(result_of("fetch_add x, 1; cas x, 6, 9; exchange y, 1; r, s = load2 x, y; out = r * 10 + s"), 91);
}

TEST(Machine, WeakCasObeysItsChoice) {
  Machine machine = machine_of("var x\nthread A { r = weak_cas x, 0, 1; x = r + 10 }");
  EXPECT_EQ(machine.choices(thread(0)), 2u);
  machine.step(thread(0), 0);
  EXPECT_EQ(value(machine, 0), 0);
  run(machine, 0);
  EXPECT_EQ(value(machine, 0), 10);
  machine.restart();
  machine.step(thread(0), 1);
  EXPECT_EQ(value(machine, 0), 1);
}

TEST(Machine, ChoosesWhatItIsTold) {
  Machine machine = machine_of("var x\nthread A { n = 2; r = choose n + 1; x = r }");
  EXPECT_EQ(machine.choices(thread(0)), 3u);
  machine.step(thread(0), 2);
  EXPECT_EQ(machine.next(thread(0)).a, 2);
}

TEST(Machine, DoesTheOperationsOnLocks) {
  Machine machine = machine_of(
      "mutex m\nsem s = 1\nrwlock w\nvar a, b, c, d\n"
      "thread A { lock m; acquire s; rdlock w; rdlock w; rdunlock w; rdunlock w; wrlock w; unlock m; release s; "
      "wrunlock w }\n"
      "thread B { r = trylock m; a = r; r = tryacquire s; b = r; r = tryrdlock w; c = r; r = trywrlock w; d = r }");
  for (int i = 0; i < 3; i++) machine.step(thread(0), 0);
  EXPECT_EQ(value(machine, 0), 1);
  EXPECT_EQ(value(machine, 1), 0);
  EXPECT_EQ(value(machine, 2), 1);
  Machine copy = machine;
  run(copy, 1);
  EXPECT_EQ(value(copy, 3), 0);
  EXPECT_EQ(value(copy, 4), 0);
  EXPECT_EQ(value(copy, 5), 1);
  EXPECT_EQ(value(copy, 6), 0);
  EXPECT_EQ(value(copy, 2), 2);
  EXPECT_EQ(value(machine, 2), 1) << "a copy is independent";
  run(machine, 0);
  EXPECT_EQ(machine.status(thread(0)), ThreadStatus::kEnded);
  EXPECT_FALSE(machine.error());
  run(machine, 1);
  for (uint32_t object : {3, 4, 5}) EXPECT_EQ(value(machine, object), 1);
  EXPECT_EQ(value(machine, 6), 0) << "the thread's own read lock keeps it from writing";
}

TEST(Machine, WaitIsEnqueueUnlockWakeLock) {
  Machine machine = machine_of("mutex m\ncond c\nthread A { lock m; wait c, m; unlock m }\nthread B { signal c }");
  machine.step(thread(0), 0);
  std::vector<OpCode> codes;
  for (int i = 0; i < 2; i++) {
    codes.push_back(machine.next(thread(0)).code);
    machine.step(thread(0), 0);
  }
  EXPECT_EQ(codes, (std::vector{OpCode::kEnqueue, OpCode::kUnlock}));
  EXPECT_EQ(value(machine, 0), 0);
  EXPECT_EQ(value(machine, 1), 1);
  EXPECT_EQ(machine.next(thread(0)).code, OpCode::kWake);
  EXPECT_EQ(machine.choices(thread(0)), 0u);
  machine.step(thread(1), 1);
  EXPECT_EQ(value(machine, 1), 0);
  EXPECT_EQ(machine.choices(thread(0)), 1u);
  machine.step(thread(0), 0);
  EXPECT_EQ(machine.next(thread(0)).code, OpCode::kLock);
  run(machine, 0);
  EXPECT_EQ(machine.status(thread(0)), ThreadStatus::kEnded);
}

TEST(Machine, SignalWakesTheChosenAndBroadcastAll) {
  Machine machine = machine_of(
      "mutex m\ncond c\nthread W[3] { lock m; wait c, m; unlock m }\nthread S { signal c; broadcast c; signal c }");
  for (uint32_t t = 0; t < 3; t++) EXPECT_EQ(run(machine, t), 3u);
  EXPECT_EQ(value(machine, 1), 7);
  EXPECT_EQ(machine.choices(thread(3)), 3u);
  machine.step(thread(3), 2);
  EXPECT_EQ(value(machine, 1), 5);
  EXPECT_EQ(machine.choices(thread(0)), 0u);
  EXPECT_EQ(machine.choices(thread(1)), 1u);
  machine.step(thread(3), 0);
  EXPECT_EQ(value(machine, 1), 0);
  machine.step(thread(3), 0);
  for (uint32_t t = 0; t < 3; t++) run(machine, t);
  for (uint32_t t = 0; t < 4; t++) EXPECT_EQ(machine.status(thread(t)), ThreadStatus::kEnded);
}

TEST(Machine, TimedWaitTellsWhetherItWasWoken) {
  Machine machine = machine_of(
      "mutex m[2]\ncond c\nvar x\nthread A { lock m[0]; r = 0; r = timedwait c, m[r]; x = r + 1; unlock m[0] }\n"
      "thread B { signal c }");
  Machine woken = machine;
  run(machine, 0);
  EXPECT_EQ(value(machine, 3), 1);
  EXPECT_EQ(value(machine, 2), 0);
  for (int i = 0; i < 3; i++) woken.step(thread(0), 0);
  EXPECT_EQ(woken.next(thread(0)).code, OpCode::kLeave);
  woken.step(thread(1), 1);
  run(woken, 0);
  EXPECT_EQ(value(woken, 3), 2);
  EXPECT_EQ(woken.status(thread(0)), ThreadStatus::kEnded);
  EXPECT_FALSE(woken.error());
}

TEST(Machine, StartsSpawnedThreadsAtTheSpawn) {
  Machine machine = machine_of("var x\nthread A { i = 1; spawn T[i]; join T[i] }\nthread T[2] { x = me }");
  EXPECT_EQ(machine.status(thread(1)), ThreadStatus::kNotStarted);
  EXPECT_EQ(machine.next(thread(0)).partner, thread(2));
  machine.step(thread(0), 0);
  EXPECT_EQ(machine.status(thread(2)), ThreadStatus::kReady);
  EXPECT_EQ(machine.status(thread(1)), ThreadStatus::kNotStarted);
  EXPECT_EQ(machine.choices(thread(0)), 0u);
  machine.step(thread(2), 0);
  EXPECT_EQ(machine.status(thread(2)), ThreadStatus::kEnded);
  EXPECT_EQ(machine.choices(thread(0)), 1u);
}

TEST(Machine, FailsVisiblyAndParks) {
  Machine machine =
      machine_of("var x\nthread A {\n  r = x\n  assert r == 1 && r != 2\n}\nthread B { fail }\nthread C { join A }");
  machine.step(thread(0), 0);
  EXPECT_EQ(machine.next(thread(0)).code, OpCode::kFail);
  EXPECT_TRUE(machine.failures().empty());
  machine.step(thread(0), 0);
  ASSERT_EQ(machine.failures().size(), 1u);
  EXPECT_EQ(machine.failures()[0].message, "assertion failed: r == 1 && r != 2");
  EXPECT_EQ(machine.failures()[0].thread, thread(0));
  EXPECT_EQ(machine.status(thread(0)), ThreadStatus::kParked);
  EXPECT_EQ(machine.choices(thread(2)), 0u) << "a parked thread is not joinable";
  machine.step(thread(1), 0);
  EXPECT_EQ(machine.failures()[1].message, "'fail' reached");
  machine.restart();
  EXPECT_TRUE(machine.failures().empty());
  EXPECT_EQ(machine.status(thread(0)), ThreadStatus::kReady);
  EXPECT_FALSE(machine.was_cut());
}

TEST(Machine, CutsAtTheStepLimit) {
  Machine machine = machine_of("var x\nthread A { while 1 { x = 1 } }\nthread B { x = 1; x = 2 }");
  machine.set_step_limit(2);
  EXPECT_EQ(run(machine, 1), 2u);
  EXPECT_EQ(machine.status(thread(1)), ThreadStatus::kEnded);
  EXPECT_FALSE(machine.was_cut());
  EXPECT_EQ(run(machine, 0), 2u);
  EXPECT_EQ(machine.status(thread(0)), ThreadStatus::kParked);
  EXPECT_TRUE(machine.was_cut());
  machine.restart();
  EXPECT_FALSE(machine.was_cut());
  machine.set_step_limit(0);
  EXPECT_EQ(machine.choices(thread(0)), 0u);
  EXPECT_TRUE(machine.was_cut());
  machine.restart();
  EXPECT_TRUE(machine.was_cut());
}

TEST(Machine, CutsEndlessLocalLoops) {
  Machine machine = machine_of("var x\nthread A { x = 1; while 1 { } }\nthread B { while 1 { r = r + 1 } }");
  EXPECT_EQ(machine.status(thread(1)), ThreadStatus::kParked);
  EXPECT_TRUE(machine.was_cut());
  run(machine, 0);
  EXPECT_EQ(machine.status(thread(0)), ThreadStatus::kParked);
}

TEST(Machine, ReportsMisuseInOneSentence) {
  EXPECT_EQ(misuse_of("mutex m\nthread A { lock m }\nthread B {\n  unlock m\n}"),
            "line 4, column 3: thread B unlocks mutex m, which it does not hold; expected a lock by the same thread "
            "before");
  EXPECT_EQ(misuse_of("rwlock w\nthread A { rdlock w }\nthread B[2] { rdunlock w }"),
            "line 3, column 15: thread B[0] read-unlocks rwlock w, which it does not hold; expected a lock by the same "
            "thread before");
  EXPECT_EQ(
      misuse_of("rwlock w[2]\nthread A { rdlock w[1]; wrunlock w[1] }"),
      "line 2, column 25: thread A write-unlocks rwlock w[1], which it does not hold; expected a lock by the same "
      "thread before");
  EXPECT_EQ(
      misuse_of("mutex m\ncond c\nthread A { wait c, m }"),
      "line 3, column 12: thread A waits with mutex m, which it does not hold; expected a lock by the same thread "
      "before");
  EXPECT_EQ(misuse_of("var a[2]\nthread A { r = 2; a[r] = 1 }"),
            "line 2, column 19: thread A uses a[2]; expected an index from 0 to 1");
  EXPECT_EQ(misuse_of("var a[2]\nthread A[3] { a[me] = 1 }"),
            "line 2, column 15: thread A[2] uses a[2]; expected an index from 0 to 1");
  EXPECT_EQ(misuse_of("thread A { r = -1; spawn B[r] }\nthread B[2] { }"),
            "line 1, column 20: thread A uses B[-1]; expected an index from 0 to 1");
  EXPECT_EQ(misuse_of("var x\nthread A { r = x; x = 1 / r }"),
            "line 2, column 19: thread A divides by zero; expected a divisor other than 0");
  EXPECT_EQ(misuse_of("thread A { spawn B; spawn B }\nthread B { }"),
            "line 1, column 21: thread A spawns B, which has already been started; expected one spawn of a thread");
  EXPECT_EQ(misuse_of("var x\nthread A { r = x; r = choose r }"),
            "line 2, column 19: thread A chooses among 0; expected 1 to 1000000");
  EXPECT_EQ(misuse_of("thread A[2] { r = choose me }"),
            "line 1, column 15: thread A[0] chooses among 0; expected 1 to 1000000");
  EXPECT_EQ(misuse_of("var a[2]\nthread A { r = 1; swap a[1], a[r] }"),
            "line 2, column 19: thread A names the variable a[1] twice; expected two different variables");
  EXPECT_EQ(misuse_of("var a[2]\nthread A[2] { copy a[0], a[me] }"),
            "line 2, column 15: thread A[0] names the variable a[0] twice; expected two different variables");
}

TEST(Machine, KeepsTheFirstErrorAndGoesOn) {
  Machine machine = machine_of("mutex m\nvar x\nthread A { unlock m; x = 1 }\nthread B { x = 2 }");
  run(machine, 0);
  EXPECT_EQ(machine.status(thread(0)), ThreadStatus::kParked);
  EXPECT_TRUE(machine.failures().empty());
  run(machine, 1);
  EXPECT_EQ(value(machine, 1), 2);
  machine.restart();
  EXPECT_TRUE(machine.error().has_value());
}

TEST(Machine, RestartsToTheSameState) {
  for (const auto& file : program_files()) {
    Machine machine = machine_of(contents(file));
    machine.set_step_limit(20);
    Machine fresh = machine;
    for (uint32_t t = 0; t < machine.thread_count(); t++) run(machine, t);
    machine.restart();
    for (uint32_t t = 0; t < machine.thread_count(); t++) {
      ASSERT_EQ(machine.status(thread(t)), fresh.status(thread(t)));
      ASSERT_EQ(run(machine, t), run(fresh, t)) << file;
    }
    for (uint32_t o = 0; o < machine.object_count(); o++) ASSERT_EQ(value(machine, o), value(fresh, o));
    EXPECT_FALSE(machine.error()) << file << ": " << to_string(*machine.error());
  }
}

TEST(Machine, DescribesOperationsInTheWordsOfTheLanguage) {
  Machine machine = machine_of(
      "var x, a[2], y\nmutex m\ncond c\n"
      "thread A { x = 1; r = x; a[r] = r + 1; r = cas x, r, 2; fetch_add x, 3; await x != 0; lock m; wait c, m; "
      "r, s = load2 x, y; cas2 x, y, 1, 2, 3, 4; join B[1]; r = choose 3; assert r == 3 }\n"
      "thread B[2] { }\nthread C { signal c }");
  EXPECT_EQ(machine.thread_name(thread(0)), "A");
  EXPECT_EQ(machine.thread_name(thread(2)), "B[1]");
  EXPECT_EQ(machine.object_name(ObjectId(2)), "a[1]");
  std::vector<std::string> texts;
  while (machine.status(thread(0)) == ThreadStatus::kReady) {
    if (machine.choices(thread(0)) == 0) machine.step(thread(3), 1);
    texts.push_back(machine.describe(machine.next(thread(0))));
    machine.step(thread(0), 0);
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"x = 1", "r = load x", "a[1] = 2", "r = cas x, 1, 2", "fetch_add x, 3",
                                             "await x != 0", "lock m", "enqueue c", "unlock m", "wake", "lock m",
                                             "r, s = load2 x, y", "cas2 x, y, 1, 2, ...", "join B[1]", "r = choose 3",
                                             "fail: assertion failed: r == 3"}));
}

}  // namespace
}  // namespace mazurka::toy
