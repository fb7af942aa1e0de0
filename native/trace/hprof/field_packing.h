// Where HotSpot puts fields: enough of its rules to know how many bytes an instance takes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/symbols.h"
#include "trace/hprof/vm_layout.h"

namespace heaptrail::hprof {

/// The bytes that a class's instances use so far, with the holes in between.
class FieldPacking {
 public:
  /// An object without fields.
  explicit FieldPacking(const VmLayout& layout) : layout_(&layout), end_(layout.headerBytes) {}

  /// Adds the fields a class declares to those of its superclass.
  void addFields(std::span<const ValueKind> fields);

  /// Adds the static fields that a class object carries behind its own fields.
  void addStaticFields(std::span<const ValueKind> fields);

  /// Adds fields with a distance to everything around them (@Contended): one behind the other, holes stay holes, and
  /// subclasses begin behind the padding.
  void addContended(std::span<const ValueKind> fields);

  /// Declares that the instances are known to take `bytes`, whatever the rules say.
  void occupy(uint32_t bytes);

  uint32_t instanceBytes() const { return (end_ + layout_->alignment - 1) & ~(layout_->alignment - 1); }

 private:
  struct Hole {
    uint32_t from;
    uint32_t to;
  };

  void packFillingHoles(std::span<const ValueKind> fields);
  void packBehind(std::span<const ValueKind> fields);
  void appendBySize(std::span<const ValueKind> fields);
  void place(uint32_t bytes);
  void append(uint32_t bytes);

  const VmLayout* layout_;
  uint32_t end_;
  std::vector<Hole> holes_;  // ascending
};

}  // namespace heaptrail::hprof
