// expect: verified 1
// count: Only one thread has steps (signals to itself, masks, actions), and main only joins it: one trace.
// A handler runs in the thread that raises the signal, before raise returns; or, if it is blocked, where it is unblocked.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

static volatile sig_atomic_t count, last;
static sigjmp_buf place;

static void handle(int number) {
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, 0, &mask);
  assert(sigismember(&mask, number) && sigismember(&mask, SIGUSR2));
  count++;
  last = number;
}
static void handle_once(int number, siginfo_t* information, void* unused) {
  (void)unused;
  assert(information->si_signo == number);
  count++;
}
static void jump(int number) {
  siglongjmp(place, number);
}

static void* run(void* unused) {
  sigset_t set, pending;
  struct sigaction action = {0}, old;
  action.sa_handler = handle;
  sigaddset(&action.sa_mask, SIGUSR2);
  assert(sigaction(SIGUSR1, &action, 0) == 0 && sigaction(SIGUSR1, 0, &old) == 0 && old.sa_handler == handle);
  assert(raise(SIGUSR1) == 0 && count == 1);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_kill(pthread_self(), SIGUSR1);
  assert(count == 1 && sigpending(&pending) == 0 && sigismember(&pending, SIGUSR1));
  pthread_sigmask(SIG_UNBLOCK, &set, 0);
  assert(count == 2 && last == SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  raise(SIGUSR1);
  sigemptyset(&set);
  assert(sigsuspend(&set) == -1 && errno == EINTR && count == 3);
  struct sigaction once = {0};
  once.sa_sigaction = handle_once;
  once.sa_flags = SA_SIGINFO | SA_RESETHAND;
  sigaction(SIGUSR2, &once, 0);
  raise(SIGUSR2);
  assert(count == 4 && sigaction(SIGUSR2, 0, &old) == 0 && old.sa_handler == SIG_DFL);
  signal(SIGUSR2, SIG_IGN);
  raise(SIGUSR2);
  raise(SIGCHLD);
  assert(signal(SIGHUP, jump) == SIG_DFL);
  if (sigsetjmp(place, 1) == 0) raise(SIGHUP);
  pthread_sigmask(SIG_BLOCK, 0, &set);
  assert(!sigismember(&set, SIGHUP) && sigismember(&set, SIGUSR1));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
