#include "growth/suspects.h"

#include <algorithm>
#include <utility>

#include "graph/closures.h"
#include "graph/group_sizes.h"
#include "growth/culprits.h"
#include "growth/shared_leaves.h"
#include "growth/structure_kinds.h"
#include "structure/contained_structures.h"
#include "structure/structure_walk.h"

namespace heaptrail {

namespace {

// More are no help.
constexpr size_t kMostSuspects = 10;
// A kind is named if no more than this share of its structures belongs to what was named before.
constexpr double kMostlyNamed = 0.8;

// More structures than these do not each take in a high share of a heap's growth, unless all hold the same.
constexpr size_t kMostCompared = 200;
// What suspects must retain of the growth so that nobody looks for owners of data.
constexpr double kMostlyExplained = 0.5;
// So many groups share a sweep.
constexpr size_t kMostMeasured = 64;

// How much of the whole each step is.
constexpr double kFinding = 0.1;
constexpr double kComparing = 0.1;
constexpr double kMeasuringShared = 0.2;
constexpr double kFindingKinds = 0.1;
constexpr double kMeasuringKinds = 0.2;
constexpr double kFindingOwners = 0.1;
constexpr double kMeasuringOwners = 0.2;

class Search {
 public:
  Search(const Scene& scene, Progress& progress)
      : scene_(scene), from_(scene.ends->from), to_(scene.ends->to), progress_(progress) {}

  Result<std::vector<Suspect>> run() {
    using Step = Status (Search::*)();
    for (const Step step :
         {&Search::nameCulprits, &Search::nameSharing, &Search::nameKinds, &Search::nameOwnersOfData}) {
      if (const Status done = (this->*step)(); !done) return std::unexpected(done.error());
    }
    // By what they retain. What is shared with things that are no structures retains little: it comes last.
    std::ranges::stable_sort(suspects_, std::ranges::greater{},
                             [](const Suspect& suspect) { return suspect.retained.bytes(); });
    if (suspects_.size() > kMostSuspects) suspects_.resize(kMostSuspects);
    return std::move(suspects_);
  }

 private:
  Status nameCulprits() {
    Progress part(progress_, kFinding);
    part.begin("Finding what grew", 0, 1, to_.structures->count());
    Result<std::vector<Candidate>> candidates = findCandidates(scene_, part);
    if (!candidates) return std::unexpected(candidates.error());
    candidates_ = std::move(*candidates);
    for (const Candidate& culprit : chooseCulprits(scene_, candidates_)) {
      suspects_.push_back(suspectOf({culprit.structure}));
      suspects_.back().pattern = *growthPattern(culprit.growth, scene_.ends->heapGrowth(), scene_.threshold);
      suspects_.back().retained = culprit.growth.retained;
    }
    return {};
  }

  /// Structures that took in enough and do not retain it, together with those that hold the same.
  Status nameSharing() {
    const BitSet named = to_.dominators->dominatedBy(headsOf(to_, &Suspect::structures));
    std::vector<Candidate> sharing;
    for (const Candidate& candidate : candidates_) {
      if (candidate.retained() >= scene_.enough() || candidate.taken < scene_.enough()) continue;
      if (!named.test(to_.structures->head(candidate.structure).value())) sharing.push_back(candidate);
    }
    if (sharing.empty()) return {};
    std::ranges::stable_sort(sharing, std::ranges::greater{}, &Candidate::taken);
    if (sharing.size() > kMostCompared) sharing.resize(kMostCompared);
    std::vector<StructureIndex> structures;
    for (const Candidate& candidate : sharing) structures.push_back(candidate.structure);
    Progress part(progress_, kComparing);
    part.begin("Comparing what structures share", 0, 1, structures.size());
    const auto groups = groupByLeaves(scene_, structures, part);
    if (!groups) return std::unexpected(groups.error());
    std::vector<Suspect> found;
    for (const std::vector<StructureIndex>& group : *groups) {
      found.push_back(suspectOf(group));
      found.back().joint = group.size() > 1;
      found.back().pattern = GrowthPattern::kSharedOwnershipContainer;
    }
    if (const Status measured = measure(found, By::kAllParts, kMeasuringShared); !measured) return measured;
    for (Suspect& suspect : found) {
      // All that held its parts from outside was, say, a thread that worked on it.
      const bool isHeldByNobodyElse = static_cast<double>(suspect.retained.bytes()) >= scene_.enough();
      if (!suspect.joint && isHeldByNobodyElse) suspect.pattern = GrowthPattern::kSingleOwnershipContainer;
    }
    std::ranges::move(found, std::back_inserter(suspects_));
    return {};
  }

