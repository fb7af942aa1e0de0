// Walks the records inside heap dump segments and hands each to a visitor, which keeps what it needs and may leave the
// rest: the walker itself moves to where the next record begins.
//
// A visitor has `root`, `classDump`, `instance`, `objectArray`, `primitiveArray`, and `androidHeap` for the record only
// Android writes. With `kLooksAtBodies` it is called with the input standing at the record's body, which lies inside
// the segment but is not in memory yet (`ensure` before looking); without, only for records that are there up to their
// end. `kWantsClasses` says whether class dumps are worth handing over.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "base/big_endian.h"
#include "base/byte_input.h"
#include "model/roots.h"
#include "trace/hprof/format.h"

namespace heaptrail::hprof {

struct InstanceRecord {
  uint64_t id;
  uint32_t stack;
  uint64_t classId;
  uint32_t bodyBytes;
};

struct ObjectArrayRecord {
  uint64_t id;
  uint32_t stack;
  uint32_t length;
  uint64_t classId;
};

struct PrimitiveArrayRecord {
  uint64_t id;
  uint32_t stack;
  uint32_t length;
  ValueKind element;
  bool hasData;
};

struct RootRecord {
  RootKind kind;
  uint64_t object;
  uint32_t threadSerial = 0;             // 0: none
  uint32_t frame = RootPlace::kUnknown;  // of Java and JNI frames
  uint32_t stackSerial = 0;              // of thread objects
};

struct StaticField {
  uint64_t nameId;
  ValueKind kind;
  uint64_t value;  // an object's id, or the bits of a primitive value
};

struct ClassDump {
  uint64_t from = 0;  // of the record in the file
  uint64_t to = 0;
  uint64_t id = 0;
  uint64_t superId = 0;
  uint64_t loaderId = 0;
  uint64_t signersId = 0;
  uint64_t protectionDomainId = 0;
  uint64_t reservedIds[2] = {0, 0};
  uint32_t instanceBytes = 0;
  std::vector<std::pair<uint16_t, uint64_t>> constants;  // references in the constant pool: (index, object)
  std::vector<StaticField> statics;
  std::vector<std::pair<uint64_t, ValueKind>> fields;  // (name id, kind)
};

struct WalkEnd {
  enum class How { kDone, kInputEnded, kMalformed };
  How how = How::kDone;
  uint64_t recordAt = 0;  // where the record begins that could not be read
  std::string problem;    // of kMalformed
};

template <uint32_t kIdBytes, typename Visitor>
class SegmentWalker {
 public:
  SegmentWalker(ByteInput& input, Visitor& visitor) : input_(input), visitor_(visitor) {}

  /// Walks until a record begins at `stopAt` or behind. No record may reach beyond `segmentEnd`.
  WalkEnd walk(uint64_t segmentEnd, uint64_t stopAt) {
    segmentEnd_ = segmentEnd;
    while (true) {
      recordAt_ = input_.position();
      if (recordAt_ >= stopAt) return {WalkEnd::How::kDone, recordAt_, {}};
      if (!input_.ensure(1)) return ended();
      problem_.clear();
      if (!record()) return problem_.empty() ? ended() : WalkEnd{WalkEnd::How::kMalformed, recordAt_, problem_};
    }
  }

 private:
  WalkEnd ended() const { return {WalkEnd::How::kInputEnded, recordAt_, {}}; }

