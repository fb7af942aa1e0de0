// From the field numbers of JVMTI to the slots of the model.
//
// JVMTI numbers all fields, static ones and primitives too: first those of all superinterfaces (of the class and of its
// superclasses, each interface once), then those of java.lang.Object, and so on down to the class's own. The model
// numbers the reference fields of instances only, the class's own first.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/id_map.h"
#include "trace/recording/read/symbol_reader.h"

namespace heaptrail::recording {

class FieldSlots {
 public:
  static constexpr uint32_t kNone = ~uint32_t{0};

  FieldSlots() = default;

  /// `superclasses`: of each type, or kNone; without circles. `typeOfClassObject` finds the interfaces.
  static Result<FieldSlots> build(const RecordedSymbols& symbols, const std::vector<uint32_t>& superclasses,
                                  const IdMap& typeOfClassObject, bool staticIndexesCountInherited);

  /// Of an instance's field. Fields that the recording does not name get slots behind all that it does.
  uint64_t ofInstance(uint32_t type, uint64_t index) const {
    const uint64_t from = begin_[type];
    if (index < begin_[type + 1] - from && slots_[from + index] != kNone) return slots_[from + index];
    return references_[type] + index;
  }
  bool knows(uint32_t type, uint64_t index) const {
    return index < begin_[type + 1] - begin_[type] && slots_[begin_[type] + index] != kNone;
  }

  /// The number of the class's first own field.
  uint64_t firstOwn(uint32_t type) const {
    return begin_[type + 1] - begin_[type] - (ownBegin_[type + 1] - ownBegin_[type]);
  }

  /// How many reference fields instances have.
  uint32_t references(uint32_t type) const { return references_[type]; }

  /// Which of the class's own static reference fields it is, counted from 0, or kNone.
  uint32_t ofStatic(uint32_t type, uint64_t index) const {
    const uint64_t own = index - firstStatic_[type];  // wraps far out of range for inherited ones
    return own < ownBegin_[type + 1] - ownBegin_[type] ? statics_[ownBegin_[type] + own] : kNone;
  }

 private:
  std::vector<uint64_t> begin_;        // by type: where its slots are
  std::vector<uint32_t> slots_;        // by field number, one type after the other
  std::vector<uint32_t> references_;   // by type
  std::vector<uint64_t> firstStatic_;  // by type: which number its own first field has among static fields
  std::vector<uint64_t> ownBegin_;     // by type: where its own fields are
  std::vector<uint32_t> statics_;      // by own field
};

/// Whether a field holds a reference.
bool isReference(const RecordedSymbols& symbols, const RecordedField& field);

}  // namespace heaptrail::recording
