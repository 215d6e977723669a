for file in "$SOURCE"/lib/common/*.c "$SOURCE"/lib/compress/*.c "$SOURCE"/lib/decompress/*.c; do echo "$file"; done |
  xargs -P 2 -I '{}' "$CC" -O1 -g -DZSTD_MULTITHREAD -DZSTD_DISABLE_ASM -I"$SOURCE/lib" -c '{}'
$CC -O1 -g -I"$SOURCE/lib" "$ENTRY/driver.c" ./*.o -o program
