// expect: verified
// broken_ticket_lock.c with the repair that is in it.
#define FIXED
#include "broken_ticket_lock.c"
