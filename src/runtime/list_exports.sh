#!/usr/bin/env bash
# list_exports.sh OUTPUT OBJECT...: writes the version script of libmazurka-rt.so. It exports what the object files define for
# everybody: functions made by MAZURKA_STAND_IN (src/runtime/platform/stand_in.hpp) and MAZURKA_PASS_THROUGH. All other
# code is compiled with -fvisibility=hidden, except:
# - what is weak: templates and inline functions of the C++ library;
# - operators new and delete, which C++ makes visible whatever the options say. Ours are for this library alone.
set -euo pipefail
output=$1
shift
names=$(LC_ALL=C readelf --wide --symbols "$@" |
  awk '$5 == "GLOBAL" && $6 == "DEFAULT" && $7 != "UND" && $8 !~ /^_Z(nw|na|dl|da)/ { print "    " $8 ";" }' |
  LC_ALL=C sort -u)
[[ -n $names ]] || { echo "list_exports.sh: the object files define nothing to export" >&2; exit 1; }
printf '{\n  global:\n%s\n  local: *;\n};\n' "$names" >"$output"
