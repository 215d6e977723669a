#!/usr/bin/env bash
# Random programs over all primitives, explored natively, have the traces that the toy language's oracle finds
# (tests/conformance); so have the programs with mailboxes that have a name, in a long run with every algorithm. Arguments: how many programs (200 if there is none) and the seed. The driver is compiled once, for the
# second half of the programs by clang. A tenth of them is explored by stateful, too, with --check-states, and as
# many programs of critical sections, with --fuse-sections. `ninja conformance_long` runs 20,000.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

programs=${1:-200} seed=${2:-1}
sources=("$SOURCE_DIR"/tests/conformance/driver*.cpp)
make_dir

run_half() {  # compiler, number of the first program
  MAZURKA_COMPILER=$1 "$tools/mazurka-c++" -std=c++20 -O1 -I"$SOURCE_DIR/include" "${sources[@]}" -o "$dir/driver-$2" &&
    "$tools/conformance" "$dir/driver-$2" --programs=$((programs / 2)) --first="$2" --seed="$seed" &&
    "$tools/conformance" "$dir/driver-$2" --programs=$((programs / 10)) --first="$2" --seed="$seed" --algorithm=stateful &&
    "$tools/conformance" "$dir/driver-$2" --programs=$((programs / 10)) --first="$2" --seed="$seed" --sections &&
    { (($2 > 0)) || "$tools/conformance" "$dir/driver-$2" --listed --programs="$programs"; }
}
clang=$(command -v clang-14 || command -v clang || echo gcc)
run_half gcc 0 >"$dir/first" 2>&1 &
run_half "$clang" $((programs / 2)) >"$dir/second" 2>&1
second=$?
wait $!
first=$?
cat "$dir/first" "$dir/second"
((first == 0 && second == 0)) || fail "not all programs have the oracle's traces"
finish "all programs have the oracle's traces"
