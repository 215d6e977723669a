#!/usr/bin/env bash
# docs/supported.md is true: its tables name every function that the runtime stands in for and no other, those under "Not supported"
# are the ones that are refused, and the programs that it names are there.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

library=${MAZURKA_RUNTIME_DIR:-$(dirname "$MAZURKA")/../lib}/libmazurka-rt.so
document=$SOURCE_DIR/docs/supported.md

functions_in() {  # the functions in the first column of the tables on stdin
  sed -n 's/^| \(`[^|]*\) |.*/\1/p' | grep -o '`[A-Za-z_0-9]*`' | tr -d '`' | sort -u
}
make_dir
sed '/^## Not supported/,$d' "$document" | functions_in >"$dir/supported"
sed -n '/^## Not supported/,$p' "$document" | functions_in >"$dir/refused"
# What compilers emit calls of, what programs use that include <mazurka.h>, the streams of C++ and the insides of libc++ are described elsewhere.
nm -D --defined-only "$library" | awk '{ print $3 }' | grep -v '^__tsan_\|^__ubsan_\|^\(WTF\)\?Annotate\|^RunningOnValgrind\|^_ZNSt3__1\|^_ZNSt6thread\|^_ZNSt8__detail15_List\|^_ZSt[0-9]*_Rb_tree\|^_ZNS[io][0-9lr]\|^_ZNSt1[34]basic_\|^_ZSt[0-9lr]*[sg_w]\|^mazurka_\|^__mazurka_\|^__VERIFIER_' | sort -u >"$dir/exported"
sed -n 's/^UNSUPPORTED\(_UNLESS(k[A-Za-z]*, \|_NUMBER(\|(\)\([A-Za-z_0-9]*\)\(, ".*"\|\))$/\2/p' "$SOURCE_DIR/src/runtime/entries/libc/unsupported.cpp" | sort -u >"$dir/unsupported"
[[ -s $dir/exported && -s $dir/unsupported ]] || fail "cannot read what the runtime exports from $library"

for name in $(comm -23 "$dir/exported" <(sort -u "$dir/supported" "$dir/refused")); do fail "$name is exported but not in docs/supported.md"; done
for name in $(comm -23 <(sort -u "$dir/supported" "$dir/refused") "$dir/exported"); do fail "$name is in docs/supported.md but not exported"; done
for name in $(comm -3 "$dir/unsupported" "$dir/refused"); do fail "$name is refused, or said to be refused, but not both"; done
for name in $(comm -12 "$dir/supported" "$dir/refused"); do fail "$name is both supported and refused"; done
while read -r path; do
  [[ -e $SOURCE_DIR/tests/programs/$path ]] || fail "docs/supported.md names $path, which is not there"
done < <(sed -n '/^## C++/,/^## Not/s/.*| `\([^`]*\)` |$/\1/p' "$document")
while read -r class; do
  grep -rq -- "$class\b" "$SOURCE_DIR/tests/programs" || fail "no program under tests/programs uses $class"
done < <(sed -n '/^## C++/,/^## Not/s/^| \(`std::[^|]*\) |.*/\1/p' "$document" | grep -o '`std::[a-z_]*' | tr -d '`' | sort -u)

finish "$(wc -l <"$dir/supported") functions supported, $(wc -l <"$dir/refused") refused, all as docs/supported.md says"
