#include "trace/recording/read/reference_reader.h"

#include <optional>

#include "trace/recording/read/class_rows.h"

namespace heaptrail::recording {

namespace {

constexpr uint64_t kUnnamedFields = 1 << 20;  // more than any class has

}  // namespace

bool ReferenceReader::read(const HeapChunk& chunk, RowsAside& aside, std::vector<FoundRoot>& roots) {
  aside_ = &aside;
  roots_ = &roots;
  met_.clear();
  next_ = 0;
  return chunk.good() && forEachObject(chunk.objects, types_, [this](const ObjectRecord& object) { note(object); }) &&
         walkEvents(chunk.events, *this);
}

void ReferenceReader::note(const ObjectRecord& object) {
  const std::optional<ObjectIndex> found = ids_.find(object.id);
  met_.push_back({object.id, found.value_or(ObjectIndex::none())});
  if (!found) return;
  const uint32_t o = found->value();
  const bool array = types_.isArray(TypeId(parts_.types[o]));
  if (!array && object.unusualBytes == 0) return;
  const uint32_t length = object.length < 0 ? 0 : static_cast<uint32_t>(object.length);
  if (parts_.extents.has(o)) parts_.extents.set(o, array ? length : object.unusualBytes);
}

ObjectIndex ReferenceReader::targetOf(const ReferenceCursor& reference) {
  // The pass before has seen that there are enough.
  if (reference.isNextObject() && next_ < met_.size()) return met_[next_++].object;
  const std::optional<ObjectIndex> target = ids_.find(reference.target());
  if (!target) aside_->missing.push_back(reference.target());
  return target.value_or(ObjectIndex::none());
}

bool ReferenceReader::references(const ReferenceGroup& group, PayloadReader& payload) {
  row_.clear();
  ReferenceCursor reference(group);
  for (uint64_t i = 0; i < group.count; ++i) {
    reference.next(payload);
    row_.push_back({reference.slot(), targetOf(reference)});
  }
  if (!payload.good()) return false;
  const std::optional<ObjectIndex> referrer = ids_.find(group.referrer);
  return !referrer || row_.empty() || place(*referrer, group);
}

uint64_t ReferenceReader::fieldOfClass(uint64_t code) const {
  const std::optional<CountedPart> counted = countedPart(code);
  const bool isField = counted && counted->part == ClassPart::kField;
  return isField ? types_.slots().firstOwn(types_.classClass().value()) + counted->index : kUnnamedFields + code;
}

bool ReferenceReader::place(ObjectIndex referrer, const ReferenceGroup& group) {
  if (classObjects_.test(referrer.value())) {
    uint64_t order = group.base;
    for (const SlotTarget& entry : row_) {
      aside_->classReferences.push_back({referrer, order++, entry.slot, entry.target});
    }
    return true;
  }
  const TypeId type(parts_.types[referrer.value()]);
  if (type != types_.unknown() && !types_.isArray(type)) {
    const FieldSlots& slots = types_.slots();
    for (SlotTarget& entry : row_) {
      // int.class and the like are no class object of a type, and yet their slots are those of class objects.
      if (type == types_.classClass()) entry.slot = fieldOfClass(entry.slot);
      aside_->unnamedFields += slots.knows(type.value(), entry.slot) ? 0 : 1;
      entry.slot = slots.ofInstance(type.value(), entry.slot);
    }
  }
  const auto [from, to] = parts_.references.range(referrer.value());
  const uint64_t at = from + group.base;
  if (at + row_.size() > to) return false;
  if (row_.size() == to - from) return writeRow(parts_, *aside_, at, row_, 0);

  // One of several groups: the distance from the one before is not known yet.
  std::ranges::sort(row_);
  if (!writeRow(parts_, *aside_, at, row_, row_.front().slot)) return false;
  aside_->parts.push_back({referrer, at, static_cast<uint32_t>(row_.size()), static_cast<uint32_t>(row_.front().slot),
                           static_cast<uint32_t>(row_.back().slot)});
  return true;
}

bool ReferenceReader::root(const RootRecord& record) {
  if (record.kind == RootTag::kLateOrigin) return true;
  FoundRoot root{record, ObjectIndex::none(), record.object};
  if (record.object != 0) {
    root.object = ids_.find(record.object).value_or(ObjectIndex::none());
  } else {
    if (next_ == met_.size()) return false;
    root.id = met_[next_].id;
    root.object = met_[next_++].object;
  }
  roots_->push_back(root);
  return true;
}

bool ReferenceReader::typeOf(uint64_t, uint64_t classObject) {
  next_ += classObject == 0 ? 1 : 0;
  return next_ <= met_.size();
}

}  // namespace heaptrail::recording
