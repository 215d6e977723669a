// expect: bug endless_loop 1
// options: --watchdog=1
// message: computes without end
// count: Only main runs, and never comes to an operation: 1 execution.
static volatile int forever = 1;

__attribute__((constructor)) static void begin(void) {
  while (forever) continue;
}
int main(void) {
  return 0;
}
