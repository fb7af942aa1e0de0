#include "ownership/collection_names.h"

#include <cstdint>
#include <map>

#include "dsl/names.h"
#include "growth/place_names.h"
#include "model/static_fields.h"

namespace heaptrail {

namespace {

// Collections in collections in … are told apart so deep; what is held deeper goes by its innermost holders.
constexpr uint32_t kMaxHolders = 4;
constexpr std::string_view kHeldBy = " ← ";

}  // namespace

CollectionNames::CollectionNames(const Symbols& symbols) : symbols_(symbols) {
  std::map<std::string, std::string_view> wholeNames;  // empty where a short name is that of several
  for (const Type& type : symbols.types) {
    labels_.push_back(shortClassName(type.name));
    const auto [known, isNew] = wholeNames.emplace(labels_.back(), type.name);
    if (!isNew && known->second != type.name) known->second = "";
  }
  for (uint32_t t = 0; t < symbols.types.size(); ++t) {
    names_.push_back(wholeNames[labels_[t]].empty() ? symbols.types[t].name : labels_[t]);
  }
}

std::string CollectionNames::heldByField(TypeId declaring, std::string_view field) const {
  field = fieldOfSlot(field);
  std::string text = std::string(kHeldBy) + name(declaring);
  const bool isField = symbols_[declaring].shape == TypeShape::kInstance && !field.empty();
  if (isField) text.append(".").append(field);
  return text;
}

std::string CollectionNames::heldByRoots(const ClassGroup& block) { return std::string(kHeldBy) + block.key; }

std::string CollectionNames::holdersOfParts(TypeId head, const std::string& holders) const {
  const std::string text = std::string(kHeldBy) + name(head) + holders;
  size_t told = 0;
  for (size_t at = 0; (at = text.find(kHeldBy, at)) != std::string::npos; at += kHeldBy.size()) ++told;
  return told <= kMaxHolders ? text : holders;
}

/// What a class is called behind a collection that it is nested in: `Node[]` for `HashMap.Node[]`.
std::string CollectionNames::nameBelow(TypeId type, TypeId head) const {
  const bool isNested = dsl::outermostClass(symbols_[type].name) == dsl::outermostClass(symbols_[head].name);
  const size_t dot = label(type).rfind('.');
  return isNested && dot != std::string::npos ? label(type).substr(dot + 1) : name(type);
}

ClassGroup CollectionNames::headGroup(TypeId type, const std::string& holders) const {
  const bool isArray = symbols_[type].shape != TypeShape::kInstance;
  return {.key = name(type) + holders,
          .label = label(type),
          .kind = isArray ? GroupKind::kArray : GroupKind::kCollection,
          .type = symbols_[type].name};
}

ClassGroup CollectionNames::partGroup(TypeId type, TypeId head, const std::string& holders) const {
  const std::string name = nameBelow(type, head);
  return {.key = name + holders, .label = name, .kind = GroupKind::kCollection, .type = symbols_[type].name};
}

}  // namespace heaptrail
