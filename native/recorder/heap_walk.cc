#include "recorder/heap_walk.h"

#include <array>

#include "recorder/root_tags.h"

namespace heaptrail::recorder {

namespace {

using recording::ClassSlot;

constexpr uint64_t slot(ClassSlot slot) { return static_cast<uint64_t>(slot); }

/// `kind` 0 is a static field, 1 a constant, 2 a field of java.lang.Class.
constexpr uint64_t countedSlot(uint64_t kind, jint index) {
  return slot(ClassSlot::kFirstField) + recording::kClassSlotKinds * static_cast<uint64_t>(index) + kind;
}

uint64_t slotOf(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info) {
  switch (kind) {
    case JVMTI_HEAP_REFERENCE_FIELD:
      return static_cast<uint64_t>(info->field.index);
    case JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT:
      return static_cast<uint64_t>(info->array.index);
    case JVMTI_HEAP_REFERENCE_STATIC_FIELD:
      return countedSlot(0, info->field.index);
    case JVMTI_HEAP_REFERENCE_CONSTANT_POOL:
      return countedSlot(1, info->constant_pool.index);
    case JVMTI_HEAP_REFERENCE_SUPERCLASS:
      return slot(ClassSlot::kSuperclass);
    case JVMTI_HEAP_REFERENCE_CLASS_LOADER:
      return slot(ClassSlot::kClassLoader);
    case JVMTI_HEAP_REFERENCE_SIGNERS:
      return slot(ClassSlot::kSigners);
    case JVMTI_HEAP_REFERENCE_PROTECTION_DOMAIN:
      return slot(ClassSlot::kProtectionDomain);
    case JVMTI_HEAP_REFERENCE_INTERFACE:
      return slot(ClassSlot::kInterface);
    default:
      return slot(ClassSlot::kOther);
  }
}

constexpr bool isOfInstance(jvmtiHeapReferenceKind kind) {
  return kind == JVMTI_HEAP_REFERENCE_FIELD || kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT;
}

}  // namespace

jvmtiError HeapWalk::followRoots() { return walkFrom(nullptr); }

jvmtiError HeapWalk::follow(jobjectArray values, std::span<const LeftOut> leftOut) {
  leftOut_ = leftOut;
  followed_.assign(leftOut.size(), false);
  jvmtiError error = JVMTI_ERROR_NONE;
  // What is followed can lead to loaders, whose classes come next.
  do {
    followedSome_ = false;
    error = walkFrom(values);
  } while (error == JVMTI_ERROR_NONE && followedSome_);
  leftOut_ = {};
  return error;
}

jvmtiError HeapWalk::walkFrom(jobject from) {
  jvmtiHeapCallbacks callbacks{};
  callbacks.heap_reference_callback = onReference;
  return jvmti_->FollowReferences(0, nullptr, from, &callbacks, this);
}

jint HeapWalk::onReference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo* info, jlong classTag,
                           jlong referrerClassTag, jlong size, jlong* tag, jlong* referrerTag, jint length,
                           void* walk) {
  auto& self = *static_cast<HeapWalk*>(walk);
  const jint next = self.reference({kind, info, classTag, size, tag, referrerTag, length});
  return self.parts_.threadsInMaking.mayLead(kind, noteOf(referrerClassTag), noteOf(classTag)) ? 0 : next;
}

jint HeapWalk::reference(const Reference& found) {
  if (found.kind >= JVMTI_HEAP_REFERENCE_JNI_GLOBAL) return root(found);
  if (found.kind == JVMTI_HEAP_REFERENCE_CLASS) return classOf(found);
  const uint64_t referrer = idOf(*found.referrerTag);
  // Only the array of what is left out has no number.
  if (referrer == 0) return leftOut(found);
  const uint64_t object = meet(found);
  if (isOfInstance(found.kind)) {
    encoder_.reference(referrer, slotOf(found.kind, found.info), object, met());
  } else {
    classReference(referrer, slotOf(found.kind, found.info), object);
  }
  return next();
}

/// Every object has one of these: they are told by the objects' types, but for the first meeting of a class object.
jint HeapWalk::classOf(const Reference& found) {
  const uint64_t referrer = idOf(*found.referrerTag);
  if (referrer == 0) return 0;
  const uint64_t classObject = meet(found);
  const bool isUntyped = !untyped_.empty() && untyped_.erase(referrer) > 0;
  if (isUntyped) unnamed_.insert(classObject);
  if (isNew_ || isUntyped) encoder_.typeOf(referrer, classObject, met());
  return next();
}

