#!/usr/bin/env python3
"""Kills real checks: processes that explore, supervisors and workers of a store, at random moments, with `kill -9`. Whoever
dies is started again, until the run is over. Its verdict, counts, digests and bugs must be those of a run that nobody disturbed.

usage: check_kills.py MAZURKA FOLDER sqlite KILLS PROGRAM[:OPTION,...]...
       check_kills.py MAZURKA FOLDER postgres KILLS PROGRAM...   with POSTGRES_URL, SERVER_KILLS and STOP_SERVER, START_SERVER (commands)
"""
import json, os, random, signal, subprocess, sys, time

FIELDS = ["verdict", "incomplete", "executions", "blocked", "deadlocks", "failed", "cut", "events", "max_depth", "assumed_away",
          "traces", "trace_digest", "racy", "outcomes", "outcome_digest", "unsupported", "unseen"]
MAZURKA, FOLDER = sys.argv[1], sys.argv[2]
ENVIRONMENT = dict(os.environ, MAZURKA_TEST_HASTE="1", MAZURKA_TEST_SHARE="1")
random.seed(int(os.environ.get("SEED", time.time_ns() % 1000003)))


def digest(report):
    what = {field: report.get(field) for field in FIELDS}
    what["bugs"] = [(bug.get("kind"), bug.get("message"), bug.get("execution"), bug.get("location"), bug.get("schedule"))
                    for bug in report.get("bugs", [])]
    return what


def start(words, output, **more):
    return subprocess.Popen([MAZURKA, *words], stdout=output, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
                            errors="replace", env=dict(ENVIRONMENT, **more))


def processes_of(parent):
    try:
        with open(f"/proc/{parent}/task/{parent}/children") as file:
            children = [int(word) for word in file.read().split()]
        # Not those by which mazurka tries out what the machine can do.
        return [child for child in children if not os.path.samefile(f"/proc/{child}/exe", MAZURKA)]
    except OSError:
        return []


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
        return 1
    except ProcessLookupError:
        return 0


def fail(sentence):
    print(sentence)
    sys.exit(1)


def compare(name, expected, path, kills):
    with open(path) as file:
        text = file.read()
    try:
        found = digest(json.loads(text))
    except ValueError:
        fail(f"{name}, after {kills} kills: no report: {text[-300:]}")
    for field in expected:
        if expected[field] != found[field]:
            fail(f"{name}, after {kills} kills: {field} is {str(found[field])[:300]}, not {str(expected[field])[:300]}")


def undisturbed(program, options):
    environment = dict(os.environ)
    done = subprocess.run([MAZURKA, "check", program, "--format=json", "--quiet", "--out", f"{FOLDER}/quiet", *options],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL, env=environment)
    return digest(json.loads(done.stdout))


class Sqlite:
    """Check after check with --resume, each of which is killed, or its processes are."""

    def __init__(self):
        self.kills = self.resumed = self.checks = 0

    def run(self, program, options, most):
        out = f"{FOLDER}/killed"
        subprocess.run(["rm", "-rf", out], check=True)
        while True:
            with open(f"{FOLDER}/report", "w") as output:
                words = ["check", program, "--format=json", "--quiet", "--out", out, "-j", str(random.randint(1, 4)), *options]
                check = start(words + (["--resume"] if os.path.exists(f"{out}/run.db") else []), output)
                self.checks += 1
                ended = self.disturb(check, most)
            said = check.stderr.read()
            if not ended:
                continue
            if "cannot resume: there is no run" in said or "is empty" in said or "cannot open the store" in said:
                subprocess.run(["rm", "-rf", out], check=True)  # killed before the run was in its store
                continue
            if "has ended" in said:  # killed between the end of the run and its report
                subprocess.run(["rm", "-rf", out], check=True)
                continue
            if said:
                fail(f"{program}: {said}")
            return f"{FOLDER}/report"

    def disturb(self, check, most):
        """True if it came to its end."""
        while True:
            try:
                check.wait(timeout=random.uniform(0.02, 0.5))
                return True
            except subprocess.TimeoutExpired:
                pass
            if self.kills >= most:
                continue
            children = processes_of(check.pid)
            if children and random.random() < 0.6:
                self.kills += kill(random.choice(children))
                continue
            if random.random() < 0.2:
                check.send_signal(signal.SIGINT)
                check.wait()
                return False
            self.kills += kill(check.pid)
            check.wait()
            return False


