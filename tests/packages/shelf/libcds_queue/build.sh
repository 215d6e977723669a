$CXX -O1 -g -mcx16 -I"$SOURCE" "$ENTRY/driver.cpp" "$SOURCE"/src/*.cpp -o program
