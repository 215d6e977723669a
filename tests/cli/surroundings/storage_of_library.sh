#!/usr/bin/env bash
# A library that a program loads by dlopen has thread-local storage: each thread's is allocated when it is first used, and freed at the thread's end. Using
# it then is a use after free, unless the thread was joined later.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
cat >"$dir/plugin.c" <<'END'
static _Thread_local int storage[100] = {5};
int* own(void) { return storage; }
END
cat >"$dir/host.c" <<'END'
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int* (*own)(void);
static int* _Atomic shown;

static void* work(void* unused) {
  int* storage = own();
  assert(*storage == 5);
  *storage = 6;
  shown = storage;
  return unused;
}
int main(void) {
  void* plugin = dlopen(getenv("PLUGIN"), RTLD_NOW);
  assert(plugin != 0);
  own = (int* (*)(void))dlsym(plugin, "own");
  pthread_t t[2];
  pthread_create(&t[0], 0, work, 0);
#ifdef USED
  int* storage = shown;
  if (storage != 0) assert(*storage == 6);
#endif
  pthread_join(t[0], 0);
  pthread_create(&t[1], 0, work, 0);
  pthread_join(t[1], 0);
  assert(*own() == 5);
}
END
export PLUGIN=$dir/plugin.so
"$tools/mazurka-cc" -shared -fPIC "$dir/plugin.c" -o "$PLUGIN" || fail "the plugin does not compile"

for options in "" --restart=fork --algorithm=stateful; do
  check_json "$dir/host.c" $options
  [[ ${report[verdict]} == verified ]] || fail "$options: found '${report[verdict]} ${report[bugs.0.message]}': $trouble"
  check_json "$dir/host.c" $options -DUSED
  [[ ${report[verdict]} == bug && ${report[bugs.0.message]} == *"use after free"* ]] ||
    fail "$options -DUSED: found '${report[verdict]} ${report[bugs.0.message]}': $trouble"
  said=$("$MAZURKA" replay "$dir/out/bug-1.trace" --quiet 2>&1 </dev/null)
  [[ $? == 1 && $said == *"use after free"* ]] || fail "$options: replay: $(head -n 2 <<<"$said")"
done
finish "the storage of a library ends with the thread"
