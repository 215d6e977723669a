#!/usr/bin/env bash
# Checks that every file of the runtime which has variables of its own says how they are rewound: it has a PerExecution or a
# Rewindable (src/runtime/memory/rewind.hpp), or it stands in the list below, since what it has is of the whole run or is put
# right by another file. Looks at the object files, so that no variable is overlooked. --self-test proves that it would notice one.
set -uo pipefail

# file: why its variables need not be rewound
whole_run='
engine/callers: what the supervisor was told; unwinding is over before anything else happens
engine/restarts/checkpoints: a hook
engine/failure: a hook
engine/threads/floating_point: decided once; what a thread has is on its stack
engine/threads/fiber: facts about the C library; the thread pointer in force
engine/threads/shared_frames: seen in any execution
engine/threads/used_stack: seen in any execution
engine/learned_facts: facts hold for all executions
engine/native_program: the program itself
entries/clean_calls: ways to functions, for all executions
engine/states/naming: begun anew with each new step
engine/states/native_state: hashes of pages as they were at the base
engine/objects: a hook
engine/program_code: where code is
engine/run: counts and facts of the whole run
engine/rwlock_preference: seen in any execution
engine/loops/spin_loops: visits carry the number of their execution; loops are facts
engine/loops/tallies: facts hold for all executions
engine/threads/thread_hooks: hooks
engine/thread_words: in the thread-local storage of the program
engine/verifier_functions: facts about the program
entries/api/checked_part: seen in any execution
entries/api/mailbox: places of mailboxes in any execution; what is in them is a PerExecution
entries/api/observed_memory: set before the first thread
entries/compiler/assembly: what was told in any execution; memory before the instruction that follows; a fact about the processor
entries/compiler/memory: functions of the C library
entries/libc/malloc: decided once
entries/libc/system_call: what the list says
entries/libc/random: state of the C library, which is in the memory of the program
entries/stdio/stream_memory: whether any execution lent memory; which, is a PerExecution
entries/stdio/stream_users: seen in any execution
entries/unseen/calls: which calls are watched
entries/unseen/streams/standard_streams: facts about the C++ library
entries/unseen/states: numbers of states
entries/unseen/unseen_functions: what the supervisor was told
entries/sync/mutex: in the thread-local storage of the program
entries/sync/rwlock: in the thread-local storage of the program
kernel/process/thread_settings: objects of the exploration; the settings are in the thread-local storage of the program
entries/threads/process: functions of the C++ library
entries/threads/quiet_exit: facts about what is loaded; the standard streams of the C++ library
entries/threads/thread_unwinding: functions of the unwinder; stacks that were found to be plain
kernel/files/file_calls: a buffer for one call
kernel/files/input: read once, the same for all executions
kernel/make_process: for one call
kernel/output: how much was shown, on replay, which is one execution
kernel/process/process_calls: the number of the process; limits, which change before the first thread only
kernel/system_calls: how the machine was taken over
kernel/watchdog: ticks
main/constructors: what was kept back, once
memory/state_name: parts carry the number of their execution
main/start: how the process was started
platform/checker_memory: the memory of the checker
platform/debugger_hooks: for replay, which is one execution
platform/next_function: a fact about the C library
platform/own_code: where our code is
memory/clear_memory: begun anew with each use
platform/supervisor_log: the channel
platform/system_calls_allowed: which side runs
platform/trouble: a hook
entries/compiler/atomics: whether there are wide objects, a fact of the whole run
entries/compiler/weak_orders: places of the whole run
races/ends/frame_end: where functions end
races/leaks: where memory is
races/memory_errors: for replay, which is one execution; marks come back by race_detector
races/noted_accesses: for replay, which is one execution
races/race_state: what was found out of locations in any execution; lists of the last step, begun anew with each
races/noted_granules: begun and ended by race_detector
races/plain_operations: begins anew at each step
races/race_cells: begun anew by race_detector
races/race_clocks: begun anew by race_detector
races/shadow: the memory is there once
races/shared_memory: facts hold for all executions
races/stack_depot: stacks of the whole run; steps are counted anew by race_detector
'

# variable of the files that are one unit with what explores (src/runtime/CMakeLists.txt): why it need not be rewound, or how it is
in_core='
added_before: of the snapshot, which is a Rewindable
are_void: of waypoints; taken before each use
begin_count: hooks
beginning: how long executions are, as far as the last one tells
begins: hooks
continue_in_new_process: a hook
current_thread: set before each switch to a thread
base_is_reached: once
end_count: hooks
ends: hooks
execution_number: counts executions
hot_before_detour: of the snapshot, which is a Rewindable
hot_pages: of the snapshot, which is a Rewindable
hot_since_prefix: of the snapshot, which is a Rewindable
facts_known: facts hold for all executions
is_unforeseeable: of the step at hand, begun anew with each one
last_touched: the number of an execution
learn_mixed_sizes: a hook
note_new_on_main_stack: a hook
of_main: hooks
of_others: hooks
must_end: a fact for all executions
on_user_side: set before each switch
pages: of the snapshot, which is a Rewindable
prefix_taken: of the snapshot, which is a Rewindable
program: the program itself
regions: of the snapshot, which is a Rewindable
show_all_accesses: a hook
taken: of the snapshot, which is a Rewindable
to_restore: of the register of what is rewound
use_count: of the step at hand, begun anew with each one
heap_use_count: the same
heap_uses: the same
user_threads: a Rewindable
uses: of the step at hand, begun anew with each one
variables_begin: where the program is
variables_end: where the program is
watches_step: set before each step that is followed
'

