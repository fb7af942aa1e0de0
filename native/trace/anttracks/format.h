// Numbers of the files that the AntTracks VM writes. docs/formats/anttracks.md describes them.
#pragma once

#include <cstdint>

namespace heaptrail::anttracks {

inline constexpr uint32_t kMagic = 0x00C0FFEE;

enum class FileKind : uint8_t { kSymbols, kTrace, kClassDefinitions };

/// Bits of the symbols file's flags.
inline constexpr uint32_t kHasAnchors = 1;
inline constexpr uint32_t kHasPointers = 2;
inline constexpr uint32_t kFragmentedOldSpace = 4;  // of the CMS collector

/// First bytes of the records of a symbols file.
enum class SymbolTag : uint8_t {
  kCause = 17,
  kType = 24,
  kSite = 42,
  kMirror = 55,
  kOwnFields = 56,
  kSuperclassFields = 57,
  kSpecialSite = 84,
};
inline constexpr uint8_t kClassFileTag = 14;

/// The upper six bits of an event's first word.
enum class Event : uint8_t {
  kNop,
  kMark,
  kGcStart,
  kGcEnd,
  kGcInfo,
  kGcFailed,
  kSpaceCreate,
  kSpaceAlloc,
  kSpaceRelease,
  kSpaceRedefine,
  kSpaceDestroy,
  kThreadAlive,
  kThreadDeath,
  kTlabAlloc,
  kPlabAlloc,
  kAllocSlow,
  kInterpreterAllocSlow,
  kInterpreterAllocSlowDeviant,
  kInterpreterAllocNormal,
  kInterpreterAllocFast,
  kC1AllocSlow,
  kC1AllocSlowDeviant,
  kC1AllocNormal,
  kC1AllocFast,
  kC1AllocFastDeviant,
  kC2AllocSlow,
  kC2AllocSlowDeviant,
  kC2AllocNormal,
  kC2AllocFast,
  kC2AllocFastDeviant,
  kMoveSlow,
  kMoveFastWide,
  kMoveFast,
  kMoveFastNarrow,
  kMoveRegion,
  kKeepAlive,
  kSyncObject,
  kSyncObjectNarrow,
  kDeallocation,
  kMoveSlowPointers,
  kMoveFastWidePointers,
  kMoveFastPointers,
  kKeepAlivePointers,
  kObjectPointers,
  kArrayPointers,
  kRootPointers,
  kOldObjectPointers,
};
/// Left behind by a scavenge that failed.
inline constexpr Event kStrayEvent{0x3f};

enum class SpaceType : uint8_t { kEden, kSurvivor, kOld };

enum class GcType : uint8_t { kMinor, kMajor, kMajorSync, kMinorSync };

/// Sites below have no type of their own: their events carry one.
inline constexpr uint32_t kFirstOrdinarySite = 13;
inline constexpr uint32_t kBigSite = 0x800000;
inline constexpr uint32_t kLongestInlineLength = 255;  // and this says that a word with the length follows

/// Pointers of one event at most; more of them follow in further events.
inline constexpr unsigned kPointersPerEvent = 12;

/// Root lists with a number up to this are categories; others are addresses of threads.
inline constexpr uint64_t kLastRootCategory = 13;

}  // namespace heaptrail::anttracks
