#!/usr/bin/env python3
"""The golden answers of the native tests (test/native/answer/golden), computed a second time: from the objects and references of each
scene alone, with sets, as growth_by_hand.py and growth_tree_by_hand.py do it, and with nothing of the engine in it.

    golden_by_hand.py FOLDER

FOLDER has a folder for each scene. Of every answer in JSON that it has, this compares: live heaps, counts, sizes of structures, of
groups of them and of suspects, shares and patterns, leaves by type and site with what they lead to, owners, and the places of the growth tree. Says how much it
compared, and what differs; the exit status is 1 then.
"""
import json
import math
import sys
from collections import Counter
from pathlib import Path

from growth_by_hand import CLOSURES, Structures, chained, grouped_leaves, leave_out_passing, nothing_like, pattern_of, reached, read_points, values, what_counts, with_elements
from growth_tree_by_hand import ENDS, End, Tree

# The leaves of collections, by the names of fields. As in growth_by_hand.py, what is written down here is what people know of them.
LEAVES = {
    "java.util.HashMap": lambda heap, head: chained_leaves(heap, elements(heap, head, "table"), ["next"], "key", "value"),
    "java.util.TreeMap": lambda heap, head: chained_leaves(heap, values(heap, head, "root"), ["left", "right"], "key", "value"),
    "java.util.ArrayList": lambda heap, head: elements(heap, head, "elementData"),
    "java.util.HashSet": lambda heap, head: values(heap, head, "map"),
    "java.util.ImmutableCollections$ListN": lambda heap, head: elements(heap, head, "elements"),
    "java.util.LinkedList": lambda heap, head: chained_leaves(heap, values(heap, head, "first"), ["next"], "item"),
    "java.lang.ThreadLocal$ThreadLocalMap": lambda heap, head: chained_leaves(heap, elements(heap, head, "table"), [], "referent", "value"),
    "com.acme.Registry": lambda heap, head: values(heap, head, "tenants", "names")
    | chained_leaves(heap, values(heap, head, "first"), ["next"], "owner"),
    "com.acme.Service": lambda heap, head: values(heap, head, "clients", "open"),
    "com.acme.mail.Outbox": lambda heap, head: chained_leaves(heap, values(heap, head, "first"), ["next"], "text"),
    "com.acme.Account": lambda heap, head: chained_leaves(heap, values(heap, head, "newest"), ["older"], "note"),
    "com.acme.Document": lambda heap, head: values(heap, head, "pages"),
    "com.acme.bank.Account": lambda heap, head: values(heap, head, "last"),
    "com.acme.jobs.Scope$Children": lambda heap, head: values(heap, head, "first", "last"),
    "com.acme.Index": lambda heap, head: set(),
    "com.acme.Board": lambda heap, head: values(heap, head, "themes") | elements(heap, head, "listeners"),
    "org.graph.Graph": lambda heap, head: values(heap, head, "edgesOfNodes", "edges"),
    "org.dom.Document": lambda heap, head: chained_leaves(heap, values(heap, head, "first"), ["next"], "text"),
}

# Structures of the scenes' own, and of the JDK's insides.
CLOSURES |= {
    "java.lang.ThreadLocal$ThreadLocalMap": lambda heap, head: with_elements(heap, head, "table") | leaves_of(heap, head),
    "com.acme.Registry": lambda heap, head: values(heap, head, "tenants", "names") | chained(heap, values(heap, head, "first"), ["next"], "owner"),
    "com.acme.Service": lambda heap, head: values(heap, head, "clients", "open"),
    "com.acme.mail.Outbox": lambda heap, head: chained(heap, values(heap, head, "first"), ["next"], "text"),
    "com.acme.Account": lambda heap, head: chained(heap, values(heap, head, "newest"), ["older"], "note"),
    "com.acme.Document": lambda heap, head: values(heap, head, "pages"),
    "com.acme.bank.Account": lambda heap, head: values(heap, head, "last"),
    "com.acme.jobs.Scope$Children": lambda heap, head: values(heap, head, "first", "last"),
    "com.acme.Board": lambda heap, head: values(heap, head, "themes") | with_elements(heap, head, "listeners"),
    "com.acme.Index": lambda heap, head: chained(heap, values(heap, head, "root"), ["left", "right", "parent"]),
    "org.graph.Graph": lambda heap, head: values(heap, head, "edgesOfNodes", "edges"),
    "org.dom.Document": lambda heap, head: chained(heap, values(heap, head, "first"), ["next"], "text"),
}
# By the file that describes them; and what is found to be a container in the scenes where nobody describes it.
DESCRIBED = {"com.acme.Registry": "registry.ds", "com.acme.Service": "service.ds", "com.acme.mail.Outbox": "outbox.ds"}
INFERRED = {"growing-data": ["com.acme.Account", "com.acme.Document"], "homemade-queue": ["com.acme.mail.Outbox"], "pooled": ["com.acme.Index"], "singleton": ["com.acme.Board"],
            "document": ["org.dom.Document"], "chained-bookings": ["com.acme.bank.Account"], "children-in-queue": ["com.acme.jobs.Scope$Children"], "graph-of-stops": ["org.graph.Graph"]}
