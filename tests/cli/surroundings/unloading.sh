#!/usr/bin/env bash
# A program loads a plugin, uses it in threads, and unloads it. That is done once all other threads were joined, if every execution has a process of its own;
# else it is refused, and the message says what can be done.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

make_dir
cat >"$dir/plugin.c" <<'END'
static int uses;
void use(void) { uses++; }
int used(void) { return uses; }
__attribute__((destructor)) static void end(void) { uses = -1; }
END
cat >"$dir/host.c" <<'END'
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void* plugin;
static void (*use)(void);

static void load(void) {
  plugin = dlopen(getenv("PLUGIN"), RTLD_NOW);
  assert(plugin != 0);
  use = (void (*)(void))dlsym(plugin, "use");
}
static void* work(void* unused) {
  pthread_mutex_lock(&lock);
  use();
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  load();
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
#ifdef WHILE_IT_IS_USED
  dlclose(plugin);
#endif
#ifndef NOT_JOINED
  pthread_join(b, 0);
#endif
#ifndef WHILE_IT_IS_USED
  dlclose(plugin);
#endif
#ifdef AFTER_IT
  use();
#endif
#ifdef AGAIN
  load();
  assert(((int (*)(void))dlsym(plugin, "used"))() == 0);
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  assert(((int (*)(void))dlsym(plugin, "used"))() == 1);
#endif
}
END
export PLUGIN=$dir/plugin.so
"$tools/mazurka-cc" -shared -fPIC "$dir/plugin.c" -o "$PLUGIN" || fail "the plugin does not compile"

expect() {  # verdict, text, options
  check_json "$dir/host.c" --hunt=0 "${@:3}"
  local said="${report[verdict]} ${report[executions]} ${report[incomplete]} ${report[bugs.0.message]}"
  [[ $said == "$1"*"$2"* ]] || fail "${*:3}: found '$said', expected $1 and '$2': $trouble"
}
not_here="loading or unloading a library once there are threads"
expect "verified 2" "" --restart=fork
expect "verified 2" "" --restart=fork -DAGAIN
expect bug "invalid memory access" --restart=fork -DAFTER_IT
said=$("$MAZURKA" replay "$dir/out/bug-1.trace" --quiet 2>&1 </dev/null)
[[ $? == 1 && $said == *"invalid memory access"* ]] || fail "replay: $(head -n 2 <<<"$said")"
expect incomplete "$not_here (--restart=fork can do it here)"
for options in -DWHILE_IT_IS_USED -DNOT_JOINED; do
  expect incomplete "$not_here at" --restart=fork $options
done
finish "a library is unloaded when nobody else is there"
