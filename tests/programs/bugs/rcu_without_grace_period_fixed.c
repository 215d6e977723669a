// expect: verified
// rcu_without_grace_period.c with the repair that is in it.
#define FIXED
#include "rcu_without_grace_period.c"