jint HeapWalk::leftOut(const Reference& found) {
  if (found.kind != JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT) return 0;
  const auto place = static_cast<size_t>(found.info->array.index);
  const LeftOut& what = leftOut_[place];
  const bool isClass = what.field == LeftOut::kNoField;
  const bool isDue = isClass ? what.loader == 0 || seen_.contains(what.loader) : seen_.contains(what.classObject);
  if (followed_[place] || !isDue) return 0;
  followed_[place] = true;
  followedSome_ = true;
  const uint64_t object = meet(found);
  if (!isClass) {
    classReference(what.classObject, countedSlot(2, static_cast<jint>(what.field)), object);
  } else if (isNew_) {
    encoder_.root(recording::RootTag::kOther, object, met(), {});
  }
  return next();
}

/// Those of one class object come in several parts: JVMTI's, and what it leaves out.
void HeapWalk::classReference(uint64_t classObject, uint64_t slot, uint64_t target) {
  uint64_t& count = referencesOfClasses_[classObject];
  if (!encoder_.isReferrer(classObject)) encoder_.continueReferrer(classObject, count);
  encoder_.reference(classObject, slot, target, met());
  count = encoder_.referencesOfReferrer();
}

/// Whether the walk goes on from the object: what an earlier walk of this point went through is not gone through again.
jint HeapWalk::next() const { return leftOut_.empty() || isNew_ ? JVMTI_VISIT_OBJECTS : 0; }

jint HeapWalk::root(const Reference& found) {
  const uint64_t object = meet(found);
  std::array<uint64_t, 4> details{};
  size_t count = 0;
  if (found.kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL) {
    const jvmtiHeapReferenceInfoStackLocal& local = found.info->stack_local;
    details = {threadDetail(local.thread_tag), static_cast<uint64_t>(local.depth) + 1,
               frameDetail(local.method, local.location), static_cast<uint64_t>(local.slot) + 1};
    count = 4;
  } else if (found.kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
    const jvmtiHeapReferenceInfoJniLocal& local = found.info->jni_local;
    details = {threadDetail(local.thread_tag), static_cast<uint64_t>(local.depth) + 1, frameDetail(local.method, -1)};
    count = 3;
  }
  encoder_.root(tagOfRoot(found.kind), object, met(), std::span(details).first(count));
  return JVMTI_VISIT_OBJECTS;
}

uint64_t HeapWalk::meet(const Reference& found) {
  const int64_t tag = *found.tag;
  const uint32_t type = noteOf(found.classTag);
  const auto size = static_cast<uint64_t>(found.size);
  uint64_t id = idOf(tag);
  isNew_ = true;
  if (id == 0) {
    newObjects_.add(type, size);
    id = parts_.numbers.next();
    *found.tag = tagOf(id, noteOf(tag));
    seen_.insert(id);
  } else if (!seen_.insert(id)) {
    isNew_ = false;
    return id;
  }
  bytes_ += size;
  met_ = {id, type, found.length, 0, noteOf(tag)};
  if (type == 0) {
    met_.unusualBytes = size;
    untyped_.insert(id);
    return id;
  }
  TypeLayout& layout = parts_.layouts[type];
  if (layout.element != 0) {
    const uint64_t usual = parts_.arrays.bytes(layout.element, static_cast<uint64_t>(found.length));
    if (size != usual) met_.unusualBytes = size;
    return id;
  }
  if (layout.instanceBytes == 0) {
    layout.instanceBytes = size;
    measured_.emplace_back(type, size);
  }
  if (size != layout.instanceBytes) met_.unusualBytes = size;
  // A class object's note is its type's number, not an origin.
  if (type == parts_.classType) met_.origin = 0;
  return id;
}

uint64_t HeapWalk::threadDetail(jlong threadTag) {
  const auto symbol = parts_.threads.find(idOf(threadTag));
  if (symbol == parts_.threads.end()) return 0;
  const auto [known, fresh] = threadDetails_.try_emplace(symbol->first, rootThreads_.size() + 1);
  if (fresh) rootThreads_.push_back(symbol->second);
  return known->second;
}

uint64_t HeapWalk::frameDetail(jmethodID method, jlocation location) {
  if (method == nullptr) return 0;
  const FramePlace place{method, location};
  const auto [known, fresh] = frameDetails_.try_emplace(place, frames_.size() + 1);
  if (fresh) frames_.push_back(place);
  return known->second;
}

}  // namespace heaptrail::recorder
