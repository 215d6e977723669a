// expect: bug assertion
// message: std::puts
// orientation.c with the stream of C++, which writes by the functions of C.
#include <cassert>
#include <cstdio>
#include <iostream>
#include <thread>

int main() {
  std::thread wide([] { std::wcout << L"wide\n"; });
  std::thread narrow([] { assert(std::puts("bytes") >= 0); });
  wide.join();
  narrow.join();
}
