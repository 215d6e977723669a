cp -r "$SOURCE/core" .
make -C core CC="$CC" CFLAGS="-O1 -g" disttbfast
cp core/disttbfast program
