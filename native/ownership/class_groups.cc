#include "ownership/class_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/try.h"
#include "growth/place_names.h"
#include "ownership/collection_names.h"
#include "ownership/collections.h"
#include "ownership/object_kinds.h"

namespace heaptrail {

namespace {

constexpr uint32_t kNone = ObjectGroups::kNone;

uint64_t minimumOf(uint32_t magnitude) {
  uint64_t minimum = 1;
  for (uint32_t i = 0; i < magnitude; ++i) minimum *= 10;
  return minimum;
}

class ClassGrouping {
 public:
  ClassGrouping(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads, Progress& progress,
                ObjectShares* counted)
      : graph_(graph),
        heap_(graph.heap()),
        symbols_(heap_.symbols()),
        names_(symbols_),
        types_(types),
        threads_(threads),
        progress_(progress),
        counted_(counted) {}

  Result<ClassGroups> find() {
    collections_ = TRY(Collections::find(graph_, types_, threads_, progress_, counted_));
    nameHolders();
    TRY(assignObjects());
    makeBlocks();
    for (const ClassGroup& group : result_.groups) result_.objects.isBlock.push_back(isBlock(group.kind) ? 1 : 0);
    return std::move(result_);
  }

 private:
  uint32_t addGroup(ClassGroup group) {
    const auto [known, isNew] = byKey_.emplace(group.key, static_cast<uint32_t>(result_.groups.size()));
    if (isNew) result_.groups.push_back(std::move(group));
    return known->second;
  }

  uint32_t holderText(std::string text) {
    const auto [known, isNew] = holderTextPlaces_.emplace(std::move(text), static_cast<uint32_t>(holderTexts_.size()));
    if (isNew) holderTexts_.push_back(known->first);
    return known->second;
  }

  void nameHolders() {
    for (const Root& root : heap_.roots()) rootsByObject_.emplace(root.object.value(), &root);
    holders_.resize(collections_.count());
    std::vector<uint32_t> way;
    BitSet onWay(collections_.count());
    for (uint32_t start = 0; start < collections_.count(); ++start) {
      // Up to a holder that is known, or is in no collection; and from there down again.
      uint32_t collection = start;
      while (holders_[collection].own == kNone && onWay.insert(collection)) {
        way.push_back(collection);
        const uint32_t above = collectionAbove(collection);
        if (above == Collections::kNone) break;
        collection = above;
      }
      while (!way.empty()) {
        nameHolder(way.back());
        onWay.clear(way.back());
        way.pop_back();
      }
    }
  }

  uint32_t collectionAbove(uint32_t collection) const {
    const ObjectIndex holder = collections_.holder(collection);
    return holder.exists() ? collections_.of(holder) : Collections::kNone;
  }

  void nameHolder(uint32_t collection) {
    HolderTexts& holders = holders_[collection];
    const uint32_t above = collectionAbove(collection);
    if (above != Collections::kNone) {
      // Where collections hold each other in a circle, nobody is known to hold the first of them.
      holders.own = holders_[above].parts != kNone ? holders_[above].parts : holderText("");
    } else {
      holders.own = holderOutside(collection);
    }
    const TypeId head = heap_.typeOf(collections_.head(collection));
    const auto [known, isNew] = partTexts_.emplace((uint64_t{head.value()} << 32) | holders.own, kNone);
    if (isNew) known->second = holderText(names_.holdersOfParts(head, holderTexts_[holders.own]));
    holders.parts = known->second;
  }

  /// ` ← Session.attributes`, ` ← thread main`; empty where nothing is known to hold it.
  uint32_t holderOutside(uint32_t collection) {
    const ObjectIndex head = collections_.head(collection);
    const ObjectIndex holder = collections_.holder(collection);
    const auto root = rootsByObject_.find(head.value());
    if (holder.exists()) return holderByField(holder, head);
    if (root == rootsByObject_.end()) return holderText("");
    return holderText(CollectionNames::heldByRoots(blockOf(*root->second)));
  }

  uint32_t holderByField(ObjectIndex holder, ObjectIndex head) {
    uint32_t position = Heap::kNoSlot;
    heap_.forEachSlot(holder, [&](ObjectIndex target, uint32_t slot) {
      if (target == head && position == Heap::kNoSlot) position = slot;
    });
    const TypeId described = heap_.typeOfClassObject(holder);
    // Above all types stand their class objects.
    const uint64_t type = described.exists() ? symbols_.types.size() + described.value() : heap_.typeOf(holder).value();
    const auto [known, isNew] = fieldTexts_.emplace((type << 32) | position, kNone);
    if (isNew) known->second = holderText(fieldText(holder, described, position));
    return known->second;
  }

  std::string fieldText(ObjectIndex holder, TypeId described, uint32_t position) const {
    const std::string field = heap_.slotName(holder, position);
    if (described.exists()) return names_.heldByField(described, field);
    const TypeId type = heap_.typeOf(holder);
    if (symbols_[type].shape != TypeShape::kInstance) return names_.heldByField(type, field);
    const TypeId declaring = symbols_.referenceField(type, position).declaredBy;
    return names_.heldByField(declaring.exists() ? declaring : type, field);
  }

  // Groups of objects.

  uint32_t groupOf(const ObjectKind& kind) {
    const Type& type = symbols_[kind.type];
    if (kind.head.exists()) {
      const std::string& holders = holderTexts_[kind.text];
      return addGroup(kind.isPart ? names_.partGroup(kind.type, kind.head, holders)
                                  : names_.headGroup(kind.type, holders));
    }
    if (type.shape == TypeShape::kPrimitiveArray) return addGroup(arrayGroup(type.name, minimumOf(kind.magnitude)));
    return addGroup({.key = type.name, .label = names_.label(kind.type), .kind = GroupKind::kClass, .type = type.name});
  }

