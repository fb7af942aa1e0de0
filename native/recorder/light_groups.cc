#include "recorder/light_groups.h"

#include <algorithm>

namespace heaptrail::recorder {

namespace {

using recording::ArraySizes;

// As many as ownership tells apart at full points.
constexpr uint32_t kMostHolders = 4;
// Programs have some thousand at the most: beyond, something is wrong with the idea that few classes hold collections.
constexpr size_t kMostCollections = 1 << 16;

uint32_t magnitudeOf(int32_t length) {
  uint32_t magnitude = 0;
  for (; length >= 10; length /= 10) ++magnitude;
  return magnitude;
}

}  // namespace

uint32_t LightGroups::ofThread(uint64_t object, uint32_t type, uint32_t thread) {
  const auto [known, isNew] = ofThread_.try_emplace(object, 0);
  if (isNew) known->second = add({.role = Role::kThread, .type = type, .thread = thread});
  return known->second;
}

uint32_t LightGroups::ofArrays(uint32_t type, char element, int32_t length) {
  const uint32_t magnitude = magnitudeOf(length);
  uint32_t& place = ofArrays_[ArraySizes::placeOf(element) * kMagnitudes + magnitude];
  if (place == 0) place = add({.role = Role::kObjects, .type = type, .magnitude = magnitude + 1}) + 1;
  return place - 1;
}

uint32_t LightGroups::ofCollection(uint32_t collection, uint32_t type) {
  if (collection == 0) return ofObjects(type);
  auto& groups = collections_[collection - 1].groups;
  for (const auto& [known, place] : groups) {
    if (known == type) return place;
  }
  const uint32_t place = add({.role = Role::kObjects, .type = type, .collection = collection});
  groups.emplace_back(type, place);
  return place;
}

uint32_t LightGroups::collection(Collection held) {
  uint32_t holders = held.holder == Holder::kNobody ? 0 : 1;
  if (held.holder == Holder::kCollection) {
    const Known& above = collections_[held.of];
    if (above.holders >= kMostHolders && above.collection.holder == Holder::kCollection) {
      held.of = above.collection.of;
    }
    holders += collections_[held.of].holders;
  }
  const auto known = byHolder_.find(held);
  if (known != byHolder_.end()) return known->second;
  if (collections_.size() == kMostCollections) return 0;
  collections_.push_back({held, holders, {}});
  const auto place = static_cast<uint32_t>(collections_.size());
  byHolder_.emplace(held, place);
  return place;
}

std::vector<LightGroups::Collection> LightGroups::collections() const {
  std::vector<Collection> all;
  for (const Known& known : collections_) all.push_back(known.collection);
  return all;
}

uint32_t LightGroups::placeIn(std::vector<uint32_t>& places, uint32_t type, Role role) {
  if (type >= places.size()) places.resize(std::max<size_t>(type + size_t{1}, places.size() * 2), kNone);
  if (places[type] == kNone) places[type] = add({.role = role, .type = type});
  return places[type];
}

uint32_t LightGroups::add(const Group& group) {
  groups_.push_back(group);
  return static_cast<uint32_t>(groups_.size() - 1);
}

}  // namespace heaptrail::recorder
