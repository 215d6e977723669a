// expect: verified
// rwlock_upgrade.c with the repair that is in it.
#define FIXED
#include "rwlock_upgrade.c"
