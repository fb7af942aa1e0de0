#include "values/value_reader.h"

#include <algorithm>

namespace heaptrail {

FieldValues::FieldValues(const Heap& heap, const StoredValues& values, ObjectIndex object) : heap_(heap) {
  const Symbols& symbols = heap.symbols();
  if (symbols[heap.typeOf(object)].shape != TypeShape::kInstance) return;
  const Result<std::vector<StoredValue>> found = values.fields(object);
  if (!found) return;
  size_t next = 0;
  for (TypeId type = heap.typeOf(object); type.exists(); type = symbols[type].superclass) {
    for (const Field& field : symbols[type].fields) {
      if (next == found->size()) return;
      fields_.emplace_back(&field, (*found)[next++]);
    }
  }
}

const StoredValue* FieldValues::find(std::string_view name) const {
  const auto found = std::ranges::find(fields_, name, [](const auto& field) { return field.first->name; });
  return found == fields_.end() ? nullptr : &found->second;
}

std::optional<int64_t> FieldValues::integer(std::string_view name) const {
  const StoredValue* value = find(name);
  const bool none = value == nullptr || value->kind == ValueKind::kReference || value->kind == ValueKind::kFloat ||
                    value->kind == ValueKind::kDouble;
  return none ? std::nullopt : std::optional(integerOf(*value));
}

ObjectIndex FieldValues::object(std::string_view name) const {
  const StoredValue* value = find(name);
  if (value == nullptr || value->kind != ValueKind::kReference) return ObjectIndex::none();
  return heap_.find(ObjectId(value->bits)).value_or(ObjectIndex::none());
}

std::vector<StoredValue> ValueReader::elements(ObjectIndex array, size_t atMost) const {
  if (!array.exists() || heap_.symbols()[heap_.typeOf(array)].shape == TypeShape::kInstance) return {};
  return values_.elements(array, 0, atMost).value_or(std::vector<StoredValue>{});
}

JavaText ValueReader::characters(ObjectIndex array, bool wide, size_t longest) const {
  // One more than is shown, to know whether there is more.
  return textOf(elements(array, (longest + 1) * (wide ? 2 : 1)), wide, longest);
}

std::optional<JavaText> ValueReader::string(ObjectIndex string, size_t longest) const {
  if (!string.exists() || heap_.symbols()[heap_.typeOf(string)].name != "java.lang.String") return std::nullopt;
  const FieldValues fields = this->fields(string);
  const ObjectIndex content = fields.object("value");
  if (!content.exists()) return std::nullopt;
  // Before JDK 7u6, several strings could share an array.
  const std::optional<int64_t> offset = fields.integer("offset");
  const std::optional<int64_t> count = fields.integer("count");
  if (offset && count && *offset >= 0 && *count >= 0) {
    const auto shown = std::min<uint64_t>(static_cast<uint64_t>(*count), uint64_t{longest} + 1);
    const auto part = values_.elements(content, static_cast<uint64_t>(*offset), shown);
    return textOf(part.value_or(std::vector<StoredValue>{}), false, longest);
  }
  return characters(content, fields.integer("coder").value_or(0) != 0, longest);
}

std::optional<JavaText> ValueReader::string(const FieldValues& fields, std::string_view name, size_t longest) const {
  const ObjectIndex text = fields.object(name);
  if (!text.exists()) return std::nullopt;
  const Type& type = heap_.symbols()[heap_.typeOf(text)];
  if (type.shape == TypeShape::kPrimitiveArray && type.element == ValueKind::kChar) {
    return characters(text, false, longest);
  }
  return string(text, longest);
}

}  // namespace heaptrail
