#include "answer/shared/growth_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "answer/shared/container_words.h"
#include "answer/shared/growth_sentences.h"
#include "growth/common_names.h"
#include "growth/growing_containers.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

/// `Its Accounts, created in Ledger.open:12, lead to 931.1 KiB more than before`; empty where nothing is known to have
/// grown.
std::string whereDataGrew(std::span<const LeafGroup> leaves, AdviceAbout about) {
  const LeafGroup* deepest = deepestGrown(leaves);
  if (deepest == nullptr) return "";
  const std::span<const Frame> telling = tellingFrames(deepest->site);
  return fmt::format("{} {}{} lead to {}{}", about.several ? "Their" : "Its", pluralOf(deepest->type),
                     telling.empty() ? "" : fmt::format(", created in {},", lineWords(telling.back())),
                     binaryUnits(static_cast<uint64_t>(deepest->deep->bytes())),
                     about.whole ? "" : " more than before");
}

/// Where what piled up is in no container.
std::string_view adviceWithoutContainer(const SuspectAnswer& suspect) {
  if (isInLocalVariables(suspect)) {
    return "They are freed when these methods end: look at what they wait for, and at who starts so many threads.";
  }
  if (suspect.unheld == HeldByNobody::kRuns) {
    return "They stay until they end: look at what they wait for, and at who starts so many. Each has a stack "
           "outside the heap, too, which is not counted here.";
  }
  if (suspect.unheld == HeldByNobody::kLoaded) {
    return "Their class loader keeps them for as long as it is there: look at what makes such classes again and again.";
  }
  if (suspect.unheld == HeldByNobody::kWaitsForFinalizer) {
    return "Nobody needs them any more, but each stays until a collection has found it and its finalizer has run: "
           "close them where they are used, and look at what finalizers wait for.";
  }
  return "No object alone holds them: look at what holds a few of them.";
}

std::string adviceOnItself(const SuspectAnswer& suspect, const HeapGain& gain) {
  const std::string_view whose = suspect.count > 1 ? "Their" : "Its";
  if (!suspect.keysHeldBy.empty()) {
    return fmt::format("{} entries go as soon as nobody else holds their keys: look at {}, which holds them.", whose,
                       suspect.keysHeldBy);
  }
  if (!suspect.keysHeldIn.empty()) {
    return fmt::format("{} entries go as soon as nobody holds their keys, but they hold these themselves: look at {}.",
                       whose, suspect.keysHeldIn);
  }
  if (suspect.head == 0) return std::string(adviceWithoutContainer(suspect));
  if (suspect.heldSoftly) {
    return fmt::format(
        "Soft references alone hold most of {}, so it goes before memory runs out: if that is meant, "
        "look at what else {}.",
        gain.isWhole() ? suspect.count > 1 ? "what is in them" : "what is in it" : "what was added",
        gain.isWhole() ? "is there" : "grew");
  }
  return adviceOn(suspect.pattern, suspect.taken, suspect.leaves, {suspect.count > 1, gain.isWhole()});
}

bool isBuffer(const TakenIn& taken) {
  return taken.type == "java.nio.DirectByteBuffer" || taken.type == "java.nio.DirectByteBufferR";
}

/// Whether much of what was in it at the beginning is not in it any more.
bool letsGo(const TakenIn& taken) { return taken.removed && isMuchGone(*taken.removed, taken.from); }

}  // namespace

std::string adviceOn(GrowthPattern pattern, std::span<const TakenIn> taken, std::span<const LeafGroup> leaves,
                     AdviceAbout about) {
  const std::string where = whereDataGrew(leaves, about);
  const std::vector<TakenIn> added = namedTypes(taken);
  const bool isExplained = !added.empty() && !areTooFew(pattern, added);
  if (pattern == GrowthPattern::kSingleOwnershipData && isExplained) pattern = GrowthPattern::kSingleOwnershipContainer;
  switch (pattern) {
    case GrowthPattern::kSingleOwnershipContainer:
      if (std::ranges::any_of(added, letsGo)) {
        return fmt::format("Some of what was in {} is gone, too: if {} a bound, {} may just be filling up.",
                           about.several ? "them" : "it", about.several ? "they have" : "it has",
                           about.several ? "they" : "it");
      }
      if (taken.empty()) {
        return fmt::format("Look for the code that should empty or replace {}.", about.several ? "them" : "it");
      }
      return fmt::format("Nothing else holds {}: look for the code that should remove it.",
                         about.whole ? about.several ? "what is in them" : "what is in it" : "what was added");
    case GrowthPattern::kSharedOwnershipContainer:
      return "Removing them in one place frees nothing: all who hold them must let go.";
    case GrowthPattern::kSingleOwnershipData:
      if (!where.empty()) return where + (about.whole ? ": look at these." : ": look at what was added there.");
      if (about.whole) return "Look at what it holds, and whether all of that is still needed.";
      return "Compare what it holds at both ends: the data in it grew, or others that held it let go.";
    case GrowthPattern::kSharedOwnershipData:
      if (!where.empty()) {
        return where + (about.whole ? ": look at these, and at who else holds them."
                                    : ": look at what was added there, and at who else holds it.");
      }
      return "Look at what all who hold it keep alive together.";
    case GrowthPattern::kNone:
      break;
  }
  return about.whole ? "Look at what has a larger share of the heap." : "Look at what grew more.";
}

std::string adviceOn(const SuspectAnswer& suspect, const HeapGain& gain) {
  std::string advice = adviceOnItself(suspect, gain);
  if (std::ranges::any_of(suspect.taken, [](const TakenIn& taken) { return taken.gained() > 0 && isBuffer(taken); })) {
    advice += " Each buffer has memory outside the heap, too, which is not counted here.";
  }
  for (const FollowerAnswer& follower : suspect.followers) {
    advice += fmt::format(" {} then lets go as well: {}.", follower.name, shareOfGrowth(follower.retained, gain));
  }
  return advice;
}

}  // namespace heaptrail
