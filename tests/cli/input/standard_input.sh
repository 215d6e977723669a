#!/usr/bin/env bash
# The program gets standard input, arguments and environment: the same in every execution, and again in a replay, from the trace file
# and from what lies beside it. Input that it does not read is not waited for. Where there is none to give, the verdict says so.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
export NO_COLOR=1  # terminals get colours

enter_dir
cat >reader.cpp <<'C'
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

static std::mutex mutex;
static std::string text;

static void read_as(const std::string& how) {
  std::lock_guard hold(mutex);
  char piece[100];
  long got = 0;
  if (how == "cin")
    for (std::string line; std::getline(std::cin, line);) text += line + "\n";
  if (how == "name") {
    std::ifstream file("/dev/stdin");
    for (std::string line; std::getline(file, line);) text += line + "\n";
    FILE* other = fopen("/proc/self/fd/1", "w");
    assert(other != nullptr && fputs("", other) >= 0 && fclose(other) == 0);
  }
  if (how == "read")
    while ((got = read(0, piece, 3)) > 0) text.append(piece, static_cast<size_t>(got));
  if (how == "fread")
    while ((got = static_cast<long>(fread(piece, 1, sizeof piece, stdin))) > 0) text.append(piece, static_cast<size_t>(got));
  if (how == "poll") {
    pollfd wanted = {0, POLLIN, 0};
    int there = 0;
    ioctl(0, FIONREAD, &there);
    assert(there == 14);
    while (poll(&wanted, 1, -1) == 1 && (wanted.revents & POLLIN) != 0 && read(0, piece, 1) == 1) text += piece[0];
  }
  struct stat status;
  assert(fstat(0, &status) == 0);
  if (how == "file") {
    assert(S_ISREG(status.st_mode) && status.st_size == 14 && lseek(0, 4, SEEK_SET) == 4 && read(0, piece, 4) == 4);
    assert(memcmp(piece, "two\n", 4) == 0 && pread(0, piece, 100, 0) == 14 && lseek(0, 0, SEEK_END) == 14);
    text = static_cast<const char*>(mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, 0, 0));
  }
  if (how == "pipe") {
    assert(S_ISFIFO(status.st_mode) && lseek(0, 0, SEEK_SET) == -1 && errno == ESPIPE && pread(0, piece, 9, 0) == -1);
    close(dup(0));
    assert(read(0, piece, sizeof piece) == 14 && read(0, piece, 1) == 0);
    text.assign(piece, 14);
  }
}

int main(int argc, char** argv) {
  std::string how = argc > 1 ? argv[1] : "";
  bool was_first = false;
  std::thread other([&] {
    std::lock_guard hold(mutex);
    was_first = text.empty();
  });
  read_as(how);
  other.join();
  fprintf(stderr, "[%s] [%s]\n", text.c_str(), getenv("COLOUR"));
  // A bug in one of the two orders, which needs all three.
  const char* colour = getenv("COLOUR");
  assert(!(was_first && argc > 2 && colour != nullptr && colour == text.substr(0, 3)));
  assert(how != "none" || text.empty());
}
C
"$MAZURKA" check reader.cpp --quiet --out build --max-executions=1 </dev/null >/dev/null || true
printf 'one\ntwo\nthree\n' >input
program=build/reader

check() { "$MAZURKA" check "$program" --quiet "$@" 2>&1; }
expect() {  # what the first line begins with, what it said
  [[ $2 == "$1"* ]] || fail "expected '$1', but: $2"
}

for how in cin read fread poll pipe name; do
  expect "verified: all 2 traces explored" "$(cat input | check -- $how)"
  expect "verified: all 2 traces explored" "$(cat input | check --restart=fork -- $how)"
  expect "bug: assertion failed: !(was_first" "$(cat input | COLOUR=one check --out "out-$how" -- $how bug)"
  expect $'[one\ntwo\nthree\n] [one]' "$(COLOUR=red "$MAZURKA" replay "out-$how/bug-1.trace" 2>&1 </dev/null)"
  "$MAZURKA" replay "out-$how/bug-1.trace" >/dev/null 2>&1 <input
  [[ $? == 1 ]] || fail "$how: the bug does not replay"
done
for how in cin read fread file name; do
  expect "verified: all 2 traces explored" "$(check -- $how <input)"
  expect "bug: assertion failed: !(was_first" "$(COLOUR=one check --out "out-$how" -- $how bug <input)"
  mv input moved
  "$MAZURKA" replay "out-$how/bug-1.trace" >/dev/null 2>&1 </dev/null
  [[ $? == 1 ]] || fail "$how: the bug does not replay without the file"
  mv moved input
done

# What lies beside the trace file belongs to it.
echo other >out-cin/bug-1.input
expect "mazurka: 'out-cin/bug-1.input' is not the standard input" "$("$MAZURKA" replay out-cin/bug-1.trace 2>&1)"
rm out-cin/bug-1.input
expect "mazurka: cannot read 'out-cin/bug-1.input'" "$("$MAZURKA" replay out-cin/bug-1.trace 2>&1)"
[[ $(stat -c %a out-read/bug-1.trace out-read/bug-1.input) == $'600\n600' ]] || fail "others may read the trace files"

# A pipe that nobody ends is not waited for, unless it is read.
mkfifo endless
sleep 60 >endless &
expect "verified: all 2 traces explored" "$(timeout 20 "$MAZURKA" check "$program" --quiet -- none <endless)"
expect "incomplete: stopped at --max-time=1" "$(check --max-time=1 -- read <endless)"
kill $!

said=$(head -c 70000000 /dev/zero | check -- cin)
[[ $said == verified* && $said == *$'\nassumed: standard input is empty (it is longer than 64 MB)\n'* ]] || fail "too long: $said"
if [[ -n $(type -p script) ]]; then
  said=$(script -qc "'$MAZURKA' check $program --quiet -- read" /dev/null </dev/null | tr -d '\r')
  [[ $said == verified* && $said == *$'\nassumed: standard input is empty (it is not read from a terminal)\n'* ]] || fail "terminal: $said"
  said=$(script -qc "'$MAZURKA' check $program --quiet -- none" /dev/null </dev/null | tr -d '\r')
  [[ $said == verified* && $said != *assumed* ]] || fail "terminal that is not read: $said"
fi
expect "verified: all 2 traces explored" "$(check -- none <&-)"

# Whatever other descriptors there are: what keeps the input then has the number of another one.
for closed in 3 4 5 6; do
  said=$( (for number in 3 4 5 6; do eval "exec $number>&-"; done
    for ((number = 3; number < closed; number++)); do eval "exec $number</dev/null"; done
    COLOUR=one check --out out-closed -- read bug <input))
  expect "bug: assertion failed: !(was_first" "$said"
done
finish "standard input, arguments and environment are given to every execution"
