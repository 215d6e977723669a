// The ways in which a program or a thread ends, well or badly.
#include <cxxabi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <exception>
#include <typeinfo>

#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/threads/checked_part.hpp"
#include "runtime/engine/threads/thread_data.hpp"
#include "runtime/engine/verifier_functions.hpp"
#include "runtime/entries/stdio/open_streams.hpp"
#include "runtime/entries/threads/quiet_exit.hpp"
#include "runtime/entries/threads/thread_locals.hpp"
#include "runtime/entries/threads/thread_unwinding.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/system_calls.hpp"
#include "runtime/kernel/test_failures.hpp"
#include "runtime/platform/next_function.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/platform/text.hpp"

using namespace mazurka;
using namespace mazurka::runtime;
using protocol::BugKind;

namespace {

// The type of the exception that the current thread is handling, as the program's C++ library sees it.
const std::type_info* current_exception_type() {
  static auto* find = reinterpret_cast<std::type_info* (*)()>(symbol_of_program("__cxa_current_exception_type"));
  return find == nullptr ? nullptr : find();
}

// What the exception that the current thread is handling says of itself, if it is a std::exception of libstdc++; else
// null. std::current_exception() returns, through a hidden pointer, an object that holds the exception's address.
const char* current_exception_text(const std::type_info* type) {
  auto* base = static_cast<const std::type_info*>(symbol_of_program("_ZTISt9exception"));
  auto* find = reinterpret_cast<void (*)(void**)>(symbol_of_program("_ZSt17current_exceptionv"));
  bool is_libstdcxx = symbol_of_program("_ZNKSt9type_info10__do_catchEPKS_PPvj") != nullptr;
  if (base == nullptr || find == nullptr || !is_libstdcxx) return nullptr;
  void* object = nullptr;
  find(&object);
  if (object == nullptr || !base->__do_catch(type, &object, 1)) return nullptr;
  return static_cast<const std::exception*>(object)->what();
}

// A test framework has printed what went wrong.
void tell_test_failure(uint64_t pc) {
  if (Text said; find_test_failure(said)) report_failure(BugKind::kAssertion, said.get(), pc);
}

[[noreturn]] void terminated(uint64_t pc) {
  tell_test_failure(pc);
  if (const std::type_info* type = current_exception_type()) {
    Text message;
    const char* name = type->name();
    auto* demangle =
        reinterpret_cast<char* (*)(const char*, char*, size_t*, int*)>(symbol_of_program("__cxa_demangle"));
    char* readable = demangle == nullptr ? nullptr : demangle(name, nullptr, nullptr, nullptr);
    message.add("uncaught exception of type ").add(readable == nullptr ? name : readable);
    if (const char* text = current_exception_text(type); text != nullptr && *text != 0) message.add(": ").add(text);
    report_failure(BugKind::kUncaughtException, message.get(), pc);
  }
  report_failure(BugKind::kUncaughtException,
                 "std::terminate was called without an exception (a joinable std::thread was destroyed?)", pc);
}

}  // namespace

// pthread_cleanup_push in C: the macro registers a place to jump to, and what runs there calls __pthread_unwind_next at
// its end.
MAZURKA_STAND_IN(void, __pthread_register_cancel, (void* buffer)) {
  if (is_checked()) change_data_of(current_thread()).cleanups.push_back(buffer);
}
MAZURKA_STAND_IN(void, __pthread_unregister_cancel, (void* buffer)) {
  if (!is_checked()) return;
  auto& cleanups = change_data_of(current_thread()).cleanups;
  if (!cleanups.empty() && cleanups.back() == buffer) cleanups.pop_back();
}
// The same with deferred cancellation, which is the only one there is.
MAZURKA_STAND_IN(void, __pthread_register_cancel_defer, (void* buffer)) {
  mazurka_stand_in___pthread_register_cancel(buffer);
}
MAZURKA_STAND_IN(void, __pthread_unregister_cancel_restore, (void* buffer)) {
  mazurka_stand_in___pthread_unregister_cancel(buffer);
}
MAZURKA_STAND_IN(void, __pthread_unwind_next, (void*)) {
  if (is_checked()) unwind_and_end(user_threads.own().end.result);
  __builtin_trap();
}

MAZURKA_STAND_IN(void, pthread_exit, (void* result)) {
  if (!is_checked()) {
    MAZURKA_REAL(pthread_exit)(result);
    __builtin_unreachable();
  }
  user_threads.own().end.result = result;
  ignore_cancellation();
  unwind_and_end(result);
}

MAZURKA_STAND_IN(void, __assert_fail, (const char* expression, const char* file, unsigned line, const char* function)) {
  if (!is_checked()) {
    MAZURKA_REAL(__assert_fail)(expression, file, line, function);
    __builtin_unreachable();
  }
  Text message;
  message.add("assertion failed: ").add(expression);
  report_failure(BugKind::kAssertion, message.get(), MAZURKA_CALLER);
}

MAZURKA_STAND_IN(void, abort, ()) {
  if (!is_checked()) {
    MAZURKA_REAL(abort)();
    __builtin_unreachable();
  }
  if (is_assumption(MAZURKA_CALLER)) program->assume_away(MAZURKA_CALLER);
  if (current_exception_type() != nullptr) terminated(MAZURKA_CALLER);
  report_failure(BugKind::kAbort, "abort() was called", MAZURKA_CALLER);
}

// std::terminate, as programs call it.
MAZURKA_STAND_IN(void, _ZSt9terminatev, ()) {
  if (!is_checked()) {
    auto* real = MAZURKA_REAL(_ZSt9terminatev);
    if (real != nullptr) real();
    abort();
  }
  terminated(MAZURKA_CALLER);
}

namespace {
uint64_t place_of_main = 0;
}  // namespace

void mazurka::runtime::tell_place_of_main(uint64_t pc) {
  place_of_main = pc;
}

MAZURKA_STAND_IN(void, exit, (int status)) {
  if (is_checked() && status == 0) refuse_end_in_checked_part(MAZURKA_CALLER);
  if (is_checked() && status != 0) {
    tell_test_failure(MAZURKA_CALLER);
    Text message;
    message.add("exit with status ").add(status < 0 ? "-" : "").add_number(static_cast<uint64_t>(labs(long{status})));
    // main has returned to us: nothing says from which of its lines.
    const uint64_t caller = MAZURKA_CALLER;
    report_failure(BugKind::kExit, message.get(), is_own_code(caller) ? place_of_main : caller);
  }
  begin_exit(MAZURKA_CALLER);
  if (is_checked()) {
    destroy_thread_locals();
    if (exit_changes_nothing()) leave_program(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)));
  }
  // libc runs the handlers; the system call at its end comes to us.
  MAZURKA_REAL(exit)(status);
  __builtin_unreachable();
}
