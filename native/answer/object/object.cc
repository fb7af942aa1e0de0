// Answers the question about one object.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "answer/object/object_members.h"
#include "answer/object/object_question.h"
#include "answer/shared/describe_objects.h"
#include "answer/shared/object_naming.h"
#include "base/page.h"
#include "base/try.h"
#include "graph/dominated_objects.h"
#include "session/asked_point.h"
#include "session/heap_analysis.h"

namespace heaptrail {

namespace {

// A path is told from both ends; who wants to know its middle follows it step by step.
constexpr size_t kMaxStepsOfEnd = 40;
// By how many of its fields or elements a referrer is said to refer.
constexpr size_t kMaxNamedReferences = 5;

// How far each step brings the whole. What is known from before is passed over.
constexpr double kMembersListed = 0.1;
constexpr double kReferrersListed = 0.4;
constexpr double kDominatorsBuilt = 0.7;
constexpr double kDominatedListed = 0.75;

class ObjectPage {
 public:
  ObjectPage(const HeapAnalysis& analysis, const dsl::DescribedTypes& types, const StoredValues* values,
             const ObjectQuestion& question, Progress& progress)
      : analysis_(analysis),
        graph_(analysis.graph()),
        heap_(analysis.heap()),
        values_(values),
        names_(heap_, types, values),
        question_(question),
        progress_(progress) {}

  Result<ObjectPageAnswer> run() {
    const std::optional<ObjectIndex> object = heap_.find(ObjectId(question_.object));
    if (!object) return usageError(fmt::format("the trace has no object {:#x} at this point", question_.object));
    object_ = *object;
    describeItself();
    using Step = Status (ObjectPage::*)();
    for (const Step step : {&ObjectPage::listMembers, &ObjectPage::listItems, &ObjectPage::listReferrers,
                            &ObjectPage::listDominated, &ObjectPage::findPath}) {
      TRY((this->*step)());
      if (progress_.cancelled()) return cancelledError();
    }
    return std::move(answer_);
  }

 private:
  void describeItself() {
    const Symbols& symbols = heap_.symbols();
    answer_.object = describeObject(heap_, object_);
    answer_.object.text = names_.of(object_, ObjectTexts::kLongText);
    answer_.live = graph_.live().test(object_.value());
    const TypeId described = heap_.typeOfClassObject(object_);
    const TypeId type = described.exists() ? described : heap_.typeOf(object_);
    for (TypeId t = symbols[type].superclass; t.exists(); t = symbols[t].superclass) {
      answer_.superclasses.push_back(symbols[t].name);
    }
    if (const ObjectIndex loader = heap_.loaderOf(type); loader.exists()) answer_.loader = describe(loader);
    if (const SiteId site = heap_.siteOf(object_); site.exists()) answer_.site = symbols[site].frames;
    if (const ThreadId thread = heap_.threadOf(object_); thread.exists()) answer_.thread = symbols[thread].name;
    const auto dominators = analysis_.knownDominators();
    if (answer_.live && dominators != nullptr) answer_.object.retained = dominators->retained(object_);
  }

  Status listMembers() { return ObjectMembers(heap_, values_, names_).list(object_, question_, answer_); }

  Status listItems() {
    if (question_.itemsLimit == 0) return {};
    const std::optional<ItemKind> kind = names_.collections().kindOf(object_);
    if (!kind) return {};
    CollectionAnswer& collection = answer_.collection.emplace();
    collection.kind = *kind;
    collection.offset = question_.itemsOffset;
    const auto contents =
        TRY(names_.collections().read(object_, question_.itemsOffset, question_.itemsLimit, progress_));
    collection.size = contents.size;
    const auto told = [&](const CollectionPart& part) {
      ContentAnswer answer{part.value, {}, {}};
      if (part.object.exists()) answer.object = describe(part.object);
      return answer;
    };
    for (const CollectionItem& item : contents.items) {
      CollectionItemAnswer& answer = collection.items.emplace_back();
      if (item.key) answer.key = told(*item.key);
      answer.value = told(item.value);
    }
    return {};
  }

  Status listReferrers() {
    if (!question_.referrers) return {};
    progress_.scale(kMembersListed, kReferrersListed);
    const auto reverse = TRY(analysis_.reverse(progress_));
    // Ascending, so that those who refer several times stand together.
    const std::span<const ObjectIndex> references = reverse->referrers(object_);
    answer_.referrersOffset = question_.referrersOffset;
    const PlacesOfPage wanted = placesOfPage(references.size(), question_.referrersOffset, question_.referrersLimit);
    uint64_t rank = 0;
    for (size_t i = 0; i < references.size(); ++rank) {
      const ObjectIndex referrer = references[i];
      const size_t first = i;
      while (i < references.size() && references[i] == referrer) ++i;
      if (!wanted.has(rank)) continue;
      answer_.referrers.push_back({namesOfReferences(referrer), i - first, describe(referrer)});
    }
    answer_.allReferrers = rank;
    return {};
  }

