#include "trace/hprof/survey.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "model/java_names.h"

namespace heaptrail::hprof {

namespace {

// Work for one thread at a time, and a step between two looks at the cancel flag.
constexpr uint64_t kPieceBytes = uint64_t{4} << 20;
// What is looked through to read one object's values.
constexpr uint64_t kStretchBytes = uint64_t{32} << 10;
constexpr uint64_t kPast32Bits = uint64_t{1} << 32;
constexpr size_t kMeasuredArraysAtMost = 65536;
constexpr size_t kLongestString = ByteInput::kLongestLookahead - 64;

/// Notes what the walker finds.
class SurveyVisitor {
 public:
  static constexpr bool kWantsClasses = true;
  static constexpr bool kLooksAtBodies = false;

  SurveyVisitor(Survey& survey, Detail detail) : survey_(survey), detail_(detail) {}

  void root(const RootRecord& record) { survey_.roots.push_back(record); }
  void androidHeap() { survey_.android = true; }

  void classDump(ClassDump dump) {
    ClassRecord& record = classOf(dump.id);
    if (record.dumped) return;  // Android repeats classes; the first one counts
    record.dumped = true;
    noteId(dump.id);
    if (detail_ == Detail::kEverything) survey_.records.classes.push_back({dump.id, dump.from, dump.to});
    record.dump = std::move(dump);
  }

  void instance(const InstanceRecord& record, ByteInput&) {
    note(record.id, record.stack);
    if (record.classId != lastClassId_ || lastClass_ == IdMap::kMissing) {
      lastClassId_ = record.classId;
      lastClass_ = classPlace(record.classId);
    }
    ++survey_.classes[lastClass_].instances;
    previous_ = {record.id, Previous::kInstance, lastClass_, 0, {}};
  }

  void objectArray(const ObjectArrayRecord& record, ByteInput&) {
    note(record.id, record.stack);
    ClassRecord& arrayClass = classOf(record.classId);
    if (arrayClass.arrayTally == ClassRecord::kNoTally) {
      arrayClass.arrayTally = static_cast<uint32_t>(survey_.arrays.size());
      survey_.arrays.emplace_back();
    }
    ++arrayClass.instances;
    survey_.arrays[arrayClass.arrayTally].add(record.length, 4, 8);
    previous_ = {record.id, Previous::kArray, 0, record.length, ValueKind::kReference};
  }

  void primitiveArray(const PrimitiveArrayRecord& record, ByteInput&) {
    note(record.id, record.stack);
    survey_.primitiveArrays[static_cast<size_t>(record.element)].add(record.length, primitiveBytes(record.element), 0);
    previous_ = {record.id, Previous::kArray, 0, record.length, record.element};
  }

  ClassRecord& classOf(uint64_t id) { return survey_.classes[classPlace(id)]; }

  /// The ids since the last call, those of class objects aside: they lie all over the heap, their records do not.
  std::pair<uint64_t, uint64_t> takeIdRange() {
    return {std::exchange(lowestId_, ~uint64_t{0}), std::exchange(highestId_, 0)};
  }

 private:
  struct Previous {
    enum Kind : uint8_t { kNothing, kInstance, kArray };
    uint64_t id = 0;
    Kind kind = kNothing;
    uint32_t classPlace = 0;
    uint32_t length = 0;
    ValueKind element{};
  };

  uint32_t classPlace(uint64_t id) {
    const auto fresh = static_cast<uint32_t>(survey_.classes.size());
    const uint32_t place = survey_.classById.insert(id, fresh);
    if (place == fresh) survey_.classes.emplace_back().id = id;
    return place;
  }

  void noteId(uint64_t id) {
    ++survey_.objects;
    survey_.addressBits |= id;
    if (detail_ == Detail::kEverything) survey_.ids.add(ObjectId(id));
  }

  void note(uint64_t id, uint32_t stack) {
    noteId(id);
    lowestId_ = std::min(lowestId_, id);
    highestId_ = std::max(highestId_, id);
    if (stack != lastStack_) {
      lastStack_ = stack;
      const auto known = survey_.stacks.find(stack);
      if (known != survey_.stacks.end() && !known->second.frameIds.empty()) survey_.objectsHaveSites = true;
    }
    if (id > previous_.id) measure(id - previous_.id);
  }

  void measure(uint64_t distance) {
    if (previous_.kind == Previous::kInstance) {
      survey_.classes[previous_.classPlace].measured.add(previous_.id, distance);
    } else if (previous_.kind == Previous::kArray && survey_.measuredArrays.size() < kMeasuredArraysAtMost) {
      survey_.measuredArrays.push_back({previous_.length, previous_.element, distance});
    }
  }

