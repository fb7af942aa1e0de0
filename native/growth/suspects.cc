#include "growth/suspects.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"
#include "graph/closures.h"
#include "graph/group_sizes.h"
#include "structure/structure_walk.h"

namespace heaptrail {

namespace {

// Heads that retain less than this share of what grew in their containers do not hold it alone: a thread that works on
// a table holds the table, too.
constexpr double kMostlyHeld = 0.5;

// Of what piled up in them, what others hold, too: less is next to nothing.
constexpr double kNextToNothing = 0.1;

// How much of the whole each step is.
constexpr double kComparing = 0.1;
constexpr double kCollecting = 0.1;
constexpr double kMeasuring = 0.8;

/// Before each so many structures of a list that is as long: tells that these will have been looked at.
bool advanceTo(size_t place, size_t length, Progress& progress) {
  return progress.advance(std::min<size_t>(kStructuresPerCheck, length - place));
}

class SuspectSearch {
 public:
  SuspectSearch(const TrackedWindow& window, const GrowthTree& tree, double minimumGain, Progress& progress)
      : window_(window),
        from_(window.ends.from),
        to_(window.ends.to),
        tree_(tree),
        minimumGain_(minimumGain),
        progress_(progress) {}

  Result<std::vector<Suspect>> run(std::span<const GrowingContainers> growing) {
    TRY(compare(growing.first(std::min(growing.size(), kMaxSuspects))));
    TRY(measure());
    putBehindWhatHoldsMore();
    for (Suspect& suspect : suspects_) suspect.pattern = patternOf(suspect);
    return std::move(suspects_);
  }

 private:
  Status compare(std::span<const GrowingContainers> growing) {
    Progress part(progress_, kComparing);
    uint64_t containers = 0;
    for (const GrowingContainers& one : growing) containers += one.containers.size();
    part.begin("Comparing what suspects were before", 0, 1, containers);
    for (const GrowingContainers& one : growing) suspects_.push_back(TRY(suspectOf(one, part)));
    return {};
  }

  Result<Suspect> suspectOf(const GrowingContainers& growing, Progress& progress) const {
    Suspect suspect;
    suspect.accumulations = growing.accumulations;
    suspect.parts = growing.parts;
    suspect.shared = growing.shared;
    suspect.ofData = growing.ofData;
    suspect.unheld = growing.unheld;
    suspect.holderOfKeys = growing.holderOfKeys;
    suspect.heldKey = growing.heldKey;
    suspect.heldSoftly = growing.heldSoftly;
    suspect.heads = headsBySize(growing.containers);
    if (!suspect.shared) TRY(leaveOutUnchanged(suspect.heads, progress));
    for (size_t i = 0; i < suspect.heads.size(); ++i) {
      if (i % kStructuresPerCheck == 0 && !advanceTo(i, suspect.heads.size(), progress)) return cancelledError();
      const ObjectIndex head = suspect.heads[i];
      const std::optional<StructureIndex> structure = to_.structures->of(head);
      if (!structure) continue;
      suspect.structures.push_back(*structure);
      if (const auto before = window_.tracked.before(*structure)) suspect.before.push_back(*before);
    }
    if (window_.tracked.match() == GrowthMatch::kPath) addThoseAtSamePlaces(suspect);
    suspect.joint = suspect.heads.size() > 1;
    suspect.inferred = suspect.structures.empty() || isInferred(suspect.structures.front());
    return suspect;
  }

  /// What retains most first.
  std::vector<ObjectIndex> headsBySize(std::span<const Container> containers) const {
    std::vector<std::pair<uint64_t, ObjectIndex>> sized;
    sized.reserve(containers.size());
    for (const Container& container : containers) {
      sized.emplace_back(to_.dominators->retained(container.head()).bytes, container.head());
    }
    std::ranges::stable_sort(sized, std::ranges::greater{}, &std::pair<uint64_t, ObjectIndex>::first);
    std::vector<ObjectIndex> heads;
    heads.reserve(sized.size());
    for (const auto& [bytes, head] : sized) heads.push_back(head);
    return heads;
  }

  /// Where several of those at the same place took things in, those that are what they were before did not.
  Status leaveOutUnchanged(std::vector<ObjectIndex>& heads, Progress& progress) const {
    const auto isUnchanged = [&](ObjectIndex head) {
      const std::optional<StructureIndex> structure = to_.structures->of(head);
      if (!structure || !window_.tracked.before(*structure)) return false;
      const StructureGrowth growth = window_.growthOf(*structure);
      return growth.retained.bytes() == 0 && growth.structure.bytes() == 0 && growth.deepStructure.bytes() == 0;
    };
    std::vector<ObjectIndex> changed;
    for (size_t i = 0; i < heads.size(); ++i) {
      if (i % kStructuresPerCheck == 0 && !progress.advance(0)) return cancelledError();
      if (!isUnchanged(heads[i])) changed.push_back(heads[i]);
    }
    if (!changed.empty()) heads = std::move(changed);
    return {};
  }

