#include "growth/place_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>
#include <vector>

#include "dsl/names.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

// Longer ways lead through lists; no field at their other end would tell anything.
constexpr size_t kMaxStepsToName = 1000;
// A program's field that is further from a library's tells nothing about it.
constexpr size_t kMaxStepsToOwnField = 30;
// So many objects around one that no field holds are asked.
constexpr size_t kMaxAskedForFields = 2000;
// And of what refers to these, so many, most of which may be what the object itself holds.
constexpr size_t kMaxReferrersAsked = 20'000;
constexpr size_t kMaxStepsInside = 30;
constexpr std::string_view kThreadLocalEntry = "java.lang.ThreadLocal$ThreadLocalMap$Entry";
// Of all thread locals of a thread, the one that so many of them are names them all.
constexpr double kMostThreadLocals = 0.5;

/// Nodes and tables, which stand between a collection and its elements.
bool isInsideOfCollection(std::string_view type) {
  if (type.ends_with("[]")) return true;
  return isOfJdk(type) && type.contains('$') && !type.starts_with("java.util.Collections$");
}

PlaceName named(const FieldName& field, const std::string& levels, ObjectIndex holder) {
  return {textOf(field, levels), field, holder};
}

/// The collections and arrays on the way from an object to a field further up.
class Levels {
 public:
  /// The next one on the way up is of this type.
  void goUpTo(std::string_view holderType) {
    if (isInsideOfCollection(holderType)) {
      isInside_ = true;
    } else if (isInside_) {
      brackets_ += "[]";
      isInside_ = false;
    }
  }
  /// Of a field that holds what the way has come to.
  std::string text() const { return isInside_ ? brackets_ + "[]" : brackets_; }
  /// Of a thread local, in whose table the way is.
  const std::string& closed() const { return brackets_; }

 private:
  std::string brackets_;
  bool isInside_ = false;
};

}  // namespace

std::string textOf(const FieldName& field, const std::string& levels) {
  return fmt::format("{}.{}{}", shortClassName(field.className), field.name, levels);
}

std::string shortClassName(std::string_view type) {
  const size_t dot = type.rfind('.');
  std::string name(dot == std::string_view::npos ? type : type.substr(dot + 1));
  // What follows in the names of lambdas' classes changes with every run.
  if (const size_t lambda = name.find("$$Lambda"); lambda != std::string::npos)
    name.replace(lambda, std::string::npos, " lambda");
  for (size_t i = 1; i + 1 < name.size(); ++i) {
    if (name[i] == '$') name[i] = '.';
  }
  return name;
}

std::string_view methodAsWritten(std::string_view method) {
  constexpr std::string_view kLambda = "lambda$";
  if (!method.starts_with(kLambda)) return method;
  method.remove_prefix(kLambda.size());
  const size_t end = method.rfind('$');
  const std::string_view name = method.substr(0, end);
  // Lambdas of initialisers are called lambda$new$0 and lambda$static$0.
  if (name == "new") return "<init>";
  return name == "static" ? "<clinit>" : name;
}

std::string_view PlaceNames::typeName(ObjectIndex object) const {
  const Heap& heap = graph_.heap();
  return heap.symbols()[heap.typeOf(object)].name;
}

PlaceNames::Step PlaceNames::stepTo(ObjectIndex object) const {
  for (const ObjectIndex holder :
       {dominators_.immediateDominator(object), paths_.leadTo(object) ? paths_.before(object) : ObjectIndex::none()}) {
    if (!holder.exists()) continue;
    const uint32_t slot = slotTo(graph_, SoftReferences::kFollow, holder, object);
    if (slot != Heap::kNoSlot) return {holder, viaOfSlot(graph_.heap(), holder, slot)};
  }
  return {};
}

/// A field of the program tells something, and one of another library; not one of the container's own.
bool PlaceNames::isTelling(std::string_view declaredBy, std::string_view headType) const {
  if (isOfJdk(declaredBy)) return false;
  if (own_.has(declaredBy))
    return dsl::outermostClass(declaredBy) != dsl::outermostClass(headType) || declaredBy == headType;
  return !isOfSameFamily(headType, declaredBy);
}

PlaceName PlaceNames::of(ObjectIndex head) const {
  PlaceName name = nameOf(head);
  const bool isLibrarys = name.field && name.holder.exists() && !own_.empty() && !own_.has(name.field->className);
  if (isLibrarys && !name.field->isStatic) name.within = ownFieldAbove(name.holder);
  return name;
}

PlaceName PlaceNames::ofFieldTowards(ObjectIndex inside, ObjectIndex object) const {
  if (!own_.has(typeName(object))) return {};
  ObjectIndex below = inside;
  ObjectIndex above = dominators_.immediateDominator(below);
  while (above.exists() && above != object) {
    below = above;
    above = dominators_.immediateDominator(below);
  }
  if (!above.exists()) return {};
  const uint32_t slot = slotTo(graph_, SoftReferences::kFollow, object, below);
  if (slot == Heap::kNoSlot) return {};
  const Via via = viaOfSlot(graph_.heap(), object, slot);
  if (via.kind != Via::Kind::kField) return {};
  return named({via.declaredBy, via.name, false}, "", object);
}

