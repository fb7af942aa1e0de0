#include "answer/shared/object_naming.h"

#include <fmt/format.h>

#include <unordered_map>
#include <vector>

#include "text/numbers.h"
#include "values/java_text.h"

namespace heaptrail {

namespace {

// Of a text that stands among others.
constexpr size_t kMaxOfField = 32;
constexpr size_t kMaxFieldsTold = 3;
// Beyond that nobody finds what tells objects apart, and each is some reads.
constexpr size_t kMaxFieldsTried = 8;
// Of a collection whose size no field tells.
constexpr uint64_t kMaxCounted = 1000;

}  // namespace

std::string collectionSizeText(ItemKind kind, const CollectionSize& size) {
  const bool one = size.items == 1 && size.isExact;
  const std::string_view noun =
      kind == ItemKind::kEntries ? (one ? "entry" : "entries") : (one ? "element" : "elements");
  return fmt::format("{}{} {}", size.isExact ? "" : "at least ", groupedDigits(size.items), noun);
}

std::string ObjectNaming::of(ObjectIndex object, size_t longest) {
  if (made_ == ObjectTexts::kMaxTexts) return {};
  ++made_;
  if (std::string text = ownText(object, longest); !text.empty() || values_ == nullptr) return text;
  return fieldsText(object);
}

std::string ObjectNaming::ownText(ObjectIndex object, size_t longest) {
  if (std::string text = texts_.of(object, longest); !text.empty()) return text;
  return collectionText(object);
}

std::string ObjectNaming::collectionText(ObjectIndex object) const {
  const std::optional<ItemKind> kind = collections_.kindOf(object);
  return kind ? collectionSizeText(*kind, collections_.sizeOf(object, kMaxCounted)) : std::string();
}

/// What says which one it is: fields with a text of their own first, then numbers that are not 0.
std::string ObjectNaming::fieldsText(ObjectIndex object) {
  const Symbols& symbols = heap_.symbols();
  const TypeId type = heap_.typeOf(object);
  if (symbols[type].shape != TypeShape::kInstance || heap_.typeOfClassObject(object).exists()) return {};
  const auto values = values_->fields(object);
  if (!values) return {};
  std::vector<std::pair<const Field*, StoredValue>> fields;
  for (TypeId t = type; t.exists(); t = symbols[t].superclass) {
    for (const Field& field : symbols[t].fields) {
      if (fields.size() < values->size()) fields.emplace_back(&field, (*values)[fields.size()]);
    }
  }
  std::string text;
  size_t told = 0;
  const auto tell = [&](const Field& field, std::string_view content) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", field.name, content);
    ++told;
  };
  size_t tried = 0;
  for (const auto& [field, value] : fields) {
    if (field->kind != ValueKind::kReference || value.bits == 0) continue;
    if (told == kMaxFieldsTold || ++tried > kMaxFieldsTried) break;
    const std::optional<ObjectIndex> target = heap_.find(ObjectId(value.bits));
    if (!target) continue;
    if (const std::string content = ownText(*target, kMaxOfField); !content.empty()) tell(*field, content);
  }
  for (const auto& [field, value] : fields) {
    if (told == kMaxFieldsTold) break;
    if (field->kind == ValueKind::kReference || field->kind == ValueKind::kChar || value.bits == 0) continue;
    tell(*field, valueText(value));
  }
  return text;
}

}  // namespace heaptrail
