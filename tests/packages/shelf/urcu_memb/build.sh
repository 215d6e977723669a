cp -a "$SOURCE" source
(cd source && ./configure --disable-shared --enable-static && make -C src liburcu-common.la liburcu-memb.la)
$CC -O1 -g -Isource/include "$ENTRY/driver.c" source/src/.libs/liburcu-memb.a source/src/.libs/liburcu-common.a -o program
