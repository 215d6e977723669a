/* Userspace RCU's shared accesses are volatile ones, and mean what the processor makes of them: a load acquires, a store
   releases. To a compiler, and so to the detection of races, volatile says nothing about threads. */
#pragma GCC system_header
#ifndef MAZURKA_SHIM_URCU_SYSTEM_H
#define MAZURKA_SHIM_URCU_SYSTEM_H

#include_next <urcu/system.h>

#undef _CMM_LOAD_SHARED
#define _CMM_LOAD_SHARED(p) __atomic_load_n(&(p), __ATOMIC_ACQUIRE)
#undef _CMM_STORE_SHARED
#define _CMM_STORE_SHARED(x, v)                               \
  __extension__({                                             \
    __typeof__(x) mazurka_value = (v);                        \
    __atomic_store_n(&(x), mazurka_value, __ATOMIC_RELEASE);  \
    mazurka_value;                                            \
  })

#endif