  Status nameKinds() {
    Progress part(progress_, kFindingKinds);
    part.begin("Finding many of a kind", 0, 1, uint64_t{from_.structures->count()} + to_.structures->count());
    const Result<std::vector<StructureKind>> kinds =
        findKinds(scene_, explainedBy(from_, &Suspect::before), explainedBy(to_, &Suspect::structures), part);
    if (!kinds) return std::unexpected(kinds.error());
    if (kinds->empty()) return {};
    std::vector<Suspect> found;
    for (const StructureKind& kind : *kinds) {
      found.push_back({kind.to, kind.from, GrowthPattern::kNone, true, {}});
      putLargestFirst(found.back().structures);
    }
    if (const Status measured = measure(found, By::kHeads, kMeasuringKinds); !measured) return measured;
    std::ranges::stable_sort(found, std::ranges::greater{},
                             [](const Suspect& suspect) { return suspect.retained.bytes(); });
    BitSet explained(to_.heap().objectCount());
    for (Suspect& suspect : found) {
      if (static_cast<double>(suspect.retained.bytes()) < scene_.enough()) break;
      const auto heads = headsOf(to_, suspect.structures);
      uint64_t inside = 0;
      for (const StructureIndex member : suspect.structures) {
        inside += explained.test(to_.structures->head(member).value()) ? 1 : 0;
      }
      if (static_cast<double>(inside) > kMostlyNamed * static_cast<double>(suspect.structures.size())) continue;
      const Result<BitSet> retained = retainedClosure(*to_.graph, heads, part);
      if (!retained) return std::unexpected(retained.error());
      explained |= *retained;
      suspect.pattern = patternOfKind(suspect);
      suspects_.push_back(std::move(suspect));
    }
    return {};
  }

  /// Where most of the growth is not explained yet: structures that share their leaves, of which what the leaves lead
  /// to grew. None of them took anything in, and none retains it alone.
  Status nameOwnersOfData() {
    double named = 0;
    for (const Suspect& suspect : suspects_) named += static_cast<double>(suspect.retained.bytes());
    if (named >= kMostlyExplained * static_cast<double>(scene_.ends->heapGrowth())) return {};
    const BitSet explained = explainedBy(to_, &Suspect::structures);
    std::vector<StructureIndex> structures;
    for (uint32_t i = 0; i < to_.structures->count(); ++i) {
      const StructureIndex structure(i);
      const bool isOpen = !explained.test(to_.structures->head(structure).value());
      if (isOpen && !to_.structures->isTooWide(structure) && scene_.tracked->before(structure)) {
        structures.push_back(structure);
      }
    }
    std::ranges::stable_sort(structures, std::ranges::greater{},
                             [&](StructureIndex structure) { return to_.structures->leaves(structure); });
    Progress part(progress_, kFindingOwners);
    part.begin("Finding who shares what", 0, 1, structures.size());
    const auto groups = groupByLeaves(scene_, structures, part);
    if (!groups) return std::unexpected(groups.error());
    std::vector<Suspect> found;
    for (const std::vector<StructureIndex>& group : *groups) {
      if (group.size() < 2 || found.size() == kMostMeasured) continue;
      found.push_back(suspectOf(group));
      found.back().joint = true;
      found.back().pattern = GrowthPattern::kSharedOwnershipData;
    }
    if (found.empty()) return {};
    if (const Status measured = measure(found, By::kHeads, kMeasuringOwners); !measured) return measured;
    std::erase_if(
        found, [&](const Suspect& suspect) { return static_cast<double>(suspect.retained.bytes()) < scene_.enough(); });
    std::ranges::move(found, std::back_inserter(suspects_));
    return {};
  }

  /// Together they retain enough. Whether they took it in themselves, their structures' sizes say.
  GrowthPattern patternOfKind(const Suspect& kind) const {
    double taken = 0;
    for (const StructureIndex member : kind.structures) taken += static_cast<double>(to_.deep->size(member).bytes);
    for (const StructureIndex member : kind.before) taken -= static_cast<double>(from_.deep->size(member).bytes);
    return taken >= scene_.enough() ? GrowthPattern::kSingleOwnershipContainer : GrowthPattern::kSingleOwnershipData;
  }

  Suspect suspectOf(std::vector<StructureIndex> structures) const {
    Suspect suspect;
    for (const StructureIndex structure : structures) {
      if (const auto before = scene_.tracked->before(structure)) suspect.before.push_back(*before);
    }
    suspect.structures = std::move(structures);
    putLargestFirst(suspect.structures);
    return suspect;
  }

