// Streams in threads: switches in the middle of formatted output and input, states, exceptions and locales of streams,
// std::cout, std::cerr and stdio under one lock.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

std::atomic<int> switches;
std::mutex console;

struct Point {
  int x = 0, y = 0;
};
std::ostream& operator<<(std::ostream& out, const Point& point) {
  out << '(' << point.x;
  ++switches;
  return out << ", " << point.y << ')';
}
std::istream& operator>>(std::istream& in, Point& point) {
  char c;
  in >> c >> point.x;
  ++switches;
  return in >> c >> point.y >> c;
}

void speak(int me) {
  std::ostringstream text;
  text << std::setw(4) << std::setfill('.') << me << ' ' << std::hex << std::showbase << 255 << std::dec << ' '
       << Point{me, -me} << ' ' << std::fixed << std::setprecision(2) << me * 1.125;
  std::string expected =
      "..." + std::to_string(me) + " 0xff (" + std::to_string(me) + ", -" + std::to_string(me) + ") ";
  assert(text.str().substr(0, expected.size()) == expected);
  std::istringstream words(text.str().substr(10));
  Point point;
  words >> point;
  assert(point.x == me && point.y == -me);
  words.exceptions(std::ios::failbit);
  try {
    words >> point;
    assert(false);
  } catch (const std::ios_base::failure&) {
    ++switches;
  }
  std::lock_guard lock(console);
  std::cout << std::setw(6) << Point{me, me} << std::endl;
  std::cerr << text.str() << '\n';
  std::printf("%d %s\n", me, text.str().c_str());
}

int main() {
  std::thread a(speak, 1), b(speak, 2), c(speak, 3);
  a.join();
  b.join();
  c.join();
  assert(switches == 3 * 4 && std::cout.good() && std::cerr.good());
}
