#!/usr/bin/env python3
"""What data structures grew between two points, computed from the definitions in docs/growth.md: with sets, slowly, and with nothing of
the engine in it. Reads what `heaptrail convert` writes, where it has only objects, references and roots.

    growth_by_hand.py TRACE.heap.jsonl FROM TO QUESTION.json

FROM and TO are ids of points as in the file. QUESTION.json says what to compute:

    {"threshold": 5,
     "heads": {"from": [ids of all heads], "to": [...]},
     "inferred": [names of types that nobody described, but that were found to be heads: to other structures they are leaves],
     "measure": [ids of heads that are alive at the end of the window],
     "replaced": {head at the end: the one at the beginning whose place it took; whether that is so is checked},
     "members": {"from": {head: [ids]}, "to": {head: [ids]}},
     "leaves": {"from": {head: [ids]}, "to": {head: [ids]}}}

Which objects belong to a structure is written down here, by the names of fields, for the collections that nearly all structures are
(CLOSURES). Of the others QUESTION.json may say it; of a structure with neither, and of those that contain such a one, nothing is said.
Which of its objects are leaves it says for those of which the leaves are to be grouped.
Prints one JSON object: the live heap at both ends, how many structures survived, died and were born, by head the sizes, the shares of
the heap's growth and the pattern, and by head its leaves: all of them, by type, and by type and site, with what they lead to.
"""
import json
import sys


class Heap:
    """The objects at one point: what each refers to, what keeps what alive, and which are live."""

    def __init__(self, types):
        self.types = dict(types)
        self.type_of = {}
        self.size_of = {}
        self.fields = {}  # of an object: name (or position, in arrays) → object
        self.slots = {}  # of an object: position → object
        self.roots = set()
        self.lasting = set()  # those of them that not only running methods hold
        self.frames_out = {}  # of roots on stacks: how far out the outermost frame is
        self.waiting = set()  # what nothing but its finalizer holds
        self.identity = True  # whether an object has the same number at all points
        self.site_of = {}  # the number of the site, and once all is read, its frames

    def add(self, line):
        number, type_id = line["o"], line["type"]
        self.site_of[number] = line.get("site")
        kind = self.types[type_id]
        self.type_of[number] = type_id
        is_class = number in self.classes()
        slots = self.slots_of(type_id) if not is_class else None
        self.size_of[number] = line.get("size", self.usual_size(kind, line.get("length", 0)))
        fields, by_position, position = {}, {}, 0
        for reference in line.get("refs", []):
            target, position = reference if isinstance(reference, list) else (reference, position)
            if target is not None:
                name = slots[position] if slots is not None and position < len(slots) else position
                fields[name] = by_position[position] = target
            position += 1
        self.fields[number] = fields
        self.slots[number] = by_position

    def classes(self):
        """The class objects. Their references are not the fields of java.lang.Class."""
        if not hasattr(self, "_classes"):
            self._classes = {kind["class"] for kind in self.types.values() if "class" in kind}
        return self._classes

    def slots_of(self, type_id):
        """The names of the references of a type's objects: its own fields, then its superclass's, and so on."""
        kind = self.types[type_id]
        if "slots" not in kind:
            names, step = [], type_id
            while step is not None:
                names += [field for field in self.types[step].get("fields", []) if isinstance(field, str)]
                step = self.types[step].get("super")
            kind["slots"] = None if kind["name"].endswith("[]") else names
        return kind["slots"]

    @staticmethod
    def usual_size(kind, length):
        if not kind["name"].endswith("[]"):
            return kind.get("size", 0)
        elements = {"boolean[]": 1, "byte[]": 1, "char[]": 2, "short[]": 2, "int[]": 4, "float[]": 4, "long[]": 8, "double[]": 8}
        size = kind.get("size", 16) + length * kind.get("elementSize", elements.get(kind["name"], 8))
        return (size + 7) // 8 * 8

    def name(self, number):
        return self.types[self.type_of[number]]["name"]

    def supertypes(self, number):
        step = self.type_of[number]
        while step is not None:
            yield self.types[step]["name"]
            step = self.types[step].get("super")

    def complete(self, sites):
        """Called when all objects are there."""
        self.site_of = {number: sites.get(site, ()) for number, site in self.site_of.items()}
        self.strong_slots = {}  # of an object: position → object, weak references left out
        self.refers = {}  # to what these lead
        self.keeps = {}  # the same, and its class
        for number, slots in self.slots.items():
            kind = self.types[self.type_of[number]]
            names = self.slots_of(self.type_of[number])
            weak = kind.get("weak", [])
            weak = {
                names.index(slot) if isinstance(slot, str) else slot
                for slot in (weak if isinstance(weak, list) else [weak])
            }
            is_class = number in self.classes()
            self.strong_slots[number] = {at: to for at, to in slots.items() if is_class or at not in weak}
            targets = set(self.strong_slots[number].values()) & self.fields.keys()
            self.refers[number] = targets
            self.keeps[number] = targets | ({kind["class"]} & self.fields.keys() if "class" in kind else set())
        self.live = reached(self.roots & self.fields.keys(), self.keeps)
        # Through these everything leads to everything: data end here.
        known = {"java.lang.Class", "java.lang.ClassLoader", "java.lang.Module", "java.lang.Thread"}
        self.ends = {number for number in self.fields if number in self.classes() or known & set(self.supertypes(number))}
        self.data = {number: set() if number in self.ends else targets for number, targets in self.refers.items()}

    def weigh(self, objects):
        return {"objects": len(objects), "bytes": sum(self.size_of[number] for number in objects)}

    def retained(self, head):
        """What is not reached from the roots any more when the head is not there."""
        return self.live - reached(self.roots & self.fields.keys(), self.keeps, without=head)

    def deep(self, head):
        return self.deep_of({head})

    def deep_of(self, group):
        start = group & self.live
        # What is an end itself leads as far as it refers.
        return reached(start.union(*(self.refers[number] for number in start & self.ends)), self.data)


