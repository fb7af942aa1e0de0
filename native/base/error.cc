#include "base/error.h"

#include <fmt/format.h>

#include <string_view>

namespace heaptrail {

std::string_view toString(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kInput:
      return "input";
    case ErrorKind::kNotYet:
      return "not-yet";
    case ErrorKind::kUsage:
      return "usage";
    case ErrorKind::kCancelled:
      return "cancelled";
    case ErrorKind::kMemory:
      return "memory";
    case ErrorKind::kInternal:
      return "internal";
  }
  return "internal";
}

std::string Error::describe() const {
  if (!where) return message;
  if (!where->offset) return fmt::format("{}: {}", where->file, message);
  return fmt::format("{}, at byte {}: {}", where->file, *where->offset, message);
}

}  // namespace heaptrail
