// expect: verified
// published_in_constructor.cpp with the repair that is in it.
#define FIXED
#include "published_in_constructor.cpp"