  /// False when the input ended inside the record, or with `problem_` set when the record makes no sense.
  bool record() {
    const uint8_t tag = *input_.cursor();
    switch (static_cast<HeapTag>(tag)) {
      case HeapTag::kInstanceDump:
        return instance();
      case HeapTag::kObjectArrayDump:
        return objectArray();
      case HeapTag::kPrimitiveArrayDump:
        return primitiveArray(true);
      case HeapTag::kPrimitiveArrayNoData:
        return primitiveArray(false);
      case HeapTag::kClassDump:
        return classDump();
      case HeapTag::kRootJniGlobal:
        return root(RootKind::kJniGlobal, kIdBytes);
      case HeapTag::kRootJniLocal:
        return root(RootKind::kJniLocal, 8);
      case HeapTag::kRootJavaFrame:
        return root(RootKind::kJavaFrame, 8);
      case HeapTag::kRootNativeStack:
        return root(RootKind::kNativeStack, 4);
      case HeapTag::kRootStickyClass:
        return root(RootKind::kSystemClass, 0);
      case HeapTag::kRootThreadBlock:
        return root(RootKind::kThreadBlock, 4);
      case HeapTag::kRootMonitorUsed:
        return root(RootKind::kMonitor, 0);
      case HeapTag::kRootThreadObject:
        return root(RootKind::kThread, 8);
      case HeapTag::kRootInternedString:
        return root(RootKind::kInternedString, 0);
      case HeapTag::kRootFinalizing:
        return root(RootKind::kFinalizing, 0);
      case HeapTag::kRootDebugger:
        return root(RootKind::kDebugger, 0);
      case HeapTag::kRootReferenceCleanup:
        return root(RootKind::kReferenceCleanup, 0);
      case HeapTag::kRootVmInternal:
        return root(RootKind::kVmInternal, 0);
      case HeapTag::kRootJniMonitor:
        return root(RootKind::kJniMonitor, 8);
      case HeapTag::kRootUnknown:
        return root(RootKind::kUnknown, 0);
      case HeapTag::kUnreachable:
        return fixed(1 + kIdBytes);
      case HeapTag::kHeapDumpInfo:
        visitor_.androidHeap();
        return fixed(1 + 4 + kIdBytes);
    }
    problem_ = fmt::format("expected the tag of a heap record, found 0x{:02x}", tag);
    return false;
  }

  static uint64_t id(const uint8_t* p) {
    if constexpr (kIdBytes == 8) {
      return loadBig64(p);
    } else {
      return loadBig32(p);
    }
  }

  /// Whether [recordAt_, recordAt_ + bytes) lies inside the segment.
  bool fits(uint64_t bytes) {
    if (bytes <= segmentEnd_ - recordAt_) return true;
    problem_ =
        fmt::format("expected a record that ends inside its segment ({} bytes are left of it), found one of {} bytes",
                    segmentEnd_ - recordAt_, bytes);
    return false;
  }

  bool fixed(uint32_t bytes) { return fits(bytes) && input_.skip(bytes); }

  bool root(RootKind kind, uint32_t detailBytes) {
    const uint32_t bytes = 1 + kIdBytes + detailBytes;
    if (!fits(bytes) || !input_.ensure(bytes)) return false;
    const uint8_t* p = input_.cursor() + 1;
    RootRecord record{kind, id(p)};
    p += kIdBytes;
    if (kind != RootKind::kJniGlobal && detailBytes >= 4) record.threadSerial = loadBig32(p);
    if (kind == RootKind::kThread) {
      record.stackSerial = loadBig32(p + 4);
    } else if (kind != RootKind::kJniGlobal && detailBytes >= 8) {
      record.frame = loadBig32(p + 4);
    }
    visitor_.root(record);
    input_.advance(bytes);
    return true;
  }

  bool instance() {
    constexpr uint32_t kHead = 1 + 2 * kIdBytes + 8;
    if (!fits(kHead) || !input_.ensure(kHead)) return false;
    const uint8_t* p = input_.cursor() + 1;
    const InstanceRecord record{id(p), loadBig32(p + kIdBytes), id(p + kIdBytes + 4), loadBig32(p + 2 * kIdBytes + 4)};
    return body(kHead, record.bodyBytes, [&] { visitor_.instance(record, input_); });
  }

  bool objectArray() {
    constexpr uint32_t kHead = 1 + 2 * kIdBytes + 8;
    if (!fits(kHead) || !input_.ensure(kHead)) return false;
    const uint8_t* p = input_.cursor() + 1;
    const ObjectArrayRecord record{id(p), loadBig32(p + kIdBytes), loadBig32(p + kIdBytes + 4), id(p + kIdBytes + 8)};
    return body(kHead, uint64_t{record.length} * kIdBytes, [&] { visitor_.objectArray(record, input_); });
  }

  bool primitiveArray(bool hasData) {
    constexpr uint32_t kHead = 1 + kIdBytes + 9;
    if (!fits(kHead) || !input_.ensure(kHead)) return false;
    const uint8_t* p = input_.cursor() + 1;
    const std::optional<ValueKind> element = valueKind(p[kIdBytes + 8]);
    if (!element || *element == ValueKind::kReference) {
      problem_ = fmt::format("expected the code of a primitive type, found {}", p[kIdBytes + 8]);
      return false;
    }
    const PrimitiveArrayRecord record{id(p), loadBig32(p + kIdBytes), loadBig32(p + kIdBytes + 4), *element, hasData};
    return body(kHead, hasData ? uint64_t{record.length} * primitiveBytes(*element) : 0,
                [&] { visitor_.primitiveArray(record, input_); });
  }

