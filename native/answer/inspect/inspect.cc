// Answers the question about one group of objects.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

#include "answer/inspect/inspect_question.h"
#include "answer/inspect/path_answers.h"
#include "answer/shared/describe_objects.h"
#include "answer/shared/object_naming.h"
#include "base/page.h"
#include "base/try.h"
#include "classify/by_type.h"
#include "graph/closures.h"
#include "graph/group_sizes.h"
#include "graph/path_tree.h"
#include "session/asked_point.h"
#include "session/heap_analysis.h"
#include "session/structure_analysis.h"
#include "structure/containing_structures.h"

namespace heaptrail {

namespace {

// Of how many objects the deep size is computed, not estimated.
constexpr size_t kMostExact = 256;

// How far each step brings the whole. What is not asked for, or is known from before, is passed over.
constexpr double kGroupFound = 0.05;
constexpr double kDeepKnown = 0.15;
constexpr double kRetainedKnown = 0.3;
constexpr double kReverseKnown = 0.4;
constexpr double kRootsKnown = 0.45;
constexpr double kDifferentPathsKnown = 0.5;
constexpr double kShortestPathsKnown = 0.6;
constexpr double kPathsMerged = 0.65;
constexpr double kDominatorsKnown = 0.8;
constexpr double kEstimated = 0.9;

/// What was asked for, for people: `java.lang.String > app.Names.read:7, where bytes>100`.
std::string nameOf(const GroupsChoice& group) {
  std::vector<std::string> parts;
  if (!group.path.empty()) parts.push_back(fmt::format("{}", fmt::join(group.path, " > ")));
  if (group.structures) parts.emplace_back(toString(*group.structures));
  if (!group.where.empty()) parts.push_back(parts.empty() ? group.where : "where " + group.where);
  return fmt::format("{}", fmt::join(parts, ", "));
}

using Ranked = std::pair<uint64_t, ObjectIndex>;  // by bytes
constexpr size_t kSpareRanks = 1024;              // sorted out together, not one by one

class Inspection {
 public:
  Inspection(const PointFacts& facts, const StructureAnalysis* structures, const dsl::DescribedTypes& types,
             const StoredValues* values, const InspectQuestion& question, Progress& progress)
      : facts_(facts),
        analysis_(facts.analysis()),
        structures_(structures),
        graph_(analysis_.graph()),
        heap_(analysis_.heap()),
        names_(heap_, types, values),
        question_(question),
        progress_(progress),
        group_(heap_.objectCount()) {}

  Result<InspectAnswer> run() {
    using Step = Status (Inspection::*)();
    for (const Step step : {&Inspection::findGroup, &Inspection::measure, &Inspection::findRoots,
                            &Inspection::findPaths, &Inspection::findContaining, &Inspection::listObjects}) {
      TRY((this->*step)());
    }
    return std::move(answer_);
  }

 private:
  Status findGroup() {
    const bool isGroup = !question_.where.empty() || !question_.path.empty() || question_.structures.has_value();
    if (question_.object.has_value() == isGroup) {
      return usageError(
          "expected either an object or a group (a condition, or a row of a grouping) as what to inspect");
    }
    if (!question_.object) {
      progress_.scale(0, kGroupFound);
      group_ = TRY(objectsOf(facts_, question_.group(), progress_));
      answer_.group = nameOf(question_.group());
      return {};
    }
    const std::optional<ObjectIndex> object = heap_.find(ObjectId(*question_.object));
    if (!object) {
      return usageError(fmt::format("the trace has no object {:#x} at this point", *question_.object));
    }
    group_.set(object->value());
    single_ = *object;
    answer_.group = fmt::format("object {:#x}", *question_.object);
    answer_.live = graph_.live().test(object->value());
    answer_.object = describe(*object);
    return {};
  }

  Status measure() {
    answer_.size = sizeOf(heap_, group_, analysis_.threads());
    if (question_.sizes || question_.closure == SizeMetric::kDeep) {
      progress_.scale(kGroupFound, kDeepKnown);
      TRY(measure(SizeMetric::kDeep, "Finding what the objects lead to", answer_.deep));
    }
    if (question_.sizes || question_.closure == SizeMetric::kRetained) {
      progress_.scale(kDeepKnown, kRetainedKnown);
      TRY(measure(SizeMetric::kRetained, "Finding what the objects retain", answer_.retained));
    }
    if (single_.exists()) answer_.object->retained = answer_.retained;
    return {};
  }

  Status measure(SizeMetric metric, std::string_view phase, std::optional<Size>& size) {
    progress_.begin(phase, 0, 1, graph_.live().size());
    const BitSet closure = TRY(metric == SizeMetric::kDeep ? deepClosure(graph_, group_, progress_)
                                                           : retainedClosure(graph_, group_, progress_));
    size = sizeOf(heap_, closure, analysis_.threads());
    return question_.closure == metric ? countByType(closure) : Status();
  }

