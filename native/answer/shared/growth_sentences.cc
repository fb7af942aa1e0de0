#include "answer/shared/growth_sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include "answer/shared/container_words.h"
#include "answer/shared/growth_words.h"
#include "growth/common_names.h"
#include "structure/type_families.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

constexpr size_t kMaxNamedTypes = 2;
constexpr int64_t kMostKeysOfOne = 2;
// Who made less than this is not named in a sentence, and who made more made nearly all of it.
constexpr double kMinimumShareOfLine = 0.1;
constexpr double kNearlyAll = 0.9;
// Fewer than one new element in so many do not explain why what a container holds grew.
constexpr int64_t kMaxElementsForEachNew = 20;
// What piled up is told beside what its containers keep alive where it is so many times as much.
constexpr int64_t kMuchMore = 2;
// What is shown as 100.0 %.
constexpr double kAll = 0.9995;
// What would be shown as 100.1 %.
constexpr double kMoreThanAll = 100.05;

/// Where something grew by more than the whole heap, other things went away: it is all that there is to explain.
std::string shareInWords(const GrownSize& retained, const HeapGain& gain) {
  const bool isMore = gain.of == HeapGain::Of::kGrowth && gain.percentOf(retained) >= kMoreThanAll;
  return isMore ? "all of the heap's growth" : shareOfGrowth(retained, gain);
}

/// Where what piled up is much more than its containers keep alive, how much that is.
std::optional<std::string> shareOfPile(const SuspectAnswer& suspect, const HeapGain& gain) {
  if (suspect.piledUp <= 0 || suspect.piledUp < kMuchMore * suspect.retained.bytes()) return std::nullopt;
  return shareInWords({{}, {0, static_cast<uint64_t>(suspect.piledUp)}}, gain);
}

/// The container that a sentence is about.
struct Subject {
  std::function<void(Sentence&)> name;
  bool several = false;
  bool joint = false;  // several that hold the same
  bool born = false;
  bool hasKnownElements = true;
  bool whole = false;                                     // all that the heap holds, of which nobody knows how it grew
  std::optional<std::string> shareOfPile = std::nullopt;  // only where most of what piled up is held elsewhere, too
};

uint64_t gainedBy(const TakenIn& type) { return static_cast<uint64_t>(type.gained()); }

/// `13,792 Sessions were added to SessionStore.byToken and none removed`. That nothing was removed is only said where
/// there was something to remove, and all of it is still there.
void sayTurnover(Sentence& sentence, const Subject& subject, std::span<const TakenIn> added) {
  uint64_t before = 0;
  uint64_t removed = 0;
  for (const TakenIn& type : added) {
    before += type.from;
    removed += *type.removed;
  }
  sayList(sentence, added.size(),
          [&](size_t i) { sayCounted(sentence, gainedBy(added[i]) + *added[i].removed, added[i].type); });
  const bool isOne = added.size() == 1 && gainedBy(added.front()) + *added.front().removed == 1;
  sentence.say(isOne ? " was added to " : " were added to ");
  subject.name(sentence);
  const bool isSameOfEach =
      std::ranges::all_of(added, [&](const TakenIn& type) { return *type.removed == *added.front().removed; });
  if (removed > 0 && added.size() > 1 && isSameOfEach) {
    sentence.say(fmt::format(" and {} of each removed", groupedDigits(*added.front().removed)));
  } else if (removed > 0) {
    sentence.say(fmt::format(" and {} removed", groupedDigits(removed)));
  } else if (before > 0) {
    sentence.say(" and none removed");
  }
}