# Variables that never change once they are set, in whatever file: real functions, kinds of objects, tables, hooks, names of
# state that the C library hides.
constant='::found_[A-Za-z0-9_]*$|mazurka_passed_|vtable for|typeinfo|guard variable|Object$|::registered$|_hook$|state_of_|::measure$|::k[A-Z]|^k[A-Z]'

# A Rewindable that is not registered is never rewound.
check_registrations() {  # folder of sources
  local file bad=0
  while IFS= read -r file; do
    grep -qE 'Registration [a-z_]+\(' "${file%.?pp}".cpp && continue
    echo "$file has a Rewindable, and ${file%.?pp}.cpp does not register it"
    bad=1
  done < <(grep -rlE ': public Rewindable' "$1" | grep -v memory/rewind)
  return "$bad"
}

check_objects() {  # folder of object files, folder of sources
  local object file name bad=0 symbols with_destructor
  local -a objects=()
  local -A variables=()
  while IFS= read -r object; do
    file=${object#"$1"/}
    [[ $file == *__/* ]] && continue                   # explore, model and base
    [[ -e $2/${file%.o} ]] && objects+=("$object")  # or a file that is no more
  done < <(find "$1" -name '*.cpp.o' | sort)
  ((${#objects[@]} > 0)) || { echo "there are no object files in $1"; return 1; }
  symbols=$(nm -AC "${objects[@]}") || return 1
  with_destructor=$(grep ' U __cxa_atexit$' <<<"$symbols" | cut -d: -f1)
  for object in $with_destructor; do
    file=${object#"$1"/}
    echo "src/runtime/${file%.o} has a variable with a destructor, which would run at the end of every execution"
    bad=1
  done
  while IFS=$'\t' read -r object name; do
    variables[$object]+="$name "
  done < <(awk -v constant="$constant" '$2 ~ /^[bBdD]$/ { file = $1; sub(/:.*/, "", file); sub(/^[^ ]* [^ ]* /, "") }
    $0 !~ constant && file != "" { print file "\t" $0 } { file = "" }' <<<"$symbols")
  for object in "${!variables[@]}"; do
    file=${object#"$1"/}
    file=${file%.cpp.o}
    grep -qE 'PerExecution|Rewindable' "$2/$file.cpp" "$2/$file.hpp" 2>/dev/null && continue
    grep -q "^$file: " <<<"$whole_run" && continue
    echo "src/runtime/$file.cpp has variables that are rewound in no known way: ${variables[$object]}"
    bad=1
  done
  return "$bad"
}

check_core() {  # object file
  local name bad=0
  if nm "$1" | grep -q ' U __cxa_atexit$'; then
    echo "what explores has a variable with a destructor, which would run at the end of every execution"
    bad=1
  fi
  while IFS= read -r name; do
    grep -q "^${name##*::}: " <<<"$in_core" && continue
    echo "$name, in the unit that explores, is rewound in no known way"
    bad=1
  done < <(nm -C "$1" | awk '$2 ~ /^[bBdD]$/ { sub(/^[^ ]* [^ ]* /, ""); print }' | grep mazurka::runtime:: | grep -Ev "$constant")
  return "$bad"
}

self_test() {
  local dir status=0
  dir=$(mktemp -d) || exit 2
  mkdir -p "$dir/objects/kernel" "$dir/sources/kernel"
  expect() {  # its text, 0 if it is fine
    printf '%s\n' "$1" >"$dir/sources/kernel/new_file.cpp"
    c++ -std=c++20 -c "$dir/sources/kernel/new_file.cpp" -o "$dir/objects/kernel/new_file.cpp.o" || exit 2
    check_objects "$dir/objects" "$dir/sources" >/dev/null
    (($? == $2)) || { echo "self-test: '$1' was not judged as expected"; status=1; }
  }
  expect 'int next_number = 0; int next() { return next_number++; }' 1
  expect 'struct PerExecution { ~PerExecution(); }; PerExecution number;' 1
  expect 'int next() { static int number = 0; return number++; }' 1
  expect 'int twice(int number) { return 2 * number; }' 0
  expect 'template <class T> struct PerExecution { T now; }; PerExecution<int> number; int next() { return number.now++; }' 0
  printf 'namespace mazurka::runtime { int next_number = 0; }\n' >"$dir/core.cpp"
  c++ -std=c++20 -c "$dir/core.cpp" -o "$dir/core.o" || exit 2
  check_core "$dir/core.o" >/dev/null && { echo "self-test: a variable of the core went unnoticed"; status=1; }
  printf 'class New : public Rewindable {};\n' >"$dir/sources/kernel/new_file.hpp"
  check_registrations "$dir/sources" >/dev/null && { echo "self-test: a Rewindable that is not registered went unnoticed"; status=1; }
  rm -rf "$dir"
  return "$status"
}

if [[ ${1-} == --self-test ]]; then
  self_test
else
  root=${SOURCE_DIR:-$(dirname "$0")/../..}
  build=${MAZURKA:+$(dirname "$MAZURKA")/..}
  objects=${build:-$root/build/release}/src/runtime/CMakeFiles/mazurka_runtime_objects.dir
  [[ -d $objects ]] || { echo "the runtime was not built here"; exit 77; }
  check_objects "$objects" "$root/src/runtime"
  status=$?
  core=${objects/_objects/_core}/Unity/unity_0_cxx.cxx.o
  if [[ -e $core ]]; then  # a unity build
    check_core "$core" || status=1
  else
    check_objects "${objects/_objects/_core}" "$root/src/runtime" || status=1
  fi
  check_registrations "$root/src/runtime" && exit "$status"
  exit 1
fi
