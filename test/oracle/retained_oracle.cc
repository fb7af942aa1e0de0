// Compares what native/graph says of a heap dump with an independent computation of the same (plain_graph.h).
//
//   retained_oracle DUMP [--seed N] [--follow-weak] [--neighbourhoods N] [--threads N]
//
// Prints one line of JSON: how many of each were compared. At the first difference it says which, and ends with 1.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/closures.h"
#include "graph/dominators.h"
#include "graph/group_sizes.h"
#include "graph/live_graph.h"
#include "plain_graph.h"
#include "samples.h"
#include "trace/open.h"

namespace heaptrail::oracle {

namespace {

struct Arguments {
  std::string dump;
  uint64_t seed = 1;
  WeakReferences weak = WeakReferences::kDoNotKeepAlive;
  uint32_t neighbourhoods = 1'000;  // into which the heap is divided to see what many groups come to
  Threads threads;
};

/// Thrown at the first difference, or when the engine has no answer at all.
struct Difference {
  std::string what;
};

template <typename T>
T answered(Result<T> result, std::string_view what) {
  if (!result) throw Difference{fmt::format("{}: the engine has no answer: {}", what, result.error().describe())};
  return std::move(*result);
}

BitSet bits(const Objects& objects) {
  BitSet set(objects.size());
  for (size_t object = 0; object < objects.size(); ++object) {
    if (objects[object]) set.set(object);
  }
  return set;
}

std::string text(const Size& size) { return fmt::format("{} objects, {} bytes", size.objects, size.bytes); }

struct Sizes {
  Size retained;
  Size deep;
};

class Comparison {
 public:
  Comparison(const LiveGraph& graph, const PlainGraph& plain, const Arguments& arguments)
      : graph_(graph),
        plain_(plain),
        threads_(arguments.threads),
        neighbourhoods_(arguments.neighbourhoods),
        samples_(graph.heap(), plain, arguments.seed),
        groups_(samples_.groups()) {}

  void liveness();
  void dominators();
  void closures();
  void overlapping();
  void types();
  void fewGroups();
  void manyGroups();

  std::string counts() const { return counts_; }

 private:
  void same(const std::string& what, const Size& engine, const Size& plain) const {
    if (engine == plain) return;
    throw Difference{fmt::format("{}: the engine says {}; it is {}", what, text(engine), text(plain))};
  }
  void same(const std::string& what, const BitSet& engine, const Objects& plain) const;
  void sameSubtree(const std::string& what, const Dominators& dominators, uint32_t object, const Objects& plain) const;
  template <typename NameOf>
  void partition(const Partition& partition, const std::vector<uint32_t>& asked, NameOf&& nameOf);

  void count(std::string_view what, uint64_t compared) { counts_ += fmt::format(", \"{}\": {}", what, compared); }

  /// Calls `check(i)` for each i below `count`, on several threads, and throws the first difference of all.
  template <typename Check>
  void forEach(size_t count, Check&& check) const {
    std::vector<std::optional<Difference>> differences(count);
    forEachBlock(threads_, count, [&](uint64_t i) {
      try {
        check(static_cast<size_t>(i));
      } catch (Difference& difference) {
        differences[i] = std::move(difference);
      }
    });
    for (const std::optional<Difference>& difference : differences) {
      if (difference) throw *difference;
    }
  }

  std::string name(uint32_t object) const {
    const Heap& heap = graph_.heap();
    const std::string& type = heap.symbols()[heap.typeOf(ObjectIndex(object))].name;
    return fmt::format("{} {:#x}", type, heap.idOf(ObjectIndex(object)).value());
  }