/// What more there is in it than at the beginning of the window.
void sayAdded(Sentence& sentence, const Subject& subject, std::span<const TakenIn> added) {
  // A new container in the place of another has taken in what is more than that one had.
  const bool isNew = subject.born && std::ranges::all_of(added, [](const TakenIn& type) { return type.from == 0; });
  if (isNew || subject.whole) {
    const bool isOne = added.size() == 1 && gainedBy(added.front()) == 1;
    sayList(sentence, added.size(), [&](size_t i) { sayCounted(sentence, gainedBy(added[i]), added[i].type); });
    sentence.say(isOne ? " is in " : " are in ");
    subject.name(sentence);
    if (!subject.whole) sentence.say(subject.several ? ", which are new" : ", which is new");
  } else if (std::ranges::all_of(added, [](const TakenIn& type) { return type.removed.has_value(); })) {
    sayTurnover(sentence, subject, added);
  } else {
    subject.name(sentence);
    sentence.say(subject.several ? " have " : " has ");
    sayList(sentence, added.size(), [&](size_t i) { sayMore(sentence, gainedBy(added[i]), added[i].type); });
    sentence.say(" than before");
  }
}

/// Where what was added does not tell how it grew.
void sayGrown(Sentence& sentence, const Subject& subject, GrowthPattern pattern, std::span<const TakenIn> added) {
  const bool isData = isDataGrowth(pattern);
  if (isData) sentence.say("what ");
  subject.name(sentence);
  if (subject.born) sentence.say(subject.several ? ", which are new," : ", which is new,");
  if (isData) sentence.say(subject.several ? " hold" : " holds");
  sentence.say(" grew");
  if (!isData || !subject.hasKnownElements) return;
  sentence.say(subject.several ? ", though they have " : ", though it has ");
  if (added.empty()) {
    sentence.say("no more elements");
  } else {
    sentence.say("only ");
    sayList(sentence, added.size(), [&](size_t i) { sayMore(sentence, gainedBy(added[i]), added[i].type); });
  }
  sentence.say(" than before");
}

/// Where something is large, and what it holds does not tell why.
void sayHeld(Sentence& sentence, const Subject& subject, GrowthPattern pattern, const std::string& share) {
  const bool isShared =
      pattern == GrowthPattern::kSharedOwnershipContainer || pattern == GrowthPattern::kSharedOwnershipData;
  subject.name(sentence);
  sentence.say(fmt::format(" {}{} {} alive.", isShared && !subject.joint ? "alone " : "",
                           subject.several ? "keep" : "keeps", share));
}

/// How much of the growth that is. What several hold is freed by none of them alone.
void sayShare(Sentence& sentence, const Subject& subject, GrowthPattern pattern, const std::string& share) {
  const bool isShared =
      pattern == GrowthPattern::kSharedOwnershipContainer || pattern == GrowthPattern::kSharedOwnershipData;
  if (isShared && subject.shareOfPile) sentence.say(": " + *subject.shareOfPile);
  if (isShared && subject.joint && subject.shareOfPile) {
    sentence.say(fmt::format(". Others hold the same objects, too, so together they keep {} alive.", share));
  } else if (isShared && subject.joint) {
    sentence.say(fmt::format(". They hold the same objects: together {}.", share));
  } else if (isShared) {
    sentence.say(fmt::format(". Others hold the same objects, so alone {} {} alive.",
                             subject.several ? "they keep" : "it keeps", share));
  } else {
    sentence.say(fmt::format(": {}{}.", subject.several ? "together " : "", share));
  }
}

std::string_view creatures(MadeIn::What what, bool isOne, bool several, bool whole) {
  switch (what) {
    case MadeIn::What::kNamed:
      return isOne ? "it" : "they";
    case MadeIn::What::kTaken:
      if (whole) return several ? "what they hold" : "what it holds";
      return "what was added";
    case MadeIn::What::kRetained:
      break;
  }
  return several ? "what they keep alive" : "what it keeps alive";
}