# By scene: heads at the end, and those whose place they took.
REPLACED = {"replaced-list": {300: 200}}
OWN = {*DESCRIBED, *(name for names in INFERRED.values() for name in names)}


def elements(heap, head, name):
    return with_elements(heap, head, name) - values(heap, head, name)


def chained_leaves(heap, first, following, *held):
    nodes = chained(heap, first, following)
    return {leaf for node in nodes for leaf in values(heap, node, *held)}


def leaves_of(heap, head):
    return LEAVES[next(name for name in heap.supertypes(head) if name in LEAVES)](heap, head)


class Comparison:
    def __init__(self):
        self.compared = Counter()
        self.differences = []
        self.answer = ""

    def expect(self, what, wanted, found):
        same = math.isclose(wanted, found, rel_tol=1e-12) if isinstance(wanted, float) and found is not None else wanted == found
        self.compared[self.answer] += 1
        if not same:
            self.differences.append(f"{self.answer}: {what}: by hand {wanted}, answered {found}")


class Window:
    """Both ends of a question's window, and which structures each has."""

    def __init__(self, scene, answer, words, all_roots=False):
        trace = scene / "trace.heap.jsonl"
        points = [json.loads(line)["point"] for line in trace.read_text().splitlines() if line.startswith('{"point"')]
        self.ids = [points[answer["window"][end]["index"]] for end in ENDS]
        self.heaps = dict(zip(ENDS, read_points(trace, self.ids)))
        if answer["window"].get("chosen") == "whole":
            self.heaps["from"] = nothing_like(self.heaps["to"])
        described = {name for name, file in DESCRIBED.items() if file in words}
        self.inferred = [name for name in INFERRED.get(scene.name, []) if name not in described]
        types = (set(CLOSURES) - OWN if "--no-builtin-ds" not in words else set()) | described | set(self.inferred)
        self.heads = {
            end: {each for each in heap.live if not types.isdisjoint(heap.supertypes(each)) and each not in heap.classes()}
            for end, heap in self.heaps.items()
        }
        self.structures = {end: Structures(heap, self.heads[end], {}, self.inferred) for end, heap in self.heaps.items()}
        if not all_roots:
            leave_out_passing(self.heaps)
        live = {end: heap.weigh(heap.live) for end, heap in self.heaps.items()}
        self.live = live
        self.growth = live["to"]["bytes"] - live["from"]["bytes"]

    def ends_of(self, row):
        """The head at each end; none at the beginning where it was born."""
        before = int(row.get("fromId", row["id"]), 16)
        return {"from": before if row["category"] == "survivor" else None, "to": int(row["id"], 16)}

    def sizes(self, end, head):
        if head is None:
            return dict.fromkeys(["retained", "deep", "structure", "deepStructure"], {"objects": 0, "bytes": 0})
        heap, structures = self.heaps[end], self.structures[end]
        sets = {
            "retained": heap.retained(head),
            "deep": heap.deep(head),
            "structure": structures.members(head),
            "deepStructure": structures.deep_members(head)[0],
        }
        return {name: heap.weigh(objects) for name, objects in sets.items()}

    def leaves(self, end, head, descent):
        """The leaves of a structure; with those of all that it contains, in place of the heads of these."""
        if head is None:
            return set()
        heap, contained = self.heaps[end], self.structures[end].contained
        found, seen, waiting = set(), set(), [head]
        while waiting:
            each = waiting.pop()
            if each in seen:
                continue
            seen.add(each)
            leaves = leaves_of(heap, each) & heap.live
            inside = leaves & contained if descent == "deep" else set()
            found |= leaves - inside
            waiting += inside
        return found


