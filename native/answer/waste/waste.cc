// Answers the question about waste: adds up what the heap's objects waste by kind and owner.
#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "answer/shared/describe_objects.h"
#include "answer/waste/waste_question.h"
#include "base/page.h"
#include "base/try.h"
#include "session/asked_point.h"
#include "values/object_texts.h"

namespace heaptrail {

namespace {

// How far each step brings the whole.
constexpr double kWasteFound = 0.7;
constexpr double kOwnersFound = 0.9;

/// What objects of one type that one field holds waste.
struct Sum {
  Size size;
  uint64_t gain = 0;
  uint64_t emptyCollections = 0;
  ObjectIndex example = ObjectIndex::none();
};

/// By owner and type.
using Sums = std::unordered_map<uint64_t, Sum>;

std::array<Sums, kWasteKinds> addUp(const LiveGraph& graph, const Waste& waste, const OwnerFields& owners,
                                    Progress& progress) {
  std::array<Sums, kWasteKinds> sums;
  const Heap& heap = graph.heap();
  const uint64_t objects = heap.objectCount();
  progress.begin("Adding up waste", 0, 1, objects);
  for (uint64_t from = 0; from < objects; from += kObjectsBetweenChecks) {
    graph.live().forEachIn(from, std::min<uint64_t>(objects, from + kObjectsBetweenChecks), [&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      const WasteKind kind = waste.of(object);
      if (kind == WasteKind::kNone) return;
      const uint64_t key = uint64_t{owners.of(object)} << 32 | heap.typeOf(object).value();
      Sum& sum = sums[static_cast<size_t>(kind)][key];
      sum.size += {1, heap.shallowBytes(object)};
      sum.gain += waste.gain(object);
      if (waste.isEmptyCollection(object)) ++sum.emptyCollections;
      if (!sum.example.exists()) sum.example = object;
    });
    if (!progress.advance(kObjectsBetweenChecks)) break;
  }
  return sums;
}

/// The rows of one kind: of an owner, all types together, named by the one that tells most.
void addRows(const Heap& heap, const OwnerFields& owners, const Sums& sums, uint64_t limit, WasteAnswer::Kind& answer) {
  struct OfOwner {
    Sum all;
    Sum most;
    TypeId type = TypeId::none();
  };
  std::unordered_map<uint32_t, OfOwner> byOwner;
  for (const auto& [key, sum] : sums) {
    const TypeId type(static_cast<uint32_t>(key));
    OfOwner& own = byOwner[static_cast<uint32_t>(key >> 32)];
    own.all.size += sum.size;
    own.all.gain += sum.gain;
    // A string says more than the array that it has, and a set more than the map that it is.
    const auto rank = [&](TypeId of, const Sum& its) {
      const bool isInstance = heap.symbols()[of].shape == TypeShape::kInstance;
      return std::tuple(isInstance, its.emptyCollections, its.gain, of.value());
    };
    if (!own.type.exists() || rank(type, sum) > rank(own.type, own.most)) {
      own.most = sum;
      own.type = type;
    }
    answer.size += sum.size;
    answer.gain += sum.gain;
  }
  std::vector<std::pair<uint32_t, const OfOwner*>> order;
  for (const auto& [owner, own] : byOwner) order.emplace_back(owner, &own);
  std::ranges::sort(order, [](const auto& a, const auto& b) {
    return std::tuple(b.second->all.gain, a.first) < std::tuple(a.second->all.gain, b.first);
  });
  answer.totalRows = order.size();
  for (const auto& [owner, own] : pageOf(order, 0, limit)) {
    answer.rows.push_back({owners.owners()[owner], heap.symbols()[own->type].name, own->all.size, own->all.gain,
                           heap.idOf(own->most.example).value()});
  }
}

}  // namespace

Result<WasteAnswer> ask(OpenedTrace& trace, const WasteQuestion& question, Progress& progress) {
  const AskedPoint asked = TRY(AskedPoint::find(trace, question.at, progress));
  const PointFacts& facts = asked.facts();
  const Heap& heap = facts.heap();
  progress.scale(0, kWasteFound);
  const auto waste = TRY(facts.waste(progress));
  progress.scale(kWasteFound, kOwnersFound);
  const auto owners = TRY(facts.owners(progress));
  progress.scale(kOwnersFound, 1);
  const std::array<Sums, kWasteKinds> sums = addUp(facts.analysis().graph(), *waste, *owners, progress);
  if (progress.cancelled()) return cancelledError();

  WasteAnswer answer;
  const PointValues values(trace, asked.index(), heap, question.values);
  answer.values = values.shown();
  answer.valuesProblem = values.problem();
  answer.contentsCompared = waste->hasContents();
  ObjectTexts texts(heap, values.get());
  for (size_t kind = 1; kind < kWasteKinds; ++kind) {
    if (sums[kind].empty()) continue;
    WasteAnswer::Kind& added = answer.kinds.emplace_back();
    added.kind = static_cast<WasteKind>(kind);
    addRows(heap, *owners, sums[kind], question.limit, added);
    answer.gain += added.gain;
    const std::vector<EqualThings> none;
    const auto& groups = added.kind == WasteKind::kEqualStrings  ? waste->equalStrings()
                         : added.kind == WasteKind::kEqualArrays ? waste->equalArrays()
                                                                 : none;
    for (const EqualThings& equal : pageOf(groups, 0, question.limit)) {
      added.equal.push_back({describeObject(heap, equal.example), equal.count, equal.bytes});
      added.equal.back().object.text = texts.of(equal.example);
    }
  }
  std::ranges::stable_sort(answer.kinds, std::ranges::greater{}, &WasteAnswer::Kind::gain);
  asked.tell(answer);
  if (!answer.contentsCompared) {
    answer.warnings.push_back({answer.valuesProblem.empty()
                                   ? std::string(kContentsNotKnown)
                                   : "equal strings and arrays are not known: " + answer.valuesProblem,
                               {}});
  }
  return answer;
}

}  // namespace heaptrail
