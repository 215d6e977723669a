/* Variables that threads share: plain ones, or with -DATOMIC atomic ones, accessed in the order -DORDER=... */
#ifdef ATOMIC
#include <stdatomic.h>
#ifndef ORDER
#define ORDER memory_order_relaxed
#endif
#define SHARED(type) _Atomic(type)
#define LOAD(x) atomic_load_explicit(&(x), ORDER)
#define STORE(x, value) atomic_store_explicit(&(x), value, ORDER)
#else
#define SHARED(type) type
#define LOAD(x) (x)
#define STORE(x, value) ((x) = (value))
#endif
