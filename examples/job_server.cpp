// A small server of jobs, made of actors: threads that share nothing and pass messages.
//
//   client ──job──► server ──task──► reader ──number──► solver ──answer──► server ──reply──► client
//                     │ supervises: a reader that fails is replaced            │
//                     └────────────────────line────► scribe ◄──────────────────┘
//
// The server is a supervisor. It starts one worker of each of three kinds, which are linked to it: when one of them
// ends, the server gets a mazurka::down.
//   - A reader turns the text of a task into a number. A text that is none makes it throw, which ends it.
//   - A solver finds the answer: the sum of the digits.
//   - A scribe keeps the minutes. It has little room for messages, and tidies up when nothing has come for a while.
// A reader that failed is replaced by a new one, and the job that it failed with is answered with "no answer".
//
// The bug: a reader that fails takes with it what is in its mailbox. Jobs that were sent to it after the bad one are
// lost, and their client waits for ever. It happens only if the second job is sent before the server has noticed that
// the reader is gone. That a message was sent says nothing: whether it was read is what counts.
// The repair (-DFIXED): the server keeps every job until its answer is there, and gives a new reader what the old one
// left undone.
//
//   mazurka check examples/job_server.cpp              finds it
//   mazurka check examples/job_server.cpp -DFIXED      shows that it is gone
#include <mazurka/mailbox.hpp>

#include <array>
#include <cassert>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace std::chrono_literals;

namespace {

// ---- messages

constexpr int kTextBytes = 8;
using Text = std::array<char, kTextBytes>;

Text text_of(const char* from) {
  Text text = {};
  for (int k = 0; k + 1 < kTextBytes && from[k] != 0; k++) text[k] = from[k];
  return text;
}

// What a client gets: the answer to a job, or that there is none.
struct Reply {
  int job = 0;
  std::optional<int> answer;
};
using Replies = mazurka::mailbox<Reply>;

// From a client to the server.
struct Job {
  int number = 0;
  Text text = {};
  Replies* client = nullptr;
};
// From the server to a reader, from a reader to a solver, and from a solver back to the server.
struct Task {
  int job = 0;
  Text text = {};
};
struct Number {
  int job = 0;
  int value = 0;
};
struct Answer {
  int job = 0;
  int value = 0;
};
// To the scribe.
struct Line {
  const char* event = "";
  int job = 0;
};
// To anybody: there is no more to do.
struct Stop {};

// How reports show them.
void describe(mazurka::text& out, const Reply& m) {
  out << "reply to job " << m.job;
}
void describe(mazurka::text& out, const Job& m) {
  out << "job " << m.number;
}
void describe(mazurka::text& out, const Task& m) {
  out << "task of job " << m.job;
}
void describe(mazurka::text& out, const Number& m) {
  out << "number " << m.value << " of job " << m.job;
}
void describe(mazurka::text& out, const Answer& m) {
  out << "answer " << m.value << " to job " << m.job;
}
void describe(mazurka::text& out, const Line& m) {
  out << m.event << ' ' << m.job;
}

// ---- actors, by the messages that they understand

using Server = mazurka::actor<Job, Answer, mazurka::down, Stop>;
using Reader = mazurka::actor<Task, Stop>;
using Solver = mazurka::actor<Number, Stop>;
using Scribe = mazurka::actor<Line, Stop>;

// ---- the scribe

// What was done, in the order in which the scribe heard of it. Written by the scribe alone, read when it has ended.
class Minutes {
 public:
  void add(const Line& line) {
    std::string text = line.event;
    text += ' ';
    text += std::to_string(line.job);
    open_.push_back(text);
  }
  // Puts away what has come so far.
  void tidy() {
    for (std::string& line : open_) done_.push_back(std::move(line));
    open_.clear();
    tidied_++;
  }
  bool is_tidy() const { return open_.empty(); }
  size_t lines() const { return open_.size() + done_.size(); }
  void print() const {
    for (const std::string& line : done_) std::printf("  %s\n", line.c_str());
    for (const std::string& line : open_) std::printf("  %s\n", line.c_str());
  }

