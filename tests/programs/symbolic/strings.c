// expect: verified
// options: --symbolic
// uncounted: as many classes as the texts have, which is not what is tested
// Functions on strings are followed: what they find is right for all texts of three characters.
#include <assert.h>
#include <ctype.h>
#include <mazurka.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[4] = "", copy[8];
  mazurka_symbolic(text, 3, "text");
  strcpy(copy, text);
  strcat(copy, "!");
  const size_t length = strlen(text);
  assert(copy[length] == '!' && copy[length + 1] == 0);
  if (strchr(text, ';') != NULL) {
    assert(strchr(text, ';') - text <= 2);
    assert(text[0] == ';' || text[1] == ';' || text[2] == ';');
  }
  if (length == 2 && isdigit(text[0]) && isdigit(text[1])) {
    const int number = atoi(text);
    assert(number >= 0 && number < 100);
    assert((number == 42) == (strcmp(text, "42") == 0));
  }
}
