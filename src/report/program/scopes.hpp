// The functions of a program by their addresses, and the scopes around an address.
//
// libdw looks through a whole compilation unit for each address; a unit in C++ has a hundred thousand entries, and a
// report asks for hundreds of addresses. Here a unit is read once.
#pragma once

#include <elfutils/libdw.h>

#include <map>
#include <vector>

namespace mazurka::report {

class Scopes {
 public:
  // The scopes around an address of a unit, innermost first, each in the function that it was inlined into; the last
  // one is that function. Empty if none is known.
  std::vector<Dwarf_Die> around(Dwarf_Die* unit, Dwarf_Addr address);

 private:
  struct Function {
    Dwarf_Addr begin, end;
    Dwarf_Die die;
  };
  static void collect(Dwarf_Die* parent, std::vector<Function>& functions);

  std::map<const void*, std::vector<Function>> functions_;  // by where the unit is, in the order of their addresses
};

}  // namespace mazurka::report