  Result<void> assignObjects() {
    ObjectKinds kinds = TRY(ObjectKinds::find(graph_, std::move(collections_), holders_, threads_, progress_));
    addGroup(heapGroup());
    std::vector<uint32_t> groups;
    for (const ObjectKind& kind : kinds.kinds()) groups.push_back(groupOf(kind));
    result_.objects.groupOf = std::move(kinds).takeGroups(groups, kNone, threads_, progress_);
    return {};
  }

  // Blocks.

  ClassGroup threadBlock(ThreadId thread) const { return threadGroup(thread.exists() ? symbols_[thread].name : ""); }

  ClassGroup blockOf(const Root& root) const {
    const RootPlace* const place = heap_.placeOf(root);
    if (root.kind == RootKind::kStaticField && place != nullptr) return staticGroup(place->frame.className);
    if (root.kind == RootKind::kThread || root.thread.exists()) return threadBlock(root.thread);
    return systemGroup(root.kind);
  }

  void makeBlocks() {
    Array<uint32_t>& groupOf = result_.objects.groupOf;
    BitSet isBlockObject(heap_.objectCount());
    const auto put = [&](ObjectIndex object, ClassGroup block) {
      groupOf[object.value()] = addGroup(std::move(block));
      isBlockObject.set(object.value());
    };
    for (uint32_t t = 0; t < symbols_.types.size(); ++t) {
      const ObjectIndex object = heap_.classObjectOf(TypeId(t));
      if (object.exists() && graph_.live().test(object.value())) put(object, staticGroup(symbols_.types[t].name));
    }
    for (const Root& root : heap_.roots()) {
      if (root.kind != RootKind::kThread || isBlockObject.test(root.object.value())) continue;
      put(root.object, threadBlock(root.thread));
    }
    const auto hold = [&](ObjectIndex object, const ClassGroup& block) {
      if (isBlockObject.test(object.value())) return;
      result_.objects.roots.push_back({addGroup(block), object});
    };
    for (const Root& root : heap_.roots()) hold(root.object, blockOf(root));
    for (const ObjectIndex object : graph_.heldUnseen()) hold(object, systemGroup(RootKind::kUnwritten));
    std::ranges::sort(result_.objects.roots);
    const auto repeated = std::ranges::unique(result_.objects.roots);
    result_.objects.roots.erase(repeated.begin(), repeated.end());
  }

  const LiveGraph& graph_;
  const Heap& heap_;
  const Symbols& symbols_;
  CollectionNames names_;
  const dsl::DescribedTypes& types_;
  Threads threads_;
  Progress& progress_;
  ObjectShares* counted_;

  ClassGroups result_;
  std::unordered_map<std::string, uint32_t> byKey_;
  Collections collections_;
  std::unordered_map<uint32_t, const Root*> rootsByObject_;
  std::vector<HolderTexts> holders_;      // by collection: places in holderTexts_
  std::vector<std::string> holderTexts_;  // ` ← Session.attributes`
  std::unordered_map<std::string, uint32_t> holderTextPlaces_;
  std::unordered_map<uint64_t, uint32_t> fieldTexts_;  // by type of the holder and slot
  std::unordered_map<uint64_t, uint32_t> partTexts_;   // by type of the head and text of its holders
};

}  // namespace

ClassGroup heapGroup() { return {.key = "heap", .label = "heap", .kind = GroupKind::kHeap, .type = ""}; }

ClassGroup arrayGroup(const std::string& type, uint64_t minimumLength) {
  const std::string suffix = ' ' + magnitudeText(minimumLength);
  return {.key = type + suffix,
          .label = shortClassName(type) + suffix,
          .kind = GroupKind::kArray,
          .type = type,
          .minimumLength = minimumLength};
}

ClassGroup staticGroup(const std::string& type) {
  return {.key = "static " + type, .label = shortClassName(type), .kind = GroupKind::kStatic, .type = type};
}

ClassGroup threadGroup(const std::string& thread) {
  const std::string name = thread.empty() ? "without a name" : thread;
  return {.key = "thread " + name, .label = name, .kind = GroupKind::kThread, .type = ""};
}

ClassGroup systemGroup(RootKind kind) {
  const std::string label(rootKindLabel(kind));
  return {.key = "roots " + label, .label = label, .kind = GroupKind::kSystem, .type = ""};
}

bool isBlock(GroupKind kind) {
  return kind == GroupKind::kStatic || kind == GroupKind::kThread || kind == GroupKind::kSystem;
}

std::string magnitudeText(uint64_t minimumLength) { return fmt::format("×{}", minimumLength); }

Result<ClassGroups> ClassGroups::find(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads,
                                      Progress& progress, ObjectShares* counted) {
  return ClassGrouping(graph, types, threads, progress, counted).find();
}

Result<ObjectPlaces> ownershipNodesOf(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads,
                                      Progress& progress) {
  ClassGroups found = TRY(ClassGroups::find(graph, types, threads, progress));
  ObjectPlaces nodes{{}, std::move(found.objects.groupOf)};
  for (ClassGroup& group : found.groups) nodes.names.push_back(std::move(group.key));
  const auto unreachable = static_cast<uint32_t>(nodes.names.size());
  nodes.names.emplace_back("(unreachable)");
  for (uint32_t& name : nodes.nameOf) {
    if (name == ObjectGroups::kNone) name = unreachable;
  }
  return nodes;
}

}  // namespace heaptrail
