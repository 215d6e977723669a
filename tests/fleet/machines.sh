#!/usr/bin/env bash
# cost: 4
# Two machines share a run through PostgreSQL. The second is a namespace with a host name, a network and a home of its own; it has no
# sources, and of mazurka only the binary. And `work --sandbox`: a program that writes a file and calls somebody gets no further.
source "$(dirname -- "${BASH_SOURCE[0]}")/../cli/lib.sh"
source "$(dirname -- "${BASH_SOURCE[0]}")/postgres.sh"
start_cluster
dir=$(mktemp -d) || exit 1  # not in the server's: the sandbox has no rights there, even root's
trap 'rm -rf "$dir"; end_cluster' EXIT
chmod o+x "$cluster"  # its socket is for everybody
mkdir -p "$dir/first" "$dir/second/home" && cd "$dir/first" || exit 1
namespaces=(unshare --mount --uts --net)
((EUID == 0)) || namespaces+=(--map-root-user)
"${namespaces[@]}" true 2>/dev/null || skip "this machine gives no namespaces"

cp "$MAZURKA" "$dir/second/mazurka"
on_second() {  # arguments of mazurka
  # shellcheck disable=SC2016
  "${namespaces[@]}" env -i HOME="$dir/second/home" PATH=/usr/bin:/bin MAZURKA_TEST_HASTE=1 bash -c '
    hide=($1 $2)
    for folder in "${hide[@]}"; do mount -t tmpfs none "$folder" || exit 9; done
    hostname second && cd "$3/second" && [[ ! -e $1/src && ! -e $2/late.c ]] || exit 9
    shift 3
    exec ./mazurka "$@"' - "$SOURCE_DIR" "$dir/first" "$dir" "$@"
}
export XDG_CACHE_HOME=$dir/first/cache MAZURKA_TEST_HASTE=1

# Each has had a part of it, and the result is that of one.
cp "$SOURCE_DIR/bench/programs/lastzero.c" late.c
"$MAZURKA" check late.c -DN=16 --digest --format=json --quiet >alone.json
late=mazurka-out/late/late
[[ -x $late ]] || late=$(find "$PWD/mazurka-out" -name late -type f)
"$MAZURKA" check "$late" --digest --detach --store "$POSTGRES_URL" --quiet >run || fail "cannot submit"
on_second work "$POSTGRES_URL" --drain 2>second.err &
second=$!
until read_json "$("$MAZURKA" runs "$POSTGRES_URL" --format=json)" runs.0.executions workers.0.host && ((values[0] > 0)) || ! kill -0 $second 2>/dev/null; do
  sleep 0.05
done
[[ ${values[1]} == second ]] || fail "the first worker is not on the second machine: ${values[*]}: $(<second.err)"
((values[0] < 311296)) || fail "the second machine has done all of it before the first came"
"$MAZURKA" work "$POSTGRES_URL" --drain 2>first.err || fail "work on the first machine: $(<first.err)"
wait $second || fail "work on the second machine: $(<second.err)"
timeout 60 "$MAZURKA" wait "$POSTGRES_URL" 1 --format=json >shared.json || fail "wait: exit code $?"
for field in verdict executions trace_digest; do
  read_json "$(<alone.json)" $field && alone=${values[0]}
  read_json "$(<shared.json)" $field
  [[ ${values[0]} == "$alone" ]] || fail "two machines: $field is ${values[0]}, not $alone"
done
said=$("$MAZURKA" runs "$POSTGRES_URL")
[[ $said == *" on 2 machines" ]] || fail "runs: $said"
[[ -e $dir/second/home/.cache/mazurka && ! -e $dir/second/mazurka-out ]] || fail "the second machine has no cache, or more than that"

# The program gets out, unless there is a sandbox.
listen() {
  python3 -c 'import socket, sys
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
server.settimeout(60)
while True:
    server.accept()
    open(sys.argv[1], "w")' "$dir/called"
}
exec {port_file}< <(listen)
listener=$!
read -r port <&"$port_file"
submit() {
  "$MAZURKA" check "$SOURCE_DIR/tests/fleet/programs/nosy.c" --allow=sockets,processes --detach --store "$POSTGRES_URL" --quiet \
    -- "touch $dir/written" "$port" >/dev/null || fail "cannot submit nosy.c"
}
submit
"$MAZURKA" work "$POSTGRES_URL" --drain || fail "work without a sandbox: exit code $?"
[[ -e $dir/written && -e $dir/called ]] || fail "nosy.c does not even get out without a sandbox"
if bwrap --ro-bind / / --unshare-net --unshare-pid --proc /proc true 2>/dev/null; then
  rm "$dir/written" "$dir/called"
  submit
  "$MAZURKA" work "$POSTGRES_URL" --drain --sandbox || fail "work --sandbox: exit code $?"
  [[ ! -e $dir/written ]] || fail "a file was written from the sandbox"
  [[ ! -e $dir/called ]] || fail "somebody was called from the sandbox"
  read_json "$(timeout 60 "$MAZURKA" wait "$POSTGRES_URL" 3 --format=json)" verdict executions
  [[ ${values[*]} == "incomplete 1" ]] || fail "in the sandbox: ${values[*]}"
  # Killed within it, a process is replaced, as without.
  "$MAZURKA" check "$late" --digest --detach --store "$POSTGRES_URL" --quiet >/dev/null
  "$MAZURKA" work "$POSTGRES_URL" --drain --sandbox 2>sandbox.err &
  worker=$!
  until inside=$(pgrep -nf "^[^ ]*$late\$") || ! kill -0 $worker 2>/dev/null; do sleep 0.02; done
  kill -9 "$inside" || fail "there was nobody to kill in the sandbox"
  wait $worker || fail "killed in the sandbox: $(<sandbox.err)"
  read_json "$(timeout 60 "$MAZURKA" wait "$POSTGRES_URL" 4 --format=json)" verdict executions
  [[ ${values[*]} == "verified 311296" ]] || fail "killed in the sandbox: ${values[*]}"
fi
# Without bubblewrap it is one sentence.
said=$("${namespaces[@]}" bash -c 'mount --bind /dev/null /usr/bin/bwrap 2>/dev/null; exec "$@"' - "$MAZURKA" work "$POSTGRES_URL" --sandbox --drain 2>&1)
code=$?
[[ $code == 2 && $said == "mazurka: --sandbox needs /usr/bin/bwrap, which is not there (apt-get install bubblewrap)" ]] ||
  fail "without bubblewrap: exit code $code, '$said'"
kill $listener
finish "two machines share a run, and a sandbox holds"
