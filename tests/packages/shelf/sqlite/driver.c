#include <assert.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>

static sqlite3* base;

static void* insert(void* unused) {
  assert(sqlite3_exec(base, "insert into t values (1)", 0, 0, 0) == SQLITE_OK);
  return unused;
}
static int take(void* sum, int columns, char** values, char** names) {
  (void)columns, (void)names;
  *(int*)sum = atoi(values[0]);
  return 0;
}

int main(void) {
  int sum = 0;
  assert(sqlite3_open_v2(":memory:", &base, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, 0) ==
         SQLITE_OK);
  assert(sqlite3_exec(base, "create table t (n integer)", 0, 0, 0) == SQLITE_OK);
  pthread_t other;
  pthread_create(&other, 0, insert, 0);
  insert(0);
  pthread_join(other, 0);
  assert(sqlite3_exec(base, "select sum(n) from t", take, &sum, 0) == SQLITE_OK);
  assert(sum == 2);
  sqlite3_close(base);
}
