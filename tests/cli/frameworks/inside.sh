#!/usr/bin/env bash
# cost: 10
# Checks inside of tests, <mazurka/check.hpp>: 20 in one GoogleTest program that is started as usual. Built without Mazurka, each runs
# once, with a note. A number as first argument says how often (target inside_long: 100 times, and the speed beside `mazurka check`).
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
times=${1:-1}
"$tools/mazurka-c++" -std=c++20 -g1 "$SOURCE_DIR/tests/frameworks/inside.cpp" -o inside -lgtest -lgtest_main 2>log ||
  fail "mazurka-c++ inside.cpp: $(head -n 5 log)"
./inside "--gtest_repeat=$times" --gtest_brief=1 >said 2>&1 || fail "inside: $(grep -m 20 -vE '^$' said)"
[[ $(grep -c '^\[  PASSED  \] 11 tests.' said) == "$times" ]] || fail "not 11 tests passed $times times: $(tail -n 3 said)"

# Checked as a whole, a case that asks what its checks have found is left to the program.
"$MAZURKA" test ./inside --quiet >said 2>&1
[[ $? == 1 ]] || fail "mazurka test ./inside: $(tail -n 14 said)"
for verdict_and_case in verified=Inside.Passes incomplete=Inside.Deadlocks incomplete=Inside.ObservesAllOutcomes verified=Inside.IsATestOfItsOwn; do
  grep -qE "^${verdict_and_case%=*} +${verdict_and_case#*=} " said || fail "mazurka test ./inside: not $verdict_and_case: $(tail -n 14 said)"
done
grep -q 'the case Inside.Deadlocks makes checks of its own' said || fail "it is not said who makes the checks"

g++ -std=c++20 -O0 "-I$SOURCE_DIR/include" "$SOURCE_DIR/tests/frameworks/inside.cpp" -o plain -lgtest -lgtest_main 2>log ||
  fail "g++ inside.cpp: $(head -n 5 log)"
./plain --gtest_filter='*Passes:*Observes*:*OfItsOwn:*WithParameter*' --gtest_brief=1 >said 2>&1 || fail "the build without Mazurka: $(<said)"
[[ $(grep -c 'run once, and explore nothing' said) == 1 ]] || fail "there is no note, or more than one: $(<said)"

if ((times > 1)); then
  body='std::atomic<int> x{0}; std::vector<std::thread> t; for (int k = 0; k < 5; k++) t.emplace_back([&] { x++; x++; }); for (auto& one : t) one.join();'
  headers='#include <atomic>\n#include <thread>\n#include <vector>\n'
  printf "%b#include <gtest/gtest.h>\n#include <mazurka/check.hpp>\n#include <cstdio>\nTEST(Speed, Inside) { auto r = mazurka::check([] { %s }); printf(\"%%llu\\\\n\", r.executions()); EXPECT_TRUE(r.verified()) << r.report(); }\n" "$headers" "$body" >speed.cpp
  printf "%bint main() { %s }\n" "$headers" "$body" >alone.cpp
  "$tools/mazurka-c++" -std=c++20 speed.cpp -o speed -lgtest -lgtest_main && "$tools/mazurka-c++" -std=c++20 alone.cpp -o alone || fail "the programs for the speed"
  best_inside=999999 best_alone=999999
  for _ in 1 2 3 4 5; do
    TIMEFORMAT=%U
    inside=$({ time ./speed >/dev/null 2>&1; } 2>&1) alone=$({ time "$MAZURKA" check ./alone --quiet >/dev/null 2>&1; } 2>&1)
    best_inside=$(printf '%s\n' "$best_inside" "$inside" | sort -n | head -n 1)
    best_alone=$(printf '%s\n' "$best_alone" "$alone" | sort -n | head -n 1)
  done
  echo "seconds of the processor: $best_inside inside of a test, $best_alone by mazurka check"
  awk "BEGIN { exit !($best_inside <= 1.1 * $best_alone) }" || fail "a check inside of a test is more than 10 % slower"
fi

finish "checks inside of tests are right, $times times"
