// expect: verified 1
// flags: -DONCE
// toy: thread t { }
// toy: thread u { join t }
// toy: thread main { spawn t; spawn u; join u }
#include "twice.c"