def reached(start, edges, without=None):
    found = {number for number in start if number != without}
    waiting = list(found)
    while waiting:
        for target in edges[waiting.pop()]:
            if target not in found and target != without:
                found.add(target)
                waiting.append(target)
    return found


# Which objects belong to a collection, leaves included: a function per class, by the names of its fields. Each gives what belongs to the
# structure beside its head.

def values(heap, number, *names):
    fields = heap.fields[number]
    return {fields[name] for name in names if name in fields}


def with_elements(heap, number, name):
    """The array in a field, and its elements."""
    arrays = values(heap, number, name)
    return arrays | {element for array in arrays for element in heap.fields[array].values()}


def chained(heap, first, following, *held):
    """Nodes that lead to each other by some fields, and what they hold in others."""
    nodes, waiting = set(), list(first)
    while waiting:
        node = waiting.pop()
        if node not in nodes:
            nodes.add(node)
            waiting += values(heap, node, *following)
    return nodes | {leaf for node in nodes for leaf in values(heap, node, *held)}


def hash_table(heap, number, name, *held):
    """The table, its bins' nodes, and what they hold."""
    found = set()
    for table in values(heap, number, name):
        found |= {table} | chained(heap, heap.fields[table].values(), ["next"], *held)
    return found


def concurrent_hash_map(heap, number):
    found = with_elements(heap, number, "counterCells")
    tables = list(values(heap, number, "table", "nextTable"))
    while tables:
        table = tables.pop()
        bins = heap.fields[table].values()
        found |= {table} | chained(heap, bins, ["next", "first", "root", "left", "right", "parent"], "key", "val")
        moved = {new for bin in bins for new in values(heap, bin, "nextTable")}
        tables += moved - found
    return found


def properties(heap, number):
    """Their map and their defaults; what extends them may have more of both kinds."""
    parts = ["java.util.concurrent.ConcurrentHashMap", "java.util.Properties"]
    return {part for part in every_field(heap, number) if heap.name(part) in parts}


def every_field(heap, number):
    return set(heap.fields[number].values())


