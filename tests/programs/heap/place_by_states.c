// expect: bug data_race
// options: --algorithm=stateful
// message: end of the function of T0 whose variable it is
// fixed: verified
// uncounted: states are explored, not traces
// As function_returns_too_soon.c, where calls of our functions come another way.
#include "function_returns_too_soon.c"