  void putLargestFirst(std::vector<StructureIndex>& structures) const {
    std::ranges::stable_sort(structures, std::ranges::greater{},
                             [&](StructureIndex structure) { return to_.retained(structure).bytes; });
  }

  static BitSet headsOf(const WindowEnd& end, const std::vector<StructureIndex>& structures) {
    BitSet heads(end.heap().objectCount());
    for (const StructureIndex structure : structures) heads.set(end.structures->head(structure).value());
    return heads;
  }

  /// What belongs to suspects so far: what they dominate, and the heads of all that they consist of.
  BitSet explainedBy(const WindowEnd& end, std::vector<StructureIndex> Suspect::* list) const {
    BitSet explained = end.dominators->dominatedBy(headsOf(end, list));
    for (const Suspect& suspect : suspects_) {
      containedStructures(*end.structures, suspect.*list).forEach([&](uint64_t structure) {
        explained.set(end.structures->head(StructureIndex(static_cast<uint32_t>(structure))).value());
      });
    }
    return explained;
  }

  /// Of all suspects so far.
  BitSet headsOf(const WindowEnd& end, std::vector<StructureIndex> Suspect::* list) const {
    std::vector<StructureIndex> all;
    for (const Suspect& suspect : suspects_) all.insert(all.end(), (suspect.*list).begin(), (suspect.*list).end());
    return headsOf(end, all);
  }

  /// By what a group is said to retain: its heads, or all parts of its structures that are no leaves. A thread that
  /// works on a structure holds some of its parts for a while, and its head retains little then.
  enum class By : uint8_t { kHeads, kAllParts };

  Result<BitSet> membersOf(const WindowEnd& end, const dsl::DescribedTypes& types,
                           const std::vector<StructureIndex>& structures, By by) const {
    BitSet members = headsOf(end, structures);
    if (by == By::kHeads) return members;
    StructureWalk walk(*end.graph, types);
    for (const StructureIndex structure : structures) {
      const ObjectIndex head = end.structures->head(structure);
      if (walk.run(head, Descent::kOwnParts, StructureWalk::kNoLimit, progress_) == StructureWalk::End::kCancelled) {
        return cancelledError();
      }
      for (const ObjectIndex member : walk.members()) {
        if (!walk.isLeaf(member)) members.set(member.value());
      }
    }
    return members;
  }

  /// What each of these groups retains at both ends.
  Status measure(std::vector<Suspect>& groups, By by, double share) {
    std::vector<BitSet> fromMembers;
    std::vector<BitSet> toMembers;
    for (const Suspect& group : groups) {
      Result<BitSet> before = membersOf(from_, *scene_.fromTypes, group.before, by);
      if (!before) return std::unexpected(before.error());
      Result<BitSet> after = membersOf(to_, *scene_.toTypes, group.structures, by);
      if (!after) return std::unexpected(after.error());
      fromMembers.push_back(std::move(*before));
      toMembers.push_back(std::move(*after));
    }
    Progress start(progress_, share / 2);
    const Result<std::vector<Size>> before = retainedSizes(*from_.graph, fromMembers, start);
    if (!before) return std::unexpected(before.error());
    Progress end(progress_, share / 2);
    const Result<std::vector<Size>> after = retainedSizes(*to_.graph, toMembers, end);
    if (!after) return std::unexpected(after.error());
    for (size_t i = 0; i < groups.size(); ++i) groups[i].retained = {(*before)[i], (*after)[i]};
    return {};
  }

  const Scene& scene_;
  const WindowEnd& from_;
  const WindowEnd& to_;
  Progress& progress_;
  std::vector<Candidate> candidates_;
  std::vector<Suspect> suspects_;
};

}  // namespace

StructureGrowth growthOf(const Scene& scene, StructureIndex to) {
  const WindowEnd& end = scene.ends->to;
  StructureGrowth growth;
  growth.retained.to = end.retained(to);
  growth.structure.to = end.structures->size(to);
  growth.deepStructure.to = end.deep->size(to);
  const std::optional<StructureIndex> before = scene.tracked->before(to);
  if (!before) return growth;
  const WindowEnd& start = scene.ends->from;
  growth.retained.from = start.retained(*before);
  growth.structure.from = start.structures->size(*before);
  growth.deepStructure.from = start.deep->size(*before);
  return growth;
}

Result<std::vector<Suspect>> findSuspects(const Scene& scene, Progress& progress) {
  if (scene.ends->heapGrowth() <= 0) return std::vector<Suspect>();
  return Search(scene, progress).run();
}

}  // namespace heaptrail
