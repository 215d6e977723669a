#!/usr/bin/env bash
# Checks programs under tests/programs and compares the outcome with what the program's first line expects:
#   // expect: verified [EXECUTIONS]      everything explored, no bug, no run given up
#   // expect: bug KIND [EXECUTIONS]      the first bug is of this kind, and its trace file replays
#   // expect: unsupported NAME           the verdict is incomplete, and says that NAME is not supported
#   // expect: incomplete TEXT            the verdict is incomplete, and the reason has this text
#   // expect: vacuous                    an assumption fails in every execution
#   // expect: nondeterministic           the verdict is incomplete, and says that the program is nondeterministic
# Programs in C++ are compiled as C++17 unless they ask for another version or WHOLE is set, then as C++20 like everybody's.
# Most of the suite's time goes into reading C++ headers: in a folder, every second program in C++ is checked, the others on the next
# day, and every third one of their twins (see "fixed" below). All are if WHOLE is set, or if they are named.
# Every second one but the last is then checked again with --restart=fork, which must give the same traces; all of them if WHOLE is set
# (the target programs_long).
# Further comment lines at the top of a program, all optional:
#   // flags: -O2 -DN=3          for the compiler
#   // args: 3 "two words"       for the program
#   // input: 3\n4               standard input, as of printf %b; a replay has it from the trace file
#   // options: --keep-going     for mazurka check
#   // peer: connect 8080        a line of the script of --peer; there may be several
#   // message: text             must occur in the first bug's message
#   // location: file.c:13       where the first bug is
#   // failed: 1                 so many executions fail
#   // assumes: text             occurs in what the verdict rests on; "// assumes: nothing" if there is nothing
#   // toy: ..., // count: ...   what confirms the number of executions: tests/cli/claims/confirmed_counts.sh
#   // uncounted: ...            why no number is expected of a program that is verified
#   // fixed: verified 4         what is expected of the same program compiled with -DFIXED, which has the mistake repaired
#                                between "#ifdef FIXED" and "#else"; the lines below this one are about that
# Arguments are words that a program's path must contain (any of them); without one, all programs are checked. There is a test of
# ctest for each folder: programs.FOLDER.
source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# What a person would do next is in the message: the command, and what it said.
mismatch() { fail "$name: expected '${headers[expect]-}', $*"; }

check_bug() {  # kind
  local said place=${report[bugs.0.location.file]}:${report[bugs.0.location.line]}
  [[ ${report[bugs.0.kind]} == "$1" ]] || mismatch "but the bug is of kind '${report[bugs.0.kind]}'"
  [[ ${report[bugs.0.message]} == *"${headers[message]-}"* ]] ||
    mismatch "but the bug's message '${report[bugs.0.message]}' does not contain '${headers[message]}'"
  [[ $place == *"${headers[location]-}" ]] || mismatch "but the bug is at $place and not at ${headers[location]}"
  said=$(timeout 60 "$MAZURKA" replay "${report[bugs.0.trace_file]:-no trace file}" 2>&1 </dev/null)
  code=$?
  [[ $code == 1 ]] || mismatch "but 'mazurka replay' ended with $code and said: $(head -n 2 <<<"$said" | tr '\n' ' ')"
}

check_incomplete() {  # what is not supported, or "nondeterministic"
  local message found=
  if [[ $1 == nondeterministic ]]; then
    [[ ${report[incomplete]} == *nondeterministic* ]] || mismatch "but the verdict does not say so"
    return
  fi
  if [[ $1 == reason* ]]; then
    [[ ${report[incomplete]} == *"${1#reason }"* ]] || mismatch "but the reason is: ${report[incomplete]}"
    return
  fi
  read_json "$json" 'unsupported.*.message'
  for message in "${values[@]}"; do [[ " $message " == *[!_[:alnum:]]"$1"[!_[:alnum:]]* ]] && found=yes; done
  [[ -n $found ]] || mismatch "but what is not supported is: ${values[*]}"
}

