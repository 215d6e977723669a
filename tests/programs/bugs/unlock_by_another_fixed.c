// expect: verified
// unlock_by_another.c with the repair that is in it.
#define FIXED
#include "unlock_by_another.c"
