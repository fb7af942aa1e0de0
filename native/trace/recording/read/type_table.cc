#include "trace/recording/read/type_table.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "model/java_names.h"
#include "model/static_fields.h"

namespace heaptrail::recording {

namespace {

// No program has classes so deep; a circle of superclasses would be deeper than anything.
constexpr uint32_t kDeepest = 1000;

// Sites name their frames in full. Where that costs more than this, the outer ones are left out: exact recordings of
// large programs have some hundred thousand sites, and hostile files may have any.
constexpr uint64_t kMostNameBytes = uint64_t{1} << 30;

/// Of each type, or FieldSlots::kNone; circles and what is deeper than can be are cut.
std::vector<uint32_t> findSuperclasses(const RecordedSymbols& recorded, const IdMap& byClassObject) {
  const size_t types = recorded.types.size();
  std::vector<uint32_t> superclasses(types, FieldSlots::kNone);
  for (size_t type = 0; type < types; ++type) {
    const uint64_t superclass = recorded.types[type].superclass;
    const uint32_t found = superclass == 0 ? IdMap::kMissing : byClassObject.find(superclass);
    if (found != IdMap::kMissing) superclasses[type] = found;
  }
  constexpr uint32_t kUnknown = ~uint32_t{0};
  constexpr uint32_t kOnTheWay = kUnknown - 1;
  std::vector<uint32_t> depths(types, kUnknown);
  std::vector<uint32_t> way;
  for (uint32_t type = 0; type < types; ++type) {
    way.clear();
    for (uint32_t t = type; t != FieldSlots::kNone && depths[t] == kUnknown; t = superclasses[t]) {
      depths[t] = kOnTheWay;
      way.push_back(t);
    }
    while (!way.empty()) {
      const uint32_t t = way.back();
      way.pop_back();
      uint32_t& superclass = superclasses[t];
      const bool cut =
          superclass != FieldSlots::kNone && (depths[superclass] == kOnTheWay || depths[superclass] + 1 > kDeepest);
      if (cut) superclass = FieldSlots::kNone;
      depths[t] = superclass == FieldSlots::kNone ? 0 : depths[superclass] + 1;
    }
  }
  return superclasses;
}

Type typeOf(const RecordedSymbols& recorded, const RecordedType& record, const ArraySizes& arrays) {
  Type type;
  const std::string& signature = recorded.string(record.signature);
  type.name = readableSignature(signature);
  if (signature.starts_with('[')) {
    const std::string_view element = std::string_view(signature).substr(1);
    type.element = valueKindOf(element);
    type.shape = type.element == ValueKind::kReference ? TypeShape::kReferenceArray : TypeShape::kPrimitiveArray;
    const char code = type.element == ValueKind::kReference ? 'L' : element.front();
    type.bytes = arrays.base[ArraySizes::placeOf(code)];
    type.elementBytes = arrays.elementBytes(code);
  } else {
    type.bytes = record.instanceBytes;
  }
  for (const RecordedField& field : record.fields) {
    if (field.isStatic) continue;
    type.fields.push_back({recorded.string(field.name), valueKindOf(recorded.string(field.signature))});
  }
  return type;
}

/// Bytes that a site takes for each recorded frame.
std::vector<uint64_t> costsOfFrames(const RecordedSymbols& recorded) {
  std::vector<uint64_t> costs;
  for (const RecordedFrame& frame : recorded.frames) {
    costs.push_back(sizeof(Frame) + recorded.string(frame.className).size() + recorded.string(frame.method).size() +
                    recorded.string(frame.file).size());
  }
  return costs;
}

/// How deep sites can be so that their names do not take too much memory, in halves of what they are; 0 for none.
uint32_t affordableDepth(const RecordedSymbols& recorded) {
  const std::vector<uint64_t> costs = costsOfFrames(recorded);
  uint32_t depth = 0;
  for (const std::vector<uint32_t>& frames : recorded.sites) {
    depth = std::max(depth, static_cast<uint32_t>(frames.size()));
  }
  for (; depth > 0; depth /= 2) {
    uint64_t bytes = 0;
    for (const std::vector<uint32_t>& frames : recorded.sites) {
      for (size_t i = 0; i < std::min<size_t>(depth, frames.size()); ++i) {
        if (frames[i] != 0 && frames[i] <= costs.size()) bytes += costs[frames[i] - 1];
      }
    }
    if (bytes <= kMostNameBytes) break;
  }
  return depth;
}

void addSites(const RecordedSymbols& recorded, uint32_t depth, Symbols& symbols) {
  for (const std::vector<uint32_t>& frames : recorded.sites) {
    Site& site = symbols.sites.emplace_back();
    for (const uint32_t number : std::span(frames).first(std::min<size_t>(depth, frames.size()))) {
      if (number == 0 || number > recorded.frames.size()) continue;
      const RecordedFrame& frame = recorded.frames[number - 1];
      site.frames.push_back({readableSignature(recorded.string(frame.className)), recorded.string(frame.method),
                             recorded.string(frame.file), frame.line});
    }
  }
}

}  // namespace

Result<TypeTable> TypeTable::build(RecordedSymbols names, const StartRecord& start) {
  TypeTable table;
  table.recorded_ = std::make_shared<const RecordedSymbols>(std::move(names));
  const RecordedSymbols& recorded = *table.recorded_;
  auto symbols = std::make_shared<Symbols>();
  for (const RecordedType& record : recorded.types) {
    if (record.classObject != 0) {
      table.byClassObject_.insert(record.classObject, static_cast<uint32_t>(symbols->types.size()));
    }
    symbols->types.push_back(typeOf(recorded, record, start.arrays));
  }
  table.classClass_ = TypeId(static_cast<uint32_t>(
      std::ranges::find(symbols->types, std::string_view("java.lang.Class"), &Type::name) - symbols->types.begin()));
  symbols->types.emplace_back().name = "(unknown class)";

  const std::vector<uint32_t> superclasses = findSuperclasses(recorded, table.byClassObject_);
  for (size_t type = 0; type < superclasses.size(); ++type) {
    if (superclasses[type] != FieldSlots::kNone) symbols->types[type].superclass = TypeId(superclasses[type]);
  }
  table.slots_ =
      TRY(FieldSlots::build(recorded, superclasses, table.byClassObject_, start.staticIndexesCountInherited));
  table.references_ = findReferenceSlots(*symbols);

  const uint32_t depth = affordableDepth(recorded);
  if (std::ranges::any_of(recorded.sites, [depth](const auto& frames) { return frames.size() > depth; })) {
    table.cutDepth_ = depth;
  }
  addSites(recorded, depth, *symbols);
  for (const RecordedThread& thread : recorded.threads) {
    const auto number = static_cast<uint32_t>(symbols->threads.size());
    if (thread.object != 0) table.byThreadObject_.insert(thread.object, number);
    symbols->threads.emplace_back().name = recorded.string(thread.name);
  }
  table.symbols_ = std::move(symbols);
  TRY(table.readSamplings(start));
  return table;
}

Status TypeTable::readSamplings(const StartRecord& start) {
  for (const RecordedOrigin& origin : recorded_->origins) {
    const uint32_t interval = origin.interval.value_or(static_cast<uint32_t>(start.sampleBytes));
    const auto place = std::ranges::find(samplingIntervals_, interval) - samplingIntervals_.begin();
    if (place > std::numeric_limits<uint8_t>::max()) {
      return std::unexpected(Error{ErrorKind::kInput,
                                   "expected at most 256 different sampling intervals, found more: the names of the "
                                   "recording are damaged"});
    }
    if (static_cast<size_t>(place) == samplingIntervals_.size()) samplingIntervals_.push_back(interval);
    samplingOfOrigin_.push_back(static_cast<uint8_t>(place));
  }
  if (std::ranges::any_of(samplingIntervals_, [](uint32_t interval) { return interval != 0; })) return {};
  samplingIntervals_.clear();
  samplingOfOrigin_.clear();
  return {};
}

std::vector<std::string> TypeTable::staticNames(TypeId type) const {
  std::vector<std::string> names;
  if (type == unknown()) return names;
  for (const RecordedField& field : recorded_->types[type.value()].fields) {
    if (field.isStatic && isReference(*recorded_, field))
      names.push_back(slotOfStaticField(recorded_->string(field.name)));
  }
  return names;
}

}  // namespace heaptrail::recording
