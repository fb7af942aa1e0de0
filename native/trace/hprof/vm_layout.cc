#include "trace/hprof/vm_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "trace/hprof/field_packing.h"
#include "trace/hprof/hidden_fields.h"

namespace heaptrail::hprof {

namespace {

// Every combination that a HotSpot JVM of any version and flags can have. The first that explains most is taken, so the
// usual ones come first.
constexpr std::array kLayouts{
    VmLayout{.headerBytes = 12, .referenceBytes = 4, .narrowArrayBase = 16, .wideArrayBase = 16},
    VmLayout{.headerBytes = 12, .referenceBytes = 8, .narrowArrayBase = 16, .wideArrayBase = 16},
    VmLayout{.headerBytes = 16, .referenceBytes = 8, .narrowArrayBase = 24, .wideArrayBase = 24},
    VmLayout{.headerBytes = 16, .referenceBytes = 8, .narrowArrayBase = 20, .wideArrayBase = 24},
    VmLayout{.headerBytes = 16, .referenceBytes = 4, .narrowArrayBase = 24, .wideArrayBase = 24},
    VmLayout{.headerBytes = 16, .referenceBytes = 4, .narrowArrayBase = 20, .wideArrayBase = 24},
    // Compact object headers (JDK 24 and later), and 32-bit JVMs.
    VmLayout{.headerBytes = 8, .referenceBytes = 4, .narrowArrayBase = 12, .wideArrayBase = 16},
    VmLayout{.headerBytes = 8, .referenceBytes = 8, .narrowArrayBase = 12, .wideArrayBase = 16},
};

// A measured distance above what the rules say is believed only up to here: more is a gap in the heap, not an object.
constexpr uint32_t kMostUnknownBytes = 64;

// A heap has no gaps if at least this share of arrays, whose size is known, is followed right at their end. Right after
// a compaction the others are a handful; ZGC's heaps have gaps everywhere, and there distances prove nothing.
constexpr double kDenseHeap = 0.98;

/// Places of classes in an order in which superclasses come before their subclasses. A cycle (in a damaged file) is
/// cut.
std::vector<uint32_t> superclassesFirst(const Survey& survey, std::vector<uint32_t>& superPlace) {
  const auto count = static_cast<uint32_t>(survey.classes.size());
  superPlace.assign(count, IdMap::kMissing);
  std::vector<uint32_t> order;
  order.reserve(count);
  enum class State : uint8_t { kNew, kOpen, kDone };
  std::vector<State> state(count, State::kNew);
  std::vector<uint32_t> chain;
  for (uint32_t place = 0; place < count; ++place) {
    for (uint32_t c = place; c != IdMap::kMissing && state[c] == State::kNew;) {
      state[c] = State::kOpen;
      chain.push_back(c);
      const uint64_t superId = survey.classes[c].dump.superId;
      const uint32_t parent = superId == 0 ? IdMap::kMissing : survey.classById.find(superId);
      if (parent != IdMap::kMissing && state[parent] == State::kOpen) break;
      superPlace[c] = parent;
      c = parent;
    }
    for (; !chain.empty(); chain.pop_back()) {
      state[chain.back()] = State::kDone;
      order.push_back(chain.back());
    }
  }
  return order;
}

/// The fields of a class object that take room in it. Names in angle brackets are the dump's own additions.
std::vector<ValueKind> staticFields(const Survey& survey, const ClassRecord& record) {
  std::vector<ValueKind> kinds;
  for (const StaticField& field : record.dump.statics) {
    if (!survey.string(field.nameId).starts_with('<')) kinds.push_back(field.kind);
  }
  return kinds;
}

/// What every assumption starts from; all of it by place in Survey::classes.
struct ClassFacts {
  std::vector<uint32_t> superPlace;
  std::vector<uint32_t> order;
  std::vector<OwnFields> fields;
  std::vector<uint64_t> measured;
};

/// Computes the sizes under one assumption and says how well it explains what was measured.
class Attempt {
 public:
  Attempt(const Survey& survey, VmLayout layout, const ClassFacts& facts)
      : survey_(survey),
        measured_(facts.measured),
        layout_(layout),
        arraysExplained_(shareOfArraysExplained()),
        dense_(survey.measuredArrays.empty() || arraysExplained_ >= kDenseHeap),
        instanceBytes_(survey.classes.size(), 0),
        corrected_(survey.classes.size(), false) {
    std::vector<std::optional<FieldPacking>> packings(survey.classes.size());
    for (const uint32_t place : facts.order) {
      const uint32_t parent = facts.superPlace[place];
      FieldPacking packing = parent == IdMap::kMissing ? FieldPacking(layout_) : *packings[parent];
      const OwnFields& own = facts.fields[place];
      packing.addFields(own.others);
      if (!own.contended.empty()) packing.addContended(own.contended);
      settle(place, packing);
      packings[place] = std::move(packing);
    }
  }

