#!/usr/bin/env bash
# cost: 20
# Library functions and objects that two threads use, judged by gcc's sanitizers and by mazurka (tests/opinions): what one of them
# reports is a bug or makes the verdict incomplete, and what is ordered is no bug. Arguments go to opinions.py; without any, a few
# objects are looked at. `ninja opinions_long` runs 6,000 cases.
source "$(dirname -- "${BASH_SOURCE[0]}")/../lib.sh"

command -v python3 >/dev/null || skip "python3 is not installed"
make_dir
objects="%lf;wide number;exponent;struct stat;end of number;calendar;environment;std::vector;std::map;int extracted;xalloc"
(($# > 0)) || set -- --cases=45 --objects="$objects"
python3 "$SOURCE_DIR/tests/opinions/opinions.py" --keep "$dir" "$@" || fail "not all opinions agree"
finish "all opinions agree"
