# The library's files for pthreads, and the driver; the headers are those of the package.
$CXX -O1 -g -DBOOST_THREAD_BUILD_LIB=1 "$ENTRY/driver.cpp" "$SOURCE"/libs/thread/src/pthread/{thread,once}.cpp \
  "$SOURCE"/libs/thread/src/future.cpp "$SOURCE"/libs/chrono/src/chrono.cpp -o program
