// expect: verified 27
// options: --scheduler=in-order
// count: As local_static.cpp, 3 * 3 * 3 = 27.
// The same in another order of exploration.
#include "local_static.cpp"
