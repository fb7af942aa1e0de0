#include "ownership/class_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/try.h"
#include "dsl/names.h"
#include "growth/place_names.h"
#include "ownership/collections.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

constexpr uint32_t kNone = ObjectGroups::kNone;
// Collections in collections in … are told apart so deep; what is held deeper goes by its innermost holders.
constexpr uint32_t kMaxHolders = 4;
constexpr std::string_view kHeldBy = " ← ";
constexpr std::string_view kStatic = "static ";
// A length has at most 10 digits.
constexpr size_t kMagnitudes = 10;

size_t magnitudeOf(uint32_t length) {
  size_t magnitude = 0;
  for (; length >= 10; length /= 10) ++magnitude;
  return magnitude;
}

uint64_t minimumOf(size_t magnitude) {
  uint64_t minimum = 1;
  for (size_t i = 0; i < magnitude; ++i) minimum *= 10;
  return minimum;
}

class ClassGrouping {
 public:
  ClassGrouping(const LiveGraph& graph, const dsl::DescribedTypes& types, Threads threads, Progress& progress)
      : graph_(graph),
        heap_(graph.heap()),
        symbols_(heap_.symbols()),
        types_(types),
        threads_(threads),
        progress_(progress) {}

  Result<ClassGroups> find() {
    collections_ = TRY(Collections::find(graph_, types_, threads_, progress_));
    nameTypes();
    nameHolders();
    makeGroups();
    assignObjects();
    if (progress_.cancelled()) return cancelledError();
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

  /// Short names of classes where they say which one is meant.
  void nameTypes() {
    std::map<std::string, std::string_view> wholeNames;  // empty where a short name is that of several
    for (const Type& type : symbols_.types) {
      const auto [known, isNew] = wholeNames.emplace(shortClassName(type.name), type.name);
      if (!isNew && known->second != type.name) known->second = "";
    }
    for (const Type& type : symbols_.types) {
      labels_.push_back(shortClassName(type.name));
      names_.push_back(wholeNames[labels_.back()].empty() ? type.name : labels_.back());
    }
  }

  /// What a class is called behind a collection that it is nested in: `Node[]` for `HashMap.Node[]`.
  std::string nameBelow(TypeId type, TypeId head) const {
    const bool isNested = outermostClass(symbols_[type].name) == outermostClass(symbols_[head].name);
    const size_t dot = labels_[type.value()].rfind('.');
    return isNested && dot != std::string::npos ? labels_[type.value()].substr(dot + 1) : names_[type.value()];
  }

  /// What stands behind the class of a collection, and behind the classes of its parts: ` ← Session.attributes`.
  struct Holders {
    uint32_t own = kNone;  // places in holderTexts_
    uint32_t parts = kNone;
  };

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
    Holders& holders = holders_[collection];
    const uint32_t above = collectionAbove(collection);
    if (above != Collections::kNone) {
      // Where collections hold each other in a circle, nobody is known to hold the first of them.
      holders.own = holders_[above].parts != kNone ? holders_[above].parts : holderText("");
    } else {
      holders.own = holderOutside(collection);
    }
    const uint64_t key = (uint64_t{heap_.typeOf(collections_.head(collection)).value()} << 32) | holders.own;
    const auto [known, isNew] = partTexts_.emplace(key, kNone);
    if (isNew) known->second = holderText(textOfParts(collection, holderTexts_[holders.own]));
    holders.parts = known->second;
  }

  std::string textOfParts(uint32_t collection, const std::string& own) const {
    std::string text = std::string(kHeldBy) + names_[heap_.typeOf(collections_.head(collection)).value()] + own;
    // The outermost holder stays: it is what people look for.
    size_t holders = 0;
    for (size_t at = 0; (at = text.find(kHeldBy, at)) != std::string::npos; at += kHeldBy.size()) ++holders;
    if (holders <= kMaxHolders) return text;
    return own;
  }

  /// ` ← Session.attributes`, ` ← thread main`; empty where nothing is known to hold it.
  uint32_t holderOutside(uint32_t collection) {
    const ObjectIndex head = collections_.head(collection);
    const ObjectIndex holder = collections_.holder(collection);
    const auto root = rootsByObject_.find(head.value());
    if (holder.exists()) return holderByField(holder, head);
    if (root == rootsByObject_.end()) return holderText("");
    return holderText(std::string(kHeldBy) + blockOf(*root->second).key);
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
    if (isNew) known->second = holderText(std::string(kHeldBy) + fieldText(holder, described, position));
    return known->second;
  }

  std::string fieldText(ObjectIndex holder, TypeId described, uint32_t position) const {
    std::string field = heap_.slotName(holder, position);
    if (described.exists()) {
      if (field.starts_with(kStatic)) field = field.substr(kStatic.size());
      return names_[described.value()] + '.' + field;
    }
    const TypeId type = heap_.typeOf(holder);
    if (symbols_[type].shape != TypeShape::kInstance) return names_[type.value()];
    const TypeId declaring = symbols_.referenceField(type, position).declaredBy;
    const std::string& name = names_[declaring.exists() ? declaring.value() : type.value()];
    return field.empty() ? name : name + '.' + field;
  }

  // Groups of objects.