  Survey& survey_;
  Detail detail_;
  uint64_t lastClassId_ = 0;
  uint32_t lastClass_ = IdMap::kMissing;
  uint32_t lastStack_ = 0;
  uint64_t lowestId_ = ~uint64_t{0};
  uint64_t highestId_ = 0;
  Previous previous_;
};

template <uint32_t kIdBytes>
class Surveyor {
 public:
  Surveyor(const InputFile& file, ByteInput& input, Survey& survey, Detail detail)
      : file_(file),
        input_(input),
        survey_(survey),
        keepsRecords_(detail == Detail::kEverything),
        visitor_(survey, detail),
        walker_(input, visitor_) {}

  Status run() {
    while (input_.ensure(kRecordHeaderBytes)) {
      const uint64_t at = input_.position();
      const uint8_t tag = *input_.cursor();
      const uint64_t length = loadBig32(input_.cursor() + 5);
      if (!isTag(tag)) {
        warn(at, fmt::format("expected the tag of a record, found 0x{:02x}; what follows cannot be read", tag));
        break;
      }
      input_.advance(kRecordHeaderBytes);
      const bool heap =
          tag == static_cast<uint8_t>(Tag::kHeapDump) || tag == static_cast<uint8_t>(Tag::kHeapDumpSegment);
      if (!(heap ? segment(length) : record(static_cast<Tag>(tag), at, length))) break;
    }
    closePiece(input_.position());
    completeRecords();
    if (const auto& failure = input_.failure()) {
      if (failure->kind != ErrorKind::kInput || survey_.objects == 0) return std::unexpected(*failure);
      const auto where = failure->where ? failure->where->offset : std::nullopt;
      survey_.warnings.push_back({failure->message, where});
    }
    return {};
  }

 private:
  void warn(uint64_t at, std::string message) { survey_.warnings.push_back({std::move(message), at}); }

  static uint64_t id(const uint8_t* p) { return kIdBytes == 8 ? loadBig64(p) : loadBig32(p); }

  /// A record outside the heap; false when the file ends in it.
  bool record(Tag tag, uint64_t at, uint64_t length) {
    const uint64_t end = input_.position() + length;
    const size_t needed = fixedBytes(tag);
    if (length < needed) {
      warn(at, fmt::format("expected a record of at least {} bytes, found one of {}; it is left out", needed, length));
    } else if (needed > 0 && !input_.ensure(needed)) {
      return truncated(at);
    } else {
      const uint8_t* p = input_.cursor();
      switch (tag) {
        case Tag::kString:
          if (!string(at, length)) return truncated(at);
          noteName(at, end);
          break;
        case Tag::kLoadClass:
          loadClass(p);
          break;
        case Tag::kFrame:
          survey_.frames[id(p)] = {id(p + kIdBytes), id(p + 3 * kIdBytes), loadBig32(p + 4 * kIdBytes),
                                   static_cast<int32_t>(loadBig32(p + 4 * kIdBytes + 4))};
          break;
        case Tag::kTrace:
          if (!stack(at, length)) return truncated(at);
          break;
        case Tag::kStartThread:
          survey_.threadNames[loadBig32(p)] = survey_.string(id(p + kIdBytes + 8));
          break;
        default:
          break;  // statistics that the heap itself tells better
      }
    }
    return input_.skip(end - input_.position()) || truncated(at);
  }

  static size_t fixedBytes(Tag tag) {
    switch (tag) {
      case Tag::kString:
        return kIdBytes;
      case Tag::kLoadClass:
        return 8 + 2 * kIdBytes;
      case Tag::kFrame:
        return 4 * kIdBytes + 8;
      case Tag::kTrace:
        return 12;
      case Tag::kStartThread:
        return 8 + 4 * kIdBytes;
      default:
        return 0;
    }
  }

  bool truncated(uint64_t at) {
    if (!input_.failure()) warn(at, "the file ends in the middle of a record; everything before it can be used");
    return false;
  }

  bool string(uint64_t at, uint64_t length) {
    const uint64_t bytes = length - kIdBytes;
    if (bytes > kLongestString) {
      warn(at, fmt::format("a name of {} bytes is longer than any can be; it is left out", bytes));
      return true;
    }
    if (!input_.ensure(length)) return false;
    const uint64_t stringId = id(input_.cursor());
    const auto place = static_cast<uint32_t>(survey_.strings.size());
    if (survey_.stringById.insert(stringId, place) == place) {
      survey_.strings.push_back(fromModifiedUtf8({input_.cursor() + kIdBytes, bytes}));
    }
    return true;
  }

