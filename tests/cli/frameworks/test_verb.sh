#!/usr/bin/env bash
# cost: 12
# `mazurka test` and `mazurka run` with GoogleTest and doctest: each case by itself, failures with the framework's own text and place,
# from any thread, without the framework's own steps; names of all kinds; documents for all. With --all as first argument, with
# Catch2 and Boost.Test, too (target frameworks_long): these take long to compile.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
sources=$SOURCE_DIR/tests/frameworks

# Builds the test program of a framework here.
build() {  # framework, flags
  "$tools/mazurka-c++" -g1 "$sources/$1.cpp" -o "$1" "${@:2}" 2>log || fail "mazurka-c++ $1.cpp: $(head -n 3 log)"
}

# The line of the table for a case begins with a verdict, and has these words behind the name.
expect_row() {  # file, verdict, case, words
  local row
  row=$(grep -F -- "  $3  " "$1" | grep -E "^(verified|bug|incomplete|error) " | head -n 1)
  [[ $row == "$2 "*"$4"* ]] || fail "$3: '$row', expected '$2' and '$4'"
}

# Doctest, Catch2 and Boost.Test fail in the same way.
expect_failures() {  # framework, line and words of two failures
  "$MAZURKA" test "./$1" --quiet >said 2>&1
  [[ $? == 1 ]] || fail "mazurka test ./$1: $(tail -n 3 said)"
  grep -q "$1.cpp:$2: .*$3" said || fail "$1: no failure at line $2 with '$3': $(grep -n '^bug' said)"
  grep -q "$1.cpp:$4: .*$5" said || fail "$1: no failure at line $4 with '$5': $(grep -n '^bug' said)"
  grep -qE 'pthread_once|guard variable' said && fail "$1: steps of the framework are shown"
}

build gtest -lgtest -lgtest_main
"$MAZURKA" test ./gtest -j 2 --junit=j.xml --sarif=s.json --html=page.html >said 2>errors
[[ $? == 1 ]] || fail "mazurka test ./gtest: $(tail -n 3 said errors)"
grep -q 'mazurka: 1 case is disabled' errors || fail "the disabled case: $(<errors)"
expect_row said verified Queue.Right ''
expect_row said bug Queue.TooEarly ' s  gtest.cpp:42: Expected equality of these values: queue.pop() Which is: -1 1 popped too early'
expect_row said bug Queue.InThread 'gtest.cpp:48: Expected equality'
expect_row said bug Queue.Race 'data race'
expect_row said bug Queue.Throws 'uncaught exception of type std::runtime_error: too late'
expect_row said verified Queue.WantsAFailure ''
expect_row said incomplete QueueDeathTest.Dies 'not supported: fork'
grep -q 'the case QueueDeathTest.Dies starts another process' said || fail "the death test is not explained"
expect_row said verified All/Numbers.AreSmall/0 ''
expect_row said bug All/Numbers.AreSmall/1 'Expected: (GetParam()) < (1), actual: 1 vs 1'
expect_row said verified 'Typed/std::any - type.IsZero' ''
grep -q '^10 cases of GoogleTest: 4 verified, 5 bugs, 1 incomplete$' said || fail "the last line: $(tail -n 1 said)"
grep -q 'gtest.cpp:42: error: Expected equality' said || fail "no line for tools: $(grep ': error: ' said)"
grep -q pthread_once said && fail "steps of the framework are shown"
python3 - j.xml s.json page.html <<'PYTHON' || fail "the documents are not what they should be"
import json, os, re, sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot().find("testsuite")
assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["10", "5", "0", "1"], suite.attrib
case = suite.find("testcase[@name='Queue.TooEarly']/failure")
assert case.get("type") == "assertion" and "gtest.cpp:42" in case.get("message"), case.attrib
run = json.load(open(sys.argv[2]))["runs"][0]
assert len(run["results"]) == 5 and len(run["invocations"]) == 10, run
places = [result["locations"][0]["physicalLocation"]["region"]["startLine"] for result in run["results"]]
assert 42 in places and 48 in places, places
assert [result["properties"]["case"] for result in run["results"]][0] == "Queue.TooEarly", run["results"]
page = open(sys.argv[3]).read()
links = re.findall('<a href="([^"]+)"', page)
assert len(links) == 5 and all(os.path.exists(link) for link in links), links
assert page.count("<tr><td") == 10 and "gtest.cpp:84: Expected: (GetParam()) &lt; (1)" in page, page
PYTHON
# The problem matcher for Visual Studio Code in the guide finds the line of each bug.
python3 - "$SOURCE_DIR/docs/guide.md" said <<'PYTHON' || fail "the problem matcher in the guide"
import json, re, sys
tasks = json.loads(re.search("```json\n(.*?)```", open(sys.argv[1]).read(), re.S).group(1))["tasks"]
pattern = tasks[0]["problemMatcher"]["pattern"]
found = [match for match in (re.match(pattern["regexp"], line) for line in open(sys.argv[2]).read().splitlines()) if match]
lines = sorted(int(match.group(pattern["line"])) for match in found)
assert len(found) == 5 and {42, 48, 65, 84} < set(lines), found
assert all(match.group(pattern["file"]).endswith("/gtest.cpp") and match.group(pattern["message"]) for match in found), found
PYTHON
trace=$(sed -n 's/^replay: .* replay //p' said | grep TooEarly)
"$MAZURKA" replay "$trace" --quiet >said 2>&1
[[ $? == 1 ]] && grep -q '^bug: .*gtest.cpp:42: Expected equality' said || fail "replay $trace: $(head -n 1 said)"

