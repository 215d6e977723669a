#include <assert.h>
#include <stdlib.h>
#include <uv.h>

static int done;
static void work(uv_work_t* request) {
  *(int*)request->data *= 2;
}
static void after(uv_work_t* request, int status) {
  (void)request;
  assert(status == 0);
  done++;
}

int main(void) {
  setenv("UV_THREADPOOL_SIZE", "1", 1);
  uv_loop_t loop;
  uv_loop_init(&loop);
  int value = 21;
  uv_work_t request = {.data = &value};
  uv_queue_work(&loop, &request, work, after);
  uv_run(&loop, UV_RUN_DEFAULT);
  assert(done == 1 && value == 42);
  assert(uv_loop_close(&loop) == 0);
}