def retained_together(heap, group):
    """What is not reached any more when none of these objects is there."""
    without = {number: targets - group for number, targets in heap.keeps.items()}
    return heap.live - reached((heap.roots & heap.live) - group, without)


def sized(answer):
    return {name: answer[name] for name in ["objects", "bytes"]}


def compare_window(comparison, window, answer):
    for end in ENDS:
        comparison.expect(f"live heap at {end}", window.live[end], sized(answer["window"][end]))


def compare_row(comparison, window, row, threshold):
    ends = window.ends_of(row)
    by_hand = {end: window.sizes(end, head) for end, head in ends.items()}
    shares = {}
    for name, metric in row["metrics"].items():
        for end in ENDS:
            comparison.expect(f"{row['id']} {name} {end}", by_hand[end][name], metric[end])
        gained = by_hand["to"][name]["bytes"] - by_hand["from"][name]["bytes"]
        shares[name] = 100 * gained / what_counts(window.growth, window.live["to"]["bytes"])
        comparison.expect(f"{row['id']} {name} hgp", shares[name] if window.growth > 0 else None, metric["hgp"])
    comparison.expect(f"{row['id']} pattern", pattern_of(shares, threshold), row["pattern"])
    for end in ENDS:
        leaves = window.leaves(end, ends[end], "own")
        comparison.expect(f"{row['id']} leaves {end}", len(leaves), row["leafCount"][end])


def compare_leaves(comparison, window, row, answer):
    leaves = {end: window.leaves(end, head, answer["of"]) for end, head in window.ends_of(row).items()}
    # What samples tell is estimated, and not compared.
    groups = [group for group in answer["rows"] if not group.get("estimated")]
    frames = lambda site: tuple((f["class"], f["method"], f.get("file"), f.get("line")) for f in site)
    kinds = [
        ("total", [answer["total"]], lambda heap, leaf: (None, None), lambda found: (None, None)),
        ("type", answer["types"], lambda heap, leaf: (heap.name(leaf), None), lambda found: (found["type"], None)),
        ("group", groups, lambda heap, leaf: (heap.name(leaf), heap.site_of[leaf]), lambda found: (found["type"], frames(found["site"]))),
    ]
    for name, answered, kind_of_leaf, kind_of_answer in kinds:
        by_hand = {(each["type"], each["site"]): each for each in grouped_leaves(window.heaps, leaves, kind_of_leaf)}
        for found in answered:
            wanted = by_hand[kind_of_answer(found)]
            comparison.expect(f"{row['id']} {name} {kind_of_answer(found)}", [wanted[end] for end in ENDS], [found[end] for end in ENDS])
            if "deep" in found:
                comparison.expect(f"{row['id']} {name} {kind_of_answer(found)} deep", wanted["deep"], found["deep"])
    if len(groups) == answer["total"]["rows"]:
        comparison.expect(f"{row['id']} number of groups", len(by_hand), len(groups))


def compare_owners(comparison, window, row, owners):
    heap = window.heaps["to"]
    leaves = window.leaves("to", int(row["id"], 16), "own")
    for owner in owners:
        shared = len(leaves & window.structures["to"].members(int(owner["id"], 16)))
        comparison.expect(f"leaves that {owner['id']} shares", shared, owner["shared"])


def compare_growth(comparison, scene, answer, words):
    window = Window(scene, answer, words)
    compare_window(comparison, window, answer)
    if answer["match"] == "identity":
        heads = window.heads
        # What was made anew in the place of another is the same to those who count.
        old = REPLACED.get(scene.name, {})
        heads = {"from": heads["from"], "to": {old.get(head, head) for head in heads["to"]}}
        counts = {"survivors": len(heads["from"] & heads["to"]), "died": len(heads["from"] - heads["to"])}
        counts |= {"born": len(heads["to"] - heads["from"]), "unmatched": 0}
        comparison.expect("counts", counts, answer["counts"])
    for row in answer["structures"]:
        compare_row(comparison, window, row, answer["threshold"])
    for suspect in answer["suspects"]:
        # Without identity, nobody but the engine says which these were at the beginning.
        if suspect["match"] == "identity" and len(suspect["structures"]) == suspect["count"]:
            compare_suspect(comparison, window, suspect, REPLACED.get(scene.name, {}))


def compare_suspect(comparison, window, suspect, replaced):
    for end, heap in window.heaps.items():
        heads = {int(head, 16) for head in suspect["structures"]}
        group = (heads | {replaced[head] for head in heads & replaced.keys()}) & heap.live
        wanted = heap.weigh(retained_together(heap, group))
        comparison.expect(f"suspect {suspect['rank']} retained {end}", wanted, suspect["retained"][end])


