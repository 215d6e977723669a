#!/usr/bin/env bash
# Random programs of atomic operations, once as inline assembly and once as the compiler's own: the same verdict, as many traces and as
# many failures. The arguments are how many programs (12) and the seed (1).
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
RANDOM=${2:-1}
cat >operations.h <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#ifdef ASSEMBLY
#define LOAD(T, s, p) ({ T r; __asm__ volatile("mov" s " %1, %0" : "=q"(r) : "m"(*(p)) : "memory"); r; })
#define STORE(T, s, p, v) ({ T w = (v); __asm__ volatile("mov" s " %1, %0" : "=m"(*(p)) : "q"(w) : "memory"); 0; })
#define EXCHANGE(T, s, p, v) ({ T w = (v); __asm__ volatile("xchg" s " %0, %1" : "+q"(w), "+m"(*(p)) : : "memory"); w; })
#define ADD(T, s, p, v) \
  ({ T w = (v); __asm__ volatile("lock; xadd" s " %0, %1" : "+q"(w), "+m"(*(p)) : : "memory", "cc"); w; })
#define OR(T, s, p, v) ({ T w = (v); __asm__ volatile("lock or" s " %1, %0" : "+m"(*(p)) : "q"(w) : "memory", "cc"); 0; })
#define SWAP_IF(T, s, p, v) \
  ({ T e = (v) / 2, d = (v) + 1; unsigned char done; \
     __asm__ volatile("lock\n\tcmpxchg" s " %3, %1; setz %0" : "=q"(done), "+m"(*(p)), "+a"(e) : "q"(d) : "memory", "cc"); done; })
#else
#define LOAD(T, s, p) __atomic_load_n(p, __ATOMIC_ACQUIRE)
#define STORE(T, s, p, v) (__atomic_store_n(p, v, __ATOMIC_RELEASE), 0)
#define EXCHANGE(T, s, p, v) __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)
#define ADD(T, s, p, v) __atomic_fetch_add(p, v, __ATOMIC_SEQ_CST)
#define OR(T, s, p, v) (__atomic_fetch_or(p, v, __ATOMIC_SEQ_CST), 0)
#define SWAP_IF(T, s, p, v) \
  ({ T e = (v) / 2; __atomic_compare_exchange_n(p, &e, (v) + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); })
#endif
C
types=(uint8_t uint16_t uint32_t uint64_t) letters=(b w l q) operations=(STORE EXCHANGE ADD OR SWAP_IF SWAP_IF LOAD LOAD GUARD)

one_of() { printf '%s' "${@:RANDOM % $# + 1:1}"; }

generate() {  # prints a program
  local thread step k operation threads=$((2 + RANDOM % 2)) variables=($((RANDOM % 4)) $((RANDOM % 4)))
  echo '#include "operations.h"'
  # (Not static: clang leaves out what is always 0.)
  for k in 0 1; do echo "${types[variables[k]]} v$k;"; done
  echo 'static int plain; static long result[3][3];'
  for ((thread = 0; thread < threads; thread++)); do
    echo "static void* run$thread(void* unused) {"
    for ((step = 0; step < 5 - threads; step++)); do
      k=$((RANDOM % 2)) operation=$(one_of "${operations[@]}")
      local arguments="${types[variables[k]]}, \"${letters[variables[k]]}\", &v$k"
      case $operation in
        LOAD) echo "  result[$thread][$step] = LOAD($arguments);" ;;
        GUARD) echo "  if (LOAD($arguments)) plain++;" ;;
        *) echo "  result[$thread][$step] = $operation($arguments, $((RANDOM % 4)));" ;;
      esac
    done
    echo '  return unused; }'
  done
  echo 'int main(void) { pthread_t t[3];'
  for ((thread = 0; thread < threads; thread++)); do echo "  pthread_create(&t[$thread], 0, run$thread, 0);"; done
  for ((thread = 0; thread < threads; thread++)); do echo "  pthread_join(t[$thread], 0);"; done
  echo "  assert(!(result[0][0] == $((RANDOM % 3)) && result[1][0] == $((RANDOM % 3)) && v0 == $((RANDOM % 4))));"
  echo '  return 0; }'
}

outcome() {  # arguments of check
  check_json "$@" --keep-going --digest
  printf '%s, %s traces, %s failed' "$verdict" "$traces" "${report[failed]}"
}

count=${1:-12}
for ((program = 1; program <= count; program++)); do
  generate >program.c
  flags=(program.c -w)
  ((program % 2)) || flags+=(-O2)
  ((program % 3)) || ! command -v clang-14 >/dev/null || flags+=(--compiler=clang-14)
  compiled=$(outcome "${flags[@]}")
  assembled=$(outcome "${flags[@]}" -DASSEMBLY)
  [[ $compiled == "$assembled" && $compiled =~ ^(verified|bug),\ [0-9]+\ traces ]] ||
    fail "program $program (${flags[*]:1}): compiled: $compiled; assembled: $assembled: $(<program.c)"
done
finish "$count programs are the same in assembly"
