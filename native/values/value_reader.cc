#include "values/value_reader.h"

#include <algorithm>
#include <limits>

namespace heaptrail {

namespace {

constexpr uint64_t kValuesAtOnce = uint64_t{1} << 16;

}  // namespace

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

JavaText ValueReader::piecewise(ObjectIndex array, uint64_t first, uint64_t count, bool wide, size_t longest) const {
  if (!array.exists() || heap_.symbols()[heap_.typeOf(array)].shape == TypeShape::kInstance) return {};
  const uint64_t end = count < std::numeric_limits<uint64_t>::max() - first ? first + count : count;
  JavaText text;
  // One more than is shown, to know whether there is more. A read value is much larger than what it stands for.
  while (text.units.size() <= longest && first < end) {
    const uint64_t left = (uint64_t{longest} + 1 - text.units.size()) * (wide ? 2 : 1);
    const uint64_t wanted = std::min({left, end - first, kValuesAtOnce});
    const auto part = values_.elements(array, first, wanted).value_or(std::vector<StoredValue>{});
    const JavaText more = textOf(part, wide, part.size());
    text.units.insert(text.units.end(), more.units.begin(), more.units.end());
    if (part.size() < wanted) break;
    first += wanted;
  }
  cut(text, longest);
  return text;
}

JavaText ValueReader::characters(ObjectIndex array, bool wide, size_t longest) const {
  return piecewise(array, 0, std::numeric_limits<uint64_t>::max(), wide, longest);
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
    return piecewise(content, static_cast<uint64_t>(*offset), static_cast<uint64_t>(*count), false, longest);
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
