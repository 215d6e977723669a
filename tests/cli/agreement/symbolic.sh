#!/usr/bin/env bash
# Random programs with symbolic inputs lead to what the same programs lead to if each input is tried: with the clang pass, and with the
# header for any compiler. COUNT programs of each, from SEED on.
# labels: primitives
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

enter_dir
count=${COUNT:-4}
for mode in c header; do
  said=$(python3 "$SOURCE_DIR/tests/conformance/symbolic_agreement.py" "$MAZURKA" "${SEED:-1}" "$count" $mode 2>&1) || fail "$said"
  echo "$said"
done
finish "$count programs of each kind agree"