/// `They are created in SessionStore.begin:13.` Of estimates it is said how sure that is.
void sayLine(Sentence& sentence, const SuspectAnswer& suspect, bool isOne, bool whole) {
  if (!suspect.madeIn || suspect.madeIn->line.share < kMinimumShareOfLine) return;
  const auto& [line, what] = *suspect.madeIn;
  const std::string_view created = creatures(what, isOne, areSeveral(suspect), whole);
  const bool areMany = what == MadeIn::What::kNamed && !isOne;
  const std::string share = shareWords(line.share, suspect.linesAreEstimated);
  const bool isMost = line.share >= (suspect.linesAreEstimated ? kNearlyAll : kAll);
  if (isMost) {
    std::string subject(created);
    subject.front() = static_cast<char>(subject.front() - 'a' + 'A');
    sentence.say(fmt::format(" {} {} created in ", subject, areMany ? "are" : "is"));
  } else {
    sentence.say(fmt::format(" {} of {} {} created in ", share, areMany ? "them" : created, areMany ? "are" : "is"));
  }
  sentence.link(lineWords(line.frame), line.frame);
  sentence.say(isMost && suspect.linesAreEstimated ? fmt::format(" ({}).", share) : ".");
}

/// As the first words of a sentence.
Sentence capitalised(const Sentence& sentence) {
  Sentence result;
  bool isFirst = true;
  for (const SentencePart& part : sentence.parts()) {
    std::string text = part.text;
    // A name is written as it is in the source.
    const bool isWord = std::holds_alternative<std::monostate>(part.target);
    if (isFirst && isWord && text.front() >= 'a' && text.front() <= 'z') text.front() -= 'a' - 'A';
    isFirst = false;
    std::visit(
        [&]<typename Target>(const Target& target) {
          if constexpr (std::is_same_v<Target, std::monostate>) {
            result.say(text);
          } else {
            result.link(text, target);
          }
        },
        part.target);
  }
  return result;
}

/// Something that grew too little to explain anything.
void sayNothingMuch(Sentence& sentence, const Subject& subject, const GrownSize& retained, const HeapGain& gain) {
  subject.name(sentence);
  if (retained.bytes() <= 0) {
    sentence.say(subject.several ? " keep no more alive than before." : " keeps no more alive than before.");
    return;
  }
  sentence.say(fmt::format(" {} only {} alive.", subject.several ? "keep" : "keeps", shareInWords(retained, gain)));
}

/// Of what stays by itself, why it does.
Sentence saidOfUnheld(const SuspectAnswer& suspect, const TakenIn& type, bool whole, const std::string& share) {
  Sentence sentence;
  const uint64_t gained = gainedBy(type);
  if (suspect.unheld == HeldByNobody::kLoaded) {
    // Its dollars tell what made it.
    const std::string_view name = std::string_view(type.type).substr(type.type.rfind('.') + 1);
    sentence.say(fmt::format("{}{} classes like {}", groupedDigits(gained), whole ? "" : " more", name));
  } else if (whole) {
    sayCounted(sentence, gained, type.type);
  } else {
    sayMore(sentence, gained, type.type);
  }
  const std::string_view does = suspect.unheld == HeldByNobody::kRuns     ? "running"
                                : suspect.unheld == HeldByNobody::kLoaded ? "loaded"
                                                                          : "waiting for a finalizer";
  return sentence.say(
      fmt::format(" {} {}{}: {}.", gained == 1 ? "is" : "are", does, whole ? "" : " than before", share));
}

/// Where something grew that no container holds, by type alone.
Sentence saidByType(const SuspectAnswer& suspect, const TakenIn& type, bool whole, const std::string& share) {
  Sentence sentence;
  const uint64_t gained = gainedBy(type);
  if (suspect.unheld != HeldByNobody::kNo) return saidOfUnheld(suspect, type, whole, share);
  // `local variable of Worker.run`, of as many threads.
  const std::string where = !isInLocalVariables(suspect) ? ""
                            : gained == 1                ? " in a " + suspect.name
                                          : " in local variables" + suspect.name.substr(suspect.name.find(" of "));
  sentence.say(gained == 1 ? "there is " : "there are ");
  if (whole) {
    sayCounted(sentence, gained, type.type);
    return sentence.say(fmt::format("{}: {}.", where, share));
  }
  sayMore(sentence, gained, type.type);
  return sentence.say(fmt::format("{} than before: {}.", where, share));
}

