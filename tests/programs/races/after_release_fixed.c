// expect: verified 4
// flags: -DBEFORE
// toy: var ready
// toy: thread writer { ready = 1 }
// toy: thread reader { r = ready; if r == 0 { r = ready; if r == 0 { r = ready } } }
#include "after_release.c"
