# The library is configured in a copy, without what needs other libraries, and compiled together with the driver.
cp -r "$SOURCE" source
(cd source && ./configure --disable-https --disable-doc --disable-examples --disable-curl --disable-shared --disable-bauth \
  --disable-dauth --disable-postprocessor --disable-httpupgrade CC=gcc CXX=g++)
files=$(ls source/src/microhttpd/*.c | grep -vE '/(test|basicauth|connection_https|digestauth|postprocessor|md5|sha256)')
$CC -O1 -g -Isource -Isource/src/include -Isource/src/microhttpd "$ENTRY/driver.c" $files -o program
