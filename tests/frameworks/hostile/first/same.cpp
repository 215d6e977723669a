#include "../hostile.hpp"

void check_first() {
  tell("first_file", mazurka::check(do_nothing));
}
