// Found in the place of libstdc++'s header, which it includes with one constant changed: before a thread waits for an
// atomic (std::atomic::wait, std::latch, std::barrier, std::counting_semaphore), libstdc++ looks 16 times whether it
// must. One look is as good, since others may come before or after it in any case, and sixteen make millions of traces
// that differ in nothing else: a std::latch for 3 threads has 1,470,162 instead of 22,782.
#pragma GCC system_header
#define __atomic_spin_count 1
#pragma push_macro("__atomic_spin_count")
#undef __atomic_spin_count
// Where the constant is declared, under another name, this becomes the macro that was pushed.
#define __atomic_spin_count mazurka_spin_count _Pragma("pop_macro(\"__atomic_spin_count\")")
#include_next <bits/atomic_wait.h>
#undef __atomic_spin_count
