#include <catch2/catch.hpp>

#include "names.hpp"
