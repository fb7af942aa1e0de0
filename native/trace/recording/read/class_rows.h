// What class objects refer to: superclass, loader and the like, static fields, what the constant pool resolved to, and
// the fields that they have as instances of java.lang.Class.
//
// Slots that every point has come first, so that they are the same at each: the four fixed ones, static fields, fields
// of java.lang.Class. Interfaces, constants and whatever else there are any number of follow as they come.
#pragma once

#include <cstdint>
#include <optional>

#include "model/heap.h"
#include "trace/recording/format/format.h"
#include "trace/recording/read/reference_rows.h"
#include "trace/recording/read/type_table.h"

namespace heaptrail::recording {

/// What the codes behind ClassSlot::kFirstField count.
enum class ClassPart : uint8_t { kStaticField = 0, kConstant = 1, kField = 2 };

struct CountedPart {
  ClassPart part{};
  uint64_t index = 0;
};

/// Nothing for codes that stand for themselves.
constexpr std::optional<CountedPart> countedPart(uint64_t code) {
  constexpr auto kFirst = static_cast<uint64_t>(ClassSlot::kFirstField);
  if (code < kFirst) return std::nullopt;
  return CountedPart{static_cast<ClassPart>((code - kFirst) % kClassSlotKinds), (code - kFirst) / kClassSlotKinds};
}

/// Writes the rows of class objects and names their slots. False when they do not fit.
bool writeClassRows(HeapParts& parts, RowsAside& aside, const TypeTable& types);

}  // namespace heaptrail::recording
