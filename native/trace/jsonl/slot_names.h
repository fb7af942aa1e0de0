// Which slot a reference is in, where some say so by a field's name.
//
// A slot is the position among the reference fields of a type, its own first, then its superclass's, and so on; of a
// class object, among the slots that its type's line names. Names that no line declares become fields of the type of
// the first object that uses them, behind those it declares itself; what lies behind moves on by as much. So names are
// first collected from all objects of the point, and asked for afterwards.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "model/heap.h"

namespace heaptrail::jsonl {

/// Whose slots: those of the instances of a type, or those of its class object.
struct SlotOwner {
  TypeId type;
  bool classObject = false;
};

class SlotNames {
 public:
  /// `names` are those that numbers stand for.
  SlotNames(Symbols& symbols, std::vector<std::vector<std::string>>& classSlots, const std::vector<std::string>& names)
      : symbols_(symbols), classSlots_(classSlots), names_(names) {}

  void use(SlotOwner owner, uint32_t name);

  /// Adds the names that are not declared to the symbols and class slots.
  void settle();

  // From here on only after `settle`.
  uint32_t slotOfName(SlotOwner owner, uint32_t name);
  uint32_t slotOfPosition(SlotOwner owner, uint32_t position);

 private:
  struct Used {
    std::unordered_map<uint32_t, uint32_t> placeOfName;  // among those declared, or behind them
    std::vector<uint32_t> added;
    uint32_t declared = 0;  // names where the added ones begin: by the type itself, or on the class object
  };
  struct Moved {
    std::vector<uint32_t> slots;  // by declared position
    uint32_t total = 0;           // of all slots with a name
  };

  static uint64_t keyOf(SlotOwner owner) { return uint64_t{owner.type.value()} * 2 + (owner.classObject ? 1 : 0); }
  uint32_t ownReferences(TypeId type) const;
  uint32_t addedTo(TypeId type) const;
  const Moved& movedOf(TypeId type);

  static constexpr uint32_t kAdded = uint32_t{1} << 31;

  Symbols& symbols_;
  std::vector<std::vector<std::string>>& classSlots_;
  const std::vector<std::string>& names_;
  std::unordered_map<uint64_t, Used> used_;
  std::unordered_map<uint32_t, Moved> moved_;
  bool anyAdded_ = false;
};

}  // namespace heaptrail::jsonl
