#include "answer/growth_sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "answer/write_parts.h"
#include "base/numbers.h"

namespace heaptrail {

namespace {

constexpr size_t kMostNamedLeaves = 2;

std::string placeText(const std::vector<Frame>& site) {
  const std::span<const Frame> telling = tellingFrames(site);
  if (telling.empty()) return "";
  const Frame& frame = telling.back();
  std::string text = fmt::format(" allocated in {}.{}", shortName(frame.className), frame.method);
  if (frame.line > 0) text += fmt::format(":{}", frame.line);
  return text;
}

/// `104,212 QueryKey and 104,212 Location`; empty where no leaves were added.
std::string gained(std::span<const LeafGroup> leaves) {
  std::vector<std::string> parts;
  for (const LeafGroup& leaf : leaves) {
    if (parts.size() == kMostNamedLeaves || leaf.size.objects() <= 0) break;
    parts.push_back(
        fmt::format("{} {}", groupedDigits(static_cast<uint64_t>(leaf.size.objects())), shortName(leaf.type)));
  }
  return fmt::format("{}", fmt::join(parts, " and "));
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

std::string sentence(const Subject& subject, GrowthPattern pattern, const GrownSize& retained, bool isJoint,
                     std::span<const LeafGroup> leaves, int64_t heapGrowth) {
  const std::string added = gained(leaves);
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

std::string shareOfGrowth(const GrownSize& size, int64_t heapGrowth) {
  const std::optional<double> portion = heapGrowthPortion(size, heapGrowth);
  return portion ? fmt::format("{:.1f} % of the heap's growth", *portion) : "no part of any growth";
}

std::string sentenceAbout(const SuspectAnswer& suspect, int64_t heapGrowth) {
  const std::string of = fmt::format("{}{}", shortName(suspect.type), placeText(suspect.site));
  Subject subject{"the " + of, false, suspect.born};
  if (suspect.count > 1) {
    subject.who = fmt::format("{} structures of type {}", groupedDigits(suspect.count), of);
    subject.several = true;
  }
  return sentence(subject, suspect.pattern, suspect.retained, suspect.count > 1, suspect.leaves, heapGrowth);
}

std::string sentenceAbout(const GrowthRow& row, int64_t heapGrowth) {
  const Subject subject{fmt::format("the {}{}", shortName(row.type), placeText(row.site)), false,
                        row.category == Origin::kBorn};
  if (!row.pattern) {
    return fmt::format("The heap did not grow in this window, so {} has no part in any growth.", subject.who);
  }
  return sentence(subject, *row.pattern, row.growth.retained, false, row.leaves, heapGrowth);
}

}  // namespace heaptrail
