unix=$SOURCE/src/unix
$CC -O1 -g -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -I"$SOURCE/include" -I"$SOURCE/src" "$ENTRY/driver.c" "$SOURCE"/src/*.c \
  "$unix"/{async,core,dl,fs,getaddrinfo,getnameinfo,loop-watcher,loop,pipe,poll,process,proctitle,random-devurandom,signal,stream,tcp,thread,tty,udp}.c \
  "$unix"/{linux-core,linux-inotify,linux-syscalls,procfs-exepath,random-getrandom,random-sysctl-linux,epoll}.c -ldl -o program
