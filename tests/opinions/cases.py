"""Chooses cases: an object, two operations, a place and what orders them, and what is known of the outcome."""
import random
from dataclasses import dataclass

PLACES = ["heap", "global", "stack", "member", "thread"]
ORDERING = ["mutex", "join", "create", "flag", "semaphore", "barrier", "spin"]
NOT_ORDERING = ["none", "none", "none", "relaxed", "two-mutexes"]
# After these, main's operation comes last.
FIRST_COMES_FIRST = ["join", "flag", "semaphore", "barrier"]
WRITES = {"peek": False, "poke": True, "free": True, "nothing": False}


@dataclass(frozen=True)
class Case:
    section: str
    language: str
    first: str
    second: str
    place: str
    order: str
    flavour: str
    is_right: bool

    def arguments(self):
        return [self.section, self.first, self.second, self.place, self.order]

    def nudges(self):
        """How the sanitizers' runs are pushed: each of the two orders, where both are possible."""
        if self.order == "create":
            return ["0"]
        return ["1", "2"] if self.order in ("none", "mutex", "spin", "two-mutexes") else ["1"]

    def is_about_lifetime(self):
        """Else there is nothing for the AddressSanitizer to find."""
        return self.place == "half" or "free" in (self.first, self.second)

    def function(self):
        return self.first if self.first not in WRITES else self.second


def writes(section, name):
    return WRITES[name] if name in WRITES else section.operation(name).writes


def meets_plain(section, operation):
    return section.kind == "object" and operation.mark != "^"


def are_protected(section, *names):
    return all(section.operation(n) and section.operation(n).mark == "+" for n in names)


def is_right(section, first, second, place, order):
    if section.kind == "outcome":
        return order == "join"
    if place == "half":
        return False
    if first == "free":
        return order == "create"
    if second == "free":
        return order in FIRST_COMES_FIRST
    if order in ORDERING or are_protected(section, first, second):
        return True
    return not (writes(section, first) or writes(section, second))


class Chooser:
    def __init__(self, sections, flavours, seed):
        self.sections, self.flavours, self.dice = sections, flavours, random.Random(seed)

    def make(self, section, first, second, place, order):
        flavour = self.dice.choice(self.flavours[section.language])
        return Case(section.name, section.language, first, second, place, order, flavour,
                    is_right(section, first, second, place, order))

    def place(self, section):
        return self.dice.choice(PLACES) if section.kind == "object" else "none"

    def partner(self, section, operation, conflicting):
        """What the other thread does."""
        others = [] if not meets_plain(section, operation) else ["poke"] + (["peek"] if operation.writes else [])
        if not operation.partial:
            more = [o.name for o in section.operations
                    if not o.partial and o.name != operation.name and (o.writes or operation.writes)]
            others += self.dice.sample(more, min(2, len(more)))
        if operation.writes:
            others.append(operation.name)
        if not conflicting and not operation.writes:
            others = [o.name for o in section.operations if not o.writes and not o.partial]
        return self.dice.choice(others) if others else operation.name

    def in_either_thread(self, section, operation, partner, order, place=None):
        pair = [operation.name, partner]
        self.dice.shuffle(pair)
        return self.make(section, *pair, place or self.place(section), order)

    def of_operation(self, section, operation):
        """Cases in which an operation is the one to be seen: against a plain access first."""
        if section.kind == "outcome":
            names = [o.name for o in section.operations]
            return [self.make(section, names[0], names[-1], "none", order) for order in ("none", "join", "mutex")]
        cases = []
        if meets_plain(section, operation):
            plain = self.dice.choice(["peek", "poke"]) if operation.writes else "poke"
            cases.append(self.in_either_thread(section, operation, plain, "none"))
        if section.kind == "object":
            order = self.dice.choice(["join", "none", "mutex"])
            cases.append(self.make(section, "free", operation.name, "heap", order))
        wrong = self.dice.choice(NOT_ORDERING)
        cases.append(self.in_either_thread(section, operation, self.partner(section, operation, True), wrong))
        right = self.dice.choice(ORDERING)
        cases.append(self.in_either_thread(section, operation, self.partner(section, operation, True), right))
        if not operation.writes and not operation.partial:
            cases.append(self.in_either_thread(section, operation, self.partner(section, operation, False), "none"))
        is_single = section.kind == "object" and section.language == "c" and section.count == 1
        if is_single and section.needs_all(operation):
            cases.append(self.make(section, "nothing", operation.name, "half", "join"))
        if section.kind == "object" and self.dice.random() < 0.4:
            cases.append(self.make(section, operation.name, "free", "heap", self.dice.choice(["join", "flag", "none"])))
        return cases

    def rounds(self):
        """Endless: in each round, cases of every operation."""
        while True:
            one_round = []
            for section in self.sections:
                for operation in section.operations[:1] if section.kind == "outcome" else section.operations:
                    one_round += self.of_operation(section, operation)
            yield one_round


def choose(sections, flavours, number, seed):
    """Different cases, as many as asked for, or all there are. Each flavour of a language is a way to compile it."""
    chooser = Chooser(sections, flavours, seed)
    chosen = {}
    for one_round in chooser.rounds():
        before = len(chosen)
        if number < len(one_round):
            chooser.dice.shuffle(one_round)
        for case in one_round:
            if len(chosen) < number:
                chosen[case] = True
        if len(chosen) >= number or len(chosen) == before:
            return list(chosen)