std::optional<FieldName> PlaceNames::staticFieldOf(ObjectIndex object) const {
  const auto held = holders_.of(object);
  const auto byStatic = std::ranges::find(held, RootHolder::Kind::kStaticField, &RootHolder::kind);
  if (byStatic == held.end()) return std::nullopt;
  const Via via = viaOfSlot(graph_.heap(), graph_.heap().classObjectOf(byStatic->type), byStatic->slot);
  return FieldName{via.declaredBy, via.name, true};
}

/// The nearest one; none where a thread holds the object, whose fields say nothing.
std::optional<OwnField> PlaceNames::ownFieldAbove(ObjectIndex object) const {
  Levels levels;
  for (size_t steps = 0; steps < kMaxStepsToOwnField; ++steps) {
    if (const auto field = staticFieldOf(object); field && own_.has(field->className)) {
      return OwnField{textOf(*field, levels.text()), *field};
    }
    const Step step = stepTo(object);
    if (!step.holder.exists()) return std::nullopt;
    if (step.via.kind == Via::Kind::kField && own_.has(step.via.declaredBy)) {
      const FieldName field{step.via.declaredBy, step.via.name, false};
      return OwnField{textOf(field, levels.text()), field};
    }
    levels.goUpTo(typeName(step.holder));
    object = step.holder;
  }
  return std::nullopt;
}

PlaceName PlaceNames::nameOf(ObjectIndex head) const {
  const std::string_view headType = typeName(head);
  ObjectIndex object = head;
  Levels levels;
  // Should there be no other: of its own library, and of the JDK.
  std::optional<PlaceName> nearest;
  std::optional<PlaceName> nearestOfJdk;
  for (size_t steps = 0; steps < kMaxStepsToName; ++steps) {
    const Step step = stepTo(object);
    if (staticFieldOf(object) && (!step.holder.exists() || step.via.kind != Via::Kind::kField)) {
      PlaceName byRoot = nameByRoot(object, levels.text());
      if (isTelling(byRoot.field->className, headType)) return byRoot;
      const PlaceName byField = nameByNearestField(head);
      return byField.field ? byField : byRoot;
    }
    if (!step.holder.exists()) break;
    const std::string_view holderType = typeName(step.holder);
    if (step.via.kind == Via::Kind::kField && holderType == kThreadLocalEntry && step.via.name == "value") {
      PlaceName byThreadLocal = nameByThreadLocal(step.holder, levels.closed());
      if (!byThreadLocal.text.empty()) return byThreadLocal;
    }
    if (step.via.kind == Via::Kind::kField && step.via.declaredBy == "java.lang.Thread") {
      PlaceName byThread = nameByThread(object, step);
      if (byThread.field) return byThread;
      PlaceName byField = nameByNearestField(head);
      if (byField.field && own_.has(byField.field->className)) return byField;
      return nearestOfJdk.value_or(byThread);
    }
    if (step.via.kind == Via::Kind::kField) {
      const FieldName field{step.via.declaredBy, step.via.name, false};
      if (isTelling(field.className, headType)) return named(field, levels.text(), step.holder);
      if (!nearest && !isOfJdk(field.className)) nearest = named(field, levels.text(), step.holder);
      const bool isOfOther = isOfJdk(field.className) && !isInsideOfCollection(field.className) &&
                             dsl::outermostClass(field.className) != dsl::outermostClass(headType);
      if (!nearestOfJdk && isOfOther) nearestOfJdk = named(field, levels.text(), step.holder);
    }
    levels.goUpTo(holderType);
    object = step.holder;
  }
  if (nearest) return *nearest;
  const PlaceName byField = nameByNearestField(head);
  return byField.field ? byField : nameByRoot(object, levels.text());
}

bool PlaceNames::isReferenceArray(ObjectIndex object) const {
  const Heap& heap = graph_.heap();
  return heap.symbols()[heap.typeOf(object)].shape == TypeShape::kReferenceArray;
}