  const VmLayout& layout() const { return layout_; }
  const std::vector<uint32_t>& instanceBytes() const { return instanceBytes_; }

  /// Between 0 and 2: the shares of classes and of arrays that are as large as measured.
  double score() const {
    double explained = 0;
    double all = 1e-9;
    for (size_t place = 0; place < measured_.size(); ++place) {
      if (survey_.classes[place].measured.times < 2) continue;
      const double weight = std::log2(1.0 + survey_.classes[place].measured.times);
      all += weight;
      if (!corrected_[place]) explained += weight;
    }
    return explained / all + arraysExplained_;
  }

 private:
  /// Takes the computed size, unless it was measured otherwise.
  void settle(uint32_t place, FieldPacking& packing) {
    const ClassRecord& record = survey_.classes[place];
    const uint32_t computed = packing.instanceBytes();
    const uint64_t measured = measured_[place];
    const bool smaller = measured < computed && measured >= layout_.headerBytes;
    const bool larger =
        measured > computed && dense_ && record.measured.times >= 2 && measured <= computed + kMostUnknownBytes;
    instanceBytes_[place] = smaller || larger ? static_cast<uint32_t>(measured) : computed;
    corrected_[place] = smaller || larger;
    if (instanceBytes_[place] > computed) packing.occupy(instanceBytes_[place]);
  }

  double shareOfArraysExplained() const {
    uint64_t explained = 0;
    for (const MeasuredArray& array : survey_.measuredArrays) {
      const uint64_t element = layout_.elementBytes(array.element);
      const uint64_t bytes = layout_.arrayBase(static_cast<uint32_t>(element)) + element * array.length;
      if (((bytes + layout_.alignment - 1) & ~uint64_t{layout_.alignment - 1}) == array.distance) ++explained;
    }
    return static_cast<double>(explained) / (static_cast<double>(survey_.measuredArrays.size()) + 1e-9);
  }