CLOSURES = {
    "java.util.HashMap": lambda heap, head: hash_table(heap, head, "table", "key", "value"),
    "java.util.Hashtable": lambda heap, head: hash_table(heap, head, "table", "key", "value"),
    "java.util.Properties": properties,
    "java.util.concurrent.ConcurrentHashMap": concurrent_hash_map,
    "java.util.concurrent.ConcurrentHashMap$KeySetView": lambda heap, head: values(heap, head, "map"),
    "java.util.HashSet": lambda heap, head: values(heap, head, "map"),
    "java.util.TreeMap": lambda heap, head: chained(heap, values(heap, head, "root"), ["left", "right"], "key", "value"),
    "java.util.TreeSet": lambda heap, head: values(heap, head, "m"),
    "java.util.IdentityHashMap": lambda heap, head: with_elements(heap, head, "table"),
    "java.util.EnumMap": lambda heap, head: with_elements(heap, head, "vals"),
    "java.util.ArrayList": lambda heap, head: with_elements(heap, head, "elementData"),
    "java.util.Vector": lambda heap, head: with_elements(heap, head, "elementData"),
    "java.util.ArrayDeque": lambda heap, head: with_elements(heap, head, "elements"),
    "java.util.PriorityQueue": lambda heap, head: with_elements(heap, head, "queue"),
    "java.util.LinkedList": lambda heap, head: chained(heap, values(heap, head, "first"), ["next"], "item"),
    "java.util.Arrays$ArrayList": lambda heap, head: with_elements(heap, head, "a"),
    "java.util.BitSet": lambda heap, head: values(heap, head, "words"),
    "java.util.concurrent.CopyOnWriteArrayList": lambda heap, head: with_elements(heap, head, "array") | values(heap, head, "lock"),
    "java.util.ImmutableCollections$ListN": lambda heap, head: with_elements(heap, head, "elements"),
    "java.util.ImmutableCollections$SetN": lambda heap, head: with_elements(heap, head, "elements"),
    "java.util.ImmutableCollections$MapN": lambda heap, head: with_elements(heap, head, "table"),
    "java.util.ImmutableCollections$List12": every_field,
    "java.util.ImmutableCollections$Set12": every_field,
    "java.util.ImmutableCollections$Map1": lambda heap, head: values(heap, head, "k0", "v0"),
    "java.util.Collections$UnmodifiableCollection": every_field,
    "java.util.Collections$UnmodifiableMap": every_field,
    "java.util.Collections$EmptyList": lambda heap, head: set(),
    "java.util.Collections$EmptySet": lambda heap, head: set(),
    "java.util.Collections$EmptyMap": lambda heap, head: set(),
    "java.util.Collections$SingletonList": lambda heap, head: values(heap, head, "element"),
    "java.util.Collections$SingletonSet": lambda heap, head: values(heap, head, "element"),
    "java.util.Collections$SingletonMap": lambda heap, head: values(heap, head, "k", "v"),
}


class Structures:
    """The structures at one point: their members, and those of all that they contain."""

    def __init__(self, heap, heads, told, inferred):
        self.heap = heap
        self.contained = {head for head in heads if heap.name(head) not in inferred}
        self.told = told
        self.known = {}

    def written_by_hand(self, head):
        return next((CLOSURES[name] for name in self.heap.supertypes(head) if name in CLOSURES), None)

    def members(self, head):
        """Or None, if nobody said."""
        if head not in self.known:
            closure = self.written_by_hand(head)
            if closure is not None:
                self.known[head] = {head} | (closure(self.heap, head) & self.heap.live)
            else:
                self.known[head] = self.told.get(head)
        return self.known[head]

    def deep_members(self, head):
        """The members, and those of every structure whose head is among them, and so on. Second: how many of these were told."""
        found, seen, waiting, told = set(), set(), [head], 0
        while waiting:
            number = waiting.pop()
            if number in seen:
                continue
            seen.add(number)
            members = self.members(number)
            if members is None:
                return None, 0
            told += self.written_by_hand(number) is None
            found |= members
            waiting += members & self.contained
        return found, told


def telling(frames):
    """A site is told by its frames down to the first that is none of the JDK's."""
    jdk = ("java.", "javax.", "jdk.", "sun.", "com.sun.")
    frames = [tuple(frame.get(name) for name in ("class", "method", "file", "line")) for frame in frames]
    own = next((i for i, (class_name, *_) in enumerate(frames) if not (class_name or "").startswith(jdk)), len(frames))
    return tuple(frames[: own + 1])


