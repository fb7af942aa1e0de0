// The classes of a generated heap: their fields, and how large HotSpot makes their objects.
//
// Only layouts without padding between superclass and subclass are used, so that a size is header + fields, rounded
// up: true of every JVM since 1.4, and easy to check by eye.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heaptrail::bench {

using Address = uint64_t;

/// The type codes of HPROF that are used here.
enum class Kind : uint8_t { kReference = 2, kFloat = 6, kBoolean = 4, kByte = 8, kInt = 10, kLong = 11 };

/// The classes that every generated heap has; generated types follow behind the last.
enum ClassId : uint32_t {
  kObject,
  kClass,
  kString,
  kAbstractMap,
  kHashMap,
  kNode,
  kAbstractList,
  kArrayList,
  kLinkedList,
  kLinkedNode,
  kNumber,
  kInteger,
  kReference,
  kWeakReference,
  kThread,
  kCity,
  kTree,
  kTreeNode,
  kIsland,
  kRegistry,
  kObjectArray,
  kNodeArray,
  kByteArray,
  kIntArray,
  kFirstGenerated,
};

struct JavaClass {
  std::string name;  // as in the file: with slashes, arrays as [Lname;
  uint32_t super = kObject;
  std::vector<std::pair<std::string, Kind>> fields;
  std::vector<std::string> staticReferences;
  uint32_t elementBytes = 0;  // of primitive arrays
  bool isArray = false;
};

/// How the JVM that "wrote" the dump lays out its heap.
struct Layout {
  uint32_t idBytes = 8;  // in the file
  uint32_t header = 12;
  uint32_t arrayBase = 16;

  static Layout of(uint32_t idBytes) {
    if (idBytes == 4) return {.idBytes = 4, .header = 8, .arrayBase = 12};  // a 32-bit JVM
    return {};                                                              // 64 bits, compressed references
  }
  static constexpr uint32_t kReferenceBytes = 4;
};

constexpr uint64_t alignUp(uint64_t value) { return (value + 7) & ~uint64_t{7}; }

constexpr uint32_t bytesOf(Kind kind, uint32_t referenceBytes) {
  switch (kind) {
    case Kind::kReference:
      return referenceBytes;
    case Kind::kFloat:
    case Kind::kInt:
      return 4;
    case Kind::kLong:
      return 8;
    case Kind::kBoolean:
    case Kind::kByte:
      return 1;
  }
  return 0;
}

std::vector<JavaClass> javaClasses(uint32_t generatedTypes);

}  // namespace heaptrail::bench
