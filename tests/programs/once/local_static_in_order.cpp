// expect: verified 27
// options: --scheduler=in-order
// The same in another order of exploration.
#include "local_static.cpp"
