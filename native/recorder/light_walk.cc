#include "recorder/light_walk.h"

#include <algorithm>
#include <utility>

#include "recorder/root_tags.h"

namespace heaptrail::recorder {

namespace {

using recording::ArraySizes;
using recording::CountsRecord;

constexpr bool isPrimitive(char element) { return ArraySizes::primitiveBytes(element) != 0; }

uint32_t magnitudeOf(jint length) {
  uint32_t magnitude = 0;
  for (; length >= 10; length /= 10) ++magnitude;
  return magnitude;
}

}  // namespace

jvmtiError LightWalk::follow(uint64_t array, std::span<const LeftOut> leftOut) {
  array_ = array;
  leftOut_ = leftOut;
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_reference_callback = onReference;
  callbacks.array_primitive_value_callback = onArray;
  return jvmti_->FollowReferences(0, nullptr, nullptr, &callbacks, this);
}

jint LightWalk::onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong classTag,
                            jlong referrerClassTag, jlong size, jlong* tag, jlong* referrerTag, jint length,
                            void* walk) {
  auto& self = *static_cast<LightWalk*>(walk);
  self.reference({kind, info, classTag, referrerClassTag, size, tag, referrerTag, length});
  const bool mayGoOn = !self.parts_.threadsInMaking.mayLead(kind, noteOf(referrerClassTag), noteOf(classTag));
  return mayGoOn ? JVMTI_VISIT_OBJECTS : 0;
}

jint LightWalk::onArray(jlong classTag, jlong size, jlong*, jint length, jvmtiPrimitiveType, const void*, void* walk) {
  auto& self = *static_cast<LightWalk*>(walk);
  CountsRecord::Group& counted = self.groups_[self.groupOf(classTag, 0, length)].counted;
  ++counted.objects;
  counted.bytes += static_cast<uint64_t>(size);
  return 0;
}

void LightWalk::reference(const Reference& found) {
  if (found.kind >= JVMTI_HEAP_REFERENCE_JNI_GLOBAL) {
    root(found);
  } else if (array_ != 0 && idOf(*found.referrerTag) == array_) {
    leftOut(found);
  } else if (found.kind == JVMTI_HEAP_REFERENCE_CLASS) {
    instance(found);
  } else {
    const uint32_t to = meet(found);
    countArc(groupOf(found.referrerClassTag, *found.referrerTag, 0), to);
  }
}

/// Each instance tells its class once. Arrays, class objects and what varies in size are counted elsewhere.
void LightWalk::instance(const Reference& found) {
  meet(found);
  const uint32_t type = noteOf(found.referrerClassTag);
  if (type == 0) unnamed_.insert(idOf(*found.tag));
  const TypeLayout& layout = parts_.layouts[type];
  if (layout.element != 0 && !isPrimitive(layout.element)) --balanceOf(type);
  if (type == parts_.classType || layout.element != 0 || layout.varies) return;
  ++groups_[groupOf(found.referrerClassTag, *found.referrerTag, 0)].counted.objects;
}

void LightWalk::root(const Reference& found) {
  if (array_ != 0 && idOf(*found.tag) == array_) return;
  const uint32_t group = meet(found);
  uint32_t thread = 0;
  if (found.kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL) thread = threadOf(found.info->stack_local.thread_tag);
  if (found.kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) thread = threadOf(found.info->jni_local.thread_tag);
  if (found.kind == JVMTI_HEAP_REFERENCE_THREAD) thread = threadOf(*found.tag);
  ++roots_[{tagOfRoot(found.kind), thread, group}];
}

void LightWalk::leftOut(const Reference& found) {
  if (found.kind != JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT) return;
  const LeftOut& what = leftOut_[static_cast<size_t>(found.info->array.index)];
  const uint32_t to = meet(found);
  if (what.field != LeftOut::kNoField) countArc(groupOfClassObject(what.type), to);
}

uint32_t LightWalk::meet(const Reference& found) {
  const uint32_t type = noteOf(found.classTag);
  const TypeLayout& layout = parts_.layouts[type];
  if (layout.element != 0 && !isPrimitive(layout.element)) return meetArray(found, type);
  const bool isNumbered = layout.varies || (type != 0 && type == parts_.classType);
  if (isNumbered && idOf(*found.tag) == 0) *found.tag = tagOf(parts_.numbers.next(), noteOf(*found.tag));
  const uint32_t place = groupOf(found.classTag, *found.tag, found.length);
  Group& group = groups_[place];
  const auto size = static_cast<uint64_t>(found.size);
  if (isNumbered) {
    if (!seen_.insert(idOf(*found.tag))) return place;
    ++group.counted.objects;
    group.counted.bytes += size;
  } else if (group.instanceBytes == 0) {
    group.instanceBytes = size;
  }
  return place;
}

