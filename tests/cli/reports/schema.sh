#!/usr/bin/env bash
# Reports as JSON fit docs/report-schema.json, whatever is in the names and messages of programs; and a document that does not is found.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
cd "$SOURCE_DIR" || exit 1
export MAZURKA_EXPLAIN=2
fits() { python3 tests/reports/validate.py docs/report-schema.json "$@"; }

odd="$dir/odd 'name' \"quoted\"
ü.cpp"
cat >"$odd" <<'END'
#include <mazurka.h>
#include <mutex>
#include <thread>
std::mutex größe;
int main() {
  std::thread other([] { größe.lock(); });
  other.join();
  mazurka_fail("a \"quote\", a\nline, \xc3\xbc, \xff\xfe and </script>");
}
END
programs=("$odd" tests/reports/{bounded_queue.cpp,ping_pong.c,refcount.cpp,stack.cpp} examples/peterson.cpp)
for file in "${programs[@]}"; do
  "$MAZURKA" check "$file" --quiet --format=json --out "$dir/out" >"$dir/report.json" 2>"$dir/errors" </dev/null
  (($? <= 1)) || fail "$file: $(cat "$dir/errors")"
  fits "$dir/report.json" || fail "$file: its report does not fit the schema"
  [[ -f $dir/out/bug-1.trace ]] || continue
  "$MAZURKA" replay "$dir/out/bug-1.trace" --quiet --format=json >"$dir/replay.json" 2>"$dir/errors" </dev/null
  fits "$dir/replay.json" || fail "$file: the report of its replay does not fit the schema"
  rm -rf "$dir/out"
done
echo '{"schema": "mazurka-report", "version": 1, "bugs": [{"kind": 3}]}' >"$dir/wrong.json"
fits "$dir/wrong.json" >"$dir/said" && fail "a document that is wrong in many ways fits"
grep -q 'version: 1 is not 2' "$dir/said" || fail "it is not said that the version is wrong: $(cat "$dir/said")"
finish "all reports fit the schema"
