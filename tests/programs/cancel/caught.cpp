// expect: bug abort
// flags: -DSWALLOW
// message: was caught and not thrown on
#include "destructors.cpp"