def compare_one(comparison, scene, answer, words):
    window = Window(scene, answer, words)
    compare_window(comparison, window, answer)
    compare_row(comparison, window, answer["structure"], answer["threshold"])
    compare_leaves(comparison, window, answer["structure"], answer["leaves"])
    compare_owners(comparison, window, answer["structure"], answer["owners"])


def compare_check(comparison, scene, answer, words):
    window = Window(scene, answer, words)
    compare_window(comparison, window, answer)
    for rule in answer["rules"]:
        for case in rule["cases"]:
            compare_row(comparison, window, case["structure"], 5)


def step_of(node):
    field = node["field"]
    name = f"{'static ' if field['static'] else ''}{field['class']}.{field['name']}" if field else node["via"]
    return f"{name}: {'class ' if node['class'] else ''}{node['type']}"


def compare_tree(comparison, scene, answer, words):
    window = Window(scene, answer, words)
    compare_window(comparison, window, answer)
    ends = {end: End(heap) for end, heap in window.heaps.items()}
    names = {window.heaps[end].name(head) for end in ENDS for head in window.structures[end].contained}
    tree = Tree(ends, names)
    tree.grow()
    comparison.expect("least gain", tree.least, answer["least"])
    by_hand = {" → ".join(place.steps()): place for place in tree.shown(tree.whole) if place is not tree.whole}
    ways = []
    for node in answer["nodes"]:
        above = ways[node["parent"]] if node["parent"] > 0 else ""
        ways.append("" if node["parent"] < 0 else f"{above} → {step_of(node)}" if above else step_of(node))
    comparison.expect("places", sorted(by_hand), sorted(ways[1:]))
    for way, node in zip(ways, answer["nodes"]):
        if way in by_hand:
            place = by_hand[way]
            for end in ENDS:
                comparison.expect(f"{way} {end}", dict(zip(["objects", "bytes"], place.retained[end])), node[end])
                comparison.expect(f"{way} members {end}", len(place.members[end]), node["members"][end])
            comparison.expect(f"{way} folded", place.folded, node["folded"])


def compare_structures(comparison, scene, answer, words):
    answer = {"window": {end: answer["point"] for end in ENDS}, "rows": answer["rows"]}
    window = Window(scene, answer, words)
    compare_window(comparison, window, answer)
    for row in answer["rows"]:
        by_hand = window.sizes("to", int(row["id"], 16))
        for name in by_hand.keys() & row.keys():
            comparison.expect(f"{row['id']} {name}", by_hand[name], row[name])
        comparison.expect(f"{row['id']} leaves", len(window.leaves("to", int(row["id"], 16), "own")), row["leaves"])
        contained = window.structures["to"].members(int(row["id"], 16)) & window.structures["to"].contained - {int(row["id"], 16)}
        comparison.expect(f"{row['id']} contained", sorted(contained), sorted(int(each, 16) for each in row["contained"]))


def compare_heap(comparison, scene, answer, words):
    """Types, or with a filter structures by type, each as one object: what those of a type retain and lead to together."""
    window = Window(scene, {"window": {end: answer["point"] for end in ENDS}}, words)
    heap = window.heaps["to"]
    comparison.expect("live heap", window.live["to"], sized(answer["point"]))
    for row in answer["rows"]:
        among = window.heads["to"] if answer.get("filter") else heap.live
        group = {each for each in among if heap.name(each) == row["key"]}
        comparison.expect(row["key"], heap.weigh(group), sized(row))
        comparison.expect(f"{row['key']} retained", heap.weigh(retained_together(heap, group)), row["retained"])
        comparison.expect(f"{row['key']} deep", heap.weigh(heap.deep_of(group)), row["deep"])


def frame_text(frame):
    name, method, file, line = frame
    return f"{name}.{method} ({file}:{line})" if line else f"{name}.{method} ({file})"


def leaves_together(window, end, heads, descent):
    found = set()
    for head in heads & window.heads[end]:
        found |= window.leaves(end, head, descent)
    return found


