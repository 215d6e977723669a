// expect: verified
// iterator_invalidation.cpp with the repair that is in it.
#define FIXED
#include "iterator_invalidation.cpp"
