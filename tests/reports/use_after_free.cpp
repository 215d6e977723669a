// A message is deleted by its receiver while its sender still writes to it.
#include <atomic>
#include <thread>

struct Message {
  int text = 0;
  int size = 0;
};
std::atomic<Message*> box = nullptr;

int main() {
  std::thread receiver([] {
    Message* message = box.load();
    if (message != nullptr) delete message;
  });
  auto* message = new Message;
  message->text = 1;
  box = message;
  message->size = 1;
  receiver.join();
}
