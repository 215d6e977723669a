// What the linker has found out, kept in a section of the program or shared library that it has made.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "build/linking/objects.hpp"

namespace mazurka {

// False if the file is no program or library, or cannot be written.
bool write_link_notes(const std::string& path, const UnseenObjects& objects);

struct LinkNotes {
  bool was_linked_by_us = false;
  UnseenObjects objects;
  std::vector<std::string> levels;  // of optimisation, that parts of it were compiled with: "-O2"
};

// Of a program or a shared library.
LinkNotes read_link_notes(const std::string& path);

}  // namespace mazurka
