// Names of cases that mean something to shells, to CMake or to the framework. Each case has one execution more than the
// one before, so that it is seen which one ran. For Catch2 and doctest.
#pragma once

#include <mazurka/mazurka.hpp>

TEST_CASE("plain") {
  REQUIRE(mazurka::choose(2) < 2);
}

TEST_CASE("with spaces") {
  REQUIRE(mazurka::choose(3) < 3);
}

TEST_CASE("slash/es/x") {
  REQUIRE(mazurka::choose(4) < 4);
}

TEST_CASE("quotes \"double\"") {
  REQUIRE(mazurka::choose(5) < 5);
}

TEST_CASE("single 'quotes'") {
  REQUIRE(mazurka::choose(6) < 6);
}

TEST_CASE("back\\slash") {
  REQUIRE(mazurka::choose(7) < 7);
}

TEST_CASE("comma, separated") {
  REQUIRE(mazurka::choose(8) < 8);
}

TEST_CASE("[brackets]") {
  REQUIRE(mazurka::choose(9) < 9);
}

TEST_CASE("star * and ?") {
  REQUIRE(mazurka::choose(10) < 10);
}

TEST_CASE("~tilde") {
  REQUIRE(mazurka::choose(11) < 11);
}

TEST_CASE("-dash") {
  REQUIRE(mazurka::choose(12) < 12);
}

TEST_CASE("#hash") {
  REQUIRE(mazurka::choose(13) < 13);
}

TEST_CASE("semi;colon") {
  REQUIRE(mazurka::choose(14) < 14);
}

TEST_CASE("dollar $HOME ${x} $(ls)") {
  REQUIRE(mazurka::choose(15) < 15);
}

TEST_CASE("amp & pipe | <x>") {
  REQUIRE(mazurka::choose(16) < 16);
}

TEST_CASE("unicode \xc3\xa4") {
  REQUIRE(mazurka::choose(17) < 17);
}

TEST_CASE("paren(theses) {braces}") {
  REQUIRE(mazurka::choose(18) < 18);
}

TEST_CASE("percent %20 %s") {
  REQUIRE(mazurka::choose(19) < 19);
}

TEST_CASE("exclude:this") {
  REQUIRE(mazurka::choose(20) < 20);
}

TEST_CASE("star") {
  REQUIRE(mazurka::choose(21) < 21);
}

TEST_CASE("quotes \"double\" more") {
  REQUIRE(mazurka::choose(22) < 22);
}

TEST_CASE("ends with backslash\\") {
  REQUIRE(mazurka::choose(23) < 23);
}

TEST_CASE("a \"b\", [c]/d\\e") {
  REQUIRE(mazurka::choose(24) < 24);
}

TEST_CASE("]==] ]====] x") {
  REQUIRE(mazurka::choose(25) < 25);
}
