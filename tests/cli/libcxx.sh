#!/usr/bin/env bash
# cost: 40
# Programs built with clang and libc++: the verdict, and as many traces as the table below says. Where libc++ does the same as
# libstdc++ (threads, mutexes, condition variables, exceptions), these are the numbers of the programs' own first lines.
# The others: libc++ has futures and read-write locks made of mutexes and condition variables; it looks twice before it waits
# for an atomic (see library/latch_one.cpp below).
# labels: primitives
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
export MAZURKA SOURCE_DIR
self=$(realpath -- "${BASH_SOURCE[0]}")

# Program, verdict, traces (- if they do not matter).
# latch_one: main counts down (S) and notifies (N), the other looks (L), looks at the notifications (M), looks again (K), waits for one.
# S L | L S, with M N or N M, K after S | L K S, woken by N: 4.
table='
cxx/thread.cpp                      verified 6
cxx/mutex.cpp                       verified 6
cxx/condition_variable.cpp          verified 30
cxx/scoped_lock.cpp                 verified 3
cxx/exceptions.cpp                  verified 6
library/condition_variable_any.cpp  verified 4
library/packaged_task.cpp           verified 22
library/atomic_wait_one.cpp         verified 6
library/latch_one.cpp               verified 4
library/barrier.cpp                 verified 4
library/counting_semaphore_one.cpp  verified 4
library/weak_ptr.cpp                verified 5
library/barrier_completion.cpp      verified -
library/timed_semaphore.cpp         verified 5
library/notify_missing.cpp          bug      -
library/notify_missing_long.cpp     bug      -
once/call_once.cpp                  verified 27
once/call_once_exception.cpp        verified 6
rwlock/shared_mutex.cpp             verified -
timed/timed_mutex.cpp               verified 8
races/shared_pointer_fixed.cpp      verified -
races/reference_count.cpp           bug      -
races/container_string.cpp          bug      -
races/container_map.cpp             bug      -
races/container_list.cpp            bug      -
races/container_fixed.cpp           verified -
'

check_one() {  # program, verdict, traces
  local file=$SOURCE_DIR/tests/programs/$1 json said count
  folder=$(mktemp -d) || return 1
  trap 'rm -rf "$folder"' EXIT
  read -ra flags <<<"$(sed -n 's|^// flags: *||p' "$file")"
  json=$(timeout 120 "$MAZURKA" check "$file" "${flags[@]}" --compiler=clang-14 -stdlib=libc++ --format=json --quiet --out "$folder/out" \
    2>"$folder/errors" </dev/null)
  said=$(sed -n 's/^  "verdict": *"\(.*\)".*/\1/p' <<<"$json")
  count=$(sed -n 's/^  "executions": *\([0-9]*\),\{0,1\}$/\1/p' <<<"$json")
  [[ $said == "$2" && ( $3 == - || $count == "$3" ) ]] && return
  echo "$1 with libc++: $said with ${count:-no} executions, expected $2 with $3: $(head -n 3 "$folder/errors" | tr '\n' ' ')"
  return 1
}

if [[ ${1-} == --one ]]; then
  check_one "${@:2}"
  exit
fi

echo '#include <thread>' | clang++-14 -stdlib=libc++ -x c++ -fsyntax-only - 2>/dev/null || { echo "clang-14 with libc++ is not installed"; exit 77; }
# clang puts the functions of libc++'s namespace where libdw does not find them by itself.
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
told=$("$MAZURKA" check "$SOURCE_DIR/tests/programs/library/notify_missing.cpp" -std=c++20 --compiler=clang-14 -stdlib=libc++ -O2 --quiet \
  --out "$folder" </dev/null 2>&1)
grep -q ' notify_missing.cpp:[0-9]*  *atomic store' <<<"$told" || { echo "the store in notify_missing.cpp is not told with its line: $told"; exit 1; }
if awk 'NF == 3' <<<"$table" | xargs -n 3 -P "${JOBS:-2}" bash "$self" --one; then
  echo "$(awk 'NF == 3' <<<"$table" | wc -l) programs as expected with libc++"
else
  exit 1
fi