def grouped_leaves(heaps, leaves, kind):
    """Leaves at both ends by what `kind(heap, leaf)` says of them: their own sizes, and of all that they lead to."""
    kinds = {kind(heap, leaf) for end, heap in heaps.items() for leaf in leaves[end]}
    rows = []
    for each in sorted(kinds, key=repr):
        members = {end: {leaf for leaf in leaves[end] if kind(heap, leaf) == each} for end, heap in heaps.items()}
        row = {end: heap.weigh(members[end]) for end, heap in heaps.items()}
        row["deep"] = {end: heap.weigh(heap.deep_of(members[end])) for end, heap in heaps.items()}
        rows.append({"type": each[0], "site": each[1], **row})
    return rows


LEAST_SHARE = 0.005
# Of a heap that did not grow.
PART_OF_SHRUNK = 0.2
# Of the growth, what roots hold only together must have gained; what a variable alone holds that may be of the moment.
MUCH_TOGETHER = 0.1
MUCH_OF_MOMENT = 0.25
# A JVM has a few of its own.
MANY_FINALIZERS = 20
# Roots that last as long as some method runs.
WORKED_ON = {"java-frame", "jni-local", "native-stack", "thread-block", "monitor", "finalizing"}


def read_points(path, wanted):
    """The heaps at the points of these ids."""
    types, sites, heaps, heap = {}, {}, {}, None
    with open(path, encoding="utf-8") as lines:
        for text in lines:
            line = json.loads(text)
            if "heaptrail" in line:
                identity = line.get("identity", True)
            if "gc" in line or "heaptrail" in line:
                continue
            if "point" in line:
                heap = Heap(types) if line["point"] in wanted else None
                if heap is not None:
                    heap.identity = identity
            elif "end" in line:
                if heap is not None:
                    heap.complete(sites)
                    heaps[line["end"]] = heap
                heap = None
            elif "root" in line:
                if heap is not None:
                    heap.roots.add(line["o"])
                    if line["root"] not in WORKED_ON:
                        heap.lasting.add(line["o"])
                    if "depth" in line:
                        out = heap.frames_out.get(line["o"], 0)
                        heap.frames_out[line["o"]] = max(out, line["depth"] + 1)
            elif "o" in line:
                if heap is not None:
                    heap.add(line)
            elif "type" in line:
                types[line["type"]] = line
            elif "site" in line:
                sites[line["site"]] = telling(line["frames"])
    return [heaps[point] for point in wanted]


def nothing_like(heap):
    """A heap with the types of another one, and nothing in it."""
    empty = Heap(heap.types)
    empty.complete({})
    return empty


def leave_out_finalizers(heaps):
    """Where either end has many objects with finalizers, both ends without: these hold nothing. What nobody else holds is
    held by itself, and holds only what waits, too."""
    name = "java.lang.ref.Finalizer"
    growing = heaps["to"].weigh(heaps["to"].live)["bytes"] > heaps["from"].weigh(heaps["from"].live)["bytes"]
    finalizers = lambda heap: sorted(each for each in heap.live if heap.name(each) == name)
    if not growing or all(len(finalizers(heap)) < MANY_FINALIZERS for heap in heaps.values()):
        return
    for heap in heaps.values():
        listed = [heap.fields[each]["referent"] for each in finalizers(heap) if "referent" in heap.fields[each]]
        keeps = {number: set(targets) for number, targets in heap.keeps.items()}
        for each in finalizers(heap):
            others = {target for field, target in heap.fields[each].items() if field != "referent"}
            keeps[each] -= {heap.fields[each].get("referent")} - others
        waiting = heap.live - reached(heap.roots & heap.live, keeps)
        heap.waiting = waiting
        for each in waiting:
            keeps[each] &= waiting
        led_to = set()
        for each in listed:
            if each in waiting and each not in led_to:
                heap.roots = heap.roots | {each}
                led_to |= reached({each}, keeps)
        heap.keeps = keeps


def growth_of(heaps):
    return heaps["to"].weigh(heaps["to"].live)["bytes"] - heaps["from"].weigh(heaps["from"].live)["bytes"]