  /// Lets the visitor look at the body, or, if it does not want to, only tells it of records whose end is there.
  template <typename Look>
  bool body(uint32_t headBytes, uint64_t bodyBytes, Look&& look) {
    if (!fits(headBytes + bodyBytes)) return false;
    input_.advance(headBytes);
    if constexpr (Visitor::kLooksAtBodies) {
      const uint64_t bodyAt = input_.position();
      look();
      return input_.skip(bodyBytes - (input_.position() - bodyAt));
    } else {
      if (!input_.skip(bodyBytes)) return false;
      look();
      return true;
    }
  }

  bool classDump() {
    ClassDump dump;
    constexpr uint32_t kHead = 1 + 7 * kIdBytes + 8;
    if (!fits(kHead) || !input_.ensure(kHead)) return false;
    const uint8_t* p = input_.cursor() + 1;
    dump.id = id(p);
    p += kIdBytes + 4;
    uint64_t* const ids[] = {&dump.superId,        &dump.loaderId,      &dump.signersId, &dump.protectionDomainId,
                             &dump.reservedIds[0], &dump.reservedIds[1]};
    for (uint64_t* target : ids) {
      *target = id(p);
      p += kIdBytes;
    }
    dump.instanceBytes = loadBig32(p);
    input_.advance(kHead);
    if (!constants(dump) || !statics(dump) || !fields(dump)) return false;
    dump.from = recordAt_;
    dump.to = input_.position();
    if constexpr (Visitor::kWantsClasses) visitor_.classDump(std::move(dump));
    return true;
  }

  bool take16(uint16_t& value) {
    if (!fits(input_.position() - recordAt_ + 2) || !input_.ensure(2)) return false;
    value = loadBig16(input_.cursor());
    input_.advance(2);
    return true;
  }

  bool kindAt(uint32_t offset, ValueKind& kind) {
    const std::optional<ValueKind> found = valueKind(input_.cursor()[offset]);
    if (!found) {
      problem_ = fmt::format("expected the code of a type in a class dump, found {}", input_.cursor()[offset]);
      return false;
    }
    kind = *found;
    return true;
  }

  /// Takes `prefix` bytes, a type code and a value of that type; `prefix` is left at the returned pointer.
  bool takeTyped(uint32_t prefix, ValueKind& kind, const uint8_t*& entry) {
    if (!fits(input_.position() - recordAt_ + prefix + 1) || !input_.ensure(prefix + 1)) return false;
    if (!kindAt(prefix, kind)) return false;
    const uint32_t bytes = prefix + 1 + fileBytes(kind, kIdBytes);
    if (!fits(input_.position() - recordAt_ + bytes) || !input_.ensure(bytes)) return false;
    entry = input_.cursor();
    input_.advance(bytes);
    return true;
  }

  bool constants(ClassDump& dump) {
    uint16_t count = 0;
    if (!take16(count)) return false;
    for (uint32_t i = 0; i < count; ++i) {
      ValueKind kind{};
      const uint8_t* entry = nullptr;
      if (!takeTyped(2, kind, entry)) return false;
      if (kind == ValueKind::kReference) dump.constants.emplace_back(loadBig16(entry), id(entry + 3));
    }
    return true;
  }

  bool statics(ClassDump& dump) {
    uint16_t count = 0;
    if (!take16(count)) return false;
    for (uint32_t i = 0; i < count; ++i) {
      ValueKind kind{};
      const uint8_t* entry = nullptr;
      if (!takeTyped(kIdBytes, kind, entry)) return false;
      uint64_t value = 0;
      for (uint32_t b = 0; b < fileBytes(kind, kIdBytes); ++b) value = value << 8 | entry[kIdBytes + 1 + b];
      dump.statics.push_back({id(entry), kind, value});
    }
    return true;
  }

  bool fields(ClassDump& dump) {
    uint16_t count = 0;
    if (!take16(count)) return false;
    for (uint32_t i = 0; i < count; ++i) {
      if (!fits(input_.position() - recordAt_ + kIdBytes + 1) || !input_.ensure(kIdBytes + 1)) return false;
      ValueKind kind{};
      if (!kindAt(kIdBytes, kind)) return false;
      dump.fields.emplace_back(id(input_.cursor()), kind);
      input_.advance(kIdBytes + 1);
    }
    return true;
  }

  ByteInput& input_;
  Visitor& visitor_;
  uint64_t segmentEnd_ = 0;
  uint64_t recordAt_ = 0;
  std::string problem_;
};

}  // namespace heaptrail::hprof