  const LiveGraph& graph_;
  const PlainGraph& plain_;
  Threads threads_;
  uint32_t neighbourhoods_;
  Samples samples_;
  std::vector<Group> groups_;
  std::vector<Sizes> groupSizes_;  // of groups_, by the plain graph
  std::string counts_;
  Progress progress_;
};

void Comparison::same(const std::string& what, const BitSet& engine, const Objects& plain) const {
  for (uint32_t object = 0; object < plain.size(); ++object) {
    if (engine.test(object) == plain[object]) continue;
    throw Difference{fmt::format("{}: {} {} in it for the engine, but {}; {} objects for the engine, {} really", what,
                                 name(object), engine.test(object) ? "is" : "is not", plain[object] ? "is" : "is not",
                                 engine.count(), std::ranges::count(plain, true))};
  }
}

void Comparison::liveness() {
  same("live objects", graph_.live(), plain_.live());
  count("liveObjects", graph_.live().count());
}

void Comparison::dominators() {
  constexpr size_t kUniform = 100;
  constexpr size_t kInner = 100;
  constexpr size_t kClasses = 20;
  constexpr size_t kLargest = 50;
  const Dominators dominators = answered(Dominators::build(graph_, threads_, progress_), "dominators");
  std::vector<uint32_t> chosen;
  graph_.live().forEach([&chosen](uint64_t object) { chosen.push_back(static_cast<uint32_t>(object)); });
  const size_t largest = std::min(kLargest, chosen.size());
  std::ranges::partial_sort(chosen, chosen.begin() + static_cast<std::ptrdiff_t>(largest), std::greater(),
                            [&](uint32_t object) { return dominators.retained(ObjectIndex(object)).bytes; });
  chosen.resize(largest);
  for (const uint32_t object : samples_.objects(kUniform, kInner, kClasses)) {
    if (std::ranges::find(chosen, object) == chosen.end()) chosen.push_back(object);
  }

  forEach(chosen.size(), [&](size_t i) {
    Objects alone(plain_.objectCount());
    alone[chosen[i]] = true;
    const Objects retained = plain_.retainedBy(alone);
    const std::string what = fmt::format("retained by {}, in the dominator tree", name(chosen[i]));
    same(what, dominators.retained(ObjectIndex(chosen[i])), plain_.sizeOf(retained));
    sameSubtree(what, dominators, chosen[i], retained);
  });
  count("objectsInDominatorTree", chosen.size());
}

/// What an object retains is its subtree exactly if of all others, those have their dominator in it that are in it.
void Comparison::sameSubtree(const std::string& what, const Dominators& dominators, uint32_t object,
                             const Objects& plain) const {
  graph_.live().forEach([&](uint64_t i) {
    const uint32_t other = static_cast<uint32_t>(i);
    if (other == object) return;
    const ObjectIndex dominator = dominators.immediateDominator(ObjectIndex(other));
    if ((dominator.exists() && plain[dominator.value()]) == plain[other]) return;
    throw Difference{fmt::format("{}: {} {}, but its dominator is {}", what, name(other),
                                 plain[other] ? "is retained" : "is not retained",
                                 dominator.exists() ? name(dominator.value()) : "none")};
  });
}

void Comparison::closures() {
  groupSizes_.resize(groups_.size());
  forEach(groups_.size(), [&](size_t i) {
    const auto& [name, members] = groups_[i];
    const BitSet set = bits(members);
    Progress progress;
    const Objects retained = plain_.retainedBy(members);
    const Objects deep = plain_.reachedFrom(members);
    groupSizes_[i] = {plain_.sizeOf(retained), plain_.sizeOf(deep)};
    const BitSet engineRetained = answered(retainedClosure(graph_, set, progress), "retained closure");
    same("retained closure of " + name, engineRetained, retained);
    same("size of the retained closure of " + name, sizeOf(graph_.heap(), engineRetained, Threads(1)),
         groupSizes_[i].retained);
    const BitSet engineDeep = answered(deepClosure(graph_, set, progress), "deep closure");
    same("deep closure of " + name, engineDeep, deep);
    same("size of the deep closure of " + name, sizeOf(graph_.heap(), engineDeep, Threads(1)), groupSizes_[i].deep);
  });
  count("closuresOfGroups", groups_.size());
}

void Comparison::overlapping() {
  std::vector<BitSet> sets;
  for (const Group& group : groups_) sets.push_back(bits(group.members));
  const std::vector<Size> retained = answered(retainedSizes(graph_, sets, progress_), "retained sizes of groups");
  const std::vector<Size> deep = answered(deepSizes(graph_, sets, progress_), "deep sizes of groups");
  for (size_t i = 0; i < groups_.size(); ++i) {
    same(fmt::format("retained by {}, group {} of {} that overlap", groups_[i].name, i, groups_.size()), retained[i],
         groupSizes_[i].retained);
    same(fmt::format("deep size of {}, group {} of {} that overlap", groups_[i].name, i, groups_.size()), deep[i],
         groupSizes_[i].deep);
  }
  count("overlappingGroups", groups_.size());
}

template <typename NameOf>
void Comparison::partition(const Partition& partition, const std::vector<uint32_t>& asked, NameOf&& nameOf) {
  const std::vector<Size> retained = answered(retainedSizes(graph_, partition, progress_), "retained sizes");
  const std::vector<Size> deep = answered(deepSizes(graph_, partition, progress_), "deep sizes");
  forEach(asked.size(), [&](size_t i) {
    const uint32_t group = asked[i];
    Objects members(plain_.objectCount());
    for (uint32_t object = 0; object < members.size(); ++object) {
      members[object] = partition.groupOf(ObjectIndex(object)) == group;
    }
    same("retained by " + nameOf(group), retained[group], plain_.sizeOf(plain_.retainedBy(members)));
    same("deep size of " + nameOf(group), deep[group], plain_.sizeOf(plain_.reachedFrom(members)));
  });
}

void Comparison::types() {
  const Heap& heap = graph_.heap();
  const Partition byType{static_cast<uint32_t>(heap.symbols().types.size()),
                         [&heap](ObjectIndex object) { return heap.typeOf(object).value(); }};
  const std::vector<uint32_t> asked = samples_.types(30, 30);
  partition(byType, asked, [&heap](uint32_t type) {
    return fmt::format("all {}, a part of the partition by type", heap.symbols()[TypeId(type)].name);
  });
  count("typesOfPartition", asked.size());
}

/// Objects at random in seven groups and in none.
void Comparison::fewGroups() {
  constexpr uint32_t kGroups = 7;
  constexpr uint32_t kChoices = 40;
  std::vector<uint32_t> groupOf(plain_.objectCount());
  for (uint32_t& group : groupOf) {
    const auto choice = static_cast<uint32_t>(samples_.below(kChoices));
    group = choice < kGroups ? choice : Partition::kNone;
  }
  std::vector<uint32_t> asked(kGroups);
  std::iota(asked.begin(), asked.end(), 0);
  partition({kGroups, [&groupOf](ObjectIndex object) { return groupOf[object.value()]; }}, asked,
            [](uint32_t group) { return fmt::format("part {} of a random partition", group); });
  count("groupsOfRandomPartition", asked.size());
}

/// Neighbours in memory together: many groups, that lead to each other every way.
void Comparison::manyGroups() {
  constexpr size_t kAsked = 10;
  const auto objects = static_cast<uint32_t>(plain_.objectCount());
  const uint32_t each = objects / neighbourhoods_ + 1;
  std::vector<uint32_t> asked;
  for (size_t i = 0; i < kAsked; ++i) asked.push_back(static_cast<uint32_t>(samples_.below(objects / each)));
  partition(
      {neighbourhoods_, [each](ObjectIndex object) { return object.value() / each; }}, asked,
      [each](uint32_t group) { return fmt::format("part {} of the partition into {} neighbours each", group, each); });
  count("groupsOfNeighbours", asked.size());
}

std::optional<Arguments> parse(int argc, char** argv) {
  if (argc < 2) return std::nullopt;
  Arguments arguments{.dump = argv[1], .threads = Threads(0)};
  for (int i = 2; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "--follow-weak") {
      arguments.weak = WeakReferences::kKeepAlive;
    } else if (option == "--seed" && i + 1 < argc) {
      arguments.seed = std::strtoull(argv[++i], nullptr, 10);
    } else if (option == "--neighbourhoods" && i + 1 < argc) {
      arguments.neighbourhoods = std::max(1U, static_cast<uint32_t>(std::strtoul(argv[++i], nullptr, 10)));
    } else if (option == "--threads" && i + 1 < argc) {
      arguments.threads = Threads(static_cast<unsigned>(std::atoi(argv[++i])));
    } else {
      return std::nullopt;
    }
  }
  return arguments;
}

void run(const Arguments& arguments) {
  Progress progress;
  Progress opening;
  const auto trace = answered(openTrace({arguments.dump}, opening), "opening the dump");
  const auto point = answered(trace->heapAt(PointIndex(0), progress, arguments.threads), "reading the dump");
  Liveness liveness = answered(findLive(*point.heap, arguments.weak, progress), "liveness");
  const PlainGraph plain(*point.heap,
                         arguments.weak == WeakReferences::kKeepAlive ? PlainGraph::Weak::kIsLikeAnyReference
                                                                      : PlainGraph::Weak::kLeadsNowhere,
                         liveness.heldUnseen);
  const LiveGraph graph(point.heap, arguments.weak, std::move(liveness), arguments.threads);
  Comparison comparison(graph, plain, arguments);
  comparison.liveness();
  comparison.dominators();
  comparison.closures();
  comparison.overlapping();
  comparison.types();
  comparison.fewGroups();
  comparison.manyGroups();
  fmt::print("{{\"seed\": {}, \"objects\": {}, \"references\": {}{}}}\n", arguments.seed, point.heap->objectCount(),
             point.heap->referenceCount(), comparison.counts());
}

}  // namespace

}  // namespace heaptrail::oracle

int main(int argc, char** argv) {
  const auto arguments = heaptrail::oracle::parse(argc, argv);
  if (!arguments) {
    fmt::print(stderr, "usage: retained_oracle DUMP [--seed N] [--follow-weak] [--neighbourhoods N] [--threads N]\n");
    return 2;
  }
  try {
    heaptrail::oracle::run(*arguments);
    return 0;
  } catch (const heaptrail::oracle::Difference& difference) {
    fmt::print(stderr, "retained_oracle: seed {}: {}\n", arguments->seed, difference.what);
    return 1;
  }
}
