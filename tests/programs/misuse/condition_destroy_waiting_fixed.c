// expect: verified 2
// flags: -DFIXED
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread run { lock m; r = ready; while r == 0 { wait c, m; r = ready }; unlock m }
// toy: thread main { lock m; ready = 1; signal c; unlock m; join run }
#include "condition_destroy_waiting.c"
