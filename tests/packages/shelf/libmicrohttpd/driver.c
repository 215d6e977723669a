// A web server with one page, from a library that has threads of its own.
#include <assert.h>
#include <microhttpd.h>
#include <semaphore.h>
#include <string.h>

static sem_t served;

static enum MHD_Result answer(void* unused, struct MHD_Connection* connection, const char* url, const char* method,
                              const char* version, const char* data, size_t* size, void** request) {
  static int was_seen;
  (void)unused, (void)method, (void)version, (void)data, (void)size;
  if (*request == NULL) {
    *request = &was_seen;
    return MHD_YES;
  }
  assert(strcmp(url, "/a") == 0);
  struct MHD_Response* page = MHD_create_response_from_buffer(6, (void*)"hello\n", MHD_RESPMEM_PERSISTENT);
  enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, page);
  MHD_destroy_response(page);
  return result;
}

static void completed(void* unused, struct MHD_Connection* connection, void** request,
                      enum MHD_RequestTerminationCode how) {
  (void)unused, (void)connection, (void)request;
  assert(how == MHD_REQUEST_TERMINATED_COMPLETED_OK);
  sem_post(&served);
}

int main(void) {
  sem_init(&served, 0, 0);
  unsigned mode = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL;
#ifndef STOP
  mode |= MHD_USE_THREAD_PER_CONNECTION;
#endif
  struct MHD_Daemon* daemon =
      MHD_start_daemon(mode, 8080, NULL, NULL, answer, NULL, MHD_OPTION_NOTIFY_COMPLETED, completed, NULL, MHD_OPTION_END);
  assert(daemon != NULL);
#ifdef STOP
  sem_wait(&served);
  MHD_stop_daemon(daemon);
#else
  for (;;) sem_wait(&served);
#endif
}
