files=$(ls "$AFTER"/source/src/microhttpd/*.c | grep -vE '/(test|basicauth|connection_https|digestauth|postprocessor|md5|sha256)')
$CC -O1 -g -DSTOP -I"$AFTER/source" -I"$AFTER/source/src/include" -I"$AFTER/source/src/microhttpd" "$ENTRY/../libmicrohttpd/driver.c" $files -o program
