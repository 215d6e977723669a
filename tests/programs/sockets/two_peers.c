// expect: bug user_failure
// message: of its script), but got "
// peer: connect 8781
// peer: send "1"
// peer: expect "1"
// peer: expect end
// peer: peer
// peer: connect 8781
// peer: send "2"
// peer: expect "2"
// peer: expect end
// Two peers at the same time: either may be the first.
// fixed: verified 16
// count: They connect in two orders, the second one before or after the first was accepted. Each takes its answer
// before or after the connection ends: 2 * 2 * 2 * 2 = 16. The answer depends on who asks.
#include "server.h"

int main(void) {
  int server = listening_at(8781);
  for (int k = 1; k < 3; k++) {
    int number = accept(server, 0, 0);
    char c;
    assert(read(number, &c, 1) == 1);
#ifndef FIXED
    c = (char)('0' + k);
#endif
    assert(write(number, &c, 1) == 1);
    close(number);
  }
}
