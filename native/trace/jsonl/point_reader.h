// The lines of one point, object by object, for whoever builds a heap from them or counts.
#pragma once

#include <optional>
#include <string_view>

#include "base/byte_input.h"
#include "model/heap.h"
#include "trace/jsonl/survey.h"

namespace heaptrail::jsonl {

/// One object as its line tells, without its references.
struct ObjectHead {
  uint64_t id = 0;
  TypeId type;
  SiteId site = SiteId::none();
  ThreadId thread = ThreadId::none();
  uint32_t interval = 0;  // mean bytes between samples; 0: every allocation was reported
  std::optional<uint32_t> age;
  HeapSpace space = HeapSpace::kUnknown;
  uint64_t line = 0;
  uint64_t offset = 0;
};

struct RootLine {
  uint64_t object = 0;
  RootKind kind = RootKind::kUnknown;
  ThreadId thread = ThreadId::none();
  std::optional<RootPlace> place;
};

/// Gets what the point's line says, then each object as `begin`, its references in the order of the file, `end`.
class PointSink {
 public:
  virtual ~PointSink() = default;
  virtual void point(const PointFacts&) {}
  virtual void begin(const ObjectHead& head) = 0;
  virtual void reference(uint32_t position, uint64_t target) = 0;
  virtual void namedReference(std::string_view field, uint64_t target) = 0;
  /// `extent`: an array's length, always; an instance's bytes if its line tells.
  virtual void end(std::optional<uint32_t> extent) = 0;
  virtual void root(RootLine root) = 0;
};

struct PointReading {
  PointFacts facts;
  std::vector<Warning> warnings;
};

/// Progress advances by bytes on disk.
Result<PointReading> readPointLines(const InputFile& file, const PointPlace& place, const SymbolTable& table,
                                    Progress& progress, PointSink& sink);

}  // namespace heaptrail::jsonl