  void loadClass(const uint8_t* p) {
    ClassRecord& record = visitor_.classOf(id(p + 4));
    record.serial = loadBig32(p);
    record.name = readableClassName(survey_.string(id(p + 8 + kIdBytes)));
  }

  bool stack(uint64_t at, uint64_t length) {
    const uint8_t* p = input_.cursor();
    const uint32_t serial = loadBig32(p);
    const uint64_t frames = loadBig32(p + 8);
    if (frames * kIdBytes > length - 12) {
      warn(at, fmt::format("expected a stack of at most {} frames, found {}; it is left out", (length - 12) / kIdBytes,
                           frames));
      return true;
    }
    StackRecord record;
    input_.advance(12);
    for (uint64_t i = 0; i < frames; ++i) {
      if (!input_.ensure(kIdBytes)) return false;
      record.frameIds.push_back(id(input_.cursor()));
      input_.advance(kIdBytes);
    }
    survey_.stacks[serial] = std::move(record);
    return true;
  }

  /// Reads the records of a heap dump or segment; false when nothing after it can be read.
  ///
  /// Lengths have 32 bits. JVMs before 8u102 wrote longer heap dumps with only the lower bits of their length, and a
  /// JVM that was killed leaves 0. So the end is believed only where a record can begin behind it.
  bool segment(uint64_t length) {
    segmentStart_ = input_.position();
    segmentEnd_ = segmentStart_ + length;
    while (true) {
      const uint64_t position = input_.position();
      if (position >= segmentEnd_) {
        if (position == segmentEnd_ && !heapGoesOn()) return true;
        extendPast(position);
      }
      if (position - pieceFrom_ >= kPieceBytes) closePiece(position);
      openPiece();
      const uint64_t stop = std::min({segmentEnd_, pieceFrom_ + kPieceBytes, position + kStretchBytes});
      const WalkEnd end = walker_.walk(recordLimit(length), stop);
      closeStretch(position, end.recordAt);
      if (end.how == WalkEnd::How::kMalformed) return resume(end);
      if (end.how == WalkEnd::How::kInputEnded) {
        closePiece(end.recordAt);
        return truncated(end.recordAt);
      }
    }
  }

  /// How far a record of this segment may reach at the most, as far as its length can be believed.
  uint64_t recordLimit(uint64_t length) const {
    return length == 0 || fileEnd() - segmentStart_ > kPast32Bits ? fileEnd() : segmentEnd_;
  }
  uint64_t fileEnd() const { return file_.compressed() ? std::numeric_limits<uint64_t>::max() : file_.bytesOnDisk(); }

  /// At the end that the segment's length names: whether, all the same, another heap record comes and no other record
  /// can.
  bool heapGoesOn() {
    if (!input_.ensure(1) || !isHeapTag(*input_.cursor())) return false;
    if (!input_.ensure(kRecordHeaderBytes)) return true;
    const uint64_t left = fileEnd() - input_.position() - kRecordHeaderBytes;
    return !isTag(*input_.cursor()) || loadBig32(input_.cursor() + 5) > left;
  }

  void extendPast(uint64_t position) {
    closePiece(position);
    if (segmentEnd_ == segmentStart_) segmentEnd_ = fileEnd();
    while (segmentEnd_ <= position) segmentEnd_ += kPast32Bits;
  }

  /// A record made no sense: the rest of its segment is lost, the next segment may be fine.
  bool resume(const WalkEnd& end) {
    closePiece(end.recordAt);
    const bool next =
        segmentEnd_ > input_.position() && segmentEnd_ < fileEnd() && input_.skip(segmentEnd_ - input_.position());
    warn(end.recordAt,
         end.problem + (next ? "; the rest of this segment is left out" : "; what follows cannot be read"));
    return next;
  }

  void openPiece() {
    if (pieceOpen_) return;
    pieceOpen_ = true;
    pieceFrom_ = input_.position();
    pieceSegmentEnd_ = segmentEnd_;
  }

  void closePiece(uint64_t at) {
    if (pieceOpen_ && at > pieceFrom_) {
      survey_.pieces.push_back({pieceFrom_, at, std::min(at, pieceSegmentEnd_), lowestId_, highestId_});
    }
    pieceOpen_ = false;
    lowestId_ = ~uint64_t{0};
    highestId_ = 0;
  }

