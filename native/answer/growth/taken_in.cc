#include "answer/growth/taken_in.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/page.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

constexpr size_t kMaxTaken = 5;
// More types than these are told by what they extend.
constexpr size_t kMaxTypesToTell = 20;

// So many types are named in a sentence.
constexpr size_t kFew = 2;

int64_t gainedBy(std::span<const TakenIn> types) {
  return std::transform_reduce(types.begin(), types.end(), int64_t{0}, std::plus(),
                               [](const TakenIn& type) { return type.gained(); });
}

/// Whether those that a sentence would name are at least half of all. What gained most comes first.
bool aFewAreMost(std::span<const TakenIn> taken) {
  return 2 * gainedBy(taken.first(std::min(taken.size(), kFew))) >= gainedBy(taken);
}

/// Whether what gained most is half of all and told by what several types of somebody's own extend: events of all
/// kinds.
bool isOfOneKind(std::span<const TakenIn> kinds) {
  const TakenIn& most = kinds.front();
  return most.subtypes.size() > kFew && !isOfJdk(most.type) && 2 * most.gained() >= gainedBy(kinds);
}

bool isAmong(std::span<const TakenIn> taken, const std::string& type) {
  return std::ranges::any_of(taken, [&](const TakenIn& one) {
    return one.type == type || std::ranges::find(one.subtypes, type) != one.subtypes.end();
  });
}

/// Nodes are classes inside of what they are nodes of; what a library links to each other and is none, as the
/// elements of a document, is what a program put there.
bool isElementByName(std::string_view type) { return !type.contains('$') && !type.ends_with("[]"); }

}  // namespace

std::vector<TakenIn> TakenInBySuspects::of(const Suspect& suspect, const Leaves& leaves) const {
  std::vector<TakenIn> taken;
  for (const LeafType& leaf : leaves.types) {
    if (leaf.size.objects() > 0)
      taken.push_back({leaf.type, leaf.size.from.objects, leaf.size.to.objects, std::nullopt});
  }
  if (taken.size() > kMaxTypesToTell) taken = bySuperclass(taken);
  const auto mostFirst = [&](std::vector<TakenIn>& types) {
    std::ranges::stable_sort(
        types, {}, [&](const TakenIn& type) { return std::pair(-type.gained(), !places().own().has(type.type)); });
  };
  mostFirst(taken);
  if (!aFewAreMost(taken)) {
    std::vector<TakenIn> kinds = bySuperclass(taken);
    mostFirst(kinds);
    if (isOfOneKind(kinds)) taken = std::move(kinds);
  }
  for (const Accumulation& accumulation : suspect.accumulations) {
    const GrowthPlace& place = (*places().tree())[accumulation.place];
    const std::string& type = places().names().typeName(place.type);
    if (!accumulation.inNumber || isAmong(taken, type)) continue;
    const TakenIn more{type, place.count(EndOfWindow::kFrom), place.count(EndOfWindow::kTo), std::nullopt};
    if (taken.empty()) {
      taken.push_back(more);
    } else if (places().own().has(type) || (suspect.inferred && isElementByName(type))) {
      taken.insert(taken.begin(), more);
    }
  }
  keepFirst(taken, kMaxTaken);
  return taken;
}

void TakenInBySuspects::countRemoved(const Suspect& suspect, std::vector<TakenIn>& taken) const {
  if (analysis_.tracked().match() != GrowthMatch::kIdentity) return;
  for (const Accumulation& accumulation : suspect.accumulations) {
    const GrowthPlace& place = (*places().tree())[accumulation.place];
    const auto type = std::ranges::find(taken, places().names().typeName(place.type), &TakenIn::type);
    if (!accumulation.inNumber || type == taken.end() || type->removed) continue;
    if (type->from != place.count(EndOfWindow::kFrom) || type->to != place.count(EndOfWindow::kTo)) continue;
    BitSet isThere(heap().objectCount());
    for (const ObjectIndex object : place.at(EndOfWindow::kTo)) isThere.set(object.value());
    type->removed = static_cast<uint64_t>(std::ranges::count_if(place.at(EndOfWindow::kFrom), [&](ObjectIndex object) {
      const auto now = heap().find(analysis_.from().heap().idOf(object));
      return !now || !isThere.test(now->value());
    }));
  }
}

/// Where everything that is taken in has a class of its own, as scripts and proxies have, by what these extend.
std::vector<TakenIn> TakenInBySuspects::bySuperclass(const std::vector<TakenIn>& types) const {
  const dsl::TypeIndex& known = analysis_.to().analysis->types().types();
  const Symbols& symbols = heap().symbols();
  std::map<std::string_view, TakenIn> merged;
  for (const TakenIn& type : types) {
    const auto same = known.named(type.type);
    const TypeId above = same.empty() ? TypeId::none() : symbols[same.front()].superclass;
    const bool extends = above.exists() && symbols[above].superclass.exists();
    const std::string& name = extends ? symbols[above].name : type.type;
    TakenIn& into = merged.try_emplace(name, TakenIn{name, 0, 0, std::nullopt}).first->second;
    into.from += type.from;
    into.to += type.to;
    type.forEachType([&](const std::string& subtype) { into.subtypes.push_back(subtype); });
  }
  std::vector<TakenIn> result;
  for (auto& [name, type] : merged) result.push_back(std::move(type));
  return result;
}

}  // namespace heaptrail
