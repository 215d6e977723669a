$CC -O1 -g -I"$SOURCE/lib" "$ENTRY/driver.c" "$SOURCE/lib/lz4.c" -o program
