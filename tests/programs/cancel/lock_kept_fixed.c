// expect: verified
// flags: -DCLEAN=1
#include "lock_kept.c"
