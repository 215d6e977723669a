// expect: bug data_race
// message: data race on pair
// struct_passed.c with another argument.
// args: large
// fixed: verified 1
// count: The thread has no step, and main only joins it: one trace.
#include <pthread.h>
#include "struct_passed.c"
