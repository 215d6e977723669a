// expect: verified 4
// flags: -DORDER=memory_order_release
// toy: var ready
// toy: thread writer { ready = 1 }
// toy: thread reader { r = ready; if r == 0 { r = ready; if r == 0 { r = ready } } }
#include "only_plain_access.c"
