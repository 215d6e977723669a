#!/usr/bin/env bash
# Checks that the sources are formatted as .clang-format says.
set -uo pipefail

cd "${SOURCE_DIR:-$(dirname "$0")/../..}" || exit 2
if ! command -v clang-format >/dev/null; then
  echo "clang-format is not installed: the formatting was not checked"
  exit 77
fi
mapfile -d '' files < <(find src tests bench -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' \) -print0)
if ! clang-format --dry-run -Werror "${files[@]}"; then
  echo "Run clang-format -i on the files above."
  exit 1
fi
