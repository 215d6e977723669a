#!/usr/bin/env bash
# What is in the runtime must not use std::map, std::set and std::list: part of their code is in libstdc++'s library, and there these
# functions are the runtime's entries for the program (src/runtime/entries/cxx/containers.cpp).
set -uo pipefail

cd "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit 1
if grep -rnE '^#include <(map|set|list)>' src/base src/model src/explore src/protocol src/runtime; then
  echo "use base/sorted_map.hpp, a vector or a hash table instead"
  exit 1
fi
echo "no std::map, std::set or std::list in the runtime"
