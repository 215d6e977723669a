// expect: verified 1
// File streams, std::filesystem and temporary files of C++ and C.
// count: Only one thread makes steps, for main creates it and waits for its end: 1 trace.
#include <stdlib.h>
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace fs = std::filesystem;

static void run() {
  fs::create_directories("mazurka-streams/a/b");
  {
    std::ofstream out("mazurka-streams/a/text");
    out << "one " << 2 << std::endl << std::string(20000, 'x');
  }
  assert(fs::file_size("mazurka-streams/a/text") == 20006);
  std::ifstream in("mazurka-streams/a/text");
  std::string word;
  int number = 0;
  in >> word >> number;
  assert(word == "one" && number == 2);
  in.seekg(-1, std::ios::end);
  assert(in.get() == 'x' && in.get() == EOF);
  fs::copy_file("mazurka-streams/a/text", "mazurka-streams/copy");
  fs::rename("mazurka-streams/copy", "mazurka-streams/a/b/copy");
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator("mazurka-streams")) count += entry.exists();
  assert(count == 4);
  assert(fs::remove_all("mazurka-streams") == 5 && !fs::exists("mazurka-streams"));
  std::FILE* temporary = std::tmpfile();
  assert(temporary != nullptr && std::fputs("abc", temporary) >= 0);
  std::rewind(temporary);
  assert(std::fgetc(temporary) == 'a' && std::fclose(temporary) == 0);
  char name[] = "mazurka-XXXXXX";
  int file = mkstemp(name);
  assert(file >= 0 && fs::exists(name) && close(file) == 0 && fs::remove(name));
}

int main() {
  std::thread thread(run);
  thread.join();
}