  const Survey& survey_;
  const std::vector<uint64_t>& measured_;
  VmLayout layout_;
  double arraysExplained_;
  bool dense_;
  std::vector<uint32_t> instanceBytes_;
  std::vector<bool> corrected_;
};

/// The measured distances, shortened where a class object lies in between: those are listed elsewhere in the file.
std::vector<uint64_t> distances(const Survey& survey) {
  std::vector<uint64_t> classObjects;
  for (const ClassRecord& record : survey.classes) {
    if (record.dumped) classObjects.push_back(record.id);
  }
  std::ranges::sort(classObjects);
  std::vector<uint64_t> result;
  result.reserve(survey.classes.size());
  if ((survey.addressBits & 7) != 0) {  // ids that are no addresses measure nothing
    result.assign(survey.classes.size(), MeasuredInstance{}.distance);
    return result;
  }
  for (const ClassRecord& record : survey.classes) {
    const MeasuredInstance& measured = record.measured;
    const auto next = std::ranges::upper_bound(classObjects, measured.address);
    const bool between = next != classObjects.end() && *next - measured.address < measured.distance;
    result.push_back(between ? *next - measured.address : measured.distance);
  }
  return result;
}

ClassFacts factsOf(const Survey& survey) {
  ClassFacts facts;
  facts.order = superclassesFirst(survey, facts.superPlace);
  facts.fields.reserve(survey.classes.size());
  for (const ClassRecord& record : survey.classes) facts.fields.push_back(ownFields(survey, record));
  facts.measured = distances(survey);
  return facts;
}

/// 8, or 16 with -XX:ObjectAlignmentInBytes=16; a handful of objects may lie at multiples of 16 by chance.
uint32_t objectAlignment(const Survey& survey) {
  constexpr uint64_t kEnoughObjects = 1000;
  return survey.objects >= kEnoughObjects && (survey.addressBits & 15) == 0 ? 16 : 8;
}

/// On Android the dump states the sizes itself.
ClassSizes statedSizes(const Survey& survey) {
  ClassSizes sizes;
  sizes.layout = {.headerBytes = 8, .referenceBytes = 4, .narrowArrayBase = 12, .wideArrayBase = 16};
  for (const ClassRecord& record : survey.classes) {
    sizes.instanceBytes.push_back(record.dump.instanceBytes);
    sizes.classObjectBytes.push_back(record.dump.instanceBytes);
  }
  return sizes;
}

uint32_t placeOfClassClass(const Survey& survey) {
  for (uint32_t place = 0; place < survey.classes.size(); ++place) {
    if (survey.classes[place].name == "java.lang.Class") return place;
  }
  return IdMap::kMissing;
}

}  // namespace

ClassSizes inferSizes(const Survey& survey) {
  if (survey.android) return statedSizes(survey);
  const ClassFacts facts = factsOf(survey);
  const uint32_t alignment = objectAlignment(survey);
  std::optional<Attempt> best;
  double bestScore = -1;
  for (VmLayout layout : kLayouts) {
    if (survey.header.idBytes == 4 && layout.headerBytes != 8) continue;
    if (survey.header.idBytes == 4 && layout.referenceBytes != 4) continue;
    layout.alignment = alignment;
    for (const bool fillsGaps : {true, false}) {
      layout.fillsGaps = fillsGaps;
      Attempt attempt(survey, layout, facts);
      const double score = attempt.score();
      if (score > bestScore) {
        bestScore = score;
        best.emplace(std::move(attempt));
      }
    }
  }
  ClassSizes sizes{best->layout(), best->instanceBytes(), {}};
  const uint32_t classClass = placeOfClassClass(survey);
  const uint32_t base = classClass == IdMap::kMissing ? sizes.layout.headerBytes : sizes.instanceBytes[classClass];
  for (const ClassRecord& record : survey.classes) {
    FieldPacking packing(sizes.layout);
    packing.occupy(base);
    packing.addStaticFields(staticFields(survey, record));
    sizes.classObjectBytes.push_back(packing.instanceBytes());
  }
  return sizes;
}

uint64_t bytesOfInstances(const Survey& survey, size_t place, const ClassSizes& sizes) {
  const ClassRecord& record = survey.classes[place];
  if (!record.isOfArrays()) return record.instances * sizes.instanceBytes[place];
  const ArrayTally tally = record.arrayTally == ClassRecord::kNoTally ? ArrayTally{} : survey.arrays[record.arrayTally];
  // What a damaged file calls an instance of a class of arrays counts as an empty one.
  const uint32_t mask = sizes.layout.alignment - 1;
  const uint32_t emptyArray = (sizes.layout.arrayBase(sizes.layout.referenceBytes) + mask) & ~mask;
  return bytesOf(tally, ValueKind::kReference, sizes.layout) + (record.instances - tally.arrays) * emptyArray;
}

uint64_t bytesOf(const ArrayTally& tally, ValueKind element, const VmLayout& layout) {
  const size_t alignment = layout.alignment == 8 ? 0 : 1;
  const size_t width = element == ValueKind::kReference && layout.referenceBytes == 8 ? 1 : 0;
  const uint32_t base = layout.arrayBase(layout.elementBytes(element));
  const auto place = static_cast<size_t>(std::ranges::find(kArrayBases, base) - kArrayBases.begin());
  return tally.bytes[alignment][width][place];
}

}  // namespace heaptrail::hprof
