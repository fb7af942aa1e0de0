#include "trace/jsonl/symbol_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/java_names.h"

namespace heaptrail::jsonl {

namespace {

constexpr std::array kValueKinds{ValueKind::kReference, ValueKind::kBoolean, ValueKind::kChar,
                                 ValueKind::kFloat,     ValueKind::kDouble,  ValueKind::kByte,
                                 ValueKind::kShort,     ValueKind::kInt,     ValueKind::kLong};

constexpr std::array<std::string_view, 3> kWithoutReferrer{"garbage", "maybe-held", "filler"};

std::optional<ValueKind> valueKindOf(const Json& word) {
  std::string_view text;
  if (word.get(text) != simdjson::SUCCESS) return std::nullopt;
  const auto* found = std::ranges::find(kValueKinds, text, valueWord);
  return found == kValueKinds.end() ? std::nullopt : std::optional(*found);
}

constexpr std::string_view kKindsExpected = "reference, boolean, char, float, double, byte, short, int or long";

/// "table", or ["size","int"].
Field readField(LineFields& fields, const Json& element) {
  std::string_view name;
  if (element.get(name) == simdjson::SUCCESS) return {std::string(name), ValueKind::kReference};
  JsonArray pair;
  Json kindWord;
  if (element.get(pair) != simdjson::SUCCESS || pair.size() != 2 || pair.at(0).get(name) != simdjson::SUCCESS ||
      pair.at(1).get(kindWord) != simdjson::SUCCESS) {
    fields.complainOf("fields", "names, or pairs [name,kind],", element);
    return {};
  }
  const std::optional<ValueKind> kind = valueKindOf(kindWord);
  if (!kind) fields.complainOf("fields", fmt::format("{} as kind of a field", kKindsExpected), kindWord);
  return {std::string(name), kind.value_or(ValueKind::kReference)};
}

void readShape(LineFields& fields, Type& type) {
  const auto [shape, element] = shapeOfName(type.name);
  type.shape = shape;
  type.element = element;
  if (const std::optional<Json> word = fields.find("element")) {
    const std::optional<ValueKind> kind = valueKindOf(*word);
    if (!kind) fields.complainOf("element", kKindsExpected, *word);
    type.element = kind.value_or(ValueKind::kReference);
    type.shape = type.element == ValueKind::kReference ? TypeShape::kReferenceArray : TypeShape::kPrimitiveArray;
  }
  if (!fields.truthOr("array", type.shape != TypeShape::kInstance)) {
    type.shape = TypeShape::kInstance;
    type.element = ValueKind::kReference;
  } else if (type.shape == TypeShape::kInstance) {
    type.shape = TypeShape::kReferenceArray;
  }
}

/// "referent", 0, or several of these: ["key",1].
std::vector<SlotWord> readSlots(LineFields& fields, std::string_view key) {
  std::vector<SlotWord> slots;
  const auto read = [&](const Json& word) {
    std::string_view name;
    uint64_t position = 0;
    if (word.get(name) == simdjson::SUCCESS) {
      // An empty name is that of no field.
      if (!name.empty()) slots.push_back({std::string(name), Heap::kNoSlot});
    } else if (word.get(position) == simdjson::SUCCESS && position < Heap::kNoSlot) {
      slots.push_back({{}, static_cast<uint32_t>(position)});
    } else {
      fields.complainOf(key, "names or positions of fields", word);
    }
  };
  const std::optional<Json> value = fields.find(key);
  if (!value) return slots;
  if (value->is_array()) {
    fields.forEach(key, read);
  } else {
    read(*value);
  }
  return slots;
}

}  // namespace

NamedShape shapeOfName(std::string_view name) {
  if (!name.ends_with("[]")) return {TypeShape::kInstance, ValueKind::kReference};
  name.remove_suffix(2);
  for (const ValueKind kind : kValueKinds) {
    if (kind != ValueKind::kReference && primitiveName(kind) == name) return {TypeShape::kPrimitiveArray, kind};
  }
  return {TypeShape::kReferenceArray, ValueKind::kReference};
}

std::string_view valueWord(ValueKind kind) { return kind == ValueKind::kReference ? "reference" : primitiveName(kind); }

std::string_view withoutReferrerWord(WithoutReferrer meaning) { return kWithoutReferrer[static_cast<size_t>(meaning)]; }

Type readType(LineFields& fields, TypeDetails& details) {
  Type type;
  type.name = fields.text("name");
  readShape(fields, type);
  const bool array = type.shape != TypeShape::kInstance;
  fields.forEach("fields", [&](const Json& element) { type.fields.push_back(readField(fields, element)); });
  details.sizeKnown = array || fields.has("size");
  type.bytes = fields.smallNumberOr("size", array ? kUsualArrayHeader : 0);
  if (array) {
    const uint32_t usual = type.shape == TypeShape::kReferenceArray ? kUsualReference : primitiveBytes(type.element);
    type.elementBytes = fields.smallNumberOr("elementSize", usual);
  }
  details.super = fields.maybeNumber("super");
  details.classObject = fields.maybeNumber("class");
  fields.forEach("classSlots", [&](const Json& element) {
    std::string_view name;
    if (element.get(name) != simdjson::SUCCESS) fields.complainOf("classSlots", "names", element);
    details.classSlots.emplace_back(name);
  });
  details.weak = readSlots(fields, "weak");
  details.soft = readSlots(fields, "soft");
  details.links = readSlots(fields, "links");
  if (const std::optional<Json> word = fields.find("withoutReferrer")) {
    const std::string text = fields.textOr("withoutReferrer", {});
    const auto* found = std::ranges::find(kWithoutReferrer, text);
    if (found == kWithoutReferrer.end()) {
      fields.complainOf("withoutReferrer", "garbage, maybe-held or filler", *word);
    } else {
      details.withoutReferrer = static_cast<WithoutReferrer>(found - kWithoutReferrer.begin());
    }
  }
  return type;
}

Frame readFrame(LineFields& fields) {
  return {fields.textOr("class", {}), fields.textOr("method", {}), fields.textOr("file", {}),
          fields.smallNumberOr("line", 0)};
}

Site readSite(LineFields& fields) {
  Site site;
  fields.forEach("frames", [&](const Json& element) {
    std::optional<LineFields> frame = fields.inside("frames", element);
    if (!frame) return;
    site.frames.push_back(readFrame(*frame));
    fields.absorb(*frame);
  });
  return site;
}

ThreadInfo readThread(LineFields& fields) {
  fields.maybeNumber("stack");
  return {fields.textOr("name", {}), SiteId::none()};
}

}  // namespace heaptrail::jsonl
