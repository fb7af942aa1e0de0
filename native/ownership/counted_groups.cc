#include "ownership/counted_groups.h"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ownership/arc_table.h"
#include "ownership/collection_names.h"

namespace heaptrail {

namespace {

class CountedOwnership {
 public:
  explicit CountedOwnership(const CountedHeap& counts) : counts_(counts), names_(*counts.symbols) {}

  PointOwnership build() {
    addGroup(heapGroup());
    nameHolders();
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
      hold(addGroup(blockOf(roots.kind, roots.thread)), places[roots.group], roots.references);
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

  /// Those above come before those that they hold.
  void nameHolders() {
    for (const CountedHeap::Collection& collection : counts_.collections) {
      std::string holders;
      if (collection.holder == CountedHeap::Holder::kField && collection.type.exists()) {
        holders = names_.heldByField(collection.type, collection.field);
      } else if (collection.holder == CountedHeap::Holder::kRoots) {
        holders = CollectionNames::heldByRoots(blockOf(collection.roots, collection.thread));
      } else if (collection.holder == CountedHeap::Holder::kCollection) {
        const TypeId head = counts_.collections[collection.above].head;
        holders = names_.holdersOfParts(head, holders_[collection.above]);
      }
      holders_.push_back(std::move(holders));
    }
  }

  static ClassGroup blockOf(RootKind kind, const std::string& thread) {
    const bool isOfThread = kind == RootKind::kThread || !thread.empty();
    return isOfThread ? threadGroup(thread) : systemGroup(kind);
  }

  ClassGroup groupOf(const CountedHeap::Group& group) const {
    const std::string& type = (*counts_.symbols)[group.type].name;
    switch (group.role) {
      case CountedHeap::Role::kClassObject:
        return staticGroup(type);
      case CountedHeap::Role::kThread:
        return threadGroup(group.thread);
      case CountedHeap::Role::kObjects:
        break;
    }
    if (group.collection != CountedHeap::kNone) {
      const TypeId head = counts_.collections[group.collection].head;
      const std::string& holders = holders_[group.collection];
      return group.type == head ? names_.headGroup(head, holders)
                                : names_.partGroup(group.type, head, names_.holdersOfParts(head, holders));
    }
    if (group.isByLength) return arrayGroup(type, group.minimumLength);
    return {.key = type, .label = names_.label(group.type), .kind = GroupKind::kClass, .type = type};
  }

  const CountedHeap& counts_;
  CollectionNames names_;
  std::vector<std::string> holders_;  // by collection
  PointOwnership result_;
  std::unordered_map<std::string, uint32_t> byKey_;
};

}  // namespace

PointOwnership ownershipOfCounts(const CountedHeap& counts) { return CountedOwnership(counts).build(); }

}  // namespace heaptrail
