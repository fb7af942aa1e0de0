#include "trace/hprof/record_values.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "trace/hprof/content_reader.h"
#include "trace/hprof/format.h"
#include "trace/hprof/segment_walker.h"

namespace heaptrail::hprof {

namespace {

constexpr size_t kValuesAtOnce = 8192;
constexpr size_t kStretchesPerGroup = 64;
constexpr size_t kLongestFieldName = 65536;

uint64_t loadBits(const uint8_t* p, uint32_t bytes) {
  switch (bytes) {
    case 1:
      return *p;
    case 2:
      return loadBig16(p);
    case 4:
      return loadBig32(p);
    default:
      return loadBig64(p);
  }
}

/// What is wanted of an object's record.
struct Wanted {
  uint64_t id = 0;
  uint64_t first = 0;  // of the elements
  uint64_t count = 0;
};

/// Copies the values of one object from the first record that is about it.
template <uint32_t kIdBytes>
class ValueCollector {
 public:
  static constexpr bool kWantsClasses = false;
  static constexpr bool kLooksAtBodies = true;

  /// @param kinds of the fields, where it is an instance
  ValueCollector(const Wanted& wanted, std::span<const ValueKind> kinds) : wanted_(wanted), kinds_(kinds) {}

  void root(const RootRecord&) {}
  void androidHeap() {}

  void instance(const InstanceRecord& record, ByteInput& input) {
    if (!take(record.id)) return;
    uint64_t left = record.bodyBytes;
    for (const ValueKind kind : kinds_) {
      const uint32_t bytes = fileBytes(kind, kIdBytes);
      if (bytes > left || !input.ensure(bytes)) return;
      values_.push_back({kind, loadBits(input.cursor(), bytes)});
      input.advance(bytes);
      left -= bytes;
    }
  }
  void objectArray(const ObjectArrayRecord& record, ByteInput& input) {
    if (take(record.id)) elements(ValueKind::kReference, record.length, input);
  }
  void primitiveArray(const PrimitiveArrayRecord& record, ByteInput& input) {
    if (take(record.id) && record.hasData) elements(record.element, record.length, input);
  }

  bool found() const { return found_; }
  std::vector<StoredValue> values() && { return std::move(values_); }
  /// Of all records that were walked over.
  uint64_t highestId() const { return highestId_; }

 private:
  bool take(uint64_t id) {
    highestId_ = std::max(highestId_, id);
    return id == wanted_.id && !std::exchange(found_, true);
  }

  void elements(ValueKind kind, uint64_t length, ByteInput& input) {
    const uint32_t bytes = fileBytes(kind, kIdBytes);
    const uint64_t first = std::min(wanted_.first, length);
    uint64_t left = std::min(wanted_.count, length - first);
    if (!input.skip(first * bytes)) return;
    while (left > 0) {
      const size_t now = std::min<uint64_t>(left, kValuesAtOnce);
      if (!input.ensure(now * bytes)) return;
      for (size_t i = 0; i < now; ++i) values_.push_back({kind, loadBits(input.cursor() + i * bytes, bytes)});
      input.advance(now * bytes);
      left -= now;
    }
  }

  Wanted wanted_;
  std::span<const ValueKind> kinds_;
  bool found_ = false;
  uint64_t highestId_ = 0;
  std::vector<StoredValue> values_;
};

/// Where a record begins, and the highest id of all before it in its stretch.
struct Mark {
  uint64_t at = 0;
  uint64_t highestId = 0;
};

/// How far some stretches have been walked through. Whoever asks for one object after the other finds the next one
/// where the last ended, and what objects refer to a little behind a mark, instead of walking from the beginning for
/// each.
class Walked {
 public:
  static constexpr uint64_t kBytesBetweenMarks = 512;  // a dozen objects

  /// Where to look for an id in the stretch that begins there: behind records of lower ids only, among which it is not.
  Mark before(uint64_t id, uint64_t stretch) const {
    const std::lock_guard lock(mutex_);
    const auto* const part = std::ranges::find(parts_, stretch, &Part::stretch);
    if (part == parts_.end()) return {stretch, 0};
    const auto behind = std::ranges::lower_bound(part->marks, id, {}, &Mark::highestId);
    const Mark mark = behind == part->marks.begin() ? Mark{stretch, 0} : behind[-1];
    return part->end.highestId < id && part->end.at > mark.at ? part->end : mark;
  }

