#!/usr/bin/env python3
"""Where a heap grew, place by place, computed from the definition in docs/growth.md ("The growth tree"): plainly, and with nothing of the
engine in it. Reads what `heaptrail convert` writes, where it has only objects, references and roots.

    growth_tree_by_hand.py TRACE.heap.jsonl FROM TO HEADS.json

FROM and TO are ids of points as in the file; HEADS.json is a list of the names of types that are heads of described structures.
Prints one JSON object: the live heap at both ends, the least gain of a place that is shown, and the places. A place is named by the
steps that lead to it from the roots.
"""
import json
import re
import sys
from collections import defaultdict

from growth_by_hand import LEAST_SHARE, leave_out_passing, reached, read_points, what_counts

ENDS = ["from", "to"]
ROOTS = -1  # holds whatever no object holds alone
SHARED = "~"  # in place of a field: what no field of its holder holds
JDK = ("java.", "javax.", "jdk.", "sun.", "com.sun.")
MANY_ALIKE = 20
LOADERS = ("jdk.internal.loader.ClassLoaders$", "sun.misc.Launcher$")


def immediate_dominators(heap):
    """By live object: the nearest object that all ways from the roots to it lead through. By going round until nothing changes."""
    keeps = {number: [to for to in heap.keeps[number] if to in heap.live] for number in heap.live}
    keeps[ROOTS] = sorted(heap.roots & heap.live)
    order, entered, stack = [], {ROOTS}, [(ROOTS, iter(keeps[ROOTS]))]
    while stack:
        number, targets = stack[-1]
        following = next((to for to in targets if to not in entered), None)
        if following is None:
            order.append(number)
            stack.pop()
        else:
            entered.add(following)
            stack.append((following, iter(keeps[following])))
    order.reverse()
    rank = {number: i for i, number in enumerate(order)}
    kept_by = defaultdict(list)
    for number, targets in keeps.items():
        for to in targets:
            kept_by[to].append(number)

    above = {ROOTS: ROOTS}

    def common(one, other):
        while one != other:
            if rank[one] > rank[other]:
                one = above[one]
            else:
                other = above[other]
        return one

    changed = True
    while changed:
        changed = False
        for number in order[1:]:
            nearest = None
            for holder in kept_by[number]:
                if holder in above:
                    nearest = holder if nearest is None else common(nearest, holder)
            if above.get(number) != nearest:
                above[number] = nearest
                changed = True
    return above, order


class End:
    """One end of the window: who dominates whom, what each object retains, and how to call things."""

    def __init__(self, heap):
        self.heap = heap
        above, order = immediate_dominators(heap)
        self.below = defaultdict(list)
        self.retained = {number: [1, heap.size_of[number]] for number in heap.live}
        self.retained[ROOTS] = [0, 0]
        for number in reversed(order[1:]):
            self.below[above[number]].append(number)
            for i in range(2):
                self.retained[above[number]][i] += self.retained[number][i]
        self.class_of = {kind["class"]: type_id for type_id, kind in heap.types.items() if "class" in kind}
        self.declared = {}

    def kind_of(self, number):
        """The name of its type, and whether it is a class object; these are called what they are the class of."""
        if number in self.class_of:
            return self.heap.types[self.class_of[number]]["name"], True
        return self.heap.name(number), False

    def fields_of(self, type_id):
        """The reference fields of a type's objects, with the classes that declare them."""
        if type_id not in self.declared:
            fields, step = [], type_id
            while step is not None:
                kind = self.heap.types[step]
                fields += [f"{kind['name']}.{field}" for field in kind.get("fields", []) if isinstance(field, str)]
                step = kind.get("super")
            self.declared[type_id] = fields
        return self.declared[type_id]

    def field(self, holder, position):
        if holder in self.class_of:
            kind = self.heap.types[self.class_of[holder]]
            name = kind["classSlots"][position]
            return f"static {kind['name']}.{name[len('static '):]}" if name.startswith("static ") else name
        if self.heap.name(holder).endswith("[]"):
            return "[]"
        fields = self.fields_of(self.heap.type_of[holder])
        return fields[position] if position < len(fields) else ""

    def ways_down(self, holder):
        """What an object dominates immediately, with the first of its fields that leads there and is not weak; SHARED where none does."""
        if holder == ROOTS:
            return [(number, "") for number in self.below[ROOTS]]
        first = {}
        for position, target in sorted(self.heap.strong_slots[holder].items()):
            first.setdefault(target, position)
        return [(number, self.field(holder, first[number]) if number in first else SHARED) for number in self.below[holder]]


def is_of_jdk(name):
    return name.startswith(JDK)


def outermost(name):
    name = name.replace("[]", "")
    package, _, simple = name.rpartition(".")
    return package + "." + simple[:1] + simple[1:].split("$")[0]


def library(name):
    return "JDK" if is_of_jdk(name) else tuple(name.replace("[]", "").split(".")[:-1][:2])


def can_be_node(name):
    return not is_of_jdk(name) or name.endswith("[]") or "$" in name


