// expect: verified
// thread_not_joined.cpp with the repair that is in it.
#define FIXED
#include "thread_not_joined.cpp"
