// Found in the place of libc++'s header, which it includes with one function put aside and done otherwise: before a thread
// waits for an atomic, libc++ looks at it again and again, 64 times and then for 64 microseconds. One look is as good,
// since others may come before or after it in any case. Where libc++ does nothing but look, with ever longer sleeps in
// between (std::barrier, timed waits for a semaphore), it is an await.
#pragma GCC system_header
#ifndef MAZURKA_POLL_WITH_BACKOFF
#define MAZURKA_POLL_WITH_BACKOFF
#include <__config>
#pragma push_macro("__libcpp_thread_poll_with_backoff")
#define __libcpp_thread_poll_with_backoff mazurka_thread_poll_with_backoff
#include_next <__thread/poll_with_backoff.h>
#pragma pop_macro("__libcpp_thread_poll_with_backoff")

extern "C" {
void mazurka_await_begin(void) __attribute__((weak));
void mazurka_await_retry(void) __attribute__((weak));
void mazurka_await_end(void) __attribute__((weak));
int mazurka_polling_times_out(long long __nanoseconds) __attribute__((weak));
}

_LIBCPP_BEGIN_NAMESPACE_STD

struct __libcpp_timed_backoff_policy;

template <class _Poll, class _Backoff>
_LIBCPP_HIDE_FROM_ABI bool __mazurka_poll(_Poll& __poll, _Backoff& __backoff) {
  for (;;) {
    if (__poll()) return true;
    if (__backoff(chrono::nanoseconds(3600000000000LL))) return false;
  }
}

template <class _Poll>
_LIBCPP_HIDE_FROM_ABI bool __mazurka_poll(_Poll& __poll, __libcpp_timed_backoff_policy&) {
  if (mazurka_await_begin) mazurka_await_begin();
  while (!__poll())
    if (mazurka_await_retry) mazurka_await_retry();
  if (mazurka_await_end) mazurka_await_end();
  return true;
}

template <class _Poll, class _Backoff>
_LIBCPP_HIDE_FROM_ABI bool __libcpp_thread_poll_with_backoff(
    _Poll&& __poll, _Backoff&& __backoff, chrono::nanoseconds __max_elapsed = chrono::nanoseconds::zero()) {
  if (__max_elapsed != chrono::nanoseconds::zero()) {
    if (__poll()) return true;
    if (!mazurka_polling_times_out || mazurka_polling_times_out(__max_elapsed.count())) return false;
  }
  return __mazurka_poll(__poll, __backoff);
}

_LIBCPP_END_NAMESPACE_STD

#endif