class Place:
    def __init__(self, above, via, name, is_class, is_head):
        self.above, self.via, self.name, self.is_class, self.is_head = above, via, name, is_class, is_head
        self.entered = False
        self.below = {}
        self.members = {end: [] for end in ENDS}
        self.folded = {end: 0 for end in ENDS}
        self.retained = {end: [0, 0] for end in ENDS}

    def gain(self):
        return self.retained["to"][1] - self.retained["from"][1]

    def step(self):
        return f"{self.via}: {'class ' if self.is_class else ''}{self.name}"

    def chain(self):
        """The place and those above it, the whole heap left out."""
        place = self
        while place.above is not None:
            yield place
            place = place.above

    def steps(self):
        return [place.step() for place in self.chain()][::-1]

    def child(self, via, name, is_class, is_head):
        return self.below.setdefault((via, name, is_class), Place(self, via, name, is_class, is_head))

    def add(self, end, sizes, sign):
        for i in range(2):
            self.retained[end][i] += sign * sizes[i]

    def belongs_together(self, name):
        """Whether this place can be a part of the container whose nodes are of that type."""
        if self.is_class:
            return False
        if self.name.endswith("[]"):
            return True
        if is_of_jdk(self.name) and not is_of_jdk(name):
            return True
        if self.is_head:
            return False
        if is_of_jdk(name):
            return outermost(name) == outermost(self.name) and can_be_node(self.name)
        return library(self.name) == library(name)

    def met_before(self, name):
        """The place at or above this one that has objects of this type already, which hold these as their like."""
        for place in self.chain():
            if not place.is_class and place.name == name:
                return place if place is self or can_be_node(name) else None
            if not place.belongs_together(name):
                return None
        return None

    def wraps_again(self, name, via):
        """Whether it holds one of its own kind by the field that holds it, as a container that was wrapped again and again."""
        return self.above is not None and not self.is_class and self.name == name and self.via == via and via != SHARED

    def is_held_by_the_applications_loader(self):
        for place in self.chain():
            if place.name.startswith(LOADERS):
                return True
            if not is_of_jdk(place.name) and not place.name.endswith("[]"):
                return False
        return False


class Tree:
    def __init__(self, ends, heads):
        self.ends = ends
        self.heads = heads
        self.whole = Place(None, "", "", False, False)
        for end in ENDS:
            self.whole.add(end, ends[end].retained[ROOTS], 1)
            self.whole.members[end] = [ROOTS]
        self.has_grown = self.whole.gain() > 0
        self.least = max(1, int(LEAST_SHARE * what_counts(self.whole.gain(), self.whole.retained["to"][1])))
        self.alike = self.many_alike()
        self.seen = defaultdict(lambda: {end: 0 for end in ENDS})  # how many members of a place were looked below

    def many_alike(self):
        """Names of classes that differ in numbers only, where there are dozens of them: by each, what all are called."""
        names = {end.kind_of(number)[0] for end in self.ends.values() for number in end.class_of if number in end.heap.live}
        common = defaultdict(set)
        for name in names:
            pattern = re.sub(r"[0-9a-f]*[0-9][0-9a-f]*", "*", name)
            if pattern != name:
                common[pattern].add(name)
        return {name: pattern for pattern, alike in common.items() if len(alike) >= MANY_ALIKE for name in alike}

    def grow(self):
        """Looks below the members of all places that gained enough, until there are no others. In a heap that did not grow, of all that are large enough:
        what shrank may hold what grew."""
        while True:
            places = list(self.all_places(self.whole))
            wanted = [place for place in places if place.entered or self.may_hold_what_grew(place)]
            for place in wanted:
                place.entered = True
            if not self.look_below(wanted):
                return

    def look_below(self, places):
        found = False
        waiting = list(places)
        while waiting:
            place = waiting.pop()
            for end in ENDS:
                while self.seen[place][end] < len(place.members[end]):
                    holder = place.members[end][self.seen[place][end]]
                    self.seen[place][end] += 1
                    for number, via in self.ends[end].ways_down(holder):
                        found = True
                        into = self.settle(place, end, number, via)
                        if into.entered:
                            waiting.append(into)
        return found

    def settle(self, place, end, number, via):
        name, is_class = self.ends[end].kind_of(number)
        is_head = not is_class and name in self.heads
        sizes = self.ends[end].retained[number]
        if is_head:
            into = place if place.wraps_again(name, via) else None
        else:
            into = None if is_class else place.met_before(name)
        if into is not None:
            # It counts above already.
            into.folded[end] += 1
            for between in place.chain():
                if between is into:
                    break
                between.add(end, sizes, -1)
        elif is_class and place.is_held_by_the_applications_loader():
            into = self.whole.child("", self.alike.get(name, name), True, False)
            into.add(end, sizes, 1)
            for above in place.chain():
                above.add(end, sizes, -1)
        else:
            into = place.child(via, name, is_class, is_head)
            into.add(end, sizes, 1)
        into.members[end].append(number)
        return into

    def all_places(self, place):
        yield place
        for child in place.below.values():
            yield from self.all_places(child)

    def may_hold_what_grew(self, place):
        return (place.gain() if self.has_grown else place.retained["to"][1]) >= self.least

    def is_shown(self, place):
        if place.gain() >= self.least:
            return True
        return not self.has_grown and any(self.is_shown(child) for child in place.below.values())

    def shown(self, place):
        yield place
        for child in place.below.values():
            if self.is_shown(child):
                yield from self.shown(child)


def main(path, first, last, heads_file):
    with open(heads_file, encoding="utf-8") as text:
        heads = set(json.load(text))
    heaps = dict(zip(ENDS, read_points(path, [int(first), int(last)])))
    leave_out_passing(heaps)
    tree = Tree({end: End(heap) for end, heap in heaps.items()}, heads)
    tree.grow()
    places = [
        {
            "steps": place.steps(),
            "retained": {end: dict(zip(["objects", "bytes"], place.retained[end])) for end in ENDS},
            "members": {end: len(place.members[end]) for end in ENDS},
            "folded": place.folded,
        }
        for place in tree.shown(tree.whole)
        if place is not tree.whole
    ]
    window = {end: heap.weigh(heap.live) for end, heap in heaps.items()}
    json.dump({"window": window, "least": tree.least, "places": places}, sys.stdout)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    sys.setrecursionlimit(10000)
    main(*sys.argv[1:])
