// Types, sites and class objects of a trace: from its own numbers to those of the model, and what events need to know
// of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/array.h"
#include "model/symbols.h"
#include "trace/anttracks/class_definitions.h"
#include "trace/anttracks/symbols_file.h"
#include "trace/java_references.h"

namespace heaptrail::anttracks {

/// What is needed to know where an object ends.
struct TypeLayout {
  bool isArray = false;
  bool isClass = false;       // java.lang.Class: each object has a size of its own
  uint32_t bytes = 0;         // of an instance; of an array's header
  uint32_t elementBytes = 0;  // of arrays
};

/// In which order the collector visits the reference fields of a type's instances: slots of the model.
struct VisitOrder {
  std::vector<uint32_t> forward;  // the superclass's fields first; without those of java.lang.ref.Reference below
  bool isReference = false;       // a java.lang.ref.Reference: three of its fields come apart
  uint32_t referent = 0;
  uint32_t next = 0;
  uint32_t discovered = 0;

  uint32_t slots() const { return static_cast<uint32_t>(forward.size()) + (isReference ? 3 : 0); }
};

/// From a trace's own numbers to indexes. They run, so this is a table. Of a damaged trace, in which a number is far
/// beyond the others, what lies between takes no memory: large arrays get it where they are written first.
class NumberTable {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  NumberTable() = default;
  explicit NumberTable(uint32_t highest) : entries_(size_t{highest} + 1) {}

  void set(uint32_t number, uint32_t index) { entries_[number] = index + 1; }
  uint32_t operator[](uint32_t number) const { return number < entries_.size() ? entries_[number] - 1 : kNone; }

 private:
  Array<uint32_t> entries_;  // indexes + 1, so that what was never written gives kNone
};

class TypeTable {
 public:
  static constexpr uint32_t kNone = NumberTable::kNone;
  static constexpr uint32_t kAlignment = 8;
  static constexpr uint32_t kSmallestObject = 16;

  TypeTable(SymbolRecords records, const ClassDefinitions& definitions);

  /// From a trace's number to an index into types and layouts, or kNone.
  uint32_t typeOf(uint32_t id) const { return typeIndex_[id]; }
  /// The same for sites.
  uint32_t siteOf(uint32_t id) const { return id >= kBigSite ? bigSites_[id - kBigSite] : smallSites_[id]; }
  uint32_t typeOfSite(uint32_t site) const { return siteTypes_[site]; }
  const TypeLayout& layout(uint32_t type) const { return layouts_[type]; }
  uint64_t bytesOf(uint32_t type, uint32_t extent) const {
    const TypeLayout& layout = layouts_[type];
    if (!layout.isArray) return layout.isClass ? extent : layout.bytes;
    return (layout.bytes + uint64_t{layout.elementBytes} * extent + kAlignment - 1) & ~uint64_t{kAlignment - 1};
  }

  const VisitOrder& visitOrder(uint32_t type) const { return visitOrders_[type]; }
  uint32_t classType() const { return classType_; }

  /// Of class objects in the order of their allocation: which type one is of (kNone where that has no objects), how
  /// much it takes, and the static fields that its slots hold behind those of java.lang.Class.
  struct Mirror {
    uint32_t type = kNone;
    uint32_t bytes = 0;
    std::vector<std::string> staticReferences;
  };
  const std::vector<Mirror>& mirrors() const { return mirrors_; }

  Symbols& symbols() { return symbols_; }
  const Symbols& symbols() const { return symbols_; }
  bool compressedReferences() const { return referenceBytes_ == 4; }
  uint32_t headerBytes() const { return headerBytes_; }
  bool hasSites() const { return hasSites_; }

 private:
  void addTypes(const std::vector<TypeRecord>& records, const ClassDefinitions& definitions);
  void addVisitOrders(const std::vector<TypeRecord>& records);
  void addSites(const std::vector<SiteRecord>& records, const ClassDefinitions& definitions);
  void addMirrors(const std::vector<MirrorRecord>& records, const std::vector<TypeRecord>& types);

  Symbols symbols_;
  NumberTable typeIndex_;
  std::vector<TypeLayout> layouts_;
  std::vector<VisitOrder> visitOrders_;
  NumberTable smallSites_;
  NumberTable bigSites_;  // numbers from kBigSite on
  std::vector<uint32_t> siteTypes_;
  std::vector<Mirror> mirrors_;
  uint32_t classType_ = kNone;
  uint32_t referenceBytes_ = 4;
  uint32_t headerBytes_ = 12;
  bool hasSites_ = false;
};

}  // namespace heaptrail::anttracks
