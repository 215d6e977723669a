// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A facet converts characters, and leaves where it stopped.
#include <cwchar>
#include <locale>
#include <thread>

static wchar_t wide[] = L"text";
static char narrow[8];
static volatile char seen;

int main() {
  std::thread t([] {
    using Facet = std::codecvt<wchar_t, char, std::mbstate_t>;
    std::mbstate_t state{};
    const wchar_t* from_next;
    char* to_next;
    std::use_facet<Facet>(std::locale::classic()).out(state, wide, wide + 4, from_next, narrow, narrow + 8, to_next);
  });
#ifdef FIXED
  t.join();
  seen = narrow[3];
#else
  seen = narrow[3];
  t.join();
#endif
}
