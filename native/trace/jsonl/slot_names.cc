#include "trace/jsonl/slot_names.h"

#include <algorithm>
#include <optional>

namespace heaptrail::jsonl {

namespace {

std::optional<uint32_t> declaredSlot(const Symbols& symbols, TypeId type, const std::string& name) {
  uint32_t slot = 0;
  for (TypeId t = type; t.exists(); t = symbols[t].superclass) {
    for (const Field& field : symbols[t].fields) {
      if (field.kind != ValueKind::kReference) continue;
      if (field.name == name) return slot;
      ++slot;
    }
  }
  return std::nullopt;
}

std::optional<uint32_t> declaredSlot(const std::vector<std::string>& slots, const std::string& name) {
  const auto found = std::ranges::find(slots, name);
  if (found == slots.end()) return std::nullopt;
  return static_cast<uint32_t>(found - slots.begin());
}

}  // namespace

void SlotNames::use(SlotOwner owner, uint32_t name) {
  const auto [entry, fresh] = used_.try_emplace(keyOf(owner));
  Used& used = entry->second;
  const std::vector<std::string>& classSlots = classSlots_[owner.type.value()];
  if (fresh) {
    used.declared = owner.classObject ? static_cast<uint32_t>(classSlots.size()) : ownReferences(owner.type);
  }
  if (used.placeOfName.contains(name)) return;
  const std::string& text = names_[name];
  const std::optional<uint32_t> slot =
      owner.classObject ? declaredSlot(classSlots, text) : declaredSlot(symbols_, owner.type, text);
  used.placeOfName[name] = slot ? *slot : kAdded | static_cast<uint32_t>(used.added.size());
  if (!slot) used.added.push_back(name);
}

void SlotNames::settle() {
  for (const auto& [key, used] : used_) {
    anyAdded_ = anyAdded_ || !used.added.empty();
    for (const uint32_t name : used.added) {
      if (key % 2 == 1) {
        classSlots_[key / 2].push_back(names_[name]);
      } else {
        symbols_.types[key / 2].fields.push_back({names_[name], ValueKind::kReference});
      }
    }
  }
}

uint32_t SlotNames::slotOfName(SlotOwner owner, uint32_t name) {
  const Used& used = used_.at(keyOf(owner));
  const uint32_t place = used.placeOfName.at(name);
  if ((place & kAdded) != 0) return used.declared + (place & ~kAdded);
  return slotOfPosition(owner, place);
}

uint32_t SlotNames::slotOfPosition(SlotOwner owner, uint32_t position) {
  if (!anyAdded_) return position;
  if (owner.classObject) {
    const auto used = used_.find(keyOf(owner));
    if (used == used_.end() || position < used->second.declared) return position;
    return position + static_cast<uint32_t>(used->second.added.size());
  }
  const Moved& moved = movedOf(owner.type);
  if (position < moved.slots.size()) return moved.slots[position];
  return position + (moved.total - static_cast<uint32_t>(moved.slots.size()));
}

uint32_t SlotNames::ownReferences(TypeId type) const {
  return static_cast<uint32_t>(std::ranges::count(symbols_[type].fields, ValueKind::kReference, &Field::kind));
}

uint32_t SlotNames::addedTo(TypeId type) const {
  const auto used = used_.find(keyOf({type, false}));
  return used == used_.end() ? 0 : static_cast<uint32_t>(used->second.added.size());
}

const SlotNames::Moved& SlotNames::movedOf(TypeId type) {
  const auto [entry, fresh] = moved_.try_emplace(type.value());
  Moved& moved = entry->second;
  if (!fresh) return moved;
  for (TypeId t = type; t.exists(); t = symbols_[t].superclass) {
    const uint32_t added = addedTo(t);
    const uint32_t declared = ownReferences(t) - added;
    for (uint32_t i = 0; i < declared; ++i) moved.slots.push_back(moved.total + i);
    moved.total += declared + added;
  }
  return moved;
}

}  // namespace heaptrail::jsonl