  std::vector<std::string> namesOfReferences(ObjectIndex referrer) const {
    std::vector<std::string> names;
    heap_.forEachSlot(referrer, [&](ObjectIndex target, uint32_t slot) {
      if (target == object_ && names.size() < kMaxNamedReferences) names.push_back(heap_.slotName(referrer, slot));
    });
    return names;
  }

  Status listDominated() {
    if (!question_.dominated) return {};
    answer_.allDominated = 0;
    answer_.dominatedOffset = question_.dominatedOffset;
    if (!answer_.live) return {};
    progress_.scale(kReferrersListed, kDominatorsBuilt);
    const auto dominators = TRY(analysis_.dominators(progress_));
    answer_.object.retained = dominators->retained(object_);
    if (const ObjectIndex dominator = dominators->immediateDominator(object_); dominator.exists()) {
      answer_.dominator = describe(dominator);
      answer_.dominator->retained = dominators->retained(dominator);
    }
    progress_.scale(kDominatorsBuilt, kDominatedListed);
    progress_.begin("Finding what it dominates", 0, 1, heap_.objectCount());
    std::vector<ObjectIndex> found =
        TRY(immediatelyDominated(graph_, *dominators, object_, analysis_.threads(), progress_));
    answer_.allDominated = found.size();
    const auto before = [&dominators](ObjectIndex a, ObjectIndex b) {
      return std::pair(dominators->retained(b).bytes, a) < std::pair(dominators->retained(a).bytes, b);
    };
    for (const ObjectIndex object : sortedPageOf(found, question_.dominatedOffset, question_.dominatedLimit, before)) {
      answer_.dominated.push_back(describe(object));
      answer_.dominated.back().retained = dominators->retained(object);
    }
    return {};
  }

  Status findPath() {
    if (!question_.path) return {};
    answer_.hasPath = true;
    progress_.scale(kDominatedListed, 1);
    const auto holders = TRY(analysis_.holders(progress_));
    const auto paths = TRY(analysis_.shortestPaths(SoftReferences::kFollow, progress_));
    if (!paths->leadTo(object_)) return {};
    const RootPath path = paths->to(graph_, *holders, object_);
    PathAnswer& told = answer_.path.emplace();
    told.holder = describeHolder(heap_, path.holder);
    told.holder.direct = path.holder.object == object_;
    const size_t steps = path.steps.size();
    for (size_t i = 0; i < steps; ++i) {
      if (i >= kMaxStepsOfEnd && i + kMaxStepsOfEnd < steps) {
        answer_.pathBreak = kMaxStepsOfEnd;
        ++answer_.pathLeftOut;
        continue;
      }
      const PathStep& step = path.steps[i];
      std::string via;
      if (i > 0) {
        via = step.slot == Heap::kNoSlot ? "<class>" : heap_.slotName(path.steps[i - 1].object, step.slot);
      }
      told.steps.push_back({std::move(via), describe(step.object)});
    }
    return {};
  }

  ObjectAnswer describe(ObjectIndex object) {
    ObjectAnswer answer = describeObject(heap_, object);
    answer.text = names_.of(object);
    return answer;
  }

  const HeapAnalysis& analysis_;
  const LiveGraph& graph_;
  const Heap& heap_;
  const StoredValues* values_;
  ObjectNaming names_;
  const ObjectQuestion& question_;
  Progress& progress_;
  ObjectIndex object_ = ObjectIndex::none();
  ObjectPageAnswer answer_;
};

}  // namespace

Result<ObjectPageAnswer> ask(OpenedTrace& trace, const ObjectQuestion& question, Progress& progress) {
  const AskedPoint asked = TRY(AskedPoint::find(trace, question.at, progress));
  const HeapAnalysis& analysis = asked.facts().analysis();
  asked.analysed().loadDominators(analysis);
  const auto structures = TRY(asked.facts().structureAnalysis(progress));
  const PointValues values(trace, asked.index(), analysis.heap(), question.values);
  ObjectPageAnswer answer = TRY(ObjectPage(analysis, structures->types(), values.get(), question, progress).run());
  asked.tell(answer);
  answer.values = values.shown();
  answer.valuesProblem = values.problem();
  return answer;
}

}  // namespace heaptrail
