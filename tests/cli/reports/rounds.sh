#!/usr/bin/env bash
# Of a loop that goes on until somebody stops it, a report shows no more rounds than the bug needs.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# cost: 3

make_dir
cd "$dir" || exit 1
cat >worker.cpp <<'END'
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>
std::atomic<bool> stop = false;
std::atomic<int> rounds = 0;
int ticks = 0;
int main(int argc, char**) {
  std::thread worker([] {
    for (; !stop; rounds++) {
      ticks++;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(35));
  stop = true;
  if (argc > 1) assert(rounds < 20);   // needs twenty of them
  else assert(ticks >= 0);             // a race
  worker.join();
}
END
steps() {  # the number of steps of the first bug
  python3 -c 'import json, sys; print(len(json.load(sys.stdin)["bugs"][0]["steps"]))' <"$1"
}
"$MAZURKA" check worker.cpp --quiet --format=json --out out >race.json 2>errors </dev/null
(($? == 1)) || fail "no race: $(cat errors)"
(($(steps race.json) <= 8)) || fail "the race is shown with $(steps race.json) steps"
cp out/worker program
"$MAZURKA" check ./program --races=ignore --quiet --format=json --out out -- more >assertion.json 2>errors </dev/null
(($? == 1)) || fail "no failed assertion: $(cat errors)"
(($(steps assertion.json) >= 40 && $(steps assertion.json) <= 100)) || fail "the assertion is shown with $(steps assertion.json) steps"
"$MAZURKA" replay out/bug-1.trace --quiet >text 2>errors </dev/null
(($? == 1)) || fail "the shorter schedule does not replay: $(cat text errors)"
