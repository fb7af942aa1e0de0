#include "waste/owner_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>

#include "model/static_fields.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

constexpr std::string_view kNobody = "(not held)";

/// Numbers for all that can own, known before any object is looked at: so threads need not agree on them. Each comes
/// twice: what it holds itself, and what lies in the array or collection that it holds.
class OwnerCodes {
 public:
  static constexpr uint32_t kUnknown = 0;

  OwnerCodes(const Heap& heap, const RootHolders& holders) : heap_(heap), holders_(holders) {
    const std::vector<Type>& types = heap.symbols().types;
    uint32_t next = 1;
    for (const Type& type : types) {
      firstField_.push_back(next);
      next += 2 * static_cast<uint32_t>(type.fields.size());
      isOfJdk_.push_back(isOfJdk(type.name) ? 1 : 0);
      isInside_.push_back(isInsideOfCollection(type) ? 1 : 0);
    }
    firstHolder_ = next;
    end_ = next + 2 * static_cast<uint32_t>(holders.all().size());
  }

  uint32_t end() const { return end_; }

  /// Of an object that nothing but holders from outside leads to. What can be set in code comes first.
  uint32_t ofHeld(ObjectIndex object) const {
    const auto held = holders_.of(object);
    if (held.empty()) return kUnknown;
    const auto best = std::ranges::min_element(held, {}, [](const RootHolder& holder) {
      return holder.kind == RootHolder::Kind::kStaticField ? 0 : holder.isVariable() ? 1 : 2;
    });
    return firstHolder_ + 2 * static_cast<uint32_t>(&*best - holders_.all().data());
  }

  /// Of what a slot of an instance holds, where the program declares that field; kUnknown where the JDK does.
  uint32_t ofSlot(TypeId type, uint32_t slot) const {
    const Symbols& symbols = heap_.symbols();
    const DeclaredField declared = symbols.referenceField(type, slot);
    if (declared.field == nullptr || isOfJdk_[declared.declaredBy.value()] != 0) return kUnknown;
    const auto place = declared.field - symbols[declared.declaredBy].fields.data();
    return firstField_[declared.declaredBy.value()] + 2 * static_cast<uint32_t>(place);
  }

  /// Whether what an object of this type refers to lies in an array or a collection.
  bool isInside(TypeId type) const { return isInside_[type.value()] != 0; }
  /// What is owned by `code` itself, seen from further inside. (All codes are odd, their insides even.)
  static uint32_t inside(uint32_t code) { return code == kUnknown ? code : code + (code & 1); }

  OwnerField describe(uint32_t code) const {
    const std::string levels = (code & 1) == 0 ? "[]" : "";
    code -= (code & 1) == 0 ? 1 : 0;
    if (code >= firstHolder_) return describeHolder(holders_.all()[(code - firstHolder_) / 2], levels);
    const auto type = static_cast<size_t>(std::ranges::upper_bound(firstField_, code) - firstField_.begin() - 1);
    const Type& declaredBy = heap_.symbols().types[type];
    return named(declaredBy.name, declaredBy.fields[(code - firstField_[type]) / 2].name, false, levels);
  }

 private:
  /// Arrays; nodes and tables, which stand between a collection and its elements.
  static bool isInsideOfCollection(const Type& type) {
    if (type.shape != TypeShape::kInstance) return true;
    return heaptrail::isOfJdk(type.name) && type.name.contains('$') && !type.name.starts_with("java.util.Collections$");
  }

  static OwnerField named(const std::string& className, const std::string& field, bool isStatic,
                          const std::string& levels) {
    return {fmt::format("{}.{}{}", className, field, levels), className, field, isStatic};
  }

  OwnerField describeHolder(const RootHolder& holder, const std::string& levels) const {
    if (holder.kind == RootHolder::Kind::kStaticField) {
      const std::string slot = heap_.slotName(heap_.classObjectOf(holder.type), holder.slot);
      return named(heap_.symbols()[holder.type].name, std::string(fieldOfSlot(slot)), true, levels);
    }
    const RootPlace* place = heap_.place(holder.place);
    if (place != nullptr && !place->field.empty()) return named(place->frame.className, place->field, true, levels);
    if (place != nullptr && !place->frame.method.empty()) {
      return {fmt::format("(local variable of {}.{}){}", place->frame.className, place->frame.method, levels), {}, {}};
    }
    return {fmt::format("({}){}", rootKindLabel(holder.root), levels), {}, {}};
  }

