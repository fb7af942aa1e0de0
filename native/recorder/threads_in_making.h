// Virtual threads that are just being made. JVMs from 21 on go through the stack of each virtual thread that a walk
// leads to, and crash (JDK 25 does) where that is a thread whose constructor still runs: it has no stack yet.
// So no walk may be led to a virtual thread by what can know threads in the making: variables on stacks, and the first
// part of the stack that a thread gets. Threads that were started are led to by the JDK's list of them; those that were
// not have no stack to lose.
#pragma once

#include <jvmti.h>

#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace heaptrail::recorder {

class ThreadsInMaking {
 public:
  /// Whether `named` has to be told of a class before the first walk.
  static bool concerns(std::string_view signature);
  void named(std::string_view signature, uint32_t number);

  /// Whether a reference may lead to a thread in the making. By the types of what it leads from and to. A class that
  /// has no type yet was loaded a moment ago, perhaps by the first thread that is made.
  bool mayLead(jvmtiHeapReferenceKind kind, uint32_t from, uint32_t to) const {
    if (to == 0 || to != virtualThread_) return false;
    if (kind == JVMTI_HEAP_REFERENCE_FIELD) return from == 0 || parts_.contains(from);
    return kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL || kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL;
  }

 private:
  uint32_t virtualThread_ = 0;
  std::unordered_set<uint32_t> parts_;
};

}  // namespace heaptrail::recorder
