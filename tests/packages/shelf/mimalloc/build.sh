$CC -O1 -g -I"$SOURCE/include" "$ENTRY/driver.c" "$SOURCE/src/static.c" -o program
