#!/usr/bin/env bash
# The command line itself: help and version are fine, every mistake is one sentence on stderr and exit code 2.
# labels: asan
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"
make_dir

expect() {  # exit code, words on stdout, words on stderr, arguments...
  local code out err=$dir/errors
  out=$("$MAZURKA" "${@:4}" 2>"$err")
  code=$?
  [[ $code == "$1" && $out == *"$2"* && $(<"$err") == *"$3"* ]] ||
    fail "mazurka ${*:4}: exit code $code, expected $1; stdout '$out', expected '$2'; stderr '$(<"$err")', expected '$3'"
  [[ $1 != 2 || (-z $out && $(wc -l <"$err") == 1) ]] ||
    fail "mazurka ${*:4}: a mistake must give one line on stderr and nothing on stdout"
}

expect 0 'mazurka 0.' '' --version
expect 0 'Usage: mazurka' '' --help
expect 2 '' 'no verb was given'
expect 2 '' "unknown verb 'frobnicate'" frobnicate
expect 2 '' "unknown option '--frobnicate'" --frobnicate
expect 2 '' "--max-steps needs a value" toy a.toy --max-steps
expect 2 '' "--seed was given more than once" toy a.toy --seed=1 --seed=2
expect 2 '' "FILE is required" toy
expect 2 '' "STORE is required" runs
expect 2 '' "cannot open the store $dir/none.db: there is no such file" runs "$dir/none.db"
for verb in check replay runs toy fuzz doctor; do expect 0 "Usage: mazurka $verb" '' $verb --help; done
finish "mistakes are told in one sentence"
