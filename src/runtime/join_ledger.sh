#!/usr/bin/env bash
# join_ledger.sh FOLDER LIST...: writes FOLDER/ledger.txt, all lists of src/ledger one after the other, and FOLDER/ledger_states.inc, which has
# a line HIDDEN(name) for each !name or ?name in them and ORDERED(name) for each ~name.
set -euo pipefail
folder=$1
shift
mkdir -p "$folder"
cat "$@" | grep -v -e '^#' -e '^$' >"$folder/ledger.txt"
words() { sed -n 's/.* : //p' "$folder/ledger.txt" | tr ' ' '\n' | sed -n "s/^[$1]\([A-Za-z0-9_]*\).*$/$2(\1)/p" | LC_ALL=C sort -u; }
{ words '!?' HIDDEN; words '~' ORDERED; } >"$folder/ledger_states.inc"