def compare_grouping(comparison, scene, answer, words):
    """The heap by type, by site and by both, also of the leaves of structures; at one point or two."""
    ends = {"from": answer.get("from", answer["point"]), "to": answer["point"]}
    window = Window(scene, {"window": ends}, words, all_roots=True)
    keys = {
        "type": lambda heap, each: heap.name(each),
        "site": lambda heap, each: frame_text(heap.site_of[each][0]) if heap.site_of[each] else "(no site)",
    }
    leading = {"leaves": "own", "leaves(own)": "own", "leaves(deep)": "deep"}
    steps = answer["by"].split(", ")

    def settled(end, group, step):
        while steps[step:] and steps[step] in leading:
            group, step = leaves_together(window, end, group, leading[steps[step]]), step + 1
        return group, step

    def members(end, group, step, key):
        group, step = settled(end, group, step)
        return {each for each in group if keys[steps[step]](window.heaps[end], each) == key}, step + 1

    def compare_rows(groups, step, rows, total, below):
        heap = window.heaps["to"]
        group, at = settled("to", groups["to"], step)
        found = {keys[steps[at]](heap, each) for each in group} if steps[at:] else set()
        comparison.expect(f"{below} rows", len(found), total["rows"] if "from" not in answer else len(found))
        for row in rows:
            name = f"{below} > {row['key']}"
            own = {end: members(end, groups[end], step, row["key"])[0] for end in ENDS}
            comparison.expect(name, heap.weigh(own["to"]), sized(row))
            if "retained" in row:
                comparison.expect(f"{name} retained", heap.weigh(retained_together(heap, own["to"])), row["retained"])
            if "deep" in row:
                comparison.expect(f"{name} deep", heap.weigh(heap.deep_of(own["to"])), row["deep"])
            if "from" in row:
                comparison.expect(f"{name} from", window.heaps["from"].weigh(own["from"]), sized(row["from"]))
            if "below" in row:
                compare_rows(own, at + 1, row["below"]["rows"], row["below"]["total"], name)

    comparison.expect("live heap", window.live["to"], sized(answer["point"]))
    groups = {end: window.heads[end] if answer.get("filter") else window.heaps[end].live for end in ENDS}
    step = 0
    for key in answer["path"]:
        below = {end: members(end, groups[end], step, key) for end in ENDS}
        groups, step = {end: below[end][0] for end in ENDS}, below["to"][1]
    compare_rows(groups, step, answer["rows"], answer["total"], answer["by"])


def compare_trend(comparison, scene, answer, words):
    """Types over the points: each line, what the lines leave, and all together, as groups of objects."""
    measure, unit = answer["metric"].rpartition("-")[::2]
    for i, point in enumerate(answer["points"]):
        window = Window(scene, {"window": {"from": point, "to": point}}, words, all_roots=True)
        heap = window.heaps["to"]

        def value(group):
            measured = {"": group, "deep": heap.deep_of(group), "retained": retained_together(heap, group)}[measure]
            return heap.weigh(measured)[unit]

        by_type = {}
        for number in heap.live:
            by_type.setdefault(heap.name(number), set()).add(number)
        shown = {line["key"] for line in answer["series"]}
        rest = set().union(*(group for key, group in by_type.items() if key not in shown))
        for line in answer["series"]:
            comparison.expect(f"{line['key']} at {point['index']}", value(by_type.get(line["key"], set())), line["values"][i])
        comparison.expect(f"the rest at {point['index']}", value(rest), answer["other"]["values"][i])
        comparison.expect(f"all at {point['index']}", value(set(heap.live)), point["total"])


# By a key that only answers of the kind have; the first that fits.
COMPARED = {
    "series": compare_trend,
    "by": compare_grouping,
    "counts": compare_growth,
    "structure": compare_one,
    "broken": compare_check,
    "nodes": compare_tree,
    "known": compare_heap,
    "filter": compare_structures,
}


def main(folder):
    comparison = Comparison()
    for questions in sorted(Path(folder).glob("*/questions")):
        for line in questions.read_text().splitlines():
            head, _, words = line.partition(": ")
            file = questions.parent / head.split(" ")[0]
            if head.startswith("#") or file.suffix != ".json":
                continue
            answer = json.loads(file.read_text())
            comparison.answer = f"{questions.parent.name}/{file.name}"
            compare = next((compare for key, compare in COMPARED.items() if key in answer), None)
            if compare is not None:
                compare(comparison, questions.parent, answer, words.split())
    for difference in comparison.differences:
        print(difference)
    print(f"{sum(comparison.compared.values())} values of {len(comparison.compared)} answers compared, {len(comparison.differences)} differ")
    return 1 if comparison.differences or not comparison.compared else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.setrecursionlimit(10000)
    sys.exit(main(sys.argv[1]))