class Postgres:
    """Workers of a run that was only submitted. They are killed, or sleep past their leases; the server is stopped."""

    def __init__(self, workers=4):
        self.kills = self.server_kills = self.sleeps = self.refused = 0
        self.workers = workers
        self.url = os.environ["POSTGRES_URL"]
        self.server_kills_wanted = int(os.environ.get("SERVER_KILLS", "0"))
        self.longest_sleep = float(os.environ.get("LONGEST_SLEEP", "1.6"))
        self.checks = 0

    def start_worker(self):
        self.checks += 1
        return start(["work", self.url, "-j", str(random.randint(1, 2)), "--drain"], subprocess.DEVNULL, MAZURKA_TEST_LEASE="1",
                     XDG_CACHE_HOME=f"{FOLDER}/cache")

    def run(self, program, options, most):
        done = subprocess.run([MAZURKA, "check", program, "--store", self.url, "--detach", *options], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, env=ENVIRONMENT)
        if done.returncode != 0:
            fail(f"cannot submit: {done.stderr}")
        with open(f"{FOLDER}/report", "w") as output:
            waits = start(["wait", self.url, done.stdout.strip(), "--format=json"], output,
                          XDG_CACHE_HOME=f"{FOLDER}/cache")
            crew = [self.start_worker() for _ in range(self.workers)]
            while waits.poll() is None:
                self.disturb(crew, most)
        if waits.returncode not in (0, 1, 3):
            fail(f"wait: {waits.stderr.read()}")
        for worker in crew:
            worker.wait()
            self.take_words(worker)
        return f"{FOLDER}/report"

    def take_words(self, worker):
        """Of one that has ended."""
        said = worker.stderr.read()
        self.refused += said.count("what it did since is refused")
        if worker.returncode > 0:
            fail(f"a worker ended with {worker.returncode}: {said}")

    def disturb(self, crew, most):
        time.sleep(random.uniform(0.01, 0.25))
        share = most / (self.server_kills_wanted + 1)
        if self.server_kills < self.server_kills_wanted and self.kills >= share * (self.server_kills + 1):
            self.server_kills += 1
            subprocess.run(os.environ["STOP_SERVER"], shell=True, check=True)
            time.sleep(random.uniform(0, 1))
            subprocess.run(os.environ["START_SERVER"], shell=True, check=True)
        place = random.randrange(len(crew))
        worker = crew[place]
        if worker.poll() is not None:
            self.take_words(worker)
            crew[place] = self.start_worker()
        elif self.kills >= most:
            return
        elif random.random() < 0.1:
            worker.send_signal(signal.SIGSTOP)
            time.sleep(random.uniform(1.2, self.longest_sleep))
            worker.send_signal(signal.SIGCONT)
            self.sleeps += 1
        else:
            children = processes_of(worker.pid)
            victim = random.choice(children) if children and random.random() < 0.3 else worker.pid
            self.kills += kill(victim)


def main():
    engine, most = sys.argv[3], int(sys.argv[4])
    killer = Sqlite() if engine == "sqlite" else Postgres()
    programs = []
    for given in sys.argv[5:]:
        program, _, options = given.partition(":")
        programs.append((program, ["--digest", "--hunt=0", *[word for word in options.split(",") if word]]))
    expected = {str(one): undisturbed(*one) for one in programs}
    rounds = 0
    while killer.kills < most or rounds < len(programs):
        one = programs[rounds % len(programs)]
        report = killer.run(*one, most)
        compare(os.path.basename(one[0]), expected[str(one)], report, killer.kills)
        rounds += 1
    more = ""
    if engine == "postgres":
        more = f", {killer.server_kills} of the server, {killer.sleeps} sleeps past a lease, {killer.refused} stale results refused"
        if killer.sleeps >= 20 and killer.refused == 0:
            fail("nobody who slept was refused" + more)
    print(f"{engine}: {rounds} runs exact over {killer.kills} kills, {killer.checks} processes of mazurka{more}")


main()
