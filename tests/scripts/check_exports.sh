#!/usr/bin/env bash
# libmazurka-rt.so exports functions that stand in for the program's, and nothing of its own: its C++ library and its operators new
# and delete must not be shared with the program. Proves first that it would notice.
set -uo pipefail

: "${MAZURKA:?must be the built binary}" "${SOURCE_DIR:?must be the repository}"
library=${MAZURKA_RUNTIME_DIR:-$(dirname "$MAZURKA")/../lib}/libmazurka-rt.so
[[ -e $library ]] || { echo "no runtime is built"; exit 77; }

complaints() {  # lines "type name" on stdin; a name of C++ must be one that a source names
  local type name
  while read -r type name; do
    [[ $type == T ]] || echo "$name is exported, but no function (nm: $type)"
    case $name in
      *7mazurka*) echo "$name is exported, but our own" ;;
      _Z*) grep -rqw -- "$name" "$SOURCE_DIR/src/runtime/entries" || echo "$name is exported, but no source stands in for it" ;;
      __gxx_personality*|__cxa_throw|__cxa_begin_catch|__cxa_demangle) echo "$name is exported, but of our own C++ library" ;;
    esac
  done
}

bad='T _Znwm
T _ZN7mazurka7runtime3dieEPKcS2_l
T _ZNSt6vectorIiSaIiEE17_M_realloc_insertIJiEEEvN9__gnu_cxx17__normal_iteratorIPiS1_EEDpOT_
B program
T __cxa_throw'
for ((k = 1; k <= 5; k++)); do
  [[ -n $(sed -n "${k}p" <<<"$bad" | complaints) ]] || { echo "would not notice $(sed -n "${k}p" <<<"$bad")"; exit 1; }
done

exported=$(nm -D --defined-only "$library" | awk '{ print $2, $3 }')
for name in pthread_mutex_lock malloc __tsan_read4 _ZSt9terminatev mazurka_assume dlopen; do
  grep -qx "T $name" <<<"$exported" || { echo "$name is not exported"; exit 1; }
done
found=$(complaints <<<"$exported")
[[ -z $found ]] || { echo "$found"; exit 1; }
echo "$(wc -l <<<"$exported") functions are exported, none by accident"
