// expect: verified
// relaxed_publication.c with the repair that is in it.
#define FIXED
#include "relaxed_publication.c"
