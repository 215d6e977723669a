// expect: verified
// notify_one_of_two.cpp with the repair that is in it.
#define FIXED
#include "notify_one_of_two.cpp"
