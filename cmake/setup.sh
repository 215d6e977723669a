# shellcheck shell=bash disable=SC2154
# Set-up shared by the launchers: sourced by ./mazurka and ./test, which set `root` to the repository before, and
# `install_without_asking` to 1 if they were given --yes. Everything it says goes to stderr.

packages=(g++ cmake ninja-build libgtest-dev libcli11-dev libfmt-dev nlohmann-json3-dev libelf-dev libdw-dev
  clang-format clang-14 llvm-14-dev libc++-dev libc++abi-dev gcc-12-plugin-dev python3 libsqlite3-dev libpq-dev libzstd-dev libxxhash-dev libz3-dev)
optional_packages=()

say() { printf 'mazurka: %s\n' "$*" >&2; }

# Is this a target that was never built, or one whose sources changed since? A folder's own time shows that files were added or
# removed.
is_stale() {  # preset
  local stamp=$root/build/$1/built
  [[ ! -e $stamp || ! -x $root/build/$1/bin/mazurka ]] && return 0
  local places=("$root/src" "$root/cmake")
  [[ -d $root/include ]] && places+=("$root/include")
  [[ -n $(find "${places[@]}" "$root/CMakeLists.txt" "$root/CMakePresets.json" \
    -newer "$stamp" -print -quit) ]]
}

missing_packages() {  # packages
  (($#)) || return 0
  local package
  local -A installed=()
  while read -r package; do installed[$package]=1; done < <(
    dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" 2>/dev/null | sed -n 's/^ii *//p')
  for package in "$@"; do [[ -n ${installed[$package]-} ]] || echo "$package"; done
}

# Asks whether to install packages, but only a person at a terminal: not with --yes, in continuous integration, or in a pipe.
may_install() {  # command, packages
  [[ -n ${install_without_asking-} || -n ${CI-} || ! -t 0 || ! -t 2 ]] && return 0
  local answer
  say "these Debian packages are missing: ${*:2}"
  read -r -p "Install them with $1? [Y/n] " answer || { echo; answer=no; } >&2
  case ${answer,,} in
    '' | y | yes) return 0 ;;
  esac
  say "nothing was installed; to do it yourself: $1 install ${*:2}"
  return 1
}

# The packages, and optional_packages if they can be had.
install_packages() {  # log
  command -v dpkg-query >/dev/null || return 0  # not Debian: CMake says what it misses
  local missing optional all as_root=()
  mapfile -t missing < <(missing_packages "${packages[@]}")
  mapfile -t optional < <(missing_packages "${optional_packages[@]}")
  all=("${missing[@]}" "${optional[@]}")
  ((${#all[@]})) || return 0
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      ((${#missing[@]})) || return 0
      say "these Debian packages are missing: ${missing[*]}; install them as root (apt-get install ${missing[*]})"
      return 1
    fi
    as_root=(sudo)
  fi
  may_install "${as_root[*]}${as_root:+ }apt-get" "${all[@]}" || return $((${#missing[@]} > 0))
  say "installing Debian packages: ${all[*]}"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qy -o DPkg::Lock::Timeout=300)
  local install=("${apt[@]}" install --no-install-recommends)
  # Package lists may be absent or old: update them only if the first try fails.
  "${install[@]}" "${all[@]}" >"$1" 2>&1 && return 0
  "${apt[@]}" update >>"$1" 2>&1 && "${install[@]}" "${all[@]}" >>"$1" 2>&1 && return 0
  if ((${#optional[@]})); then
    say "cannot install ${optional[*]}; going on without"
    ((${#missing[@]})) || return 0
    "${install[@]}" "${missing[@]}" >>"$1" 2>&1 && return 0
  fi
  fail_with_log "$1" "cannot install the Debian packages ${missing[*]}"
}

fail_with_log() {  # log, what went wrong
  tail -n 40 "$1" >&2
  say "$2; the whole log is in $1"
  return 1
}

# A build folder that was copied or moved with its repository names the old place: configure it anew.
forget_foreign_cache() {  # build folder
  if [[ -e $1/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$1/CMakeCache.txt"; then
    rm -rf "$1"
    mkdir -p "$1"
  fi
}

build_locked() {  # preset, targets
  local build=$root/build/$1 log=$root/build/$1.log
  mkdir -p "$build"
  install_packages "$log" || return
  forget_foreign_cache "$build"
  # The stamp takes the time before the build: a file that changes meanwhile is newer.
  touch "$build/building"
  (cd "$root" && env -u CC -u CXX -u CFLAGS -u CXXFLAGS -u LDFLAGS cmake --preset "$1") >"$log" 2>&1 || { fail_with_log "$log" "cannot configure"; return; }
  # shellcheck disable=SC2086
  cmake --build "$build" --target $2 >>"$log" 2>&1 || { fail_with_log "$log" "cannot build"; return; }
  mv "$build/building" "$build/built"
}

# Builds targets of a preset, with blanks between their names; "if-stale" does so only if nobody else did it while we waited for the lock.
build() {  # preset, targets, "always" or "if-stale"
  root=$(cd -- "$root" && pwd -P)  # CMake knows the repository by this name
  mkdir -p "$root/build"
  (
    flock -n 9 || { say "waiting for another build"; flock 9; }
    [[ $3 == if-stale ]] && ! is_stale "$1" && exit 0
    say "building $2 ($1)"
    build_locked "$1" "$2" 9>&-
  ) 9>"$root/build/lock" >&2
}
