# As a user builds it, in a copy; memcached uses it, too. Without its debug mode: whether that can still be chosen
# (event_debug_mode_too_late) is written by all threads, and would be most of what is explored in memcached.
cp -a "$SOURCE" source
cd source
./configure -q --disable-shared --disable-openssl --disable-debug-mode --disable-samples --disable-libevent-regress CC="$CC" CFLAGS="-O1 -g"
# (Debian has changed a Makefile.am: nothing is generated from it again.)
tools="AUTOMAKE=: ACLOCAL=: AUTOCONF=: AUTOHEADER=:"
make $tools include/event2/event-config.h
make $tools libevent.la libevent_pthreads.la
mkdir -p ../installed/lib
cp .libs/*.a ../installed/lib
cp -r include ../installed
cd ..
$CC -O1 -g -Iinstalled/include "$ENTRY/driver.c" installed/lib/libevent_pthreads.a installed/lib/libevent.a -o program
