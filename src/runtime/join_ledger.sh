#!/usr/bin/env bash
# join_ledger.sh FOLDER LIST...: makes of the lists of src/ledger what the runtime looks names up in, without reading all of it first:
#   FOLDER/names.txt      a line "NAME<tab>SECTION<tab>EFFECTS" for each name, sorted by name
#   FOLDER/patterns.txt   the same for NAME*, without the star
#   FOLDER/libraries.txt  the libraries of each section, a line each
#   FOLDER/ledger_states.inc   HIDDEN(name) for each !name or ?name in the effects, ORDERED(name) for each ~name,
#                         PUBLIC(name) for each r$name or w$name
set -euo pipefail
folder=$1
shift
mkdir -p "$folder"
export LC_ALL=C
awk -v folder="$folder" '
  /^#/ || /^$/ { next }
  /^library / { print substr($0, 9) >folder "/libraries.txt"; section++; next }
  {
    colon = index($0, " : ")
    if (colon == 0 || section == 0) { print FILENAME ":" FNR ": not a row of the ledger: " $0 >"/dev/stderr"; exit 1 }
    effects = substr($0, colon + 3)
    count = split(substr($0, 1, colon - 1), names, " ")
    for (k = 1; k <= count; k++) {
      is_pattern = sub(/\*$/, "", names[k])
      print names[k] "\t" section - 1 "\t" effects >folder (is_pattern ? "/patterns.unsorted" : "/names.unsorted")
    }
  }' "$@"
for kind in names patterns; do
  sort -s -t $'\t' -k 1,1 "$folder/$kind.unsorted" >"$folder/$kind.txt"
  rm "$folder/$kind.unsorted"
done
words() { cut -f 3 "$folder/names.txt" "$folder/patterns.txt" | tr ' ' '\n' | sed -n "s/^$1\([A-Za-z0-9_]*\).*$/$2(\1)/p" | sort -u; }
{ words '[!?]' HIDDEN; words '~' ORDERED; words '>*[rw]\**[$]' PUBLIC; } >"$folder/ledger_states.inc"
