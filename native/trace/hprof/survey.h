// The first pass over a heap dump: every name, class, thread and root, which objects there are, and what their places
// in memory tell about their sizes. It looks at the head of each object only.
//
// The second and third pass (heap_reader.h) then know everything they need to fill columns, and may work on the pieces
// of the file that are listed here in any order and at the same time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/byte_input.h"
#include "base/error.h"
#include "base/id_map.h"
#include "model/object_ids.h"
#include "model/record_positions.h"
#include "model/trace.h"
#include "trace/hprof/measured_sizes.h"
#include "trace/hprof/segment_walker.h"

namespace heaptrail::hprof {

struct Header {
  std::string version;  // "JAVA PROFILE 1.0.2"
  uint32_t idBytes = 8;
  int64_t startMillis = 0;
  uint32_t bytes = 0;  // of the header itself
};

/// A class as the dump describes it, and what was seen of its instances.
struct ClassRecord {
  uint64_t id = 0;
  uint32_t serial = 0;
  std::string name;     // in source form
  bool dumped = false;  // has a class dump, and so is an object
  ClassDump dump;
  uint64_t instances = 0;
  MeasuredInstance measured;
  uint32_t arrayTally = kNoTally;  // place in Survey::arrays, for classes of arrays that have instances

  static constexpr uint32_t kNoTally = ~uint32_t{0};
  bool isOfArrays() const { return arrayTally != kNoTally || name.ends_with("[]"); }
};

/// A stretch of the file that begins and ends between two records; the records of the segment it begins in go up to
/// `segmentEnd`.
struct Piece {
  uint64_t from = 0;
  uint64_t to = 0;
  uint64_t segmentEnd = 0;
  uint64_t lowestId = ~uint64_t{0};  // of the objects in it, class objects aside
  uint64_t highestId = 0;
};

struct FrameRecord {
  uint64_t methodNameId = 0;
  uint64_t fileNameId = 0;
  uint32_t classSerial = 0;
  int32_t line = 0;
};

struct StackRecord {
  std::vector<uint64_t> frameIds;
};

struct Survey {
  Header header;
  std::vector<std::string> strings;
  IdMap stringById;
  std::vector<ClassRecord> classes;
  IdMap classById;
  std::unordered_map<uint64_t, FrameRecord> frames;
  std::unordered_map<uint32_t, StackRecord> stacks;       // by stack serial
  std::unordered_map<uint32_t, std::string> threadNames;  // by thread serial, where START_THREAD records name them
  std::vector<RootRecord> roots;
  std::vector<Piece> pieces;
  RecordPositions records;         // empty when only counting
  ObjectIds::Builder ids;          // empty when only counting
  std::vector<ArrayTally> arrays;  // one per class of arrays that has instances
  ArrayTally primitiveArrays[9];   // by ValueKind
  std::vector<MeasuredArray> measuredArrays;
  uint64_t objects = 0;
  uint64_t addressBits = 0;  // all ids of objects, or-ed: what their alignment is
  bool objectsHaveSites = false;
  bool android = false;
  std::vector<Warning> warnings;

  const std::string& string(uint64_t id) const;
  const ClassRecord* findClass(uint64_t id) const;
};

Result<Header> readHeader(ByteInput& input, const std::string& path);

enum class Detail { kCountsOnly, kEverything };

/// Reads `file` from front to back. A damaged or truncated file gives what could be read, with a warning, unless there
/// is nothing usable in it.
Result<Survey> survey(const InputFile& file, Detail detail, Progress& progress);

}  // namespace heaptrail::hprof
