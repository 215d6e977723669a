// expect: bug deadlock
// flags: -std=c++20 -DTYPE=long
#include "notify_missing.cpp"
