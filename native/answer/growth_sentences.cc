#include "answer/growth_sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "answer/write_parts.h"
#include "base/numbers.h"

namespace heaptrail {

namespace {

constexpr size_t kMostNamedLeaves = 2;
constexpr size_t kMaxNamedOwners = 3;
// Who made less than this of what was taken in is not named in a sentence, and who made more made nearly all of it.
constexpr double kMinimumShareOfLine = 0.1;
constexpr double kNearlyAll = 0.9;

std::string placeText(const std::vector<Frame>& site) {
  const std::span<const Frame> telling = tellingFrames(site);
  if (telling.empty()) return "";
  const Frame& frame = telling.back();
  std::string text = fmt::format(" allocated in {}.{}", shortName(frame.className), frame.method);
  if (frame.line > 0) text += fmt::format(":{}", frame.line);
  return text;
}

std::string joined(const std::vector<std::string>& parts) {
  if (parts.size() < 3) return fmt::format("{}", fmt::join(parts, " and "));
  return fmt::format("{} and {}", fmt::join(parts.begin(), parts.end() - 1, ", "), parts.back());
}

/// `104,212 QueryKey and 104,212 Location`; empty where nothing was added.
std::string gained(std::span<const TakenIn> taken) {
  std::vector<std::string> parts;
  for (const TakenIn& type : taken) {
    if (parts.size() == kMostNamedLeaves || type.gained() <= 0) break;
    parts.push_back(fmt::format("{} {}", groupedDigits(static_cast<uint64_t>(type.gained())), shortName(type.type)));
  }
  return joined(parts);
}

/// By type, whatever their sites.
std::vector<TakenIn> typesOf(std::span<const LeafGroup> leaves) {
  std::vector<TakenIn> types;
  for (const LeafGroup& leaf : leaves) {
    const auto known = std::ranges::find(types, leaf.type, &TakenIn::type);
    TakenIn& type = known == types.end() ? types.emplace_back(TakenIn{leaf.type}) : *known;
    type.from += leaf.size.from.objects;
    type.to += leaf.size.to.objects;
  }
  std::ranges::stable_sort(types, std::ranges::greater{}, &TakenIn::gained);
  return types;
}

/// `, created in SessionStore.begin:13`; with its share where others made some, too.
std::string madeBy(std::span<const ProgramLine> lines, LinesOf of) {
  const auto told =
      std::ranges::find_if(lines, [](const ProgramLine& line) { return line.share >= kMinimumShareOfLine; });
  if (told == lines.end()) return "";
  const Frame& frame = told->frame;
  std::string place = fmt::format("{}.{}", shortClassName(frame.className), frame.method);
  if (frame.line > 0) place += fmt::format(":{}", frame.line);
  const std::string_view what = of == LinesOf::kLeaves ? "created in" : "filled from";
  if (told->share >= kNearlyAll) return fmt::format(", {} {}", what, place);
  return fmt::format(", {:.0f} % of it {} {}", 100 * told->share, what, place);
}

struct Subject {
  std::string who;  // `the ConcurrentHashMap allocated in Service.<init>:12`
  bool several = false;
  bool born = false;

