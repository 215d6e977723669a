#!/usr/bin/env bash
# --peer=FILE: somebody outside connects to the program. A mistake in the file is one sentence; a trace file has the script, all
# algorithms agree, and so do processes that share the work.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
sockets=$SOURCE_DIR/tests/programs/sockets
expect() { expect_first_line "$1" "$2" check --quiet --out out "${@:3}"; }  # exit code, words of the first line, arguments of mazurka check

wrong() {  # script, words of the sentence
  printf "$1" >script
  expect 2 "--peer: in 'script': $2" --peer=script "$sockets/two_peers.c"
}
expect 2 "--peer: found 'nowhere', expected the path of a file of lines" --peer=nowhere "$sockets/two_peers.c"
wrong '' "it has no line 'connect PORT'"
wrong '# only this\n\npeer\n' "it has no line 'connect PORT'"
wrong 'connect 80\nsned "x"\n' "line 2 is 'sned \"x\"', expected connect PORT, send"
wrong 'connect 0' "line 1 is 'connect 0', expected connect PORT"
wrong 'connect 65536' "line 1 is"
wrong 'connect 80 81' "line 1 is"
wrong 'send "x"' "line 1 is 'send \"x\"', expected a connect before this line"
wrong 'connect 80\nclose\nexpect end' "line 3 is 'expect end', expected a connect before this line"
wrong 'connect 80\nconnect 81' "line 2 is 'connect 81', expected a close before the peer connects again"
wrong 'connect 80\npeer\nsend "x"' "line 3 is 'send \"x\"', expected a connect before this line"
wrong 'connect 80\nsend "x' "line 2 is"
wrong 'connect 80\nsend ""' "line 2 is"
wrong 'connect 80\nsend "\\q"' "line 2 is"
wrong 'connect 80\nsend "\\x4"' "line 2 is"
wrong 'connect 80\nsend "x" y' "line 2 is"
wrong 'connect 80\nclose it' "line 2 is"
wrong 'connect 80\nsend "\xc3\xa4"' "it has a byte that is no character of ASCII"
wrong "connect 80\nsend \"$(printf 'x%.0s' {1..3000})\"" "it is longer than 3000 bytes"
wrong "$(printf 'peer\\nconnect 80\\n%.0s' {1..17})" "it has more than 16 peers"

# All escapes arrive, and are expected, as they are.
cat >echo.c <<'END_OF_PROGRAM'
#include <string.h>
#include "server.h"
int main(void) {
  char text[16];
  int number = accept(listening_at(80), 0, 0);
  assert(read(number, text, sizeof text) == 8 && memcmp(text, "\n\r\t\0\\\"\xffz", 8) == 0);
  assert(write(number, text, 8) == 8);
  assert(read(number, text, 1) == 0);
}
END_OF_PROGRAM
printf '%s\n' 'peer' '  connect 80  # there' 'send "\n\r\t\0\\\"\xfFz" # this' 'expect "\n\r\t\0\\\"\xffz"' >script
expect 0 "verified" --peer=script -I "$sockets" echo.c
printf '%s\n' 'connect 80' 'send "\n\r\t\0\\\"\xfFz"' 'expect "\n\r\t\0\\\"\x01"' >script
expect 1 'bug: the peer expected "\n\r\t\x00\\\"\x01" (line 3 of its script), but got "\n\r\t\x00\\\"\xff"' --peer=script -I "$sockets" echo.c
printf '%s\n' 'connect 80' 'send "\n\r\t\0\\\"\xfFz"' 'expect end' >script
expect 1 'bug: the peer expected the end of the connection (line 3 of its script), but got "\n' --peer=script out/echo
# Nobody listens there.
printf '%s\n' 'connect 80' 'send "\n\r\t\0\\\"\xfFz"' 'expect "\n\r\t\0\\\"\xffz"' 'peer' 'connect 81' >script
expect 1 'deadlock: T2 waits' --peer=script out/echo

# The script is in the trace file.
printf '%s\n' 'connect 8781' 'send "1"' 'expect "1"' peer 'connect 8781' 'send "2"' 'expect "2"' >script
expect 1 "bug: the peer expected" --peer=script "$sockets/two_peers.c"
mv script gone
expect_first_line 1 "bug: the peer expected" replay out/bug-1.trace
mv gone script
"$MAZURKA" replay out/bug-1.trace >said 2>&1
grep -q 'T1 (peer)' said || fail "a replay does not call a peer so"

# As many traces by every algorithm, and by several processes.
"$MAZURKA" check --quiet --out out -DFIXED --peer=script "$sockets/two_peers.c" >said || fail "two peers: $(head -n 1 said)"
traces=$(grep -o 'all [0-9]* traces' said)
for how in --algorithm=optimal --jobs=2 --restart=fork --check-restarts; do
  expect 0 "$traces" $how --peer=script out/two_peers
done
expect 0 "verified" --algorithm=source --peer=script out/two_peers
expect 0 "verified" --algorithm=stateful --check-states --peer=script out/two_peers
finish "somebody outside connects to the program"