/// Where only a thread holds an object, or nobody knows who: the nearest field that tells something and leads there.
PlaceName PlaceNames::nameByNearestField(ObjectIndex object) const {
  const std::string_view headType = typeName(object);
  std::vector<ObjectIndex> level{object};
  std::unordered_set<ObjectIndex> seen{object};
  size_t asked = 0;
  for (size_t i = 0; i < level.size() && level.size() < kMaxAskedForFields; ++i) {
    for (const RootHolder& holder : holders_.of(level[i])) {
      if (holder.kind != RootHolder::Kind::kStaticField) continue;
      PlaceName name = nameByRoot(level[i], "");
      if (name.field && isTelling(name.field->className, headType)) return name;
    }
    // Where a class is known says nothing about its objects.
    if (graph_.heap().typeOfClassObject(level[i]).exists()) continue;
    for (const ObjectIndex referrer : reverse_.referrers(level[i])) {
      if (seen.size() > kMaxAskedForFields || ++asked > kMaxReferrersAsked) break;
      if (dominators_.dominates(object, referrer, kMaxStepsInside) || !seen.insert(referrer).second) continue;
      // It has no fields, and may have millions of elements.
      if (isReferenceArray(referrer)) {
        level.push_back(referrer);
        continue;
      }
      const uint32_t slot = slotTo(graph_, SoftReferences::kFollow, referrer, level[i]);
      if (slot == Heap::kNoSlot) continue;
      const Via via = viaOfSlot(graph_.heap(), referrer, slot);
      if (via.kind == Via::Kind::kField && isTelling(via.declaredBy, headType)) {
        return named({via.declaredBy, via.name, false}, "", referrer);
      }
      level.push_back(referrer);
    }
  }
  return {};
}

PlaceName PlaceNames::nameByRoot(ObjectIndex object, const std::string& levels) const {
  const Heap& heap = graph_.heap();
  const auto held = holders_.of(object);
  const auto byStatic = std::ranges::find(held, RootHolder::Kind::kStaticField, &RootHolder::kind);
  if (byStatic != held.end()) return named(*staticFieldOf(object), levels, heap.classObjectOf(byStatic->type));
  for (const RootHolder& holder : held) {
    const RootPlace* place = heap.place(holder.place);
    if (place != nullptr && !place->field.empty()) {
      return named({place->frame.className, place->field, true}, levels, ObjectIndex::none());
    }
    if (place != nullptr && !place->frame.method.empty()) {
      return {fmt::format("local variable of {}.{}{}", shortClassName(place->frame.className),
                          methodAsWritten(place->frame.method), levels),
              std::nullopt, ObjectIndex::none(), std::nullopt, true};
    }
  }
  return {};
}

/// `threadLocals of thread http-exec-*`; or what most of these are, `Login.USER of thread http-exec-*`.
PlaceName PlaceNames::nameByThread(ObjectIndex object, const Step& step) const {
  const std::string name = threadOf(step.holder);
  const std::string thread = name.empty() ? shortClassName(typeName(step.holder)) : "thread " + name;
  std::map<std::string, size_t> count;
  size_t all = 0;
  PlaceName most;
  for (const ObjectIndex table : graph_.heap().references(object)) {
    for (const ObjectIndex entry : graph_.heap().references(table)) {
      if (typeName(entry) != kThreadLocalEntry) continue;
      ++all;
      PlaceName local = nameOfThreadLocal(entry, "");
      if (local.field && ++count[local.text] > count[most.text]) most = std::move(local);
    }
  }
  if (!most.field || static_cast<double>(count[most.text]) < kMostThreadLocals * static_cast<double>(all)) {
    return {fmt::format("{} of {}", step.via.name, thread), std::nullopt, step.holder};
  }
  most.text += " of " + thread;
  return most;
}

/// The field that holds the thread local of an entry; without a field where none does.
PlaceName PlaceNames::nameOfThreadLocal(ObjectIndex entry, const std::string& levels) const {
  ObjectIndex key = ObjectIndex::none();
  graph_.heap().forEachReferent(entry, [&](ObjectIndex target) { key = target; });
  if (!key.exists() || !graph_.live().test(key.value())) return {};
  PlaceName name = nameByRoot(key, levels);
  if (name.field) return name;
  const Step step = stepTo(key);
  const bool isStatic = step.via.kind == Via::Kind::kStaticField;
  if (!step.holder.exists() || (!isStatic && step.via.kind != Via::Kind::kField)) return {};
  return named({step.via.declaredBy, step.via.name, isStatic}, levels, step.holder);
}

PlaceName PlaceNames::nameByThreadLocal(ObjectIndex entry, const std::string& levels) const {
  PlaceName name = nameOfThreadLocal(entry, levels);
  if (name.field) return name;
  const std::string thread = threadOf(entry);
  if (thread.empty()) return {};
  return {fmt::format("thread local of {}{}", thread, levels), std::nullopt, ObjectIndex::none()};
}

/// With a star for numbers: `pool-1-thread-*`.
std::string PlaceNames::threadOf(ObjectIndex object) const {
  const Heap& heap = graph_.heap();
  for (size_t steps = 0; steps < kMaxStepsToName && object.exists(); ++steps) {
    for (const RootHolder& holder : holders_.of(object)) {
      if (holder.root != RootKind::kThread || !holder.thread.exists()) continue;
      std::string name = heap.symbols()[holder.thread].name;
      while (!name.empty() && name.back() >= '0' && name.back() <= '9') name.pop_back();
      return name.size() < heap.symbols()[holder.thread].name.size() ? name + '*' : name;
    }
    object = stepTo(object).holder;
  }
  return {};
}

}  // namespace heaptrail
