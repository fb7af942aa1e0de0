#include "answer/object/object_members.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "answer/shared/describe_objects.h"
#include "base/page.h"
#include "base/try.h"

namespace heaptrail {

namespace {

constexpr std::string_view kStatic = "static ";

/// What an object refers to, by slot.
std::unordered_map<uint32_t, ObjectIndex> targetsBySlot(const Heap& heap, ObjectIndex object) {
  std::unordered_map<uint32_t, ObjectIndex> targets;
  heap.forEachSlot(object, [&targets](ObjectIndex target, uint32_t slot) { targets.emplace(slot, target); });
  return targets;
}

ObjectIndex take(std::unordered_map<uint32_t, ObjectIndex>& targets, uint32_t slot) {
  const auto found = targets.find(slot);
  if (found == targets.end()) return ObjectIndex::none();
  const ObjectIndex target = found->second;
  targets.erase(found);
  return target;
}

}  // namespace

Status ObjectMembers::list(ObjectIndex object, const ObjectQuestion& question, ObjectPageAnswer& answer) const {
  answer.offset = question.offset;
  if (heap_.symbols()[heap_.typeOf(object)].shape != TypeShape::kInstance) {
    const uint64_t length = heap_.lengthOf(object);
    answer.allElements = length;
    return listElements(object, answer, placesOfPage(length, question.offset, question.limit));
  }
  const TypeId described = heap_.typeOfClassObject(object);
  std::vector<Row> rows = TRY(described.exists() ? fieldsOfClass(object, described) : fieldsOf(object));
  answer.allFields = rows.size();
  for (Row& row : pageOf(rows, question.offset, question.limit)) {
    if (row.target.exists()) row.field.object = describe(row.target);
    answer.fields.push_back(std::move(row.field));
  }
  return {};
}

Result<std::vector<ObjectMembers::Row>> ObjectMembers::fieldsOf(ObjectIndex object) const {
  const Symbols& symbols = heap_.symbols();
  std::vector<StoredValue> values;
  if (values_ != nullptr) {
    values = TRY(values_->fields(object));
  }
  auto targets = targetsBySlot(heap_, object);
  std::vector<Row> rows;
  uint32_t slot = 0;
  for (TypeId type = heap_.typeOf(object); type.exists(); type = symbols[type].superclass) {
    for (const Field& field : symbols[type].fields) {
      Row row{{symbols[type].name, field.name, false, field.kind, {}, {}, {}}};
      const bool hasValue = rows.size() < values.size();
      if (field.kind == ValueKind::kReference) {
        row.target = take(targets, slot++);
        const uint64_t id = hasValue ? values[rows.size()].bits : 0;
        if (id != 0 && !row.target.exists()) row.field.missing = id;
      } else if (hasValue) {
        row.field.value = values[rows.size()];
      }
      rows.push_back(std::move(row));
    }
  }
  // What no declared field holds: formats without names of fields, and classes that their loader holds.
  std::vector<std::pair<uint32_t, ObjectIndex>> others(targets.begin(), targets.end());
  std::ranges::sort(others);
  for (const auto& [place, target] : others) {
    rows.push_back({{{}, heap_.slotName(object, place), false, ValueKind::kReference, {}, {}, {}}, target});
  }
  return rows;
}

Result<std::vector<ObjectMembers::Row>> ObjectMembers::fieldsOfClass(ObjectIndex classObject, TypeId type) const {
  std::vector<StaticValue> statics;
  if (values_ != nullptr) {
    statics = TRY(values_->staticFields(classObject));
  }
  const std::string& className = heap_.symbols()[type].name;
  auto targets = targetsBySlot(heap_, classObject);
  std::vector<Row> rows;
  const std::vector<std::string>& slots = heap_.parts().classSlots[type.value()];
  for (uint32_t slot = 0; slot < slots.size(); ++slot) {
    const bool isStatic = slots[slot].starts_with(kStatic);
    Row row{{isStatic ? className : "", slots[slot], isStatic, ValueKind::kReference, {}, {}, {}}, take(targets, slot)};
    if (isStatic) {
      row.field.name.erase(0, kStatic.size());
      const auto read = std::ranges::find_if(statics, [&](const StaticValue& field) {
        return field.value.kind == ValueKind::kReference && field.name == row.field.name;
      });
      if (read != statics.end() && read->value.bits != 0 && !row.target.exists()) row.field.missing = read->value.bits;
    } else if (!row.target.exists()) {
      continue;  // what the runtime could note of a class, but did not
    }
    rows.push_back(std::move(row));
  }
  for (const StaticValue& field : statics) {
    if (field.value.kind == ValueKind::kReference) continue;
    rows.push_back({{className, field.name, true, field.value.kind, field.value, {}, {}}});
  }
  std::vector<std::pair<uint32_t, ObjectIndex>> others(targets.begin(), targets.end());
  std::ranges::sort(others);
  for (const auto& [place, target] : others) {
    rows.push_back({{{}, heap_.slotName(classObject, place), false, ValueKind::kReference, {}, {}, {}}, target});
  }
  return rows;
}

Status ObjectMembers::listElements(ObjectIndex array, ObjectPageAnswer& answer, const PlacesOfPage& page) const {
  const Type& type = heap_.symbols()[heap_.typeOf(array)];
  answer.element = type.shape == TypeShape::kReferenceArray ? ValueKind::kReference : type.element;
  if (page.size() == 0) return {};
  std::vector<StoredValue> values;
  if (values_ != nullptr) {
    values = TRY(values_->elements(array, page.from, page.size()));
  }
  if (answer.element != ValueKind::kReference) {
    for (const StoredValue& value : values) {
      answer.elements.push_back({page.from + answer.elements.size(), value, {}, {}});
    }
    return {};
  }
  for (uint64_t i = page.from; i < page.to; ++i) answer.elements.push_back({i, {}, {}, {}});
  heap_.forEachSlot(array, [&](ObjectIndex target, uint32_t slot) {
    if (page.has(slot)) answer.elements[slot - page.from].object = describe(target);
  });
  for (size_t i = 0; i < std::min(values.size(), answer.elements.size()); ++i) {
    ElementAnswer& element = answer.elements[i];
    if (!element.object && values[i].bits != 0) element.missing = values[i].bits;
  }
  return {};
}

ObjectAnswer ObjectMembers::describe(ObjectIndex object) const {
  ObjectAnswer answer = describeObject(heap_, object);
  answer.text = names_.of(object);
  return answer;
}

}  // namespace heaptrail
