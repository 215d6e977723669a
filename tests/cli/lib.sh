# shellcheck shell=bash disable=SC2034
# What the tests that are shell scripts have in common. Each begins with
#   source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
# It finds the binary in MAZURKA and the repository in SOURCE_DIR, and ends with `finish`.
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
: "${JSON_GET:=$(dirname -- "$MAZURKA")/json_get}"
export MAZURKA SOURCE_DIR JSON_GET
tools=$(dirname -- "$MAZURKA")
self=$(realpath -- "$0")
failures=0

# What a person needs to go on is in the message: the command, what it said, what was expected.
fail() {
  echo "$*"
  failures=$((failures + 1))
}

# The last line of a test: what is said if nothing failed.
finish() {
  ((failures == 0)) && echo "$*"
  exit $((failures > 0))
}

# The test cannot run here.
skip() {
  echo "skipped: $*"
  exit 77
}

# A folder of this script's own, which goes with it: $dir.
make_dir() {
  dir=$(mktemp -d) || exit 1
  trap 'rm -rf "$dir"' EXIT
}
enter_dir() {
  make_dir
  cd "$dir" || exit 1
}

# Prints what is at paths of the JSON document on stdin, a line for each: tests/tools/json_get.cpp.
json_get() { "$JSON_GET" "$@"; }

# The same into the array `values`.
read_json() {  # document, paths
  mapfile -t values < <("$JSON_GET" "${@:2}" <<<"$1")
}

# Runs `mazurka check`. Afterwards `json` is the report and `code` the exit code; `report` has these fields of it, and `trouble` says
# why there is no report, or none that is complete.
report_fields=(verdict executions traces trace_digest blocked failed deadlocks incomplete error bugs.0.kind bugs.0.message
  bugs.0.location.file bugs.0.location.line bugs.0.trace_file)
declare -A report

check_json() {  # arguments
  local k
  json=$(timeout "${TIME_LIMIT:-120}" "$MAZURKA" check --format=json --quiet --out "$dir/out" "$@" 2>"$dir/errors" <"${INPUT:-/dev/null}")
  code=$?
  read_json "$json" "${report_fields[@]}"
  for k in "${!report_fields[@]}"; do report[${report_fields[k]}]=${values[k]-}; done
  verdict=${report[verdict]} executions=${report[executions]} traces=${report[traces]}
  digest=${report[trace_digest]} blocked=${report[blocked]}
  trouble="${report[incomplete]} ${report[error]} ${report[bugs.0.message]}"
  [[ -s $dir/errors ]] && trouble+=" $(head -n 3 "$dir/errors" | tr '\n' ' ')"
}

# The exit code and the first line of what mazurka says, on stdout or stderr.
expect_first_line() {  # exit code, words of the line, verb and arguments
  local said status
  said=$(timeout "${TIME_LIMIT:-120}" "$MAZURKA" "${@:3}" 2>&1 </dev/null)
  status=$?
  [[ $status == "$1" && ${said%%$'\n'*} == *"$2"* ]] ||
    fail "mazurka ${*:3}: exit code $status, '${said%%$'\n'*}', expected $1 and '$2'"
}

# Interrupts a background process as Ctrl-C does, once it listens: bash starts such processes with SIGINT ignored. Sets `code`.
interrupt() {  # process, seconds that it may work before
  local caught
  while caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null) && [[ -n $caught ]]; do
    ((0x$caught & 2)) && break
    sleep 0.1
  done
  sleep "$2"
  kill -INT "$1"
  wait "$1"
  code=$?
}

# Calls this script again for every few items, with --one before them. JOBS of them run at the same time.
in_parallel() {  # how many items a time, items
  printf '%s\0' "${@:2}" | xargs -0 -n "$1" -P "${JOBS:-2}" bash "$self" --one
}
