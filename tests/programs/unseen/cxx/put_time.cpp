// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A date is read in the library.
#include <ctime>
#include <iomanip>
#include <sstream>
#include <thread>

static std::tm date;
static std::ostringstream out;

int main() {
  std::thread t([] { out << std::put_time(&date, "%Y"); });
#ifdef FIXED
  t.join();
  date.tm_year = 1;
#else
  date.tm_year = 1;
  t.join();
#endif
}
