$CXX -std=c++17 -O1 -g -DLEVELDB_PLATFORM_POSIX -I"$SOURCE" -I"$SOURCE/include" "$ENTRY/driver.cpp" "$SOURCE"/util/{cache,hash}.cc -o program
