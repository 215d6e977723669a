// Measures causality and conflict queries on unfoldings of real runs, by clocks and by trees with skip pointers.
#pragma once

#include <cstdint>
#include <string>

#include "toy/machine.hpp"

namespace mazurka {

// Explores the program with qpor, keeps all events, and prints rows of a table.
void print_queries(const std::string& name, toy::Machine& machine);

}  // namespace mazurka
