// What the slots of a class object are called that are static fields: by a word before the field's name, since its
// other slots (its loader, its superclass, …) have names of their own.
#pragma once

#include <string>
#include <string_view>

namespace heaptrail {

inline constexpr std::string_view kStaticFieldWord = "static ";

inline std::string slotOfStaticField(std::string_view field) { return std::string(kStaticFieldWord).append(field); }

inline bool isSlotOfStaticField(std::string_view slot) { return slot.starts_with(kStaticFieldWord); }

/// The field's own name; of any other slot or field what it is called.
inline std::string_view fieldOfSlot(std::string_view slot) {
  return isSlotOfStaticField(slot) ? slot.substr(kStaticFieldWord.size()) : slot;
}

}  // namespace heaptrail