 private:
  std::vector<std::string> open_, done_;
  int tidied_ = 0;
};

// Waits for lines; if none comes for a while, it tidies up once and then waits without a limit.
void keep_minutes(Scribe::self& me, Minutes* minutes) {
  bool goes_on = true;
  auto write = [&](Line line) { minutes->add(line); };
  auto stop = [&](Stop) { goes_on = false; };
  while (goes_on) {
    if (minutes->is_tidy())
      me.receive(write, stop);
    else if (!me.receive_for(100ms, write, stop))
      minutes->tidy();
  }
}

// ---- the reader

int number_in(const Text& text) {
  int value = 0;
  for (const char* c = text.data(); *c != 0; c++) {
    if (*c < '0' || *c > '9') throw std::invalid_argument("not a number");
    value = value * 10 + (*c - '0');
  }
  return value;
}

void read_texts(Reader::self& me, Solver::address solver) {
  bool goes_on = true;
  while (goes_on)
    me.receive([&](const Task& task) { solver.send(Number{task.job, number_in(task.text)}); },
               [&](Stop) { goes_on = false; });
}

// ---- the solver

int sum_of_digits(int value) {
  int sum = 0;
  for (; value > 0; value /= 10) sum += value % 10;
  return sum;
}

void solve(Solver::self& me, Server::address server) {
  bool goes_on = true;
  while (goes_on)
    me.receive([&](Number number) { server.send(Answer{number.job, sum_of_digits(number.value)}); },
               [&](Stop) { goes_on = false; });
}

// ---- the server

class Supervisor {
 public:
  Supervisor(Server::self& me, Scribe::address scribe) : me_(me), scribe_(scribe) {
    solver_ = Solver::spawn_linked(me_.me(), solve, me_.me());
    hire_reader();
  }

  void run() {
    bool goes_on = true;
    while (goes_on || !jobs_.empty())
      me_.receive([&](const Job& job) { accept(job); },            //
                  [&](const Answer& answer) { finish(answer); },   //
                  [&](mazurka::down down) { replace(down); },      //
                  [&](Stop) { goes_on = false; });
    dismiss();
  }

 private:
  void hire_reader() {
    readers_.push_back(Reader::spawn_linked(me_.me(), read_texts, solver_.where()));
  }
  Reader& reader() { return readers_.back(); }

  void accept(const Job& job) {
    jobs_.emplace(job.number, job);
    waiting_.push_back(job.number);
    reader().send(Task{job.number, job.text});
  }

  void finish(const Answer& answer) {
    waiting_.remove(answer.job);
    reply(answer.job, answer.value);
  }

  void reply(int number, std::optional<int> answer) {
    auto found = jobs_.find(number);
    assert(found != jobs_.end());
    found->second.client->send(Reply{number, answer});
    scribe_.send(Line{answer ? "answered" : "gave up", number});
    jobs_.erase(found);
  }

  // A worker has ended. Readers work in the order of their tasks: the one that it failed with is the first that has no
  // answer, unless the solver still has that one. So the reader is only replaced when the solver has nothing to do.
  void replace(mazurka::down down) {
    if (!down.failed || down.who != reader().id()) return;
    finish_what_was_read();
    int bad = waiting_.front();
    waiting_.pop_front();
    hire_reader();
    reply(bad, std::nullopt);
#ifdef FIXED
    for (int number : waiting_) reader().send(Task{number, jobs_.at(number).text});
#endif
  }

  // Answers to what the reader had read before it failed: the solver gets one more number, and sends one more answer
  // when it has done all others.
  void finish_what_was_read() {
    constexpr int kMark = -1;
    solver_.send(Number{kMark, 0});
    bool is_done = false;
    while (!is_done)
      me_.receive([&](const Answer& answer) {
        if (answer.job == kMark)
          is_done = true;
        else
          finish(answer);
      });
  }

  // At the end: stops the workers and waits for their ends.
  void dismiss() {
    reader().send(Stop{});
    me_.receive([&](mazurka::down down) { assert(!down.failed); });
    solver_.send(Stop{});
    me_.receive([&](mazurka::down down) { assert(!down.failed); });
    scribe_.send(Stop{});
  }

  Server::self& me_;
  Scribe::address scribe_;
  Solver solver_;
  std::list<Reader> readers_;   // the last one works, the others have ended
  std::map<int, Job> jobs_;     // that have no reply yet
  std::list<int> waiting_;      // the same, in the order in which readers got them
};

void serve(Server::self& me, Scribe::address scribe) {
  Supervisor(me, scribe).run();
}

// ---- the client

// What the answer to each job must be.
struct Expected {
  const char* text;
  std::optional<int> answer;
};
const Expected kJobs[] = {{"x", std::nullopt}, {"42", 6}};

// Waits for a reply; if it takes long, says so.
Reply wait_for_reply(Replies& replies) {
  if (std::optional<Reply> reply = replies.receive_for(1s)) return *reply;
  std::puts("still waiting");
  return *replies.receive();
}

}  // namespace

int main() {
  Minutes minutes;
  {
    Replies replies;
    Scribe scribe = Scribe::spawn_with(2, keep_minutes, &minutes);
    Server server = Server::spawn(serve, scribe.where());
    int count = 0;
    for (const Expected& job : kJobs) server.send(Job{++count, text_of(job.text), &replies});
    for (int k = 0; k < count; k++) {
      Reply reply = wait_for_reply(replies);
      assert(reply.answer == kJobs[reply.job - 1].answer);
    }
    server.send(Stop{});
  }  // waits for the server and the scribe
  assert(minutes.lines() == std::size(kJobs));
  minutes.print();
}
