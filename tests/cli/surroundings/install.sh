#!/usr/bin/env bash
# cost: 25
# `cmake --install` into a folder that is then moved: the program works there, and a CMake project that uses
# find_package(Mazurka) gets the right verdict for each of its tests. With --package as first argument, a Debian package is made
# by cpack, unpacked, and used in the same way (target package_long).
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
build=$(dirname -- "$(dirname -- "$MAZURKA")")
prefix=$dir/moved
if [[ ${1-} == --package ]]; then
  (cd "$dir" && cpack --config "$build/CPackConfig.cmake" -B "$dir/packages" >"$dir/log" 2>&1) || fail "cpack: $(tail -n 3 "$dir/log")"
  dpkg-deb -x "$dir"/packages/mazurka_*.deb "$dir/root" || fail "there is no package"
  prefix=$dir/root/usr
else
  cmake --install "$build" --prefix "$dir/first" >"$dir/log" 2>&1 || fail "cmake --install: $(tail -n 3 "$dir/log")"
  mv "$dir/first" "$prefix"
fi

said=$("$prefix/bin/mazurka" check "$SOURCE_DIR/examples/lost_update.cpp" --quiet --out "$dir/out" 2>&1)
[[ $? == 1 && $said == "bug: "* ]] || fail "the installed program: $said"
"$prefix/bin/mazurka-c++" "$SOURCE_DIR/examples/peterson.cpp" -o "$dir/peterson" 2>"$dir/log" || fail "mazurka-c++: $(<"$dir/log")"
said=$("$prefix/bin/mazurka" check "$dir/peterson" --quiet --out "$dir/out" 2>&1)
[[ $? == 0 || $? == 1 ]] || fail "a program built by the installed mazurka-c++: $said"

mkdir -p "$dir/project"
cat >"$dir/project/counter.cpp" <<'END'
#include <cassert>
#include <mutex>
#include <thread>
int counter;
std::mutex m;
void add() {
#ifdef FIXED
  std::lock_guard guard(m);
#endif
  counter++;
}
int main(int argc, char**) {
  std::thread a(add), b(add);
  a.join();
  b.join();
  assert(counter == 2 && argc < 3);
}
END
printf '#include <thread>\n#include <atomic>\nstd::atomic<int> x;\nint main() { std::thread a([] { for (;;) x++; }); x = 1; a.join(); }\n' >"$dir/project/endless.cpp"
cat >"$dir/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.19)
project(counter LANGUAGES CXX)
enable_testing()
find_package(Mazurka REQUIRED)
mazurka_add_test(NAME right SOURCES counter.cpp FLAGS -DFIXED)
mazurka_add_test(NAME "a race" SOURCES counter.cpp EXPECT data_race)
mazurka_add_test(NAME any_bug SOURCES counter.cpp EXPECT bug)
mazurka_add_test(NAME arguments SOURCES counter.cpp FLAGS -DFIXED ARGS one "two words" EXPECT assertion)
mazurka_add_test(NAME wrong SOURCES counter.cpp)
mazurka_add_test(NAME not_wrong SOURCES counter.cpp FLAGS -DFIXED EXPECT bug)
mazurka_add_test(NAME other_kind SOURCES counter.cpp EXPECT deadlock)
mazurka_add_test(NAME incomplete SOURCES endless.cpp)
mazurka_add_test(NAME must_complete SOURCES endless.cpp INCOMPLETE fail)
mazurka_add_test(NAME broken SOURCES missing.cpp)
END
cmake -S "$dir/project" -B "$dir/project/build" -DCMAKE_PREFIX_PATH="$prefix" >"$dir/log" 2>&1 || fail "find_package: $(tail -n 5 "$dir/log")"
ctest --test-dir "$dir/project/build" -L mazurka --output-junit "$dir/junit.xml" >"$dir/log" 2>&1
for name in right "a race" any_bug arguments; do
  grep -qE " $name \.+ +Passed" "$dir/log" || fail "the test '$name' did not pass: $(grep " $name " "$dir/log" | head -n 1)"
done
for name in wrong not_wrong other_kind must_complete broken; do
  grep -qE " $name \.+\*\*\*Failed" "$dir/log" || fail "the test '$name' did not fail: $(grep " $name " "$dir/log" | head -n 1)"
done
grep -qE ' incomplete \.+\*\*\*Skipped' "$dir/log" || fail "an incomplete verdict was not skipped"
grep -q '<testsuite' "$dir/junit.xml" || fail "ctest wrote no JUnit report"

# Man pages, completions, pkg-config.
[[ -e $prefix/share/man/man1/mazurka-test.1 ]] || fail "there are no manual pages"
if command -v man >/dev/null; then
  [[ -z $(man -l --warnings -Tutf8 "$prefix/share/man/man1/mazurka-check.1" 2>&1 >/dev/null) ]] || fail "man does not like mazurka-check.1"
fi
completed=$(bash -c 'source "$1"; COMP_WORDS=(mazurka check --leftover-threads = re); COMP_CWORD=4; _mazurka; echo "${COMPREPLY[*]}"
  COMP_WORDS=(mazurka te); COMP_CWORD=1; _mazurka; echo "${COMPREPLY[*]}"' _ "$prefix/share/bash-completion/completions/mazurka" 2>&1)
[[ $completed == $'report\ntest' ]] || fail "completion in bash: '$completed'"
if command -v zsh >/dev/null; then
  zsh -n "$prefix/share/zsh/vendor-completions/_mazurka" || fail "completion in zsh"
fi
[[ $(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --modversion mazurka) == "$("$prefix/bin/mazurka" --version | cut -d' ' -f2)" ]] || fail "mazurka.pc has another version"
[[ -x $(PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --variable=cxx mazurka) ]] || fail "mazurka.pc does not name the compiler"

# The tests of a project in GoogleTest, and in Catch2 if it is there.
catch2=OFF
[[ -e /usr/lib/cmake/Catch2 ]] && catch2=ON
bash "$SOURCE_DIR/tests/frameworks/expect_project.sh" "$prefix" "$dir/tests" "-DWITH_CATCH2=$catch2" || fail "mazurka_discover_tests"

finish "an installed Mazurka works, and so does find_package(Mazurka)"
