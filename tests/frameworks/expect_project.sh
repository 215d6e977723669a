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
  # Names of all kinds come through: each case has as many executions as is said here.
  [[ $(grep -cE ' names\..* \.* +Passed' "$folder.log") == 24 ]] || fail "ctest: $(grep -E ' names\..*(Failed|Skipped|Not Run)' "$folder.log" | head -n 5)"
  executions=$(sed -nE 's/^verified .* ([0-9]+) +[0-9.]+ s$/\1/p' "$folder/Testing/Temporary/LastTest.log" | sort -n | tail -n 24 | tr '\n' ' ')
  [[ $executions == *' 20 21 22 23 24 25 '* ]] || fail "ctest: not each name has chosen its own case: $executions"
fi
# A page about each bug lies beside its trace.
pages=$(find "$folder/mazurka" -name 'bug-1.html' | wc -l)
[[ $pages == $((3 * ${#programs[@]})) ]] || fail "ctest left $pages pages about bugs"

# The same by `mazurka test`, with one document of each kind for all cases.
for program in "${programs[@]}"; do
  out=$folder/out-$program
  "$prefix/bin/mazurka" test "$folder/${program}_mazurka" --quiet --out "$out" --junit="$out.xml" --sarif="$out.sarif" --html="$out.html" >"$folder.log" 2>&1
  [[ $? == 1 ]] || fail "mazurka test $program: $(tail -n 3 "$folder.log")"
  grep -qE '^6 cases of .*: 3 verified, 3 bugs$' "$folder.log" || fail "mazurka test $program: $(tail -n 1 "$folder.log")"
  for name in Queue Cache Pool; do
    grep -qE "^bug +$name[., ]+[Bb]uggy " "$folder.log" && grep -qE "^verified +$name[., ]+[Rr]epaired " "$folder.log" ||
      fail "mazurka test $program: the rows of $name: $(grep -E "^[a-z]+ +$name" "$folder.log")"
  done
done

python3 - "$folder" "${programs[@]}" <<'PYTHON' || fail "the documents are not what they should be"
import json, pathlib, re, sys, xml.etree.ElementTree as tree
folder, programs = pathlib.Path(sys.argv[1]), sys.argv[2:]
cases = [case for case in tree.parse(folder / "junit.xml").getroot().iter("testcase") if not case.get("name").startswith("names.")]
assert len(cases) == 6 * len(programs) and len([case for case in cases if case.find("failure") is not None]) == 3 * len(programs), cases
for program in programs:
    out = folder / ("out-" + program)
    suite = tree.parse(out.with_suffix(".xml")).getroot().find("testsuite")
    assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["6", "3", "0", "0"], suite.attrib
    run = json.loads(out.with_suffix(".sarif").read_text())["runs"][0]
    assert [len(run[name]) for name in ("results", "invocations", "tool")] == [3, 6, 1], run
    links = re.findall('<a href="([^"]+)"', out.with_suffix(".html").read_text())
    assert len(links) == 3 and all((folder / link).is_file() for link in links), links
PYTHON
exit $((failures > 0))
