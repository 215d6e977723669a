# As a user builds it, in a copy, with the libevent of that entry.
cp -a "$SOURCE" source
cd source
./configure -q --disable-extstore --disable-docs --disable-coverage --with-libevent="$AFTER/installed" CC="$CC" CFLAGS="-O1 -g"
make AUTOMAKE=: ACLOCAL=: AUTOCONF=: AUTOHEADER=: memcached
cp memcached ../program