  /// Paths tell no structures apart that lie at the same one, and a path may lead another way than before. But all that
  /// is at a place of the growth tree and holds what piled up belongs to a suspect, and so it did before.
  void addThoseAtSamePlaces(Suspect& suspect) const {
    if (suspect.before.size() == suspect.structures.size()) return;
    BitSet heads(to_.heap().objectCount());
    BitSet unmatched(to_.heap().objectCount());
    for (const StructureIndex structure : suspect.structures) {
      const ObjectIndex head = to_.structures->head(structure);
      heads.set(head.value());
      if (!window_.tracked.before(structure)) unmatched.set(head.value());
    }
    BitSet known(from_.structures->count());
    for (const StructureIndex before : suspect.before) known.set(before.value());
    const auto isUnmatched = [&](ObjectIndex object) { return unmatched.test(object.value()); };
    for (const GrowthPlace& place : tree_.places().subspan(1)) {
      const auto objects = place.at(EndOfWindow::kTo);
      if (place.isClass || !std::ranges::any_of(objects, isUnmatched)) continue;
      // What some of them were is known, and that they did not grow.
      for (const ObjectIndex other : objects) {
        const std::optional<StructureIndex> structure = to_.structures->of(other);
        if (heads.test(other.value()) || !structure) continue;
        if (const auto before = window_.tracked.before(*structure)) known.set(before->value());
      }
      heldPiledUp(suspect, place).forEach([&](uint64_t head) {
        const auto before = from_.structures->of(ObjectIndex(static_cast<uint32_t>(head)));
        if (before && known.insert(before->value())) suspect.before.push_back(*before);
      });
    }
  }

  /// Of the objects of a place at the beginning, those that held what piles up, or are that.
  BitSet heldPiledUp(const Suspect& suspect, const GrowthPlace& place) const {
    BitSet candidates(from_.heap().objectCount());
    for (const ObjectIndex object : place.at(EndOfWindow::kFrom)) candidates.set(object.value());
    BitSet holders(from_.heap().objectCount());
    BitSet seen(from_.heap().objectCount());
    for (const Accumulation& accumulation : suspect.accumulations) {
      for (ObjectIndex object : tree_[accumulation.place].at(EndOfWindow::kFrom)) {
        while (object.exists() && seen.insert(object.value())) {
          if (candidates.test(object.value())) {
            holders.set(object.value());
            break;
          }
          object = from_.dominators->immediateDominator(object);
        }
      }
    }
    return holders;
  }

  bool isInferred(StructureIndex structure) const {
    const dsl::DescriptionEntry* entry = to_.types->descriptionOf(to_.typeOf(structure));
    return entry != nullptr && to_.types->descriptions().fileOf(*entry).isInferred();
  }

  /// Single heads retain what the dominators say, where they hold it alone. All others are measured in one sweep.
  Status measure() {
    std::vector<Suspect*> together;
    for (Suspect& suspect : suspects_) {
      suspect.retained = ofPlaces(suspect);
      if (suspect.structures.empty() || isInPlaceOfAnother(suspect)) continue;
      if (!suspect.joint) {
        const GrownSize alone{suspect.before.empty() ? Size{} : from_.retained(suspect.before.front()),
                              to_.retained(suspect.structures.front())};
        if (static_cast<double>(alone.bytes()) >= kMostlyHeld * static_cast<double>(suspect.retained.bytes())) {
          suspect.retained = alone;
          continue;
        }
      }
      together.push_back(&suspect);
    }
    if (together.empty()) return {};
    std::vector<BitSet> before;
    std::vector<BitSet> after;
    {
      Progress part(progress_, kCollecting);
      uint64_t structures = 0;
      for (const Suspect* suspect : together) structures += suspect->before.size() + suspect->structures.size();
      part.begin("Collecting what suspects consist of", 0, 1, structures);
      for (const Suspect* suspect : together) {
        before.push_back(TRY(partsOf(from_, suspect->before, part)));
        after.push_back(TRY(partsOf(to_, suspect->structures, part)));
      }
    }
    Progress start(progress_, kMeasuring / 2);
    const std::vector<Size> sizesBefore = TRY(retainedSizes(*from_.graph, before, start));
    Progress end(progress_, kMeasuring / 2);
    const std::vector<Size> sizesAfter = TRY(retainedSizes(*to_.graph, after, end));
    for (size_t i = 0; i < together.size(); ++i) together[i]->retained = {sizesBefore[i], sizesAfter[i]};
    return {};
  }

  /// Whether it is new, but what piled up in it is at a place that had such things before: its own size is no growth.
  bool isInPlaceOfAnother(const Suspect& suspect) const {
    const Accumulation& most = suspect.accumulations.front();
    return window_.tracked.match() == GrowthMatch::kIdentity && suspect.before.empty() && !suspect.joint &&
           most.inNumber && tree_[most.place].count(EndOfWindow::kFrom) > 0;
  }

  /// What the places where things pile up retain.
  GrownSize ofPlaces(const Suspect& suspect) const {
    GrownSize sum;
    for (const Accumulation& accumulation : suspect.accumulations) sum += tree_[accumulation.place].retained;
    return sum;
  }