def what_counts(growth, at_end):
    """What the heap gained; where it did not grow, a fifth of what it holds at the end."""
    return growth if growth > 0 else PART_OF_SHRUNK * at_end


def counted_growth(heaps):
    return what_counts(growth_of(heaps), heaps["to"].weigh(heaps["to"].live)["bytes"])


def held_together(heap):
    """What no root alone keeps alive: it is reached from several of them by ways that have no other root on them."""
    several = object()
    held_by = {root: root for root in heap.roots & heap.live}
    waiting = list(held_by)
    while waiting:
        number = waiting.pop()
        for target in heap.keeps[number]:
            if target in heap.roots:
                continue
            holder = held_by[number] if held_by.get(target, held_by[number]) == held_by[number] else several
            if held_by.get(target) is not holder:
                held_by[target] = holder
                waiting.append(target)
    return heap.weigh([number for number, holder in held_by.items() if holder is several])["bytes"]


def methods_matter(heaps):
    """Whether one root that only running methods hold retains enough, or all of them enough more, or roots hold enough more only together."""

    def weighs(heap, group):
        without = {number: targets - group for number, targets in heap.keeps.items()}
        return heap.weigh(heap.live - reached((heap.roots & heap.live) - group, without))["bytes"]

    def worked_on(heap):
        return (heap.roots - heap.lasting) & heap.live

    def retained_by_each(heap):
        return [weighs(heap, {root}) for root in worked_on(heap)]

    # Together they retain at least what each does, and all that these do; mostly that is little.
    def retain_enough(heap):
        return weighs(heap, worked_on(heap)) >= least and max(retained_by_each(heap), default=-1) >= least

    def retain_enough_more():
        if weighs(heaps["to"], worked_on(heaps["to"])) < much:
            return False
        return sum(retained_by_each(heaps["to"])) - sum(retained_by_each(heaps["from"])) >= much

    growth = counted_growth(heaps)
    least = LEAST_SHARE * growth
    much = MUCH_TOGETHER * growth
    together = held_together(heaps["to"]) - held_together(heaps["from"])
    return together >= much or any(retain_enough(heap) for heap in heaps.values()) or retain_enough_more()


def leave_out_worked_on(heaps):
    """Both ends without roots that something lasting leads to, or a method further out on the stack. What a method alone
    holds, little and not there at the other end, keeps nothing else."""
    most = int(MUCH_OF_MOMENT * counted_growth(heaps))
    is_known = heaps["to"].identity and heaps["from"].fields
    alive = {end: set(heap.live) for end, heap in heaps.items()}
    for end, heap in heaps.items():
        other = alive["from" if end == "to" else "to"]
        roots = heap.lasting & heap.live | (heap.roots & heap.live & heap.waiting)
        led_to = reached(roots, heap.keeps)
        passing = set()
        worked_on = (heap.roots & heap.live) - roots
        for root in sorted(worked_on, key=lambda root: (-heap.frames_out.get(root, 0), root)):
            if root in led_to:
                continue
            roots = roots | {root}
            fresh = reached({root}, heap.keeps) - led_to
            if is_known and root not in other and heap.weigh(fresh)["bytes"] <= most:
                passing |= fresh
            led_to |= fresh
        heap.roots = roots
        heap.keeps = {number: targets & passing if number in passing else targets for number, targets in heap.keeps.items()}


def leave_out_passing(heaps):
    """What holds things for a moment only, or because of a finalizer."""
    does_matter = methods_matter(heaps)
    leave_out_finalizers(heaps)
    if does_matter:
        leave_out_worked_on(heaps)


def pattern_of(shares, threshold):
    """The table of patterns: who owns, and what grows. Shares are of what counts."""
    high = {metric: share >= threshold for metric, share in shares.items()}
    structure = high["structure"] or high["deepStructure"]
    if high["retained"]:
        return "single-ownership-container-growth" if structure else "single-ownership-data-growth"
    if structure:
        return "shared-ownership-container-growth"
    return "shared-ownership-data-growth" if high["deep"] else "non-growth"


