// expect: verified
// self_join.cpp with the repair that is in it.
#define FIXED
#include "self_join.cpp"
