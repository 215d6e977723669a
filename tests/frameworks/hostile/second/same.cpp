#include "../hostile.hpp"

void check_second() {
  tell("second_file", mazurka::check(race));
}