# Kept traces are run first, each for its own case.
mkdir kept
cp "$trace" kept/early.trace
"$MAZURKA" test ./gtest --regress=kept 'Queue.*' >said 2>errors
grep -q 'kept/early.trace: the bug is there' errors || fail "--regress: $(<errors)"
[[ $(grep -c early.trace errors) == 1 ]] || fail "--regress runs the trace for other cases: $(<errors)"

# Names, and what is wrong.
[[ $("$MAZURKA" test ./gtest --list 'All/*' | tr '\n' ' ') == 'All/Numbers.AreSmall/0 All/Numbers.AreSmall/1 ' ]] || fail "--list"
[[ $("$MAZURKA" test ./gtest --list --exclude='Queue*' --exclude='All*') == 'Typed/std::any - type.IsZero' ]] || fail "--exclude"
expect_first_line 2 "none of the 10 cases of './gtest' is called 'Nothing'; --list shows their names" test ./gtest Nothing
expect_first_line 2 "cannot read './missing'" test ./missing
expect_first_line 2 "cannot read the folder 'missing' of --regress" test ./gtest --quiet --regress=missing
expect_first_line 2 "--resume is for one check: use 'mazurka run'" test ./gtest --resume
document=$("$MAZURKA" test ./gtest 'Typed/*' --format=json --max-time 30)
[[ $(json_get framework cases.0.name cases.0.verdict cases.0.report.verdict <<<"$document" | tr '\n' ' ') == 'gtest Typed/std::any - type.IsZero verified verified ' ]] ||
  fail "--format=json: $document"

# Everything behind the program is for it.
expect_first_line 0 verified: run --max-time 30 --quiet ./gtest --gtest_filter=Queue.Right --max-time=x
expect_first_line 1 "gtest.cpp:42: Expected" run --quiet ./gtest --gtest_filter=Queue.TooEarly
expect_first_line 2 "PROGRAM is required" run --quiet

# 2,000 cases are listed. In how long is asked by --all only: a busy machine needs more than the second that this should take.
printf '#include <gtest/gtest.h>\nclass P : public testing::TestWithParam<int> {};\nTEST_P(P, Works) {}\nINSTANTIATE_TEST_SUITE_P(All, P, testing::Range(0, 2000));\n' >many.cpp
"$tools/mazurka-c++" many.cpp -o many -lgtest -lgtest_main
start=${EPOCHREALTIME/[.,]/}
[[ $("$MAZURKA" test ./many --list | wc -l) == 2000 ]] || fail "not 2,000 cases are listed"
took=$(((${EPOCHREALTIME/[.,]/} - start) / 1000))
"$MAZURKA" test ./many --regress=kept All/P.Works/7 >said 2>errors
[[ $? == 0 ]] && grep -q 'kept/early.trace: does not apply any more: it belongs to no case' errors || fail "a trace of no case: $(<errors)"
[[ ${1-} != --all ]] || ((took < 1000)) || fail "2,000 cases were listed in $took ms"

frameworks=()
[[ -e /usr/include/doctest/doctest.h ]] && frameworks+=(doctest)
[[ ${1-} == --all ]] && frameworks+=(catch2 boost)
for framework in "${frameworks[@]}"; do
  build "$framework"
  if [[ $framework == boost ]]; then
    expect_failures boost 22 'check value.load() == 0 has failed \[1 != 0\]' 29 'critical check value.load() == 0 has failed'
    expect_row said verified queue/right ''
    expect_row said verified numbers/_1 ''
  else
    expect_failures "$framework" 20 'CHECK( value.load() == 0 )' 26 'REQUIRE( value.load() == 0 )'
    expect_row said verified 'a name, with "quotes" [and] slashes/more\stuff' ''
    expect_first_line 0 verdict test "./$framework" 'a name, with "quotes" [and] slashes/more\stuff' --quiet
  fi
done

# Each name chooses its own case: they have 2, 3, 4, ... executions. expect_project.sh has them go through ctest.
if [[ ${1-} == --all ]]; then
  printf '#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN\n#include <doctest/doctest.h>\n#include "%s/names.hpp"\n' "$sources/project" >names.cpp
  "$tools/mazurka-c++" names.cpp -o doctest_names 2>log || fail "mazurka-c++ names.cpp: $(head -n 3 log)"
  "$tools/mazurka-c++" "$sources/project/catch2_names.cpp" -o catch2_names -lCatch2WithMain 2>log || fail "mazurka-c++ catch2_names.cpp: $(head -n 3 log)"
  for names in doctest_names catch2_names; do
    executions=$("$MAZURKA" test "./$names" --quiet --max-executions=100 --format=json | python3 -c 'import json, sys; print(*[case["executions"] for case in json.load(sys.stdin)["cases"] if case["verdict"] == "verified"])')
    [[ $executions == "$(seq -s ' ' 2 25)" ]] || fail "$names: the executions of its cases are '$executions'"
  done
fi

finish "mazurka test checks each case (${frameworks[*]-} and gtest)"
