// The names of a recording as the model has them, and what is needed to read objects: which types are arrays, how large
// instances are, where fields are found.
//
// Number n of the recording is TypeId, SiteId, ThreadId n - 1.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/id_map.h"
#include "model/symbols.h"
#include "trace/java_references.h"
#include "trace/recording/format/records.h"
#include "trace/recording/read/field_slots.h"
#include "trace/recording/read/symbol_reader.h"

namespace heaptrail::recording {

class TypeTable {
 public:
  static Result<TypeTable> build(RecordedSymbols names, const StartRecord& start);

  const std::shared_ptr<const Symbols>& symbols() const { return symbols_; }
  const Type& operator[](TypeId type) const { return symbols_->types[type.value()]; }

  /// How many numbers of types there are; a type beyond stands for objects whose class is not known.
  uint32_t count() const { return static_cast<uint32_t>(symbols_->types.size() - 1); }
  TypeId unknown() const { return TypeId(count()); }
  bool isArray(TypeId type) const { return (*this)[type].shape != TypeShape::kInstance; }

  /// The type with that class object; `unknown` if there is none.
  TypeId ofClassObject(uint64_t id) const {
    const uint32_t type = byClassObject_.find(id);
    return type == IdMap::kMissing ? unknown() : TypeId(type);
  }
  uint64_t classObject(TypeId type) const { return type == unknown() ? 0 : recorded_->types[type.value()].classObject; }

  /// java.lang.Class; `unknown` if it was not recorded.
  TypeId classClass() const { return classClass_; }

  ThreadId ofThreadObject(uint64_t id) const {
    const uint32_t thread = byThreadObject_.find(id);
    return thread == IdMap::kMissing ? ThreadId::none() : ThreadId(thread);
  }

  /// The mean distances of samples, in bytes, that origins name (0: every allocation was reported); and for origin n,
  /// at n - 1, the place of its own among them. Both are empty where every allocation was reported.
  const std::vector<uint32_t>& samplingIntervals() const { return samplingIntervals_; }
  const std::vector<uint8_t>& samplingOfOrigin() const { return samplingOfOrigin_; }

  /// How many frames sites have at the most, where more were recorded than fit into memory.
  std::optional<uint32_t> cutDepth() const { return cutDepth_; }

  const FieldSlots& slots() const { return slots_; }
  const ReferenceSlots& references() const { return references_; }
  const RecordedSymbols& recorded() const { return *recorded_; }

  /// The names of a type's static reference fields, in slot order.
  std::vector<std::string> staticNames(TypeId type) const;

 private:
  Status readSamplings(const StartRecord& start);

  std::shared_ptr<const RecordedSymbols> recorded_;
  std::shared_ptr<const Symbols> symbols_;
  TypeId classClass_;
  IdMap byClassObject_;
  IdMap byThreadObject_;
  std::optional<uint32_t> cutDepth_;
  std::vector<uint32_t> samplingIntervals_;
  std::vector<uint8_t> samplingOfOrigin_;
  FieldSlots slots_;
  ReferenceSlots references_;
};

}  // namespace heaptrail::recording
