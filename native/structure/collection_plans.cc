#include "structure/collection_plans.h"

#include <algorithm>
#include <unordered_set>

#include "dsl/entries_of_types.h"

namespace heaptrail {

using dsl::Role;

namespace {

/// The names of an instance's reference fields by slot; and the place of a field among all of its fields.
struct NamedSlots {
  NamedSlots(const Symbols& symbols, TypeId type) {
    for (TypeId t = type; t.exists(); t = symbols[t].superclass) {
      for (const Field& field : symbols[t].fields) {
        if (field.kind == ValueKind::kReference) names.push_back(&field.name);
        fields.push_back(&field);
      }
    }
  }
  std::vector<const std::string*> names;
  std::vector<const Field*> fields;
};

bool isWholeNumber(ValueKind kind) {
  return kind == ValueKind::kInt || kind == ValueKind::kLong || kind == ValueKind::kShort;
}

}  // namespace

PartPlan::PartPlan(const dsl::DescribedTypes& types, TypeId type, dsl::Scope, uint32_t entryIndex) {
  const dsl::DescriptionEntry& entry = types.descriptions().entries()[entryIndex];
  const Symbols& symbols = types.types().symbols();
  const auto& pointedTo = entry.description->pointedTo;
  for (uint32_t i = 0; i < pointedTo.size(); ++i) {
    Candidate candidate{{i, pointedTo[i].role, pointedTo[i].leaf}, pointedTo[i].pattern.isAnything(), {}, {}};
    if (pointedTo[i].field) candidate.field = pointedTo[i].field->name;
    hasRoles_ |= candidate.target.role.has_value();
    if (!candidate.anything) {
      candidate.fits.resize(symbols.types.size());
      for (const TypeId t : types.types().matching(pointedTo[i].pattern, entry.package())) {
        candidate.fits[t.value()] = 1;
      }
    }
    candidates_.push_back(std::move(candidate));
  }
  isArray_ = symbols[type].shape != TypeShape::kInstance;
  if (isArray_) {
    for (uint32_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i].field.empty()) forAny_.push_back(i);
    }
    return;
  }
  const NamedSlots slots(symbols, type);
  for (const std::string* name : slots.names) {
    std::vector<uint32_t>& here = bySlot_.emplace_back();
    for (uint32_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i].field.empty() || candidates_[i].field == *name) here.push_back(i);
    }
  }
  for (const dsl::PointedTo& size : entry.description->sizes) {
    for (uint32_t i = 0; i < slots.fields.size() && !sizeField_; ++i) {
      const Field& field = *slots.fields[i];
      if (size.field && field.name == size.field->name && isWholeNumber(field.kind)) sizeField_ = i;
    }
  }
}

std::optional<PlannedTarget> PartPlan::targetOf(uint32_t slot, TypeId target) const {
  // Slots beyond the fields: formats without names of fields, classes that their loader holds.
  if (!isArray_ && slot >= bySlot_.size()) return std::nullopt;
  for (const uint32_t i : isArray_ ? forAny_ : bySlot_[slot]) {
    const Candidate& candidate = candidates_[i];
    if (candidate.anything || candidate.fits[target.value()] != 0) return candidate.target;
  }
  return std::nullopt;
}

bool PartPlan::hasRole(Role role) const {
  return std::ranges::any_of(candidates_, [&](const Candidate& candidate) { return candidate.target.role == role; });
}

const PartPlan* CollectionReader::Plans::planOf(TypeId type, dsl::Scope scope, TypeId head) {
  const auto [place, isNew] = plans_.try_emplace({type.value(), scope.value()});
  std::optional<PartPlan>& plan = place->second;
  if (!isNew) return plan ? &*plan : nullptr;
  std::optional<uint32_t> entry = types_.entryOf(type);
  if (scope != dsl::kEverywhere) {
    std::vector<uint32_t>& below = entriesBelow_[scope.value()];
    if (below.empty()) {
      const std::vector<uint32_t> everywhere = dsl::entriesOfTypes(types_.descriptions(), types_.types());
      below = dsl::entriesBelow(types_.descriptions(), types_.types(), everywhere, *types_.entryOf(head));
    }
    const uint32_t found = below[type.value()];
    entry = found == dsl::kNoEntry ? std::nullopt : std::optional(found);
  }
  if (!entry) return nullptr;
  plan.emplace(types_, type, scope, *entry);
  return &*plan;
}

std::optional<ItemKind> CollectionReader::Plans::kindOf(TypeId head) {
  const auto [place, isNew] = kinds_.try_emplace(head.value());
  if (isNew && types_.isHead(head)) place->second = findKind(head);
  return place->second;
}

/// What an object of this type, an inner part, may refer to. Of an array without a description: what it can hold.
std::vector<TypeId> CollectionReader::Plans::ledToBy(TypeId type, dsl::Scope scope) const {
  const Symbols& symbols = heap_.symbols();
  const dsl::Step* steps = types_.stepsFrom(type, scope);
  std::vector<TypeId> among;
  if (symbols[type].shape == TypeShape::kReferenceArray) {
    const TypeId element = types_.types().elementOf(type);
    if (!element.exists() || symbols[element].name == "java.lang.Object") return {};
    among = types_.types().withSubclasses(std::span(&element, 1));
  } else {
    for (uint32_t i = 0; i < symbols.types.size(); ++i) among.emplace_back(i);
  }
  std::erase_if(among, [&](TypeId t) { return steps[t.value()] != dsl::Step::kInner; });
  return among;
}

/// From the roles that the parts below a head have, those of the nearest first.
std::optional<ItemKind> CollectionReader::Plans::findKind(TypeId head) {
  const dsl::Scope scope = types_.scopeBelow(head);
  std::vector<TypeId> waiting = {head};
  std::unordered_set<uint32_t> seen = {head.value()};
  for (size_t i = 0; i < waiting.size(); ++i) {
    const PartPlan* plan = planOf(waiting[i], scope, head);
    if (plan != nullptr && plan->hasRoles()) {
      const bool pairs = plan->hasRole(Role::kEntries) || plan->hasRole(Role::kKey) ||
                         (plan->hasRole(Role::kKeys) && plan->hasRole(Role::kValues));
      const bool single = plan->hasRole(Role::kElement) || plan->hasRole(Role::kElements) ||
                          plan->hasRole(Role::kKeys) || plan->hasRole(Role::kValues);
      if (pairs || single) return pairs ? ItemKind::kEntries : ItemKind::kElements;
    }
    for (const TypeId next : ledToBy(waiting[i], scope)) {
      if (seen.insert(next.value()).second) waiting.push_back(next);
    }
  }
  return std::nullopt;
}

}  // namespace heaptrail
