// expect: verified
// two_owners.c with the repair that is in it.
#define FIXED
#include "two_owners.c"