  void makeGroups() {
    ofType_.assign(symbols_.types.size(), kNone);
    ofMagnitude_.assign(symbols_.types.size(), {});
    for (auto& magnitudes : ofMagnitude_) magnitudes.fill(kNone);
    addGroup(heapGroup());
    // Which there are is known only when objects are looked at: a pass that notes them, and one that counts them, so
    // that groups are numbered in the same way with any number of threads.
    std::vector<std::atomic<uint32_t>> seen(symbols_.types.size());  // a bit per magnitude
    forEachBlockOfObjects([&](ObjectIndex object) {
      if (collections_.of(object) != Collections::kNone) return;
      const TypeId type = heap_.typeOf(object);
      const uint32_t bit = isSplitByLength(type) ? uint32_t{1} << magnitudeOf(heap_.lengthOf(object)) : 1;
      std::atomic<uint32_t>& own = seen[type.value()];
      if ((own.load(std::memory_order_relaxed) & bit) == 0) own.fetch_or(bit, std::memory_order_relaxed);
    });
    for (uint32_t t = 0; t < seen.size(); ++t) {
      const uint32_t bits = seen[t].load();
      const Type& type = symbols_.types[t];
      if (bits == 0) continue;
      if (!isSplitByLength(TypeId(t))) {
        ofType_[t] = addGroup({.key = type.name, .label = labels_[t], .kind = GroupKind::kClass, .type = type.name});
        continue;
      }
      for (size_t magnitude = 0; magnitude < kMagnitudes; ++magnitude) {
        if ((bits >> magnitude & 1) == 0) continue;
        ofMagnitude_[t][magnitude] = addGroup(arrayGroup(type.name, minimumOf(magnitude)));
      }
    }
  }

  bool isSplitByLength(TypeId type) const { return symbols_[type].shape == TypeShape::kPrimitiveArray; }

  /// A group for what is called so and stands before this text.
  uint32_t groupHeldBy(TypeId type, TypeId head, bool isPart, uint32_t text) {
    const auto [known, isNew] = heldGroups_.emplace((uint64_t{type.value()} << 32) | text, kNone);
    if (!isNew) return known->second;
    const bool isArray = symbols_[type].shape != TypeShape::kInstance && !isPart;
    const std::string name = isPart ? nameBelow(type, head) : names_[type.value()];
    return known->second = addGroup({.key = name + holderTexts_[text],
                                     .label = isPart ? name : labels_[type.value()],
                                     .kind = isArray ? GroupKind::kArray : GroupKind::kCollection,
                                     .type = symbols_[type].name});
  }

  void assignObjects() {
    result_.objects.groupOf = Array<uint32_t>(heap_.objectCount());
    Array<uint32_t>& groupOf = result_.objects.groupOf;
    std::ranges::fill(groupOf, kNone);
    forEachBlockOfObjects([&](ObjectIndex object) {
      if (collections_.of(object) != Collections::kNone) return;
      const TypeId type = heap_.typeOf(object);
      groupOf[object.value()] = isSplitByLength(type) ? ofMagnitude_[type.value()][magnitudeOf(heap_.lengthOf(object))]
                                                      : ofType_[type.value()];
    });
    // Those of collections one after another: their groups are made as they are met.
    uint64_t lastKey = ~uint64_t{0};
    uint32_t lastGroup = kNone;
    graph_.live().forEach([&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      const uint32_t collection = collections_.of(object);
      if (collection == Collections::kNone) return;
      const TypeId type = heap_.typeOf(object);
      const Holders& holders = holders_[collection];
      const ObjectIndex head = collections_.head(collection);
      const bool isPart = head != object;
      const uint32_t text = isPart ? holders.parts : holders.own;
      const uint64_t key = (uint64_t{type.value()} << 32) | text;
      if (key != lastKey) lastGroup = groupHeldBy(type, heap_.typeOf(head), isPart, text);
      lastKey = key;
      groupOf[i] = lastGroup;
    });
    collections_ = {};
  }

  template <typename Visit>
  void forEachBlockOfObjects(Visit&& visit) {
    const uint64_t blocks = (heap_.objectCount() + kLiveObjectsPerBlock - 1) / kLiveObjectsPerBlock;
    forEachBlock(threads_, blocks, [&](uint64_t block) {
      if (progress_.cancelled()) return;
      const uint64_t to = std::min<uint64_t>(heap_.objectCount(), (block + 1) * kLiveObjectsPerBlock);
      graph_.live().forEachIn(block * kLiveObjectsPerBlock, to,
                              [&](uint64_t i) { visit(ObjectIndex(static_cast<uint32_t>(i))); });
      progress_.advance(kLiveObjectsPerBlock / 2);
    });
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
  const dsl::DescribedTypes& types_;
  Threads threads_;
  Progress& progress_;

  ClassGroups result_;
  std::unordered_map<std::string, uint32_t> byKey_;
  std::vector<std::string> names_;   // by type: short where that says which one is meant
  std::vector<std::string> labels_;  // by type: always short
  Collections collections_;
  std::unordered_map<uint32_t, const Root*> rootsByObject_;
  std::vector<Holders> holders_;  // by collection
  std::vector<std::string> holderTexts_;
  std::unordered_map<std::string, uint32_t> holderTextPlaces_;
  std::unordered_map<uint64_t, uint32_t> fieldTexts_;  // by type of the holder and slot
  std::unordered_map<uint64_t, uint32_t> partTexts_;   // by type of the head and text of its holders
  std::unordered_map<uint64_t, uint32_t> heldGroups_;  // by type and text of holders
  std::vector<uint32_t> ofType_;
  std::vector<std::array<uint32_t, kMagnitudes>> ofMagnitude_;
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
                                      Progress& progress) {
  return ClassGrouping(graph, types, threads, progress).find();
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
