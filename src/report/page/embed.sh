#!/bin/sh
# Makes a text of C++ of a file: embed.sh FROM TO
set -eu
{
  printf 'R"MAZURKA('
  cat -- "$1"
  printf ')MAZURKA"\n'
} >"$2"
