#!/usr/bin/env bash
# cost: 15
# A thread that waits in a loop stops where its past repeats itself. That is the same in all equivalent executions: brute force, which
# runs every order of the steps, finds exactly the traces that the others find.
# labels: primitives
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
make_dir

traces_of() {  # algorithm, a file and flags, or a program
  check_json "${@:2}" --algorithm="$1" --digest
  echo "${report[verdict]} ${report[traces]} ${report[trace_digest]}"
}

for file in cancelling.cpp clock.c growing.c lost_stop.c polling.cpp scan.c scoped_lock.cpp sleeping.cpp timed_wait.c timed_wait.cpp \
  timed_wait_until.cpp ../stepping_back/back_off.c ../stepping_back/steps_back.c; do
  expected=$(traces_of naive "$SOURCE_DIR/tests/programs/waiting/$file" -DFIXED)
  program=${file##*/}
  [[ $expected == verified* ]] || fail "$program: naive says: $expected"
  for algorithm in pop optimal source; do
    found=$(traces_of "$algorithm" "$dir/out/${program%.*}")
    [[ $found == "$expected" ]] || fail "$program: $algorithm finds '$found', naive '$expected'"
  done
done
finish "the same traces by brute force and by three algorithms"
