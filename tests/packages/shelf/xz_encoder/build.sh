cp -a "$SOURCE" source
(cd source && ./configure --disable-shared --disable-nls --disable-xz --disable-xzdec --disable-lzmadec --disable-lzmainfo --disable-scripts \
  --disable-doc --disable-assembler --enable-encoders=lzma1,lzma2 --enable-decoders=lzma1,lzma2 CFLAGS="-O1 -g" && make -C src/liblzma)
$CC -O1 -g -Isource/src/liblzma/api "$ENTRY/driver.c" source/src/liblzma/.libs/liblzma.a -o program
