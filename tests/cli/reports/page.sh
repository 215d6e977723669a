#!/usr/bin/env bash
# The page about a bug shows in a real browser what was recorded, asks for nothing, and opens fast with 5,000 steps of 8 threads.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# cost: 10

chromium=$(command -v chromium-headless-shell chromium | head -n 1)
[[ -n $chromium ]] || skip "Chromium is not installed (Debian's package chromium-headless-shell)"
make_dir
# In some containers it cannot run at all.
timeout 60 "$chromium" --headless --no-sandbox --disable-gpu --user-data-dir="$dir/blank" --dump-dom about:blank 2>"$dir/errors" </dev/null |
  grep -q '<html' || skip "Chromium does not start here: $(tail -n 1 "$dir/errors")"
cd "$SOURCE_DIR" || exit 1
unset MAZURKA_EXPLAIN
for file in bounded_queue.cpp stack.cpp use_after_free.cpp; do
  "$MAZURKA" check "tests/reports/$file" --quiet --format=json --out "$dir/$file" >"$dir/report.json" 2>"$dir/errors" </dev/null
  (($? == 1)) || fail "$file: no bug: $(cat "$dir/errors")"
  python3 tests/reports/page_test.py "$chromium" "$dir/$file/bug-1.html" "$dir/report.json" 30 || fail "$file: see above"
done
# 8 threads, 5,000 steps.
cat >"$dir/long.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static void* count(void* unused) {
  (void)unused;
  for (int k = 0; k < 710; k++) atomic_fetch_add(&counter, 1);
  return 0;
}
int main(void) {
  pthread_t threads[7];
  for (int k = 0; k < 7; k++) pthread_create(&threads[k], 0, count, 0);
  for (int k = 0; k < 7; k++) pthread_join(threads[k], 0);
  assert(counter != 7 * 710);
}
END
"$MAZURKA" check "$dir/long.c" --quiet --format=json --explain=1 --out "$dir/long" >"$dir/report.json" 2>"$dir/errors" </dev/null
steps=$(json_get bugs.0.failing_step <"$dir/report.json")
((steps >= 4980)) || fail "the long execution has '$steps' steps, expected 5,000: $(cat "$dir/errors")"
python3 tests/reports/page_test.py "$chromium" "$dir/long/bug-1.html" "$dir/report.json" "${SECONDS_TO_OPEN:-60}" || fail "5,000 steps: see above"
finish "the page shows what was recorded"
