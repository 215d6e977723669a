# As configure would have it for this machine; only the file with the epochs is needed.
cp -r "$SOURCE" source
(cd source && ./configure)
$CC -O1 -g -Isource/include "$ENTRY/driver.c" source/src/ck_epoch.c -o program
