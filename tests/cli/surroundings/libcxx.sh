#!/usr/bin/env bash
# cost: 40
# Programs built with clang and libc++: the verdict, and as many traces as the table below says. Where libc++ does the same as
# libstdc++ (threads, mutexes, condition variables, exceptions), these are the numbers of the programs' own first lines.
# The others: libc++ has futures and read-write locks made of mutexes and condition variables; it looks twice before it waits
# for an atomic (see library/latch_one.cpp below).
# Every second one, or all if WHOLE is set (the target programs_long): libc++'s headers take clang a second.
# labels: primitives
source "$(dirname -- "${BASH_SOURCE[0]}")/../../programs/lib.sh"

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
loops/mcs_lock.cpp                  bug      -
once/call_once.cpp                  verified 27
once/call_once_exception.cpp        verified 6
rwlock/shared_mutex.cpp             verified -
timed/timed_mutex.cpp               verified 8
races/order/shared_pointer.cpp      verified -
races/atomics/reference_count.cpp   bug      -
races/library/container_string.cpp  bug      -
races/library/container_map.cpp     bug      -
races/library/container_list.cpp    bug      -
races/library/container_locked.cpp  verified -
'

check_one() {  # program, verdict, traces
  local file=$SOURCE_DIR/tests/programs/$1 flags
  read_headers "$file" program
  read -ra flags <<<"${headers[flags]-}"
  check_json "$file" "${flags[@]}" --compiler=clang-14 -stdlib=libc++
  [[ $verdict == "$2" && ($3 == - || $executions == "$3") ]] ||
    fail "$1 with libc++: $verdict with ${executions:-no} executions, expected $2 with $3: $trouble"
  [[ $verdict == bug ]] || return
  timeout 60 "$MAZURKA" replay "${report[bugs.0.trace_file]:-no trace file}" >"$dir/replayed" 2>&1 </dev/null
  [[ $? == 1 ]] || fail "$1 with libc++: the bug does not replay: $(head -n 1 "$dir/replayed")"
}

make_dir
if [[ ${1-} == --one ]]; then
  check_one "${@:2}"
  exit $((failures > 0))
fi

echo '#include <thread>' | clang++-14 -stdlib=libc++ -x c++ -fsyntax-only - 2>/dev/null ||
  skip "clang-14 with libc++ is not installed"
# clang puts the functions of libc++'s namespace where libdw does not find them by itself.
told=$("$MAZURKA" check "$SOURCE_DIR/tests/programs/library/notify_missing.cpp" -std=c++20 --compiler=clang-14 -stdlib=libc++ -O2 --quiet \
  --out "$dir" </dev/null 2>&1)
grep -q ' notify_missing.cpp:[0-9]*  *atomic store' <<<"$told" || fail "the store in notify_missing.cpp is not told with its line: $told"
read -rd '' -a all <<<"$table"
rows=()
for ((k = 0; k < ${#all[@]}; k += 3)); do
  [[ -z ${WHOLE-} ]] && ((k % 2 == 1)) || rows+=("${all[@]:k:3}")
done
in_parallel 3 "${rows[@]}" || exit 1
finish "$((${#rows[@]} / 3)) programs as expected with libc++"
