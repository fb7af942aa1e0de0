#include "recorder/light_walk.h"

#include <algorithm>
#include <utility>

#include "recorder/root_tags.h"

namespace heaptrail::recorder {

namespace {

using recording::CountsRecord;

constexpr bool isPrimitive(char element) { return recording::ArraySizes::primitiveBytes(element) != 0; }

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
  const bool goesOn = self.reference({kind, info, classTag, referrerClassTag, size, tag, referrerTag, length});
  const bool mayGoOn = !self.parts_.threadsInMaking.mayLead(kind, noteOf(referrerClassTag), noteOf(classTag));
  return goesOn && mayGoOn ? JVMTI_VISIT_OBJECTS : 0;
}

jint LightWalk::onArray(jlong classTag, jlong size, jlong*, jint length, jvmtiPrimitiveType, const void*, void* walk) {
  auto& self = *static_cast<LightWalk*>(walk);
  CountsRecord::Group& counted = self.groups_[self.groupOf(classTag, 0, length)];
  ++counted.objects;
  counted.bytes += static_cast<uint64_t>(size);
  return 0;
}

bool LightWalk::reference(const Reference& found) {
  if (found.kind >= JVMTI_HEAP_REFERENCE_JNI_GLOBAL) {
    root(found);
  } else if (array_ != 0 && idOf(*found.referrerTag) == array_) {
    leftOut(found);
  } else if (found.kind == JVMTI_HEAP_REFERENCE_CLASS) {
    goThrough(found);
  } else {
    const Referrer referrer = referrerOf(found);
    const uint32_t type = noteOf(found.classTag);
    if (referrer.collection != 0 && found.kind == JVMTI_HEAP_REFERENCE_FIELD &&
        classes_.isOrder(referrer.type, static_cast<uint32_t>(found.info->field.index), type)) {
      countArc(referrer.group, {type, groups_.ofCollection(referrer.collection, type), 0});
      return false;
    }
    countArc(referrer.group, meet(found, referrer, heldBy(found, referrer)));
  }
  return true;
}

void LightWalk::goThrough(const Reference& found) {
  meet(found, {}, {});
  const uint32_t type = noteOf(found.referrerClassTag);
  if (type == 0) unnamed_.insert(idOf(*found.tag));
  goneThroughClass_ = 0;
  if (type != 0 && type == parts_.classType) return;
  goneThroughClass_ = found.referrerClassTag;
  const TypeLayout& layout = parts_.layouts[type];
  if (classes_.isCollected(type)) {
    const bool isArray = classes_.isArray(type);
    const MetCollections::Known known = met_.goThrough(type, isArray, *found.referrerTag);
    goneThrough_ = {type, groups_.ofCollection(known.collection, type), known.collection};
    CountsRecord::Group& counted = groups_[goneThrough_.group];
    ++counted.objects;
    if (isArray) counted.bytes += known.bytes;
    return;
  }
  // Arrays of primitives and what varies in size are counted elsewhere.
  goneThrough_ = {type, groupOf(found.referrerClassTag, *found.referrerTag, 0), 0};
  if (layout.element == 0 && !layout.varies) ++groups_[goneThrough_.group].objects;
}

void LightWalk::root(const Reference& found) {
  if (array_ != 0 && idOf(*found.tag) == array_) return;
  Root root{tagOfRoot(found.kind), 0};
  if (found.kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL) root.thread = threadOf(found.info->stack_local.thread_tag);
  if (found.kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) root.thread = threadOf(found.info->jni_local.thread_tag);
  if (found.kind == JVMTI_HEAP_REFERENCE_THREAD) root.thread = threadOf(*found.tag);
  const Collection held{0, Holder::kRoots, root.thread, static_cast<uint64_t>(root.kind)};
  const Target to = meet(found, {}, {held, MetCollections::Holds::kAsRoot});
  if (to.openNumber != 0) {
    open_.push_back({to, kNone, root});
  } else {
    ++roots_[{root, to.group}];
  }
}

void LightWalk::leftOut(const Reference& found) {
  if (found.kind != JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT) return;
  const LeftOut& what = leftOut_[static_cast<size_t>(found.info->array.index)];
  const Target to = meet(found, {}, {{0, Holder::kFieldOfClass, what.type, what.field}});
  if (what.field != LeftOut::kNoField) countArc(groups_.ofClassObject(what.type), to);
}

/// In HotSpot all references of an object follow its class; elsewhere the collection of what refers is not known.
LightWalk::Referrer LightWalk::referrerOf(const Reference& found) {
  if (found.referrerClassTag == goneThroughClass_ && goneThroughClass_ != 0) return goneThrough_;
  return {noteOf(found.referrerClassTag), groupOf(found.referrerClassTag, *found.referrerTag, 0), 0};
}

LightWalk::Held LightWalk::heldBy(const Reference& found, const Referrer& referrer) const {
  using Holds = MetCollections::Holds;
  const bool isPart = referrer.collection != 0 && groups_.headOf(referrer.collection) != referrer.type;
  const bool isView =
      !isPart && !classes_.isArray(referrer.type) && classes_.areOfOneFamily(referrer.type, noteOf(found.classTag));
  const Holds how = isView ? Holds::kAsView : Holds::kWell;
  if (referrer.collection != 0) return {{0, Holder::kCollection, referrer.collection - 1, 0}, how};
  if (found.kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD) {
    return {{0, Holder::kStaticField, noteOf(*found.referrerTag), static_cast<uint64_t>(found.info->field.index)}};
  }
  if (found.kind == JVMTI_HEAP_REFERENCE_FIELD) {
    return {{0, Holder::kField, referrer.type, static_cast<uint64_t>(found.info->field.index)}, how};
  }
  return {{}, Holds::kAsView};
}

LightWalk::Target LightWalk::meet(const Reference& found, const Referrer& referrer, const Held& held) {
  const uint32_t type = noteOf(found.classTag);
  if (classes_.isCollected(type)) return meetCollected(found, referrer, held);
  const bool isNumbered = parts_.layouts[type].varies || (type != 0 && type == parts_.classType);
  if (isNumbered && idOf(*found.tag) == 0) *found.tag = tagOf(parts_.numbers.next(), noteOf(*found.tag));
  const uint32_t place = groupOf(found.classTag, *found.tag, found.length);
  if (!isNumbered) {
    setInstanceBytes(type, found.size);
  } else if (seen_.insert(idOf(*found.tag))) {
    ++groups_[place].objects;
    groups_[place].bytes += static_cast<uint64_t>(found.size);
  }
  return {type, place, 0};
}

LightWalk::Target LightWalk::meetCollected(const Reference& found, const Referrer& referrer, Held held) {
  const uint32_t type = noteOf(found.classTag);
  const bool isArray = classes_.isArray(type);
  if (!isArray) setInstanceBytes(type, found.size);
  MetCollections::Met met{type, isArray, wayOf(found), static_cast<uint64_t>(found.size), 0, false, held.how};
  if (referrer.collection != 0 && classes_.staysInside(groups_.headOf(referrer.collection), referrer.type, type)) {
    met.collection = referrer.collection;
    met.isInside = true;
    met.holds = MetCollections::Holds::kWell;
  } else if (isArray || classes_.isHead(type)) {
    held.by.type = type;
    met.collection = groups_.collection(held.by);
  } else {
    // A part that something else refers to, such as an iterator.
    met.holds = MetCollections::Holds::kAsView;
  }
  const MetCollections::Place place = met_.meet(met, found.tag);
  return {type, groups_.ofCollection(place.collection, type), place.openNumber};
}

HoldingWays::Way LightWalk::wayOf(const Reference& found) const {
  const uint32_t from = noteOf(found.referrerClassTag);
  const uint32_t to = noteOf(found.classTag);
  // Many refer to the same array without elements.
  if (found.length == 0 && classes_.isArray(to)) return HoldingWays::kNone;
  if (found.kind == JVMTI_HEAP_REFERENCE_FIELD) {
    return HoldingWays::ofField(from, static_cast<uint32_t>(found.info->field.index), to);
  }
  if (found.kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT) return HoldingWays::ofElements(from, to);
  return HoldingWays::kNone;
}

uint32_t LightWalk::groupOf(jlong classTag, jlong tag, jint length) {
  const uint32_t type = noteOf(classTag);
  // What the JVM has loaded and not prepared yet has no name.
  if (type == parts_.classType && noteOf(tag) != 0) return groups_.ofClassObject(noteOf(tag));
  const char element = parts_.layouts[type].element;
  if (isPrimitive(element)) return groups_.ofArrays(type, element, length);
  if (element == 0 && idOf(tag) != 0) {
    if (const uint32_t thread = threadOf(tag); thread != 0) return groups_.ofThread(idOf(tag), type, thread);
  }
  return groups_.ofObjects(type);
}

/// 0 where the object is none, or not known.
uint32_t LightWalk::threadOf(jlong tag) const {
  if (idOf(tag) == 0) return 0;
  const auto found = parts_.threads.find(idOf(tag));
  return found == parts_.threads.end() ? 0 : found->second;
}

void LightWalk::setInstanceBytes(uint32_t type, jlong bytes) {
  if (type >= instanceBytes_.size()) instanceBytes_.resize(std::max<size_t>(type + size_t{1}, parts_.layouts.size()));
  instanceBytes_[type] = static_cast<uint64_t>(bytes);
}

void LightWalk::countArc(uint32_t from, const Target& to) {
  ++references_;
  if (to.openNumber != 0) {
    open_.push_back({to, from, {}});
  } else {
    ++arc(from, to.group);
  }
}

uint64_t& LightWalk::arc(uint32_t from, uint32_t to) {
  const uint64_t key = (uint64_t{from} << 32) | to;
  Arc& last = lastArcs_[(from * 31 + to) % kLastArcs];
  // Where the map keeps a count it stays.
  if (last.key != key) last = {key, &arcs_[key]};
  return *last.count;
}

CountsRecord LightWalk::counts() {
  for (const Open& reference : open_) {
    const uint32_t to = groups_.ofCollection(met_.collectionOf(reference.to.openNumber), reference.to.type);
    if (reference.from == kNone) {
      ++roots_[{reference.root, to}];
    } else {
      ++arc(reference.from, to);
    }
  }
  open_.clear();
  CountsRecord record;
  for (const CountsRecord::Group& group : groups_.all()) {
    record.groups.push_back(group);
    // Those that were counted one by one have their bytes.
    CountsRecord::Group& counted = record.groups.back();
    if (counted.bytes == 0 && counted.type < instanceBytes_.size()) {
      counted.bytes = counted.objects * instanceBytes_[counted.type];
    }
  }
  record.collections = groups_.collections();
  for (const auto& [root, count] : roots_) {
    record.roots.push_back({root.first.kind, root.first.thread, root.second, count});
  }
  for (const auto& [groups, count] : arcs_) {
    record.arcs.push_back({static_cast<uint32_t>(groups >> 32), static_cast<uint32_t>(groups), count});
  }
  std::ranges::sort(record.arcs, {}, [](const CountsRecord::Arc& arc) { return std::pair(arc.from, arc.to); });
  return record;
}

}  // namespace heaptrail::recorder
