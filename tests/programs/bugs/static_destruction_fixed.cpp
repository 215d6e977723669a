// expect: verified
// static_destruction.cpp with the repair that is in it.
#define FIXED
#include "static_destruction.cpp"
