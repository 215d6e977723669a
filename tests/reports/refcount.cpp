// A reference count: the thread that drops the last reference deletes, while another one, which took none, still reads.
#include <atomic>
#include <thread>

struct Session {
  std::atomic<int> references = 1;
  int user = 7;
};

void release(Session* session) {
  if (session->references.fetch_sub(1) == 1) delete session;
}

int main() {
  auto* session = new Session;
  int seen = 0;
  std::thread reader([&] { seen = session->user; });
  release(session);
  reader.join();
  return seen - 7;
}
