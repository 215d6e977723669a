// expect: verified
// notify_without_mutex.c with the repair that is in it.
#define FIXED
#include "notify_without_mutex.c"