  Status countByType(const BitSet& closure) {
    answer_.closure = question_.closure;
    progress_.begin("Counting by type", 1, 1, heap_.objectCount());
    answer_.closureRows = TRY(groupByType(heap_, closure, analysis_.threads(), progress_));
    answer_.closureTypes = answer_.closureRows.size();
    std::ranges::stable_sort(answer_.closureRows, std::ranges::greater{}, &GroupRow::bytes);
    keepFirst(answer_.closureRows, question_.top);
    return {};
  }

  Status findRoots() {
    if (!question_.roots) return {};
    progress_.scale(kRetainedKnown, kReverseKnown);
    const auto holders = TRY(analysis_.holders(progress_));
    const auto reverse = TRY(analysis_.reverse(progress_));
    progress_.scale(kReverseKnown, kRootsKnown);
    progress_.begin("Finding roots", 0, 1, heap_.objectCount());
    std::vector<RootHolder> found =
        TRY(indirectHolders(graph_, *holders, *reverse, group_, question_.holders, progress_));
    answer_.hasRoots = true;
    answer_.allRoots = found.size();
    // Direct ones first; among equals, variables, which code can change.
    std::ranges::stable_sort(found, {}, [&](const RootHolder& holder) {
      return std::pair(!group_.test(holder.object.value()), !holder.isVariable());
    });
    keepFirst(found, question_.top);
    for (const RootHolder& holder : found) answer_.roots.push_back(describe(holder));
    return {};
  }

  Status findPaths() {
    if (!question_.paths) return {};
    progress_.scale(kRetainedKnown, kReverseKnown);
    const auto holders = TRY(analysis_.holders(progress_));
    const auto reverse = TRY(analysis_.reverse(progress_));
    answer_.hasPaths = true;
    progress_.scale(kRootsKnown, kDifferentPathsKnown);
    progress_.begin("Finding different paths", 0, 1, heap_.objectCount());
    const std::vector<RootPath> different =
        TRY(differentPaths(graph_, *holders, *reverse, group_, question_.soft(), question_.mostPaths, progress_));
    for (const RootPath& path : different) answer_.paths.push_back(describe(path));
    progress_.scale(kDifferentPathsKnown, kShortestPathsKnown);
    const auto shortest = TRY(analysis_.shortestPaths(question_.soft(), progress_));
    if (answer_.paths.empty() && single_.exists() && shortest->leadTo(single_)) {
      // Only by way of instances that keep their class.
      answer_.paths.push_back(describe(shortest->to(graph_, *holders, single_)));
    }
    progress_.scale(kShortestPathsKnown, kPathsMerged);
    progress_.begin("Merging paths", 0, 1, heap_.objectCount());
    const std::vector<PathNode> tree = TRY(mergePaths(graph_, *holders, *shortest, group_, progress_));
    answer_.pathTree = pathTreeAnswer(heap_, structures_->types(), tree);
    for (PathNodeAnswer& node : answer_.pathTree) node.holder->direct = group_.test(objectOf(node).value());
    if (!question_.cuts) return {};
    progress_.scale(kPathsMerged, kDominatorsKnown);
    const auto dominators = TRY(analysis_.dominators(progress_));
    progress_.begin("Finding where to cut", 1, 1, heap_.objectCount());
    return addCuts({graph_, *dominators, *holders, *reverse}, group_, answer_.pathTree, progress_);
  }

  ObjectIndex objectOf(const PathNodeAnswer& node) const { return *heap_.find(ObjectId(node.example)); }

  Status findContaining() {
    if (!question_.containing) return {};
    progress_.scale(kPathsMerged, kDominatorsKnown);
    const auto structures = TRY(structures_->structures(progress_));
    const auto reverse = TRY(analysis_.reverse(progress_));
    const auto dominators = TRY(analysis_.dominators(progress_));
    progress_.begin("Finding the data structures that they belong to", 0, 1, heap_.objectCount());
    const auto found = TRY(containingStructures(graph_, *reverse, *structures, group_, progress_));
    answer_.hasContaining = true;
    answer_.allContaining = found.size();
    std::vector<Ranked> heads;
    for (const StructureIndex structure : found) {
      const ObjectIndex head = structures->head(structure);
      heads.emplace_back(dominators->retained(head).bytes, head);
    }
    std::ranges::stable_sort(heads, std::ranges::greater{}, &Ranked::first);
    keepFirst(heads, question_.top);
    for (const auto& [bytes, head] : heads) {
      answer_.containing.push_back(describe(head));
      answer_.containing.back().retained = dominators->retained(head);
    }
    return {};
  }