  /// At its first mention.
  std::string named() const { return born ? who + ", born in the window," : who; }
};

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() -= 'a' - 'A';
  return text;
}

/// What a sentence tells beside its subject.
struct Told {
  GrowthPattern pattern;
  GrownSize retained;
  std::string added;  // `104,212 QueryKey, created in …`
};

std::string sentence(const Subject& subject, const Told& told, bool isJoint, int64_t heapGrowth) {
  const auto& [pattern, retained, added] = told;
  const std::string_view took = subject.several ? "they" : "it";
  const std::string took_in = added.empty() ? "" : fmt::format(": {} took in {}", took, added);
  const std::string share = shareOfGrowth(retained, heapGrowth);
  const std::string who = capitalised(subject.named());
  switch (pattern) {
    case GrowthPattern::kSingleOwnershipContainer:
      return fmt::format("{} {} {}{}.", who, isJoint ? "together hold" : "holds", share, took_in);
    case GrowthPattern::kSharedOwnershipContainer:
      if (isJoint) return fmt::format("{} hold the same objects, together {}{}.", who, share, took_in);
      return fmt::format("{} grew, but others hold the same objects: alone it holds {}{}.", who, share,
                         added.empty() ? "" : fmt::format("; it took in {}", added));
    case GrowthPattern::kSingleOwnershipData:
      if (!added.empty()) return fmt::format("{} {} {}{}.", who, isJoint ? "together hold" : "holds", share, took_in);
      return fmt::format("{} {} {}, though {} took in little: what {} grew, or became {} alone.", who,
                         isJoint ? "together hold" : "holds", share, took, subject.several ? "they hold" : "it holds",
                         subject.several ? "theirs" : "its");
    case GrowthPattern::kSharedOwnershipData:
      if (isJoint) return fmt::format("{} hold the same data, which grew: together {}.", who, share);
      return fmt::format("What {} leads to grew, but others lead there, too: alone it holds {}.", subject.named(),
                         share);
    case GrowthPattern::kNone:
      break;
  }
  return fmt::format("{} takes no part in this window's growth.", who);
}

/// `SessionStore.byToken (HashMap)`; without a name, by where it was allocated.
std::string nameOf(std::string_view name, std::string_view type, const std::vector<Frame>& site) {
  if (name.empty()) return fmt::format("the {}{}", shortName(type), placeText(site));
  return fmt::format("{} ({})", name, shortName(type));
}

std::string nameOf(const GrowthRow& row) { return nameOf(row.name, row.type, row.site); }

std::string nameOf(const SuspectAnswer& suspect) {
  if (!suspect.owners.empty()) {
    std::vector<std::string> owners;
    for (const OwnerAnswer& owner : suspect.owners) {
      std::string name = nameOf(owner.name, owner.type, {});
      if (std::ranges::find(owners, name) == owners.end()) owners.push_back(std::move(name));
    }
    if (owners.size() > 1 && owners.size() <= kMaxNamedOwners) return joined(owners);
  }
  if (suspect.count == 1) return nameOf(suspect.name, suspect.type, suspect.site);
  if (suspect.name.empty()) {
    return fmt::format("{} structures of type {}{}", groupedDigits(suspect.count), shortName(suspect.type),
                       placeText(suspect.site));
  }
  if (suspect.heldApart) {
    return fmt::format("{} ({}) and {} of its type", suspect.name, shortName(suspect.type),
                       counted(suspect.count - 1, "other"));
  }
  return fmt::format("the {} {} objects in {}", groupedDigits(suspect.count), shortName(suspect.type), suspect.name);
}

/// `What its Account objects allocated in Ledger.open:12 lead to grew by 953,400 bytes`; empty where nothing is known
/// to have grown.
std::string whereDataGrew(std::span<const LeafGroup> leaves, bool several) {
  const LeafGroup* deepest = deepestGrown(leaves);
  if (deepest == nullptr) return "";
  return fmt::format("What {} {} objects{} lead to grew by {} bytes", several ? "their" : "its",
                     shortName(deepest->type), placeText(deepest->site),
                     groupedDigits(static_cast<uint64_t>(deepest->deep->bytes())));
}

}  // namespace

std::string adviceOn(GrowthPattern pattern, std::span<const LeafGroup> leaves, bool several) {
  const std::string where = whereDataGrew(leaves, several);
  switch (pattern) {
    case GrowthPattern::kSingleOwnershipContainer:
      return "Look at its leaves by type and site: where they are removed from this structure, they are freed.";
    case GrowthPattern::kSharedOwnershipContainer:
      return "Look for the other owners of its leaves: they must let go, too.";
    case GrowthPattern::kSingleOwnershipData:
      if (!where.empty()) return where + ": look at what was added there.";
      return "Compare what its leaves lead to at both ends: the data in it grew, or data that was shared became its "
             "alone.";
    case GrowthPattern::kSharedOwnershipData:
      if (!where.empty()) {
        return where + ": look at what was added there, and at what the owners of the data retain together.";
      }
      return "Look at what the owners of the data retain together.";
    case GrowthPattern::kNone:
      break;
  }
  return "Look at structures with a larger share of the growth.";
}

std::string_view shortName(std::string_view type) {
  const size_t dot = type.find_last_of('.');
  return dot == std::string_view::npos ? type : type.substr(dot + 1);
}

std::string adviceOnWeakKeys(std::string_view holderOfKeys) {
  return fmt::format("It knows its keys weakly, so what it took in goes with them: look at {}, which holds them.",
                     holderOfKeys);
}

std::string shareOfGrowth(const GrownSize& size, int64_t heapGrowth) {
  const std::optional<double> portion = heapGrowthPortion(size, heapGrowth);
  return portion ? fmt::format("{:.1f} % of the heap's growth", *portion) : "no part of any growth";
}

std::string sentenceAbout(const SuspectAnswer& suspect, int64_t heapGrowth) {
  const Subject subject{nameOf(suspect), suspect.count > 1, suspect.born};
  std::string added = gained(suspect.taken);
  if (!added.empty()) added += madeBy(suspect.lines, suspect.linesOf);
  return sentence(subject, {suspect.pattern, suspect.retained, added}, suspect.count > 1, heapGrowth);
}

std::string sentenceAbout(const GrowthRow& row, int64_t heapGrowth) {
  const Subject subject{nameOf(row), false, row.category == Origin::kBorn};
  if (!row.pattern) {
    return fmt::format("The heap did not grow in this window, so {} has no part in any growth.", subject.who);
  }
  return sentence(subject, {*row.pattern, row.growth.retained, gained(typesOf(row.leaves))}, false, heapGrowth);
}

}  // namespace heaptrail