/// Of references.
uint32_t LightWalk::meetArray(const Reference& found, uint32_t type) {
  const uint32_t place = placeIn(ofType_, type, Role::kObjects);
  const auto count = [&] {
    ++groups_[place].counted.objects;
    groups_[place].counted.bytes += static_cast<uint64_t>(found.size);
    ++balanceOf(type);
    return place;
  };
  const ArrayWays::Way way = wayOf(found);
  const bool isLearned = arrays_.learnsAll || arrays_.learns.contains(type);
  if (!isLearned && arrays_.ways.holdsAlone(way)) {
    const uint64_t number = idOf(*found.tag);
    if (number == 0) return count();
    if (arrays_.forgets && !seen_.contains(number)) {
      *found.tag = 0;
      return count();
    }
  }
  if (idOf(*found.tag) == 0) *found.tag = tagOf(parts_.numbers.next(), noteOf(*found.tag));
  const uint64_t number = idOf(*found.tag);
  if (!seen_.insert(number)) {
    arrays_.ways.share(way);
    if (const auto first = firstWay_.find(number); first != firstWay_.end()) arrays_.ways.share(first->second);
    return place;
  }
  if (isLearned) firstWay_[number] = way;
  return count();
}

ArrayWays::Way LightWalk::wayOf(const Reference& found) {
  // Many refer to the same one without elements.
  if (found.length == 0) return ArrayWays::kNone;
  if (found.kind == JVMTI_HEAP_REFERENCE_FIELD) {
    return ArrayWays::ofField(noteOf(found.referrerClassTag), static_cast<uint32_t>(found.info->field.index));
  }
  if (found.kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT) return ArrayWays::ofElements(noteOf(found.referrerClassTag));
  return ArrayWays::kNone;
}

int64_t& LightWalk::balanceOf(uint32_t type) {
  if (type >= balance_.size()) balance_.resize(std::max<size_t>(type + size_t{1}, parts_.layouts.size()));
  return balance_[type];
}

std::unordered_set<uint32_t> LightWalk::miscounted() const {
  std::unordered_set<uint32_t> types;
  for (uint32_t type = 0; type < balance_.size(); ++type) {
    if (balance_[type] != 0) types.insert(type);
  }
  return types;
}

uint32_t LightWalk::groupOf(jlong classTag, jlong tag, jint length) {
  const uint32_t type = noteOf(classTag);
  if (type == parts_.classType && type != 0) return groupOfClassObject(noteOf(tag));
  const char element = parts_.layouts[type].element;
  if (isPrimitive(element)) return groupOfArrays(type, element, length);
  if (element == 0 && idOf(tag) != 0) {
    if (const uint32_t thread = threadOf(tag); thread != 0) {
      const auto [known, isNew] = ofThread_.try_emplace(idOf(tag), 0);
      if (isNew) known->second = add({.role = Role::kThread, .type = type, .thread = thread});
      return known->second;
    }
  }
  return placeIn(ofType_, type, Role::kObjects);
}

uint32_t LightWalk::groupOfClassObject(uint32_t type) { return placeIn(ofClassObject_, type, Role::kClassObject); }

uint32_t LightWalk::groupOfArrays(uint32_t type, char element, jint length) {
  const uint32_t magnitude = magnitudeOf(length);
  uint32_t& place = ofArrays_[ArraySizes::placeOf(element) * kMagnitudes + magnitude];
  if (place == 0) place = add({.role = Role::kObjects, .type = type, .magnitude = magnitude + 1}) + 1;
  return place - 1;
}

uint32_t LightWalk::placeIn(std::vector<uint32_t>& places, uint32_t type, Role role) {
  if (type >= places.size()) places.resize(std::max<size_t>(type + size_t{1}, parts_.layouts.size()), kNone);
  if (places[type] == kNone) places[type] = add({.role = role, .type = type});
  return places[type];
}

uint32_t LightWalk::add(const CountsRecord::Group& group) {
  groups_.push_back({group, 0});
  return static_cast<uint32_t>(groups_.size() - 1);
}

/// 0 where the object is none, or not known.
uint32_t LightWalk::threadOf(jlong tag) const {
  if (idOf(tag) == 0) return 0;
  const auto found = parts_.threads.find(idOf(tag));
  return found == parts_.threads.end() ? 0 : found->second;
}

void LightWalk::countArc(uint32_t from, uint32_t to) {
  ++references_;
  const uint64_t key = (uint64_t{from} << 32) | to;
  Arc& last = lastArcs_[(from * 31 + to) % kLastArcs];
  // Where the map keeps a count it stays.
  if (last.key != key) last = {key, &arcs_[key]};
  ++*last.count;
}

recording::CountsRecord LightWalk::counts() const {
  CountsRecord record;
  for (const Group& group : groups_) {
    record.groups.push_back(group.counted);
    // Those that were counted one by one have their bytes.
    CountsRecord::Group& counted = record.groups.back();
    if (counted.bytes == 0) counted.bytes = counted.objects * group.instanceBytes;
  }
  for (const auto& [root, count] : roots_) {
    record.roots.push_back({std::get<0>(root), std::get<1>(root), std::get<2>(root), count});
  }
  for (const auto& [groups, count] : arcs_) {
    record.arcs.push_back({static_cast<uint32_t>(groups >> 32), static_cast<uint32_t>(groups), count});
  }
  std::ranges::sort(record.arcs, {}, [](const CountsRecord::Arc& arc) { return std::pair(arc.from, arc.to); });
  return record;
}

}  // namespace heaptrail::recorder
