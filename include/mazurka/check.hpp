// Checks inside a test: all executions of a function are explored while the program around it runs as always. C++17.
//
//   TEST(Queue, Fifo) {
//     auto result = mazurka::check({.max_time = std::chrono::seconds(10)}, [] {
//       Queue queue;
//       std::jthread pusher([&] { queue.push(1); });
//       EXPECT_EQ(queue.pop(), 1);
//     });
//     EXPECT_TRUE(result.verified()) << result.report();
//   }
//
// The program is built with mazurka-c++ and started as usual. A check starts it once more, under `mazurka`, up to the
// same call (with GoogleTest, Catch2, doctest and Boost.Test: the same case, if their header is included before this
// one), and explores what the function does from there on. So a crash in it is a failed check, and the program goes on.
// What the program does before the call must be the same again, and leave no threads running. The function must return,
// and what it changes is gone afterwards.
//
// In a program that is checked as a whole (`mazurka check`, `mazurka test`), the function runs in its place; a test
// that wants to know what the check has found makes the verdict incomplete. In a build without Mazurka the function
// runs once, and a note on standard error says so.
#ifndef MAZURKA_CHECK_HPP
#define MAZURKA_CHECK_HPP

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "checks/current_case.hpp"
#include "checks/started_check.hpp"
#include "mazurka.hpp"

extern "C" {
int mazurka_is_checked(void) __attribute__((weak));
void mazurka_begin_check(void) __attribute__((weak));
void mazurka_end_check(void) __attribute__((weak));
void mazurka_refuse_check(void) __attribute__((weak));
}

namespace mazurka {

struct CheckOptions {
  std::chrono::duration<double> max_time{0};  // 0: no limit
  unsigned jobs = 1;                          // processes that explore
  std::vector<std::string> options = {};      // others of `mazurka check`: {"--leaks", "--spurious-wakeups"}
};

namespace checks {

// Before a question that only a check of its own could answer: in a program that is checked as a whole this does not
// return.
inline void leave_to_program() {
  if (mazurka_is_checked && mazurka_is_checked() != 0 && wanted_call().empty()) mazurka_refuse_check();
}

}  // namespace checks

class CheckResult {
 public:
  // Everything was explored, and there is no bug. Also if it was not checked but ran once, in a build without Mazurka:
  // was_checked() tells.
  bool verified() const { return facts_.verdict == "verified"; }
  // A bug of this kind was found: "data_race", "deadlock", "assertion", as in the JSON report; or "bug" for any.
  bool found(const std::string& kind) const {
    if (!is_known()) return true;
    return kind == "bug" ? !facts_.kinds.empty() : facts_.kinds.count(kind) != 0;
  }
  // "verified", "bug", "incomplete", "vacuous" or "error".
  const std::string& verdict() const { return facts_.verdict; }
  bool was_checked() const { return facts_.is_real; }
  unsigned long long executions() const { return facts_.executions; }
  // What executions came to (mazurka::observe): "a=1, b=2".
  const std::set<std::string>& outcomes() const {
    is_known();
    return facts_.outcomes;
  }
  // Exactly these are the outcomes; also if it was not checked.
  bool came_to(const std::set<std::string>& outcomes) const { return !is_known() || facts_.outcomes == outcomes; }
  // The whole report, for a person.
  const std::string& report() const { return facts_.report; }

  explicit CheckResult(checks::Facts facts) : facts_(std::move(facts)) {}

 private:
  bool is_known() const {
    if (!facts_.is_real) checks::leave_to_program();
    return facts_.is_real;
  }