  /// What the last walk came by, in the order of the file, and where it ended.
  void note(uint64_t stretch, std::span<const Mark> marks, const Mark& end) {
    const std::lock_guard lock(mutex_);
    auto* part = std::ranges::find(parts_, stretch, &Part::stretch);
    if (part == parts_.end()) {
      part = &parts_[next_];
      next_ = (next_ + 1) % kKept;
      part->stretch = stretch;
      part->marks.clear();
    }
    part->end = end;
    for (const Mark& mark : marks) {
      const uint64_t last = part->marks.empty() ? stretch : part->marks.back().at;
      if (mark.at >= last + kBytesBetweenMarks) part->marks.push_back(mark);
    }
  }

 private:
  struct Part {
    uint64_t stretch = ~uint64_t{0};  // where it begins
    std::vector<Mark> marks;
    Mark end;
  };

  static constexpr size_t kKept = 32;  // several threads, and of each what its objects lead to

  mutable std::mutex mutex_;
  std::array<Part, kKept> parts_;
  size_t next_ = 0;
};

/// Keeps the description of one class.
class ClassCollector {
 public:
  static constexpr bool kWantsClasses = true;
  static constexpr bool kLooksAtBodies = false;

  void root(const RootRecord&) {}
  void androidHeap() {}
  void instance(const InstanceRecord&, ByteInput&) {}
  void objectArray(const ObjectArrayRecord&, ByteInput&) {}
  void primitiveArray(const PrimitiveArrayRecord&, ByteInput&) {}
  void classDump(ClassDump dump) { dump_ = std::move(dump); }

  const ClassDump& dump() const { return dump_; }

 private:
  ClassDump dump_;
};

template <uint32_t kIdBytes>
class RecordValues final : public StoredValues {
 public:
  RecordValues(const InputFile& file, const Heap& heap) : file_(file), heap_(heap), records_(heap.parts().records) {
    for (const RecordPositions::Stretch& stretch : records_.stretches) {
      const auto place = static_cast<size_t>(&stretch - records_.stretches.data());
      if (place % kStretchesPerGroup == 0) groups_.emplace_back();
      groups_.back().lowestId = std::min(groups_.back().lowestId, stretch.lowestId);
      groups_.back().highestId = std::max(groups_.back().highestId, stretch.highestId);
    }
  }

  Result<std::vector<StoredValue>> fields(ObjectIndex instance) const override {
    std::vector<ValueKind> kinds;
    const Symbols& symbols = heap_.symbols();
    for (TypeId type = heap_.typeOf(instance); type.exists(); type = symbols[type].superclass) {
      for (const Field& field : symbols[type].fields) kinds.push_back(field.kind);
    }
    return read({heap_.idOf(instance).value()}, kinds);
  }

  Result<std::vector<StoredValue>> elements(ObjectIndex array, uint64_t first, uint64_t count) const override {
    return read({heap_.idOf(array).value(), first, count}, {});
  }

  Status compareContents(const ContentsWanted& wanted, Threads threads, Progress& progress) const override {
    return readContents<kIdBytes>(file_, heap_, wanted, threads, progress);
  }
  uint64_t contentBytes() const override {
    uint64_t bytes = 0;
    for (const RecordPositions::Stretch& stretch : records_.stretches) bytes += stretch.to - stretch.from;
    return bytes;
  }

  Result<std::vector<StaticValue>> staticFields(ObjectIndex classObject) const override {
    const uint64_t id = heap_.idOf(classObject).value();
    const auto record = std::ranges::lower_bound(records_.classes, id, {}, &RecordPositions::ClassRecord::id);
    if (record == records_.classes.end() || record->id != id) return std::vector<StaticValue>{};
    Progress unheard;
    const std::unique_ptr<ByteInput> input = file_.readRange(unheard, record->from, record->to);
    ClassCollector collector;
    SegmentWalker<kIdBytes, ClassCollector> walker(*input, collector);
    const WalkEnd end = walker.walk(record->to, record->to);
    if (end.how != WalkEnd::How::kDone || collector.dump().id != id) return changed(*input, record->from);
    return named(collector.dump().statics);
  }