  const Heap& heap_;
  const RootHolders& holders_;
  std::vector<uint32_t> firstField_;  // by type
  std::vector<uint8_t> isOfJdk_;      // by type
  std::vector<uint8_t> isInside_;     // by type
  uint32_t firstHolder_ = 0;
  uint32_t end_ = 0;
};

/// Finds the code of one object after the other. What one thread finds, the others use: whoever comes first, it is the
/// same.
class CodeFinder {
 public:
  CodeFinder(const LiveGraph& graph, const ShortestPaths& paths, const OwnerCodes& codes, Array<uint32_t>& found)
      : graph_(graph), paths_(paths), codes_(codes), found_(found) {}

  void find(ObjectIndex object) {
    way_.clear();
    uint32_t code = OwnerCodes::kUnknown;
    while (true) {
      code = at(object).load(std::memory_order_relaxed);
      if (code != OwnerCodes::kUnknown) break;
      if (!paths_.leadTo(object)) break;
      const ObjectIndex before = paths_.before(object);
      code = before.exists() ? ofStep(before, object) : codes_.ofHeld(object);
      if (code != OwnerCodes::kUnknown || !before.exists()) {
        at(object).store(code, std::memory_order_relaxed);
        break;
      }
      way_.push_back(object);
      object = before;
    }
    for (; !way_.empty(); way_.pop_back()) {
      if (codes_.isInside(graph_.heap().typeOf(object))) code = OwnerCodes::inside(code);
      object = way_.back();
      at(object).store(code, std::memory_order_relaxed);
    }
  }

 private:
  std::atomic_ref<uint32_t> at(ObjectIndex object) { return std::atomic_ref(found_[object.value()]); }

  uint32_t ofStep(ObjectIndex before, ObjectIndex object) const {
    const Heap& heap = graph_.heap();
    const TypeId type = heap.typeOf(before);
    // Elements of arrays have no field, and to look for one of very many would take long.
    if (heap.symbols()[type].shape != TypeShape::kInstance) return OwnerCodes::kUnknown;
    // What a class object holds otherwise than by a static field is no field of the program.
    if (heap.parts().extents.has(before.value()) && heap.typeOfClassObject(before).exists())
      return OwnerCodes::kUnknown;
    const uint32_t slot = slotTo(graph_, SoftReferences::kFollow, before, object);
    return slot == Heap::kNoSlot ? OwnerCodes::kUnknown : codes_.ofSlot(type, slot);
  }

  const LiveGraph& graph_;
  const ShortestPaths& paths_;
  const OwnerCodes& codes_;
  Array<uint32_t>& found_;
  std::vector<ObjectIndex> way_;
};

}  // namespace

Result<OwnerFields> OwnerFields::find(const LiveGraph& graph, const RootHolders& holders, const ShortestPaths& paths,
                                      Threads threads, Progress& progress) {
  const uint64_t objects = graph.heap().objectCount();
  const OwnerCodes codes(graph.heap(), holders);
  OwnerFields fields;
  fields.owner_ = Array<uint32_t>(objects);
  const Blocks blocks{objects, kObjectsBetweenChecks};
  forEachBlock(threads, blocks, [&](const Block& block) {
    if (progress.cancelled()) return;
    CodeFinder finder(graph, paths, codes, fields.owner_);
    graph.live().forEachIn(block.from, block.to,
                           [&](uint64_t i) { finder.find(ObjectIndex(static_cast<uint32_t>(i))); });
    progress.advance(block.size());
  });
  if (progress.cancelled()) return cancelledError();

  // Several codes may be called the same: the fields of two classes of one name, the local variables of one method.
  BitSet used(codes.end());
  for (const uint32_t code : fields.owner_) used.set(code);
  std::map<std::string, std::vector<uint32_t>> byText{{std::string(kNobody), {OwnerCodes::kUnknown}}};
  used.forEach([&](uint64_t code) {
    if (code != OwnerCodes::kUnknown) {
      byText[codes.describe(static_cast<uint32_t>(code)).text].push_back(static_cast<uint32_t>(code));
    }
  });
  std::vector<uint32_t> place(codes.end());
  for (const auto& [text, same] : byText) {
    for (const uint32_t code : same) place[code] = static_cast<uint32_t>(fields.owners_.size());
    fields.owners_.push_back(same.front() == OwnerCodes::kUnknown ? OwnerField{text, {}, {}}
                                                                  : codes.describe(same.front()));
  }
  forEachBlock(threads, blocks, [&](const Block& block) {
    for (uint64_t i = block.from; i < block.to; ++i) fields.owner_[i] = place[fields.owner_[i]];
  });
  return fields;
}

}  // namespace heaptrail
