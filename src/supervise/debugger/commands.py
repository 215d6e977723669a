# Commands for gdb on the replay of a bug: mazurka threads, thread, step, back, where.
#
# The threads of the checked program are not threads of the kernel: each is suspended at an operation, with its registers on its own
# stack. What a command shows of one is shown with these registers in the place of the real ones, which come back afterwards.
import gdb

STATUS = {0: "has not begun", 1: "is suspended", 2: "has ended", 3: "has failed"}
LIBRARIES = ("libmazurka-rt.so", "libstdc++", "libc.so", "libc.so.6", "libc++", "libgcc")
wanted = {"step": 0, "bug": True}


def number(expression):
    return int(gdb.parse_and_eval(expression))


def step_now():
    return number("(unsigned) mazurka_step")


def thread_entry(thread):
    return number(f"((unsigned long*) &mazurka_threads)[{2 * thread}]"), number(f"((unsigned long*) &mazurka_threads)[{2 * thread + 1}]")


def word(address):
    return number(f"*(unsigned long*) {address}")


class Registers:
    """The registers of a suspended thread, in the place of the real ones."""

    def __init__(self, thread):
        self.thread = thread

    def __enter__(self):
        gdb.execute("frame 0", to_string=True)
        self.real = {}
        # It runs: the registers are its own.
        if number("(unsigned) mazurka_running") == self.thread + 1:
            select_user_frame()
            return
        self.real = {name: number(f"(unsigned long) ${name}") for name in ("rip", "rsp", "rbp")}
        stack, status = thread_entry(self.thread)
        if status != 1 and status != 3 or stack == 0:
            raise gdb.GdbError(f"T{self.thread} {STATUS.get(status, 'is not there')}")
        self.put({"rip": word(stack), "rbp": word(stack + 8), "rsp": stack + 16})
        select_user_frame()

    def put(self, registers):
        for name, value in registers.items():
            gdb.execute(f"set ${name} = {value}", to_string=True)

    def __exit__(self, *_):
        gdb.execute("frame 0", to_string=True)
        self.put(self.real)


def is_library(frame):
    place = frame.find_sal()
    if place.symtab is not None and place.symtab.filename.startswith("/usr/"):
        return True
    name = gdb.solib_name(frame.pc())
    return name is not None and any(part in name for part in LIBRARIES)


def select_user_frame():
    frame = gdb.newest_frame()
    while frame is not None:
        if not is_library(frame) and frame.find_sal().symtab is not None:
            frame.select()
            return frame
        frame = frame.older()
    return None


def place_of(thread):
    with Registers(thread):
        frame = gdb.selected_frame()
        place = frame.find_sal()
        if place.symtab is None:
            return frame.name() or "?"
        return f"{frame.name()} at {place.symtab.filename}:{place.line}"


class Stop(gdb.Breakpoint):
    def __init__(self, function, when):
        super().__init__(function, internal=True)
        self.silent = True
        self.when = when

    def stop(self):
        return self.when()


class Mazurka(gdb.Command):
    """Threads and steps of a replayed bug: mazurka threads, thread N COMMAND, step, back, goto N, where."""

    def __init__(self):
        super().__init__("mazurka", gdb.COMMAND_USER, prefix=True)


class Threads(gdb.Command):
    """mazurka threads: all threads of the program, and where they are."""

    def __init__(self):
        super().__init__("mazurka threads", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        for thread in range(number("(unsigned) mazurka_thread_count")):
            _, status = thread_entry(thread)
            text = STATUS.get(status, "?")
            if status in (1, 3):
                text += f" in {place_of(thread)}"
            print(f"T{thread} {text}")


class Thread(gdb.Command):
    """mazurka thread N COMMAND: a command of gdb, such as bt or print x, in the innermost own function of thread N."""

    def __init__(self):
        super().__init__("mazurka thread", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        words = argument.split(None, 1)
        if not words or not words[0].lstrip("T").isdigit():
            raise gdb.GdbError("which thread? mazurka thread N bt")
        with Registers(int(words[0].lstrip("T"))):
            gdb.execute(words[1] if len(words) > 1 else "bt")


def tell_place():
    print(f"after step {step_now()}, by T{number('(unsigned) mazurka_step_thread')}")


def go_to(step):
    wanted.update(step=step, bug=False)
    if step <= step_now():
        gdb.execute("run", to_string=True)
    else:
        gdb.execute("continue", to_string=True)
    tell_place()


class Step(gdb.Command):
    """mazurka step [N]: to the end of the next step of the schedule, or of the N-th from here."""

    def __init__(self):
        super().__init__("mazurka step", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        go_to(step_now() + (int(argument) if argument else 1))


class Back(gdb.Command):
    """mazurka back [N]: to where the execution was a step ago, or N. The program is run again up to there."""

    def __init__(self):
        super().__init__("mazurka back", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        go_to(max(1, step_now() - (int(argument) if argument else 1)))


class Goto(gdb.Command):
    """mazurka goto N: to the end of step N of the schedule."""

    def __init__(self):
        super().__init__("mazurka goto", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        go_to(int(argument))


class Where(gdb.Command):
    """mazurka where: how many steps are done."""

    def __init__(self):
        super().__init__("mazurka where", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        tell_place()


def begin(step):
    """Runs to the bug, or to the end of a step."""
    for command in ("set confirm off", "set pagination off", "set breakpoint pending on", "set startup-with-shell off",
                    "set print thread-events off", "set disable-randomization on"):
        gdb.execute(command, to_string=True)
    try:
        gdb.execute("set suppress-cli-notifications on", to_string=True)
    except gdb.error:
        pass  # an older gdb says a little more
    for signal in ("SIGSYS", "SIGSEGV", "SIGBUS", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGUSR1", "SIGUSR2", "SIGABRT", "SIGFPE", "SIGILL"):
        gdb.execute(f"handle {signal} nostop noprint pass", to_string=True)
    for one in (Mazurka, Threads, Thread, Step, Back, Goto, Where):
        one()
    # The runtime is there once main is.
    gdb.execute("tbreak main", to_string=True)
    gdb.execute("run", to_string=True)
    Stop("mazurka_step_done", lambda: step_now() == wanted["step"])
    Stop("mazurka_bug_here", lambda: wanted["bug"])
    Stop("mazurka_replay_over", lambda: True)
    wanted.update(step=step, bug=step == 0)
    gdb.execute("continue", to_string=True)
    frame = gdb.newest_frame()
    if frame.name() == "mazurka_bug_here":
        select_user_frame()
        print("at the bug: bt shows how the thread came here; 'help mazurka' lists what else there is")
        gdb.execute("frame")
    elif frame.name() == "mazurka_replay_over":
        print("at the end of the schedule, where threads wait for ever: 'mazurka threads' shows them")
    else:
        tell_place()
