#!/usr/bin/env bash
# A clean Debian 12 with nothing but the package: it installs, and the project in tests/frameworks/project gets the right verdicts there.
# As root, with debootstrap and a network; clean_debian.sh [MIRROR]. The target clean_debian_long runs it: MAZURKA is the built binary.
# CLEAN_DEBIAN names a folder that debootstrap has made before.
set -uo pipefail
: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
mirror=${1:-http://deb.debian.org/debian}
build=$(dirname -- "$(dirname -- "$MAZURKA")")
[[ $EUID == 0 ]] && command -v debootstrap >/dev/null || { echo "skipped: needs root and debootstrap"; exit 77; }
dir=$(mktemp -d) || exit 1
trap 'umount "$dir/root/proc" "$dir/root/dev" 2>/dev/null; rm -rf --one-file-system "$dir"' EXIT
fail() { echo "$*"; exit 1; }

(cd "$dir" && cpack --config "$build/CPackConfig.cmake" -B "$dir/packages" >"$dir/log" 2>&1) || fail "cpack: $(tail -n 3 "$dir/log")"
package=$(echo "$dir"/packages/mazurka_*.deb)
[[ -e $package ]] || fail "there is no package"
if [[ -n ${CLEAN_DEBIAN-} ]]; then
  cp -a "$CLEAN_DEBIAN" "$dir/root" || fail "cannot copy '$CLEAN_DEBIAN'"
else
  debootstrap --variant=minbase bookworm "$dir/root" "$mirror" >"$dir/log" 2>&1 || fail "debootstrap: $(tail -n 3 "$dir/log")"
fi
mount -t proc proc "$dir/root/proc" && mount --bind /dev "$dir/root/dev" || fail "cannot mount /proc and /dev"
mkdir -p "$dir/root/work/frameworks"
cp "$package" "$dir/root/work/"
cp -r "$SOURCE_DIR/tests/frameworks/." "$dir/root/work/frameworks/"
cp "$SOURCE_DIR/examples/bank.cpp" "$dir/root/work/"

in_root() { chroot "$dir/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive HOME=/root bash -c "cd /work && $1"; }
in_root "apt-get update && apt-get install -y --no-install-recommends ./${package##*/}" >"$dir/log" 2>&1 || fail "the package does not install: $(tail -n 5 "$dir/log")"
in_root 'mazurka --version && mazurka check bank.cpp --quiet' >"$dir/log" 2>&1
[[ $? == 1 ]] && grep -q '^bug: deadlock' "$dir/log" || fail "mazurka check: $(head -n 5 "$dir/log")"
head -n 1 "$dir/log"
for page in mazurka mazurka-check mazurka-test; do
  [[ -e $dir/root/usr/share/man/man1/$page.1 || -e $dir/root/usr/share/man/man1/$page.1.gz ]] || fail "there is no manual page $page"
done
in_root 'apt-get install -y --no-install-recommends cmake make libgtest-dev catch2 python3' >"$dir/log" 2>&1 || fail "cmake, gtest, catch2, python3: $(tail -n 3 "$dir/log")"
in_root 'bash frameworks/expect_project.sh /usr /work/build' || fail "the project in a clean Debian"
in_root 'apt-get remove -y mazurka && ! command -v mazurka' >"$dir/log" 2>&1 || fail "the package does not go away: $(tail -n 3 "$dir/log")"
echo "the package works in a clean Debian 12"
