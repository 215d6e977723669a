// Found in the place of libstdc++'s header, which it includes. std::atomic<std::shared_ptr> has a lock in it. Up to version
// 12 at least, who only reads unlocks it by a relaxed operation: that orders nothing, so that its read of the pointer and
// a later write by another thread are a data race. It is reported, for it is one. With MAZURKA_FIX_ATOMIC_SHARED_PTR
// defined, the header is included as it should be, with a release there: to check a program without that race.
#pragma GCC system_header
#ifdef MAZURKA_FIX_ATOMIC_SHARED_PTR
#include <bits/atomic_base.h>
#include <bits/shared_ptr.h>
#pragma push_macro("fetch_sub")
#define fetch_sub(summand, order) fetch_sub(summand, memory_order_release)
#include_next <bits/shared_ptr_atomic.h>
#pragma pop_macro("fetch_sub")
#else
#include_next <bits/shared_ptr_atomic.h>
#endif
