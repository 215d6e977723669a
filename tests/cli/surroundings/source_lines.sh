#!/usr/bin/env bash
# The steps of a bug are told with the lines of the user's file, whatever function of a library header or of a shared
# library is called there, inlined or not: at -O0 and -O2, with every compiler that is installed.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
cat >lines.cpp <<'END'
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
std::atomic<int> x;
std::atomic<long> steps;
std::mutex mutex;
std::condition_variable_any changed;
std::once_flag once;
struct Counter {
  void add() { x++; }
};
void work(std::shared_ptr<int> value) {
  std::call_once(once, [] {});
  std::unique_lock lock(mutex);
  Counter().add();
  changed.wait(lock, [] { return x.load() == 2; });
  assert(*value == 1);
}
int main() {
  auto zero = std::make_shared<int>(0);
  std::thread worker(work, zero);
  {
    std::lock_guard guard(mutex);
    x.fetch_add(1);
  }
  changed.notify_all();
  worker.join();
}
END

compilers=(gcc)
for version in clang clang-14 clang-16 clang-19; do
  command -v "$version" >/dev/null && compilers+=("$version")
done
for compiler in "${compilers[@]}"; do
  for flags in -O0 -O2; do
    check_json lines.cpp --compiler="$compiler" $flags -std=c++17
    places=$(paste -d : <(json_get 'bugs.0.steps.*.location.file' <<<"$json") <(json_get 'bugs.0.steps.*.location.line' <<<"$json") | sort -u)
    others=$(grep -v '^lines\.cpp:[0-9]*$' <<<"$places")
    [[ -z $others && -n $places ]] ||
      fail "$compiler $flags: steps are at $(tr '\n' ' ' <<<"$others"), expected lines.cpp alone; $trouble"
    for line in 13 16 17 24 26 27 29; do
      grep -qx "lines.cpp:$line" <<<"$places" ||
        fail "$compiler $flags: no step is at line $line, only at $(tr '\n' ' ' <<<"$places")"
    done
  done
done
finish "steps are told with the lines of the user's file"
