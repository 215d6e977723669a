# In a copy: its configure writes there.
cp -a "$SOURCE" source
(cd source && ./configure --enable-static --disable-asm --disable-cli --disable-opencl --bit-depth=8 --chroma-format=420 --extra-cflags=-O1 && make libx264.a)
$CC -O1 -g -std=gnu99 -D_GNU_SOURCE -DHIGH_BIT_DEPTH=0 -DBIT_DEPTH=8 -Isource "$ENTRY/driver.c" source/libx264.a -lm -o program
