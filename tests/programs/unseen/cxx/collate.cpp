// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A facet compares texts.
#include <locale>
#include <thread>

static char text[] = "text";
static volatile int order;

int main() {
  std::thread t([] {
    order = std::use_facet<std::collate<char>>(std::locale::classic()).compare(text, text + 4, text, text + 3);
  });
#ifdef FIXED
  t.join();
  text[3] = 0;
#else
  text[3] = 0;
  t.join();
#endif
}
