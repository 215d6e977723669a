// expect: verified
// promise_twice.cpp with the repair that is in it.
#define FIXED
#include "promise_twice.cpp"
