#!/usr/bin/env bash
# The launchers ask before they install packages, but only a person at a terminal. Everything here is real except for what the
# launchers call: dpkg-query, apt-get, sudo, cmake and ctest are stand-ins that write down their arguments.
set -uo pipefail

: "${SOURCE_DIR:?must be the repository}"
command -v script >/dev/null || { echo "script(1) is not installed: there is no terminal to ask on"; exit 77; }
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
failures=0
fail() { echo "$*"; failures=$((failures + 1)); }

repository=$dir/repository tools=$dir/tools
mkdir -p "$repository/src" "$repository/cmake" "$tools"
cp "$SOURCE_DIR"/{mazurka,mazurka-cc,test,CMakeLists.txt,CMakePresets.json} "$repository"
cp "$SOURCE_DIR/cmake/setup.sh" "$repository/cmake"

stand_in() {  # name; the script on stdin
  cat >"$tools/$1"
  chmod +x "$tools/$1"
}
# Two packages are missing until apt-get was called.
stand_in dpkg-query <<'SCRIPT'
#!/usr/bin/env bash
shift 3
for package; do
  [[ ( $package == ninja-build || $package == libdw-dev ) && ! -e $LOG/apt-get ]] || echo "ii  $package"
done
SCRIPT
stand_in apt-get <<'SCRIPT'
#!/usr/bin/env bash
echo "$*" >>"$LOG/apt-get"
SCRIPT
stand_in sudo <<'SCRIPT'
#!/usr/bin/env bash
exec "$@"
SCRIPT
stand_in cmake <<'SCRIPT'
#!/usr/bin/env bash
[[ $1 == --build ]] || exit 0
mkdir -p "$2/bin"
for name in mazurka mazurka-cc; do
  printf '#!/bin/sh\necho "%s runs: $*"\n' "$name" >"$2/bin/$name"
  chmod +x "$2/bin/$name"
done
SCRIPT
stand_in ctest <<'SCRIPT'
#!/usr/bin/env bash
while (($#)); do
  if [[ $1 == --output-junit ]]; then echo '<testsuite tests="1" failures="0" disabled="0" skipped="0">' >"$2"; fi
  shift
done
SCRIPT

# Starts a launcher in the copy as if for the first time; sets said, code and installed.
run() {  # "terminal" or "pipe", what is typed, command...
  rm -rf "$repository/build" "$dir/log"
  mkdir "$dir/log"
  local -x LOG=$dir/log PATH=$tools:$PATH
  if [[ $1 == terminal ]]; then
    said=$(cd "$repository" && script -qec "${*:3}" /dev/null <<<"$2"; echo $? >"$LOG/code")
    said=${said//$'\r'/}
  else
    said=$(cd "$repository" && bash -c "${*:3}" 2>&1 <<<"$2"; echo $? >"$LOG/code")
  fi
  code=$(<"$LOG/code")
  installed=$(cat "$LOG/apt-get" 2>/dev/null)
}

expect() {  # name, exit code, "installs" or "installs nothing", words of what is said...
  local word
  ((code == $2)) || fail "$1: exit code $code, expected $2; it said: $said"
  case $3 in
    installs) [[ $installed == *'install --no-install-recommends ninja-build libdw-dev' ]] || fail "$1: apt-get $installed" ;;
    *) [[ -z $installed ]] || fail "$1: installed although it should not: $installed" ;;
  esac
  for word in "${@:4}"; do [[ $said == *"$word"* ]] || fail "$1: expected '$word' in: $said"; done
}

unset CI
question='missing: ninja-build libdw-dev'
run terminal yes ./mazurka check x.c
expect 'yes at a terminal' 0 installs "$question" 'Install them with' 'mazurka runs: check x.c'
run terminal '' ./mazurka check x.c
expect 'return at a terminal' 0 installs "$question" 'mazurka runs: check x.c'
run terminal no ./mazurka check x.c
expect 'no at a terminal' 2 'installs nothing' "$question" 'to do it yourself:' 'apt-get install ninja-build libdw-dev'
[[ $said != *'mazurka runs'* ]] || fail "no at a terminal: mazurka was run"
run terminal no ./mazurka-cc -c x.c
expect 'no, to mazurka-cc' 2 'installs nothing' 'apt-get install ninja-build libdw-dev'
run terminal no ./mazurka --yes check x.c
expect '--yes at a terminal' 0 installs 'installing Debian packages: ninja-build libdw-dev' 'mazurka runs: check x.c'
[[ $said != *'Install them'* ]] || fail "--yes at a terminal: it asked: $said"
run terminal no CI=true ./mazurka check x.c
expect 'CI at a terminal' 0 installs 'mazurka runs: check x.c'
run pipe no ./mazurka check x.c
expect 'a pipe' 0 installs 'installing Debian packages: ninja-build libdw-dev' 'mazurka runs: check x.c'
run terminal no ./test
expect 'no, to ./test' 2 'installs nothing' 'apt-get install ninja-build libdw-dev'
run terminal no ./test --yes -R Pop
expect './test --yes' 0 installs '1 tests passed, 0 failed'

((failures == 0)) && echo "the launchers ask a person, and nobody else"
exit $((failures > 0))