 private:
  struct IdRange {
    uint64_t lowestId = ~uint64_t{0};
    uint64_t highestId = 0;
  };
  static bool has(const auto& range, uint64_t id) { return range.lowestId <= id && id <= range.highestId; }

  std::unexpected<Error> changed(const ByteInput& input, uint64_t at) const {
    if (input.failure()) return std::unexpected(*input.failure());
    return inputError("the file was changed since it was opened; open it again", {file_.path(), at});
  }

  Result<std::vector<StoredValue>> read(const Wanted& wanted, std::span<const ValueKind> kinds) const {
    const std::span stretches(records_.stretches);
    for (size_t group = 0; group < groups_.size(); ++group) {
      if (!has(groups_[group], wanted.id)) continue;
      const size_t first = group * kStretchesPerGroup;
      for (const auto& stretch : stretches.subspan(first, std::min(kStretchesPerGroup, stretches.size() - first))) {
        if (!has(stretch, wanted.id)) continue;
        const Mark begin = walked_.before(wanted.id, stretch.from);
        Progress unheard;
        const std::unique_ptr<ByteInput> input = file_.readRange(unheard, begin.at, stretch.to);
        ValueCollector<kIdBytes> collector(wanted, kinds);
        SegmentWalker<kIdBytes, ValueCollector<kIdBytes>> walker(*input, collector);
        std::vector<Mark> marks;
        Mark reached = begin;
        while (!collector.found() && reached.at < stretch.to) {
          const WalkEnd end = walker.walk(stretch.to, reached.at + 1);
          if (end.how != WalkEnd::How::kDone) return changed(*input, end.recordAt);
          reached = {input->position(), std::max(begin.highestId, collector.highestId())};
          if (reached.at >= (marks.empty() ? begin : marks.back()).at + Walked::kBytesBetweenMarks) {
            marks.push_back(reached);
          }
        }
        if (!collector.found()) continue;
        walked_.note(stretch.from, marks, reached);
        return std::move(collector).values();
      }
    }
    return inputError("the file has no record of this object any more; open it again", {file_.path(), std::nullopt});
  }

  /// Static fields with the names that stand elsewhere in the file.
  Result<std::vector<StaticValue>> named(const std::vector<StaticField>& fields) const {
    std::unordered_map<uint64_t, std::string> names;
    for (const StaticField& field : fields) names[field.nameId];
    size_t left = names.size();
    for (const RecordPositions::Names& part : records_.names) {
      if (left == 0) break;
      TRY(findNames(part, names, left));
    }
    std::vector<StaticValue> values;
    for (const StaticField& field : fields) values.push_back({names[field.nameId], {field.kind, field.value}});
    return values;
  }

  /// Of an id that has several names, the first counts.
  Status findNames(const RecordPositions::Names& part, std::unordered_map<uint64_t, std::string>& names,
                   size_t& left) const {
    Progress unheard;
    const std::unique_ptr<ByteInput> input = file_.readRange(unheard, part.from, part.to);
    while (left > 0 && input->ensure(kRecordHeaderBytes)) {
      const auto tag = static_cast<Tag>(*input->cursor());
      const uint64_t length = loadBig32(input->cursor() + 5);
      input->advance(kRecordHeaderBytes);
      const uint64_t end = input->position() + length;
      if (tag == Tag::kString && length >= kIdBytes && length <= kLongestFieldName && input->ensure(length)) {
        const auto name = names.find(loadBits(input->cursor(), kIdBytes));
        if (name != names.end() && name->second.empty()) {
          name->second = fromModifiedUtf8({input->cursor() + kIdBytes, length - kIdBytes});
          --left;
        }
      }
      if (!input->skip(end - input->position())) break;
    }
    if (input->failure()) return std::unexpected(*input->failure());
    return {};
  }

  const InputFile& file_;
  const Heap& heap_;
  const RecordPositions& records_;
  std::vector<IdRange> groups_;  // of so many stretches each
  mutable Walked walked_;
};

}  // namespace

std::unique_ptr<const StoredValues> makeValues(const InputFile& file, uint32_t idBytes, const Heap& heap) {
  if (idBytes == 8) return std::make_unique<const RecordValues<8>>(file, heap);
  return std::make_unique<const RecordValues<4>>(file, heap);
}

}  // namespace heaptrail::hprof
