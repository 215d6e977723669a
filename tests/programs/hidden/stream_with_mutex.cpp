// expect: verified 2
// stream.cpp with a mutex; the stream is for reading, too. Everyone may write to std::cout at once.
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
#include <cassert>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

static std::mutex mutex;
static std::stringstream stream;

static void run(int number) {
  std::cout << "thread " << number << std::endl;
  std::lock_guard lock(mutex);
  stream << "text " << 'c' << std::setw(3) << number << ' ' << 1L << ' ' << 2.5 << ' ' << 1.5f << ' ' << 2.25L << ' '
         << true << ' ' << std::string("end") << std::endl;
  std::string word, last;
  char c = 0;
  int back = 0;
  long one = 0;
  double d = 0;
  float f = 0;
  long double ld = 0;
  bool b = false;
  stream >> word >> c >> back >> one >> d >> f >> ld >> b >> last;
  assert(word == "text" && c == 'c' && back == number && one == 1 && d == 2.5 && f == 1.5f && ld == 2.25L && b &&
         last == "end");
  assert(stream.get() == '\n' && stream.tellp() > 10 && stream.tellg() == stream.tellp());
}

int main() {
  std::thread t(run, 1), u(run, 2);
  t.join();
  u.join();
}
