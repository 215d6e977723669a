#!/usr/bin/env bash
# Reports as JSON fit docs/report-schema.json, SARIF and JUnit what their schemas say, whatever is in the names and messages of programs; and a
# document that does not is found.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
cd "$SOURCE_DIR" || exit 1
export MAZURKA_EXPLAIN=2
fits() { python3 tests/reports/validate.py docs/report-schema.json "$@"; }
is_sarif() { python3 tests/reports/validate.py tests/reports/sarif-facts.json "$@"; }
is_junit() { python3 tests/reports/junit_facts.py "$@"; }

# Quotes, a line, what is not ASCII, and bytes that are not UTF-8: in the names of files, functions, objects and threads, and in messages.
odd="$dir/odd 'name' \"quoted\" <&>
ü "$'\xff\xfe'".cpp"
cat >"$odd" <<'END'
#include <mazurka.h>
#include <pthread.h>
#include <mutex>
#include <thread>
std::mutex größe;
void späh() { größe.lock(); }
int main() {
  std::thread other(späh);
  pthread_setname_np(other.native_handle(), "<\"\xff\n>ü");
  other.join();
#ifdef WAITS
  größe.lock();
#endif
  mazurka_fail("a \"quote\", a\nline, ]]>, \x01, \xc3\xbc, \xff\xfe and </script>");
}
END
programs=("$odd" "$odd -DWAITS" tests/reports/{bounded_queue.cpp,ping_pong.c,refcount.cpp,stack.cpp} examples/peterson.cpp)
for file in "${programs[@]}"; do
  options=()
  [[ $file == *" -DWAITS" ]] && options=(-DWAITS)
  "$MAZURKA" check "${file% -DWAITS}" "${options[@]}" --quiet --format=json --out "$dir/out" --sarif="$dir/report.sarif" --junit="$dir/report.xml" \
    --html="$dir/report.html" --chrome-trace="$dir/report.chrome" >"$dir/report.json" 2>"$dir/errors" </dev/null
  (($? <= 1)) || fail "$file: $(cat "$dir/errors")"
  fits "$dir/report.json" || fail "$file: its report does not fit the schema"
  is_sarif "$dir/report.sarif" || fail "$file: its report is no SARIF"
  is_junit "$dir/report.xml" || fail "$file: its report is no JUnit"
  python3 -c 'import sys; open(sys.argv[1], encoding="utf-8").read()' "$dir/report.html" || fail "$file: the page is not UTF-8"
  [[ -f $dir/out/bug-1.trace ]] || continue
  python3 -m json.tool "$dir/report.chrome" >/dev/null || fail "$file: its trace for Perfetto is no JSON"
  "$MAZURKA" replay "$dir/out/bug-1.trace" --quiet --format=json >"$dir/replay.json" 2>"$dir/errors" </dev/null
  fits "$dir/replay.json" || fail "$file: the report of its replay does not fit the schema"
  rm -rf "$dir/out"
done
# What does not end in a bug.
cat >"$dir/other.c" <<'END'
#include <mazurka.h>
int main(void) { mazurka_assume(mazurka_choose(3) == 5); }
END
for options in "" --max-executions=1 --keep-going; do
  "$MAZURKA" check "$dir/other.c" $options --quiet --format=json --out "$dir/out" --sarif="$dir/report.sarif" --junit="$dir/report.xml" \
    >"$dir/report.json" 2>"$dir/errors" </dev/null
  (($? == 3)) || fail "$options: $(cat "$dir/errors")"
  fits "$dir/report.json" && is_sarif "$dir/report.sarif" && is_junit "$dir/report.xml" || fail "$options: see above"
done
# Toy programs are told of in the same words.
cat >"$dir/input.toy" <<'END'
input i in -2..2
thread main { r = i; assert r != -1 }
END
for file in examples/*.toy "$dir/input.toy"; do
  "$MAZURKA" toy "$file" --format=json --max-executions=2000 >"$dir/report.json" 2>"$dir/errors"
  fits "$dir/report.json" || fail "$file: its report does not fit the schema: $(cat "$dir/errors")"
done
[[ $(json_get bugs.0.inputs.0.value <"$dir/report.json") == -1 ]] || fail "the input of a toy program is not told: $(cat "$dir/report.json")"
"$MAZURKA" toy examples/dining-philosophers.toy --format=json >"$dir/report.json"
read_json "$(cat "$dir/report.json")" bugs.0.kind bugs.0.waiting.0.holder bugs.0.threads.0.name bugs.0.steps.0.follows
[[ ${values[0]} == deadlock && ${values[1]} == 1 && ${values[2]} == 'philosopher[0]' ]] || fail "the deadlock is not told: ${values[*]}"

echo '{"schema": "mazurka-report", "version": 1, "bugs": [{"kind": 3}]}' >"$dir/wrong.json"
fits "$dir/wrong.json" >"$dir/said" && fail "a document that is wrong in many ways fits"
grep -q 'version: 1 is not 2' "$dir/said" || fail "it is not said that the version is wrong: $(cat "$dir/said")"
python3 - "$dir" <<'END'
import json, sys
message = {"text": "m"}
flow = {"threadFlows": [{"locations": []}]}
place = {"physicalLocation": {"artifactLocation": {"uri": "a b.c"}, "region": {"startLine": 0}}}
json.dump({"version": "2.0.0", "runs": [{"tool": {}, "results": [{"message": message, "level": "bad", "locations": [place], "codeFlows": [flow]}]}]},
          open(f"{sys.argv[1]}/wrong.sarif", "w"))
END
is_sarif "$dir/wrong.sarif" >"$dir/said" && fail "SARIF that is wrong in many ways fits"
for text in "'2.0.0' is none of" "has no driver" "'bad' is none of" "'a b.c' is no uri-reference" "0 is less than 1" "has 0 elements"; do
  grep -qF "$text" "$dir/said" || fail "it is not said that '$text': $(cat "$dir/said")"
done
echo '<testsuites><testsuite name="a" tests="2" failures="0" time="1s"><testcase/>text</testsuite></testsuites>' >"$dir/wrong.xml"
is_junit "$dir/wrong.xml" >"$dir/said" && fail "JUnit that is wrong in many ways fits"
for text in "has no errors" "1s is no time" "has no name" "has text in it" "says 2 tests"; do
  grep -qF "$text" "$dir/said" || fail "it is not said that '$text': $(cat "$dir/said")"
done
finish "all reports fit the schema"
