# The files that absl::Mutex needs.
cd "$SOURCE/absl"
files=(synchronization/mutex.cc synchronization/notification.cc synchronization/internal/*.cc base/*.cc base/internal/*.cc time/*.cc
  time/internal/cctz/src/*.cc debugging/stacktrace.cc debugging/symbolize.cc debugging/internal/*.cc numeric/int128.cc strings/*.cc strings/internal/*.cc)
cd - >/dev/null
for file in "${files[@]}"; do
  case $file in *test* | *benchmark* | *fuzz* | *time_tool* | *testing* | *_nosse* | *mock* | *cord*) continue ;; esac
  echo "$SOURCE/absl/$file"
done | xargs -P 2 -I '{}' sh -c '"$CXX" -std=c++17 -O1 -g -I"$SOURCE" -c "{}" -o "$(echo "{}" | tr / _).o"'
$CXX -std=c++17 -O1 -g -I"$SOURCE" "$ENTRY/driver.cpp" ./*.o -o program