/// Without the line.
Sentence whatHappened(const Subject& subject, GrowthPattern pattern, const GrownSize& retained,
                      std::span<const TakenIn> added, const HeapGain& gain) {
  Sentence sentence;
  if (pattern == GrowthPattern::kNone) {
    sayNothingMuch(sentence, subject, retained, gain);
    return sentence;
  }
  if (subject.whole && added.empty()) {
    sayHeld(sentence, subject, pattern, shareInWords(retained, gain));
    return sentence;
  }
  if (added.empty() || areTooFew(pattern, added)) {
    sayGrown(sentence, subject, pattern, added);
  } else {
    sayAdded(sentence, subject, added);
  }
  sayShare(sentence, subject, pattern, shareInWords(retained, gain));
  return sentence;
}

}  // namespace

std::vector<TakenIn> namedTypes(std::span<const TakenIn> taken) {
  std::vector<TakenIn> named;
  for (const TakenIn& type : taken) {
    if (type.gained() > 0) named.push_back(type);
  }
  // Two boxes or texts for each object of the program or of a library are its keys: these tell what piled up.
  const auto isForeign = [](const TakenIn& type) { return isOfJdk(type.type) || type.type.ends_with("[]"); };
  const auto telling = [&](const TakenIn& type) {
    return isForeign(type) ? type.gained() / kMostKeysOfOne : type.gained();
  };
  std::ranges::stable_sort(named, {}, [&](const TakenIn& type) { return std::pair(-telling(type), isForeign(type)); });
  if (named.size() > kMaxNamedTypes) named.resize(kMaxNamedTypes);
  if (named.size() > 1 && !isForeign(named.front()) && isForeign(named.back())) named.pop_back();
  return named;
}

bool areTooFew(GrowthPattern pattern, std::span<const TakenIn> added) {
  int64_t gained = 0;
  int64_t now = 0;
  for (const TakenIn& type : added) {
    gained += type.gained();
    now += static_cast<int64_t>(type.to);
  }
  return isDataGrowth(pattern) && gained * kMaxElementsForEachNew < now;
}

Sentence sentenceAbout(const SuspectAnswer& suspect, const HeapGain& gain) {
  const Subject subject{[&](Sentence& sentence) { sayContainer(sentence, suspect); },
                        areSeveral(suspect),
                        !suspect.owners.empty(),
                        suspect.born,
                        !suspect.structures.empty(),
                        gain.isWhole(),
                        shareOfPile(suspect, gain)};
  const std::vector<TakenIn> added = namedTypes(suspect.taken);
  // What piled up is all there is to name; of threads and what they run, either.
  const bool isItself =
      suspect.structures.empty() && !added.empty() &&
      (suspect.unheld != HeldByNobody::kNo || (added.size() == 1 && added.front().type == suspect.type));
  Sentence sentence = isItself
                          ? saidByType(suspect, added.front(), gain.isWhole(), shareInWords(suspect.retained, gain))
                          : whatHappened(subject, suspect.pattern, suspect.retained, added, gain);
  sayLine(sentence, suspect, added.size() == 1 && added.front().gained() == 1, gain.isWhole());
  return capitalised(sentence);
}

Sentence sentenceAbout(const GrowthRow& row, std::span<const TakenIn> taken, const HeapGain& gain) {
  const Subject subject{[&](Sentence& sentence) { sayContainer(sentence, row); },
                        false,
                        false,
                        row.category == Origin::kBorn,
                        true,
                        gain.isWhole()};
  return capitalised(whatHappened(subject, row.pattern, row.growth.retained, namedTypes(taken), gain));
}

}  // namespace heaptrail
