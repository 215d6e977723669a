// expect: bug data_race
// fixed: verified 1
// count: Main only joins: one trace.
// tsearch() changes nodes that twalk() reads, although the two begin at different variables.
#include <pthread.h>
#include <search.h>

static int keys[] = {1, 2, 3, 4};
static void *root, *same_root;

static int compare(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}
static void visit(const void* node, VISIT when, int depth) {
  (void)node, (void)when, (void)depth;
}
static void* insert(void* unused) {
  tsearch(&keys[3], &root, compare);
  return unused;
}

int main(void) {
  pthread_t t;
  for (int k = 0; k < 3; k++) tsearch(&keys[k], &root, compare);
  same_root = root;
  pthread_create(&t, 0, insert, 0);
#ifdef FIXED
  pthread_join(t, 0);
  twalk(root, visit);
#else
  twalk(same_root, visit);
  pthread_join(t, 0);
#endif
}
