// The recording format in numbers: what the recorder writes and the reader reads. docs/formats/recording.md describes
// every byte.
//
// A recording is a header and then chunks, each complete in itself: a file that ends anywhere is good up to its last
// whole chunk. All numbers are little-endian.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heaptrail::recording {

inline constexpr std::string_view kMagic{"HEAPTRAIL RECORDING 2\n\x1a\0", 24};
/// What recordings of version 1 begin with, which can be read as well: their origins do not tell a sampling interval.
inline constexpr std::string_view kMagicOfVersion1{"HEAPTRAIL RECORDING 1\n\x1a\0", 24};
inline constexpr std::string_view kTrailerMagic{"HTRLEND\n", 8};
inline constexpr size_t kTrailerBytes = 16;  // where the index chunk begins, and the magic

enum class ChunkKind : uint8_t {
  kStart = 1,        // which JVM, which machine, when
  kSymbols = 2,      // strings, types, frames, sites, threads
  kCollections = 3,  // garbage collections
  kPointBegin = 4,
  kHeap = 5,  // objects and references of a point
  kPointEnd = 6,
  kIndex = 7,   // where all chunks are; the last one
  kCounts = 8,  // all there is of a light point: counts instead of objects
  kUses = 9,    // how full the pools were, several times a second
};
inline constexpr ChunkKind kLastChunkKind = ChunkKind::kUses;

enum class Codec : uint8_t { kStored = 0, kZstd = 1 };

inline constexpr uint32_t kNoPoint = ~uint32_t{0};
inline constexpr uint32_t kChunkMarker = 0x4B4E4348;  // "HCNK"

/// The most that a chunk holds, packed or not: what claims more is damaged.
inline constexpr uint32_t kMostChunkBytes = uint32_t{64} << 20;

struct ChunkHeader {
  uint32_t marker = kChunkMarker;
  uint8_t kind = 0;
  uint8_t codec = 0;
  uint16_t reserved = 0;
  uint32_t storedBytes = 0;
  uint32_t rawBytes = 0;
  uint32_t point = kNoPoint;
  uint32_t number = 0;    // in the file
  uint64_t checksum = 0;  // of the stored bytes, seeded with that of the header before this field
};
static_assert(sizeof(ChunkHeader) == 32);
inline constexpr size_t kCheckedHeaderBytes = offsetof(ChunkHeader, checksum);

/// Records of a symbols chunk.
enum class SymbolTag : uint8_t {
  kString = 1,
  kType = 2,
  kFrame = 3,
  kSite = 4,
  kThread = 5,
  kOriginOfVersion1 = 6,
  kInstanceBytes = 7,
  kOrigin = 8,
};

/// What a reference of a class object is; fields and constants follow in turn.
enum class ClassSlot : uint8_t {
  kSuperclass = 0,
  kClassLoader = 1,
  kSigners = 2,
  kProtectionDomain = 3,
  kInterface = 4,
  kOther = 5,
  kFirstField = 6,  // + 3 * index: a static field
};
inline constexpr uint32_t kClassSlotKinds = 3;  // static fields, constants, fields of java.lang.Class

/// Events of a heap chunk: the low two bits of their first number.
enum class EventTag : uint8_t { kReferences = 0, kMoreReferences = 1, kRoot = 2, kTypeOf = 3 };

/// How roots are numbered in a recording.
enum class RootTag : uint8_t {
  kOther = 0,
  kJniGlobal = 1,
  kSystemClass = 2,
  kMonitor = 3,
  kStackLocal = 4,
  kJniLocal = 5,
  kThread = 6,
  kLateOrigin = 7,  // no root: the origin of an object that the walk met before it was known
};

/// Why a point was taken.
enum class Trigger : uint8_t { kInterval = 0, kCollections = 1, kOnDemand = 2, kExit = 3 };

enum class RecordedSites : uint8_t { kNone = 0, kSampled = 1, kExact = 2, kAuto = 3 };

/// As HotSpot numbers its collectors: young collections, full ones, the pauses of concurrent ones.
enum class RecordedCollection : uint8_t { kMinor = 0, kMajor = 1, kConcurrent = 2 };

/// How large arrays are in the recorded JVM: by the kind of their elements as in a signature.
struct ArraySizes {
  static constexpr std::string_view kElements{"LZCFDBSIJ"};

  std::array<uint32_t, kElements.size()> base{};  // bytes before the first element
  uint32_t referenceBytes = 4;
  uint32_t alignment = 8;

  /// Bytes of an array; `signature` is that of its elements.
  static constexpr uint32_t primitiveBytes(char signature) {
    switch (signature) {
      case 'Z':
      case 'B':
        return 1;
      case 'C':
      case 'S':
        return 2;
      case 'F':
      case 'I':
        return 4;
      case 'D':
      case 'J':
        return 8;
      default:
        return 0;
    }
  }
  static constexpr size_t placeOf(char signature) {
    const size_t place = kElements.find(signature);
    return place == std::string_view::npos ? 0 : place;
  }
  constexpr uint32_t elementBytes(char signature) const {
    const uint32_t primitive = primitiveBytes(signature);
    return primitive == 0 ? referenceBytes : primitive;
  }
  constexpr uint64_t bytes(char signature, uint64_t length) const {
    const uint64_t exact = base[placeOf(signature)] + uint64_t{elementBytes(signature)} * length;
    return (exact + alignment - 1) / alignment * alignment;
  }
};

}  // namespace heaptrail::recording
