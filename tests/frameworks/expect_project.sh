# shellcheck shell=bash
# What the project in tests/frameworks/project must give, built with an installed Mazurka. Prints what is wrong, and fails then.
# expect_project.sh PREFIX FOLDER [CMake options]: the folder is the build's.
set -uo pipefail
project=$(dirname -- "$(realpath -- "${BASH_SOURCE[0]}")")/project
prefix=$1 folder=$2
failures=0
fail() { echo "$*"; failures=$((failures + 1)); }

{ cmake -S "$project" -B "$folder" -DCMAKE_PREFIX_PATH="$prefix" "${@:3}" && cmake --build "$folder" -j 2; } >"$folder.log" 2>&1 ||
  { echo "the project does not build: $(tail -n 5 "$folder.log")"; exit 1; }
# The case that is asked for first may be from a twin that is not built yet.
ctest --test-dir "$folder" -L mazurka --output-junit "$folder/junit.xml" >"$folder.log" 2>&1
names=(mazurka.Queue. mazurka.Cache. mazurka.Pool.)
buggy=Buggy repaired=Repaired
expect_cases() {
  for name in "${names[@]}"; do
    grep -qE " ${name}$repaired \.+ +Passed" "$folder.log" || fail "ctest: '$name$repaired' did not pass: $(grep -F "$name$repaired" "$folder.log" | head -n 1)"
    grep -qE " ${name}$buggy \.+\*\*\*Failed" "$folder.log" || fail "ctest: '$name$buggy' did not fail: $(grep -F "$name$buggy" "$folder.log" | head -n 1)"
  done
}
expect_cases
# A cache that is right, a lost wake-up and a race: the reports say so.
grep -q 'gtest_cases.cpp:14: Expected equality of these values: times_computed<false>' "$folder/Testing/Temporary/LastTest.log" || fail "no text of GoogleTest"
grep -q 'bug: deadlock' "$folder/Testing/Temporary/LastTest.log" || fail "no lost wake-up"
grep -q 'bug: data race' "$folder/Testing/Temporary/LastTest.log" || fail "no data race"
programs=(gtest_cases)
if [[ -e $folder/catch2_cases_mazurka ]]; then
  names=('catch2.Queue, ' 'catch2.Cache, ' 'catch2.Pool, ') buggy=buggy repaired=repaired
  expect_cases
  grep -q 'REQUIRE( times_computed<false>() == 1 ) with expansion: 2 == 1' "$folder/Testing/Temporary/LastTest.log" || fail "no text of Catch2"
  programs+=(catch2_cases)
fi
for program in "${programs[@]}"; do
  "$prefix/bin/mazurka" test "$folder/${program}_mazurka" --quiet --out "$folder/out-$program" --junit="$folder/$program.xml" >"$folder.log" 2>&1
  [[ $? == 1 ]] || fail "mazurka test $program: $(tail -n 3 "$folder.log")"
  grep -qE '^6 cases of .*: 3 verified, 3 bugs$' "$folder.log" || fail "mazurka test $program: $(tail -n 1 "$folder.log")"
done
for document in junit "${programs[@]}"; do
  if command -v python3 >/dev/null; then
    python3 -c 'import sys, xml.dom.minidom; assert xml.dom.minidom.parse(sys.argv[1]).getElementsByTagName("testcase").length >= 6' "$folder/$document.xml" ||
      fail "$document.xml is not a JUnit report of six cases"
  fi
done
exit $((failures > 0))
