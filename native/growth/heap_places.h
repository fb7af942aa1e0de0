// Through what one object holds another, as a programmer would say it: a field with the class that declares it, a
// static field, an element. Of two heaps under common numbers, so that places can be compared.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "growth/window_ends.h"
#include "model/heap.h"

namespace heaptrail {

struct Via {
  enum class Kind : uint8_t {
    kRoot,         // nothing holds it but roots
    kField,        // `name` of `declaredBy`
    kStaticField,  // likewise; the holder is the class object
    kElement,      // of an array
    kOther,        // `name` tells: a class object's loader, …
    kShared,       // the holder does not refer to it: several that it holds do
  };

  Kind kind = Kind::kRoot;
  std::string name;
  std::string declaredBy;

  friend bool operator==(const Via&, const Via&) = default;
};

class HeapPlaces {
 public:
  using Number = uint32_t;
  static constexpr Number kRoot = 0;
  static constexpr Number kShared = 1;
  static constexpr Number kElement = 2;

  /// Both outlive this.
  HeapPlaces(const Heap& from, const Heap& to);

  /// Of the reference in this slot of `holder`.
  Number viaOf(EndOfWindow end, ObjectIndex holder, uint32_t slot);
  const Via& operator[](Number via) const { return vias_[via]; }

  /// The type that a class object stands for; none for other objects.
  TypeId classOf(EndOfWindow end, ObjectIndex object) const {
    const Known& known = ends_[static_cast<size_t>(end)];
    return known.heap->typeOf(object) == known.typeOfClasses ? known.heap->typeOfClassObject(object) : TypeId::none();
  }

 private:
  struct Known {
    const Heap* heap = nullptr;
    TypeId typeOfClasses = TypeId::none();
    std::unordered_map<uint64_t, Number> bySlot;  // type and slot; of class objects, the type they stand for
  };

  Number numberOf(Via via);

  std::array<Known, 2> ends_;
  std::vector<Via> vias_;
  std::unordered_map<std::string, Number> numbers_;
};

/// A single reference, where nothing is to be compared.
Via viaOfSlot(const Heap& heap, ObjectIndex holder, uint32_t slot);

}  // namespace heaptrail
