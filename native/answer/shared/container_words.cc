#include "answer/shared/container_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/growth_words.h"
#include "growth/common_names.h"

namespace heaptrail {

namespace {

constexpr size_t kMaxNamedOwners = 3;
// How the names of places begin that are no field's.
constexpr std::string_view kLocalVariable = "local variable";

void sayField(Sentence& sentence, const std::string& name, const std::optional<FieldName>& field) {
  if (field) {
    sentence.link(name, *field);
  } else {
    sentence.say(name.starts_with(kLocalVariable) ? "a " + name : name);
  }
}

/// `MetricRegistry.metrics of Shop.METRICS`.
void sayPlace(Sentence& sentence, const std::string& name, const std::optional<FieldName>& field,
              const std::optional<OwnField>& within) {
  sayField(sentence, name, field);
  if (within) sentence.say(" of ").link(within->text, within->field);
}

void sayWhereCreated(Sentence& sentence, const std::vector<Frame>& site) {
  const std::span<const Frame> telling = tellingFrames(site);
  if (!telling.empty()) sentence.say(" created in ").link(lineWords(telling.back()), telling.back());
}

/// `SessionStore.byToken`; without a name `the HashMap created in Service.open:12`. Of a suspect or a row.
template <typename Held>
void sayOne(Sentence& sentence, const Held& held) {
  if (!held.name.empty()) {
    sayPlace(sentence, held.name, held.field, held.within);
    return;
  }
  sentence.say("the " + shortClassName(held.type));
  sayWhereCreated(sentence, held.site);
}

void sayOwner(Sentence& sentence, const OwnerAnswer& owner) {
  if (owner.name.empty()) {
    sentence.say("the " + shortClassName(owner.type));
  } else {
    sayField(sentence, owner.name, owner.field);
  }
}

/// Of several that hold the same, those that have different names; empty where these are one, some of many, or parts of
/// one.
std::vector<const OwnerAnswer*> namedOwners(const SuspectAnswer& suspect) {
  std::vector<const OwnerAnswer*> named;
  if (suspect.count == 1) return named;
  for (const OwnerAnswer& owner : suspect.owners) {
    const bool isKnown = std::ranges::any_of(named, [&](const OwnerAnswer* other) {
      return other->name == owner.name && (!owner.name.empty() || other->type == owner.type);
    });
    if (!isKnown) named.push_back(&owner);
  }
  if (named.size() < 2 || (named.size() > kMaxNamedOwners && suspect.count > named.size())) named.clear();
  return named;
}

}  // namespace

void sayList(Sentence& sentence, size_t count, const std::function<void(size_t)>& say) {
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) sentence.say(i + 1 == count ? " and " : ", ");
    say(i);
  }
}

bool areSeveral(const SuspectAnswer& suspect) {
  if (suspect.unheld != HeldByNobody::kNo) return true;
  return suspect.heldApart && suspect.owners.empty() ? suspect.grown > 1 : suspect.count > 1;
}

void sayContainer(Sentence& sentence, const SuspectAnswer& suspect) {
  if (const auto owners = namedOwners(suspect); !owners.empty()) {
    const bool areFew = owners.size() <= kMaxNamedOwners;
    const size_t named = areFew ? owners.size() : kMaxNamedOwners - 1;
    sayList(sentence, areFew ? named : named + 1, [&](size_t i) {
      if (i < named) {
        sayOwner(sentence, *owners[i]);
      } else {
        sentence.say(fmt::format("{} more", owners.size() - named));
      }
    });
  } else if (suspect.count == 1) {
    sayOne(sentence, suspect);
  } else if (suspect.name.empty()) {
    sayCounted(sentence, suspect.count, suspect.type);
    sayWhereCreated(sentence, suspect.site);
  } else if (suspect.heldApart) {
    sayField(sentence, suspect.name, suspect.field);
    if (!areSeveral(suspect)) return;
    sentence.say(" and ");
    sayMore(sentence, suspect.grown - 1, suspect.type);
  } else {
    sayCounted(sentence, suspect.count, suspect.type);
    sentence.say(" in ");
    sayPlace(sentence, suspect.name, suspect.field, suspect.within);
  }
}

void sayContainer(Sentence& sentence, const GrowthRow& row) { sayOne(sentence, row); }

bool isInLocalVariables(const SuspectAnswer& suspect) {
  return suspect.head == 0 && suspect.name.starts_with(kLocalVariable);
}

}  // namespace heaptrail