  Status listObjects() {
    const bool wantsDominators = question_.objects || (single_.exists() && analysis_.knownDominators() != nullptr);
    if (!wantsDominators) return {};
    progress_.scale(kPathsMerged, kDominatorsKnown);
    const auto dominators = TRY(analysis_.dominators(progress_));
    if (single_.exists() && answer_.live) {
      const ObjectIndex dominator = dominators->immediateDominator(single_);
      if (dominator.exists()) {
        answer_.dominator = describe(dominator);
        answer_.dominator->retained = dominators->retained(dominator);
      }
    }
    if (!question_.objects) return {};
    std::shared_ptr<const DeepEstimates> estimates;
    if (question_.order == ObjectOrder::kDeep) {
      progress_.scale(kDominatorsKnown, kEstimated);
      estimates = TRY(analysis_.deepEstimates(progress_));
    }
    const std::vector<Ranked> shown = largest([&](ObjectIndex object) {
      if (estimates) return estimates->bytes(object);
      return question_.order == ObjectOrder::kBytes ? heap_.shallowBytes(object) : dominators->retained(object).bytes;
    });
    answer_.hasObjects = true;
    for (const Ranked& member : shown) {
      ObjectAnswer object = describe(member.second);
      object.retained = dominators->retained(member.second);
      if (estimates) object.deepEstimate = member.first;
      answer_.objects.push_back(std::move(object));
    }
    return estimates ? measureShown(shown) : Status();
  }

  /// The first `top` live members, largest first, without a list of all of them.
  template <typename BytesOf>
  std::vector<Ranked> largest(BytesOf&& bytesOf) const {
    const auto larger = [](const Ranked& a, const Ranked& b) {
      return std::pair(b.first, a.second) < std::pair(a.first, b.second);
    };
    const auto most = static_cast<size_t>(std::min<uint64_t>(question_.top, answer_.size.objects));
    std::vector<Ranked> found;
    const auto keepLargest = [&] {
      const size_t kept = std::min(most, found.size());
      std::ranges::partial_sort(found, found.begin() + static_cast<std::ptrdiff_t>(kept), larger);
      found.resize(kept);
    };
    group_.forEach([&](uint64_t i) {
      if (!graph_.live().test(i)) return;
      const ObjectIndex object(static_cast<uint32_t>(i));
      found.emplace_back(bytesOf(object), object);
      if (found.size() >= 2 * most + kSpareRanks) keepLargest();
    });
    keepLargest();
    return found;
  }

  /// Estimates said who comes first; of those that are shown the exact size is told.
  Status measureShown(std::span<const Ranked> shown) {
    std::vector<ObjectIndex> exact;
    for (const auto& member : shown.first(std::min(shown.size(), kMostExact))) exact.push_back(member.second);
    progress_.scale(kEstimated, 1);
    const std::vector<Size> sizes = TRY(deepSizes(graph_, exact, progress_));
    for (size_t i = 0; i < sizes.size(); ++i) {
      answer_.objects[i].deep = sizes[i];
      answer_.objects[i].deepEstimate.reset();
    }
    std::ranges::stable_sort(answer_.objects, std::ranges::greater{}, [](const ObjectAnswer& object) {
      return object.deep ? object.deep->bytes : object.deepEstimate.value_or(0);
    });
    return {};
  }

  ObjectAnswer describe(ObjectIndex object) {
    ObjectAnswer answer = describeObject(heap_, object);
    answer.text = names_.of(object);
    return answer;
  }

  HolderAnswer describe(const RootHolder& holder) const {
    HolderAnswer answer = describeHolder(heap_, holder);
    answer.direct = group_.test(holder.object.value());
    return answer;
  }

  PathAnswer describe(const RootPath& path) const {
    PathAnswer answer = describePath(heap_, path);
    answer.holder.direct = group_.test(path.holder.object.value());
    return answer;
  }

  const PointFacts& facts_;
  const HeapAnalysis& analysis_;
  const StructureAnalysis* structures_;  // where the question is about them
  const LiveGraph& graph_;
  const Heap& heap_;
  ObjectNaming names_;
  const InspectQuestion& question_;
  Progress& progress_;
  BitSet group_;
  ObjectIndex single_ = ObjectIndex::none();
  InspectAnswer answer_;
};

}  // namespace

Result<InspectAnswer> ask(OpenedTrace& trace, const InspectQuestion& question, Progress& progress) {
  const AskedPoint asked = TRY(AskedPoint::find(trace, question.at, progress));
  const PointFacts& facts = asked.facts();
  asked.analysed().loadDominators(facts.analysis());
  const auto described = TRY(facts.structureAnalysis(progress));
  const StructureAnalysis* structures = question.containing || question.paths ? described.get() : nullptr;
  const PointValues values(trace, asked.index(), facts.heap(), question.values);
  Result<InspectAnswer> answer =
      Inspection(facts, structures, described->types(), values.get(), question, progress).run();
  if (answer) asked.tell(*answer);
  return answer;
}

}  // namespace heaptrail
