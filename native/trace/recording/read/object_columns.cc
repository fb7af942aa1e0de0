#include "trace/recording/read/object_columns.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace heaptrail::recording {

namespace {

template <typename T>
void appendTo(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void ColumnsAside::append(ColumnsAside&& other) {
  appendTo(laterGroups, other.laterGroups);
  appendTo(classes, other.classes);
  appendTo(untyped, other.untyped);
  references += other.references;
  strayGroups += other.strayGroups;
}

bool ObjectColumns::read(const HeapChunk& chunk, ColumnsAside& aside) {
  aside_ = &aside;
  met_.clear();
  next_ = 0;
  return chunk.good() && forEachObject(chunk.objects, types_, [this](const ObjectRecord& object) { note(object); }) &&
         walkEvents(chunk.events, *this);
}

void ObjectColumns::note(const ObjectRecord& object) {
  met_.push_back(object.id);
  const std::optional<ObjectIndex> found = ids_.find(object.id);
  if (!found) return;  // the file was changed since the pass before
  const uint32_t o = found->value();
  const TypeId type = object.type == 0 ? types_.unknown() : TypeId(object.type - 1);
  parts_.types.set(o, type.value());
  if (object.type == 0) {
    aside_->untyped.emplace_back(*found, object.unusualBytes != 0);
  } else if (types_.isArray(type) || object.unusualBytes != 0) {
    withExtent_.claim(o);
  }
  setOrigin(*found, object.origin);
}

void ObjectColumns::setOrigin(ObjectIndex object, uint64_t number) {
  const std::vector<RecordedOrigin>& origins = types_.recorded().origins;
  if (number == 0 || number > origins.size()) return;
  const uint32_t o = object.value();
  const RecordedOrigin& origin = origins[number - 1];
  const Symbols& symbols = *types_.symbols();
  if (origin.site != 0 && origin.site <= symbols.sites.size()) parts_.sites.set(o, origin.site - 1);
  if (!parts_.samplings.empty()) parts_.samplings[o] = types_.samplingOfOrigin()[number - 1];
  if (origin.thread != 0 && origin.thread <= symbols.threads.size()) parts_.threads.set(o, origin.thread - 1);
}

bool ObjectColumns::references(const ReferenceGroup& group, PayloadReader& payload) {
  for (uint64_t i = 0; i < group.count; ++i) {
    payload.number();  // the slot
    next_ += payload.number() == 0 ? 1 : 0;
  }
  if (!payload.good() || next_ > met_.size()) return false;
  aside_->references += group.count;
  const std::optional<ObjectIndex> referrer = ids_.find(group.referrer);
  if (!referrer) {
    ++aside_->strayGroups;
  } else if (group.base > 0) {
    aside_->laterGroups.push_back({*referrer, group.base, group.count});
  } else if (begun_.claim(referrer->value())) {
    degrees_[referrer->value()] = static_cast<uint32_t>(group.count);
  } else {
    return false;  // two groups cannot both be the first
  }
  return true;
}

bool ObjectColumns::root(const RootRecord& record) {
  if (record.kind == RootTag::kLateOrigin) {
    if (const std::optional<ObjectIndex> object = ids_.find(record.object)) setOrigin(*object, record.origin);
    return true;
  }
  next_ += record.object == 0 ? 1 : 0;
  return next_ <= met_.size();
}

bool ObjectColumns::typeOf(uint64_t object, uint64_t classObject) {
  if (classObject == 0) {
    if (next_ == met_.size()) return false;
    classObject = met_[next_++];
  }
  aside_->classes.emplace_back(object, classObject);
  return true;
}

void resolveTypes(const TypeTable& types, HeapParts& parts, BitSet& withExtent, const ColumnsAside& aside) {
  for (const auto& [id, classObject] : aside.classes) {
    const std::optional<ObjectIndex> object = parts.ids.find(ObjectId(id));
    if (!object || parts.types[object->value()] != types.unknown().value()) continue;
    parts.types.set(object->value(), types.ofClassObject(classObject).value());
  }
  for (const auto& [object, sizeIsTold] : aside.untyped) {
    if (types.isArray(TypeId(parts.types[object.value()])) || sizeIsTold) withExtent.set(object.value());
  }
}

bool addLaterGroups(ColumnsAside& aside, Array<uint32_t>& degrees) {
  std::ranges::sort(aside.laterGroups);
  for (const LaterGroup& group : aside.laterGroups) {
    uint32_t& degree = degrees[group.object.value()];
    if (group.base != degree || group.count > std::numeric_limits<uint32_t>::max() - uint64_t{degree}) return false;
    degree += static_cast<uint32_t>(group.count);
  }
  return true;
}

}  // namespace heaptrail::recording