def check_replaced(heaps, heads, new, old):
    """Whether one took the other's place: neither is alive at the other end, and what held the one holds the other, in the same field."""
    before, after = heaps["from"], heaps["to"]
    assert new in heads["to"] and old in heads["from"], f"{new} or {old} is no head"
    assert new not in before.live and old not in after.live, f"{new} or {old} is alive at both ends"

    def same_holders(one, other, depth=6):
        """Objects that hold both, or that took each other's place and are themselves held so."""
        held = {(number, slot) for number in before.live for slot, to in before.slots[number].items() if to == one}
        holding = {(number, slot) for number in after.live for slot, to in after.slots[number].items() if to == other}
        if held & holding:
            return True
        gone = {(number, slot) for number, slot in held if number not in after.live}
        fresh = {(number, slot) for number, slot in holding if number not in before.live}
        return depth > 0 and any(
            a == b and same_holders(was, now, depth - 1) for was, a in sorted(gone) for now, b in sorted(fresh)
        )

    assert same_holders(old, new), f"nothing holds {new} where it held {old}"


def main(path, first, last, question_file):
    with open(question_file, encoding="utf-8") as text:
        question = json.load(text)
    ends = ["from", "to"]
    heaps = dict(zip(ends, read_points(path, [int(first), int(last)])))
    leave_out_passing(heaps)
    heads = {end: set(question["heads"][end]) for end in ends}
    structures = {}
    for end in ends:
        told = {int(head): set(members) for head, members in question.get("members", {}).get(end, {}).items()}
        structures[end] = Structures(heaps[end], heads[end], told, question.get("inferred", []))

    live = {end: heaps[end].weigh(heaps[end].live) for end in ends}
    growth = live["to"]["bytes"] - live["from"]["bytes"]
    replaced = {int(new): old for new, old in question.get("replaced", {}).items()}
    for new, old in replaced.items():
        check_replaced(heaps, heads, new, old)
    rows = {}
    for asked in question["measure"]:
        sizes, told = {}, 0
        for end in ends:
            heap = heaps[end]
            head = replaced.get(asked, asked) if end == "from" else asked
            if head not in heap.live:
                sizes[end] = {metric: {"objects": 0, "bytes": 0} for metric in ["retained", "deep", "structure", "deepStructure"]}
                continue
            own = structures[end].members(head)
            deep, by_others = structures[end].deep_members(head)
            told += by_others
            sizes[end] = {
                "retained": heap.weigh(heap.retained(head)),
                "deep": heap.weigh(heap.deep(head)),
                "structure": None if own is None else heap.weigh(own),
                "deepStructure": None if deep is None else heap.weigh(deep),
            }
        if any(size is None for end in ends for size in sizes[end].values()):
            continue
        counted = counted_growth(heaps)
        shares = {name: 100 * (sizes["to"][name]["bytes"] - sizes["from"][name]["bytes"]) / counted for name in sizes["to"]}
        rows[asked] = {
            "type": heaps["to"].name(asked),
            "byHand": told == 0,
            "category": "survivor" if replaced.get(asked, asked) in heads["from"] else "born",
            "metrics": {name: {"from": sizes["from"][name], "to": sizes["to"][name], "hgp": shares[name] if growth > 0 else None} for name in sizes["to"]},
            "pattern": pattern_of(shares, question["threshold"]),
        }
    leaves = {}
    for head in question.get("leaves", {}).get("to", {}):
        told = {end: set(question["leaves"][end].get(head, [])) for end in ends}
        leaves[head] = {
            "all": grouped_leaves(heaps, told, lambda heap, leaf: ("", ())),
            "types": grouped_leaves(heaps, told, lambda heap, leaf: (heap.name(leaf), ())),
            "groups": grouped_leaves(heaps, told, lambda heap, leaf: (heap.name(leaf), heap.site_of[leaf])),
        }
    at_end = {replaced.get(head, head) for head in heads["to"]}
    counts = {
        "survivors": len(heads["from"] & at_end),
        "died": len(heads["from"] - at_end),
        "born": len(at_end - heads["from"]),
    }
    json.dump({"window": live, "counts": counts, "structures": rows, "leaves": leaves}, sys.stdout)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
