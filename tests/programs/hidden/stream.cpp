// expect: bug data_race
// Two threads write to the same stream of C++.
#include <fstream>
#include <thread>

int main() {
  std::ofstream out("mazurka-stream");
  std::thread t([&] { out << "a" << 1; });
  std::thread u([&] { out << 2.5; });
  t.join();
  u.join();
}
