// The GC roots: what the collector starts from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/ids.h"
#include "model/symbols.h"

namespace heaptrail {

enum class RootKind : uint8_t {
  kUnknown,
  kJniGlobal,
  kJniLocal,
  kJavaFrame,
  kNativeStack,
  kSystemClass,
  kThreadBlock,
  kMonitor,
  kThread,
  kInternedString,
  kFinalizing,
  kDebugger,
  kReferenceCleanup,
  kVmInternal,
  kJniMonitor,
  kStaticField,  // of traces that do not tell class objects
  kUnwritten,    // held by the JVM in a place that the trace's format leaves out; see the reader that found it
};
inline constexpr size_t kRootKinds = static_cast<size_t>(RootKind::kUnwritten) + 1;

/// A stable word for scripts (`java-frame`) and a readable one for people (`Java local variable`).
std::string_view rootKindWord(RootKind kind);
std::string_view rootKindLabel(RootKind kind);

/// Where a root is, as far as the trace tells: a frame of a thread's stack and a variable in it, or a static field.
struct RootPlace {
  static constexpr uint32_t kUnknown = ~uint32_t{0};

  Frame frame;                // of a static field the class alone
  uint32_t depth = kUnknown;  // position in the thread's stack, 0 = innermost
  uint32_t slot = kUnknown;   // of the local variable
  std::string field;          // of a static field

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.frame, self.depth, self.slot, self.field);
  }
};

struct Root {
  static constexpr uint32_t kNoPlace = ~uint32_t{0};

  ObjectIndex object;
  RootKind kind = RootKind::kUnknown;
  ThreadId thread = ThreadId::none();  // of stack roots
  uint32_t place = kNoPlace;           // in the heap's root places

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.object, self.kind, self.thread, self.place);
  }
};

using Roots = std::vector<Root>;

}  // namespace heaptrail