  checks::Facts facts_;
};

namespace checks {

// A function that was not checked here: it ran once, or will be checked by another process.
inline CheckResult unchecked(const char* report) {
  Facts facts;
  facts.verdict = "verified";
  facts.report = report;
  facts.is_real = false;
  return CheckResult(facts);
}

inline bool& is_inside() {
  static bool inside = false;
  return inside;
}

// In the process that was started for a check.
template <class Function>
CheckResult in_started_program(const std::string& wanted, const Call& call, const Case& current, Function& function) {
  if (is_inside()) mazurka_fail("mazurka::check was called inside of mazurka::check: checks do not nest");
  if (call.name() != wanted) {
    Facts facts;
    if (read_result(call.folder(), facts)) return CheckResult(facts);  // what it gave before
    return unchecked("checked by another process");
  }
  is_inside() = true;
  const unsigned long failures = current.failures == nullptr ? 0 : current.failures();
  mazurka_begin_check();
  [&]() noexcept { function(); }();  // nobody else may catch what it throws
  if (current.failures != nullptr && current.failures() != failures) std::exit(1);  // it has said why
  mazurka_end_check();
  return unchecked("");  // not reached
}

inline void note_once(const Call& call) {
  static bool noted = false;
  if (!noted)
    std::fprintf(stderr,
                 "mazurka: this program was not built with mazurka-c++: the check at %s:%d and others run once, and "
                 "explore nothing\n",
                 call.file, call.line);
  noted = true;
}

}  // namespace checks

// Explores all executions of function().
template <class Function>
CheckResult check(const CheckOptions& options, Function&& function, checks::Case current = checks::current_case(),
                  const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  const checks::Call call(file, line, current);
  if (!mazurka_is_checked) {
    checks::note_once(call);
    function();
    return checks::unchecked("ran once: the program was not built with mazurka-c++");
  }
  if (mazurka_is_checked() != 0) {
    const std::string wanted = checks::wanted_call();
    if (!wanted.empty()) return checks::in_started_program(wanted, call, current, function);
    function();
    return checks::unchecked("ran as a part of a program that is checked as a whole");
  }
  std::vector<std::string> words = options.options;
  if (options.max_time.count() > 0) words.push_back("--max-time=" + std::to_string(options.max_time.count()));
  if (options.jobs != 1) words.push_back("--jobs=" + std::to_string(options.jobs));
  return CheckResult(checks::start_check(call, current, words));
}
template <class Function, class = std::enable_if_t<std::is_invocable_v<Function>>>
CheckResult check(Function&& function, checks::Case current = checks::current_case(),
                  const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  return check(CheckOptions{}, std::forward<Function>(function), std::move(current), file, line);
}

// What this execution comes to: CheckResult::outcomes() has all of them, by name. A name may get several values.
inline void observe(const std::string& name, const std::string& value) {
  mazurka_observe(name.c_str(), value.c_str());
}
inline void observe(const std::string& name, const char* value) {
  mazurka_observe(name.c_str(), value);
}
template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number> || std::is_enum_v<Number>>>
void observe(const std::string& name, Number value) {
  if constexpr (std::is_enum_v<Number>)
    observe(name, static_cast<std::underlying_type_t<Number>>(value));
  else if constexpr (std::is_same_v<Number, bool>)
    observe(name, value ? "true" : "false");
  else
    observe(name, std::to_string(value));
}

}  // namespace mazurka

// MAZURKA_TEST(Queue, Fifo) { ... }: a case of the framework whose header was included before, all executions of which
// are explored. EXPECT_MAZURKA_FINDS(data_race, [] { ... }): the check must find such a bug.
#define MAZURKA_TEST(suite, name)                                                                               \
  static void mazurka_body_of_##suite##_##name();                                                               \
  MAZURKA_CASE_OF_FRAMEWORK(suite, name) {                                                                      \
    const ::mazurka::CheckResult mazurka_result = ::mazurka::check([] { mazurka_body_of_##suite##_##name(); }); \
    MAZURKA_EXPECT_OF_FRAMEWORK(mazurka_result.verified(), mazurka_result.report());                            \
  }                                                                                                             \
  static void mazurka_body_of_##suite##_##name()

#define EXPECT_MAZURKA_FINDS(kind, ...)                                                    \
  do {                                                                                     \
    ::mazurka::checks::leave_to_program();                                                 \
    const ::mazurka::CheckResult mazurka_result = ::mazurka::check(__VA_ARGS__);           \
    MAZURKA_EXPECT_OF_FRAMEWORK(mazurka_result.found(#kind),                               \
                                "expected " #kind ", found:\n" + mazurka_result.report()); \
  } while (0)

#endif
