// The GC roots: what the collector starts from.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/ids.h"

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
  kUnwritten,  // held by the JVM in a place that the trace's format leaves out; see the reader that found it
};
inline constexpr size_t kRootKinds = static_cast<size_t>(RootKind::kUnwritten) + 1;

/// A stable word for scripts (`java-frame`) and a readable one for people (`Java local variable`).
std::string_view rootKindWord(RootKind kind);
std::string_view rootKindLabel(RootKind kind);

struct Root {
  static constexpr uint32_t kNoFrame = ~uint32_t{0};

  ObjectIndex object;
  RootKind kind = RootKind::kUnknown;
  ThreadId thread = ThreadId::none();  // of stack roots
  uint32_t frame = kNoFrame;           // position in the thread's stack, 0 = innermost

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.object, self.kind, self.thread, self.frame);
  }
};

using Roots = std::vector<Root>;

}  // namespace heaptrail
