// expect: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// Streams in threads: std::cout, std::cerr and string streams, with a mutex between the lines.
#include <cassert>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

std::mutex mutex;

void speak(int me) {
  std::ostringstream text;
  text << "thread " << me << ' ' << std::hex << 255 << ' ' << std::setprecision(3) << 2.71828;
  std::lock_guard lock(mutex);
  std::cout << text.str() << '\n';
  std::cerr << me << std::endl;
  std::istringstream words(text.str());
  std::string word;
  int number;
  words >> word >> number;
  assert(word == "thread" && number == me);
}

int main() {
  std::thread a(speak, 1), b(speak, 2);
  a.join();
  b.join();
  std::cout << "done" << std::endl;
}
