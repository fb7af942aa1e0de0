#include "ownership/counted_groups.h"

#include <string>
#include <unordered_map>
#include <utility>

#include "growth/place_names.h"
#include "ownership/arc_table.h"

namespace heaptrail {

namespace {

class CountedOwnership {
 public:
  explicit CountedOwnership(const CountedHeap& counts) : counts_(counts) {}

  PointOwnership build() {
    addGroup(heapGroup());
    std::vector<uint32_t> places;
    for (const CountedHeap::Group& group : counts_.groups) {
      places.push_back(addGroup(groupOf(group)));
      result_.quotient.sizes[places.back()] += group.size;
    }
    ArcTable arcs;
    const auto hold = [&](uint32_t from, uint32_t to, uint64_t references) {
      // What refers to a class or a thread does not own it.
      if (!isBlock(result_.groups[to].kind)) arcs(from, to).references += references;
    };
    for (const CountedHeap::References& references : counts_.references) {
      hold(places[references.from], places[references.to], references.count);
    }
    for (const CountedHeap::HoldingRoots& roots : counts_.roots) {
      const bool isOfThread = roots.kind == RootKind::kThread || !roots.thread.empty();
      const uint32_t block = addGroup(isOfThread ? threadGroup(roots.thread) : systemGroup(roots.kind));
      hold(block, places[roots.group], roots.references);
    }
    result_.quotient.arcs = arcs.sorted();
    return std::move(result_);
  }

 private:
  uint32_t addGroup(ClassGroup group) {
    const auto [known, isNew] = byKey_.emplace(group.key, static_cast<uint32_t>(result_.groups.size()));
    if (isNew) {
      result_.groups.push_back(std::move(group));
      result_.quotient.sizes.emplace_back();
    }
    return known->second;
  }

  static ClassGroup groupOf(const CountedHeap::Group& group) {
    switch (group.role) {
      case CountedHeap::Role::kClassObject:
        return staticGroup(group.type);
      case CountedHeap::Role::kThread:
        return threadGroup(group.thread);
      case CountedHeap::Role::kObjects:
        break;
    }
    return group.isByLength ? arrayGroup(group.type, group.minimumLength)
                            : ClassGroup{.key = group.type,
                                         .label = shortClassName(group.type),
                                         .kind = GroupKind::kClass,
                                         .type = group.type};
  }

  const CountedHeap& counts_;
  PointOwnership result_;
  std::unordered_map<std::string, uint32_t> byKey_;
};

}  // namespace

PointOwnership ownershipOfCounts(const CountedHeap& counts) { return CountedOwnership(counts).build(); }

}  // namespace heaptrail