  /// All parts of structures that are no leaves: who works on a structure for a while may hold one of them, too.
  static Result<BitSet> partsOf(const WindowEnd& end, const std::vector<StructureIndex>& structures,
                                Progress& progress) {
    BitSet parts(end.heap().objectCount());
    StructureWalk walk(*end.graph, *end.types);
    for (size_t i = 0; i < structures.size(); ++i) {
      if (i % kStructuresPerCheck == 0 && !advanceTo(i, structures.size(), progress)) return cancelledError();
      const ObjectIndex head = end.structures->head(structures[i]);
      if (walk.run(head, Descent::kOwnParts, StructureWalk::kNoLimit, progress) == StructureWalk::End::kCancelled) {
        return cancelledError();
      }
      parts.set(head.value());
      for (const ObjectIndex member : walk.members()) {
        if (!walk.isLeaf(member)) parts.set(member.value());
      }
    }
    return parts;
  }

  /// Nothing is freed where what others hold, too, is let go: what holds its own comes before it, like what is held
  /// softly, unless it gained much less. Who holds the keys of a weak map stays before that.
  void putBehindWhatHoldsMore() {
    for (size_t i = suspects_.size(); i-- > 0;) {
      if (!holdsNextToNothing(suspects_[i]) || holdsKeysOfAny(suspects_[i])) continue;
      const auto moved = suspects_.begin() + static_cast<std::ptrdiff_t>(i);
      const int64_t enough = ofPlaces(*moved).bytes() / 4;
      const auto end = std::find_if(moved + 1, suspects_.end(), [&](const Suspect& other) {
        return holdsNextToNothing(other) || ofPlaces(other).bytes() < enough;
      });
      std::rotate(moved, moved + 1, end);
    }
  }

  bool holdsKeysOfAny(const Suspect& suspect) const {
    return std::ranges::any_of(suspects_, [&](const Suspect& weak) { return suspect.holdsKeysOf(weak); });
  }

  bool holdsNextToNothing(const Suspect& suspect) const {
    return !suspect.structures.empty() && !suspect.ofData &&
           static_cast<double>(suspect.retained.bytes()) <
               kNextToNothing * static_cast<double>(ofPlaces(suspect).bytes());
  }

  GrowthPattern patternOf(const Suspect& suspect) const {
    const bool isContainer = !suspect.ofData && (suspect.accumulations.front().inNumber || growsByItself(suspect));
    if (suspect.shared || isHeldElsewhere(suspect)) {
      return isContainer ? GrowthPattern::kSharedOwnershipContainer : GrowthPattern::kSharedOwnershipData;
    }
    return isContainer ? GrowthPattern::kSingleOwnershipContainer : GrowthPattern::kSingleOwnershipData;
  }

  /// Whether most of what piled up in one container stays without it: others hold that, too.
  bool isHeldElsewhere(const Suspect& suspect) const {
    return !suspect.structures.empty() && !suspect.ofData &&
           static_cast<double>(suspect.retained.bytes()) < kMostlyHeld * static_cast<double>(ofPlaces(suspect).bytes());
  }

  bool growsByItself(const Suspect& suspect) const {
    double taken = 0;
    for (const StructureIndex structure : suspect.structures) {
      taken += static_cast<double>(to_.deep->size(structure).bytes);
    }
    for (const StructureIndex structure : suspect.before) {
      taken -= static_cast<double>(from_.deep->size(structure).bytes);
    }
    return taken >= minimumGain_;
  }

  const TrackedWindow& window_;
  const WindowEnd& from_;
  const WindowEnd& to_;
  const GrowthTree& tree_;
  double minimumGain_;
  Progress& progress_;
  std::vector<Suspect> suspects_;
};

}  // namespace

StructureGrowth TrackedWindow::growthOf(StructureIndex to) const {
  const WindowEnd& end = ends.to;
  StructureGrowth growth;
  growth.retained.to = end.retained(to);
  growth.structure.to = end.structures->size(to);
  growth.deepStructure.to = end.deep->size(to);
  const std::optional<StructureIndex> before = tracked.before(to);
  if (!before) return growth;
  const WindowEnd& start = ends.from;
  growth.retained.from = start.retained(*before);
  growth.structure.from = start.structures->size(*before);
  growth.deepStructure.from = start.deep->size(*before);
  return growth;
}

int64_t TrackedWindow::structureGained(StructureIndex to) const {
  const std::optional<StructureIndex> before = tracked.before(to);
  const uint64_t from = before ? ends.from.structures->size(*before).bytes : 0;
  return static_cast<int64_t>(ends.to.structures->size(to).bytes) - static_cast<int64_t>(from);
}

Result<std::vector<Suspect>> findSuspects(const TrackedWindow& window, const GrowthTree& tree,
                                          std::span<const GrowingContainers> growing, double minimumGain,
                                          Progress& progress) {
  return SuspectSearch(window, tree, minimumGain, progress).run(growing);
}

}  // namespace heaptrail
