// expect: verified 15
// options: --symbolic
// count: One thread. The text has 0 to 3 characters, and in each length the first ; is at one of them or nowhere: 1 + 2 + 3 + 4 classes.
//   Of the 3 with two characters: if it begins with ; nothing else is asked; if it ends with it, the first one is a digit or not, 2; if there is
//   none, the first is no digit, or the second is none, or they are 42, or another number that begins with 4, or any other: 5. So it is
//   1 + 2 + 8 + 4 = 15.
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
