// What the linker puts into a program: was it compiled by us?
#pragma once

#include <string>
#include <vector>

namespace mazurka {

// An input of the linker, as its option --trace tells it.
struct LinkedObject {
  std::string file;    // an object, or an archive
  std::string member;  // of the archive; empty for an object
};

// The inputs that a linker has told (GNU's two, or LLVM's), and the lines that were none.
struct Traced {
  std::vector<LinkedObject> objects;
  std::string others;
};
Traced read_trace(const std::string& text);

// Names of objects with code that we have not seen.
struct UnseenObjects {
  std::vector<std::string> unseen;  // "lock.o", "liblock.a(lock.o)", "lock.S"
  std::vector<std::string> known;   // archives of Debian that are known to be harmless, and worth a word: "libgtest.a"
};
UnseenObjects find_unseen(const std::vector<LinkedObject>& objects);

}  // namespace mazurka