  /// A part of the open piece has been walked through.
  void closeStretch(uint64_t from, uint64_t to) {
    const auto [lowestId, highestId] = visitor_.takeIdRange();
    if (lowestId > highestId) return;  // no object lies there
    lowestId_ = std::min(lowestId_, lowestId);
    highestId_ = std::max(highestId_, highestId);
    if (keepsRecords_) survey_.records.stretches.push_back({from, to, lowestId, highestId});
  }

  void noteName(uint64_t from, uint64_t to) {
    if (!keepsRecords_) return;
    std::vector<RecordPositions::Names>& names = survey_.records.names;
    if (!names.empty() && from - names.back().to < kStretchBytes) {
      names.back().to = to;
    } else {
      names.push_back({from, to});
    }
  }

  void completeRecords() {
    RecordPositions& records = survey_.records;
    if (!keepsRecords_) records = {};
    std::ranges::sort(records.classes, {}, &RecordPositions::ClassRecord::id);
    records.stretches.shrink_to_fit();
    records.classes.shrink_to_fit();
    records.names.shrink_to_fit();
  }

  const InputFile& file_;
  ByteInput& input_;
  Survey& survey_;
  const bool keepsRecords_;
  SurveyVisitor visitor_;
  SegmentWalker<kIdBytes, SurveyVisitor> walker_;
  uint64_t segmentStart_ = 0;
  uint64_t segmentEnd_ = 0;
  bool pieceOpen_ = false;
  uint64_t pieceFrom_ = 0;
  uint64_t pieceSegmentEnd_ = 0;
  uint64_t lowestId_ = ~uint64_t{0};  // of the open piece
  uint64_t highestId_ = 0;
};

}  // namespace

const std::string& Survey::string(uint64_t id) const {
  static const std::string unknown;
  const uint32_t place = stringById.find(id);
  return place == IdMap::kMissing ? unknown : strings[place];
}

const ClassRecord* Survey::findClass(uint64_t id) const {
  const uint32_t place = classById.find(id);
  return place == IdMap::kMissing ? nullptr : &classes[place];
}

Result<Header> readHeader(ByteInput& input, const std::string& path) {
  Header header;
  constexpr size_t kLongestVersion = 64;
  while (input.ensure(1) && *input.cursor() != 0 && header.version.size() < kLongestVersion) {
    header.version += static_cast<char>(*input.cursor());
    input.advance(1);
  }
  if (!input.ensure(1 + 4 + 8)) {
    if (input.failure()) return std::unexpected(*input.failure());
    return inputError(
        "expected the header of a heap dump (version, size of ids, time), found the end of the file; nothing can be "
        "used",
        {path, input.position()});
  }
  if (*input.cursor() != 0 || !header.version.starts_with("JAVA PROFILE 1.0")) {
    return inputError(
        fmt::format("expected \"JAVA PROFILE 1.0.1\", \"1.0.2\" or \"1.0.3\", found \"{}\"; nothing can be used",
                    fromLatin1({reinterpret_cast<const uint8_t*>(header.version.data()), header.version.size()})),
        {path, 0});
  }
  const uint8_t* p = input.cursor() + 1;
  header.idBytes = loadBig32(p);
  header.startMillis = static_cast<int64_t>(loadBig64(p + 4));
  if (header.idBytes != 4 && header.idBytes != 8) {
    return inputError(fmt::format("expected ids of 4 or 8 bytes, found {}; nothing can be used", header.idBytes),
                      {path, input.position() + 1});
  }
  input.advance(1 + 4 + 8);
  header.bytes = static_cast<uint32_t>(input.position());
  return header;
}

Result<Survey> survey(const InputFile& file, Detail detail, Progress& progress) {
  const std::unique_ptr<ByteInput> input =
      detail == Detail::kEverything ? file.readForRanges(progress) : file.read(progress);
  const Header header = TRY(readHeader(*input, file.path()));
  Survey result;
  result.header = header;
  TRY(header.idBytes == 8 ? Surveyor<8>(file, *input, result, detail).run()
                          : Surveyor<4>(file, *input, result, detail).run());
  if (result.objects == 0) {
    const std::string reason =
        result.warnings.empty() ? "the file holds no heap dump" : result.warnings.front().message;
    const auto offset = result.warnings.empty() ? std::nullopt : result.warnings.front().offset;
    return inputError("expected a heap with objects, found none: " + reason, {file.path(), offset});
  }
  if (result.objects >= ObjectIndex::none().value()) {
    return inputError(
        fmt::format("expected at most 4,294,967,294 objects, found {}; nothing can be used", result.objects),
        {file.path(), std::nullopt});
  }
  return result;
}

}  // namespace heaptrail::hprof
