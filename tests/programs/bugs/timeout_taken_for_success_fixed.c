// expect: verified
// timeout_taken_for_success.c with the repair that is in it.
#define FIXED
#include "timeout_taken_for_success.c"