check_assumptions() {
  read_json "$json" 'assumptions.*'
  if [[ ${headers[assumes]} == nothing ]]; then
    ((${#values[@]} == 0)) || mismatch "but the verdict rests on: ${values[*]}"
  else
    [[ ${values[*]} == *"${headers[assumes]}"* ]] || mismatch "but what the verdict rests on is: ${values[*]}"
  fi
}

# With a process for each execution it is the same, trace for trace.
check_fork() {
  local part program=${file##*/}
  local -A before
  for part in "${!report[@]}"; do before[$part]=${report[$part]}; done
  check_json "$dir/out/${program%.*}" --digest --restart=fork "${options[@]}" -- "${args[@]}"
  for part in verdict executions traces trace_digest failed deadlocks; do
    [[ ${report[$part]} == "${before[$part]}" ]] ||
      mismatch "but with --restart=fork there is $part ${report[$part]} and not ${before[$part]}: $trouble"
  done
}

check_one() {  # file, "program" or "fixed"
  local file=$1 name expected args=() flags options
  local -A codes=([verified]=0 [bug]=1 [incomplete]=3 [vacuous]=3)
  name_of "$@"
  read_headers "$@"
  expected=${headers[expect]-}
  read_expected "$expected"
  case $expected_verdict in
    verified | bug | vacuous) ;;
    unsupported) expected_verdict=incomplete expected_kind=${expected#unsupported } expected_count= ;;
    nondeterministic) expected_verdict=incomplete expected_kind=nondeterministic expected_count= ;;
    incomplete) expected_kind="reason ${expected#incomplete }" expected_count= ;;
    *)
      fail "$name: the first line must be '// expect: verified|bug KIND|unsupported NAME|incomplete TEXT|vacuous|nondeterministic'"
      return
      ;;
  esac
  eval "args=(${headers[args]-})"
  read -ra flags <<<"${headers[flags]-}"
  read -ra options <<<"${headers[options]-}"
  INPUT=
  if [[ -n ${headers[input]-} ]]; then
    INPUT=$dir/input
    printf '%b' "${headers[input]}" >"$INPUT"
  fi
  check_json "$file" "${flags[@]}" --digest "${options[@]}" -- "${args[@]}"
  if [[ $code != "${codes[$expected_verdict]}" || $verdict != "$expected_verdict" ]]; then
    mismatch "but the verdict is '$verdict', exit code $code: $trouble"
    return
  fi
  [[ -z $expected_count || $executions == "$expected_count" ]] || mismatch "but there are $executions executions"
  [[ $blocked == 0 ]] || mismatch "but $blocked runs were given up"
  [[ -z ${headers[failed]-} || ${report[failed]} == "${headers[failed]}" ]] || mismatch "but ${report[failed]} executions fail"
  [[ -z ${headers[assumes]-} ]] || check_assumptions
  case $expected_verdict in
    bug) check_bug "$expected_kind" ;;
    incomplete) check_incomplete "$expected_kind" ;;
  esac
  [[ $expected == nondeterministic ]] || ! is_in_sample || check_fork
}

# The day decides, so that none is left out for long.
is_for_today() { (((${#1} + EPOCHSECONDS / 86400) % 2 == 0)); }  # path

leave_out_cxx() {
  local i name kept=()
  [[ -z ${WHOLE-} && ${1-} == */ ]] || return 0
  for ((i = 0; i < ${#cases[@]}; i += 2)); do
    name_of "${cases[@]:i:2}"
    if [[ ${cases[i]} == *.cpp ]]; then
      if ! is_for_today "${name%% *}" || { [[ ${cases[i + 1]} == fixed ]] && ! is_in_sample 3; }; then
        left_out=$((left_out + 1))
        continue
      fi
    fi
    kept+=("${cases[@]:i:2}")
  done
  cases=("${kept[@]}")
}

if [[ ${1-} == --one ]]; then
  make_dir
  check_one "$2" "$3"
  exit $((failures > 0))
fi

find_cases "$@"
left_out=0
leave_out_cxx "$@"
((${#cases[@]} == 0)) || in_parallel 2 "${cases[@]}" || exit 1
finish "$((${#cases[@]} / 2)) programs as expected, $left_out in C++ left out today (WHOLE=1 takes all)"
