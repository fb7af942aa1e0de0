#include "recorder/threads_in_making.h"

namespace heaptrail::recorder {

namespace {

constexpr std::string_view kVirtualThread = "Ljava/lang/VirtualThread;";
constexpr std::string_view kPart = "Ljava/lang/VirtualThread$VThreadContinuation";

}  // namespace

bool ThreadsInMaking::concerns(std::string_view signature) {
  return signature == kVirtualThread || signature.starts_with(kPart);
}

void ThreadsInMaking::named(std::string_view signature, uint32_t number) {
  if (signature == kVirtualThread) virtualThread_ = number;
  if (signature.starts_with(kPart)) parts_.insert(number);
}

}  // namespace heaptrail::recorder
