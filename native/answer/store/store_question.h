// The request to keep what is known of a trace.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "answer/shared/form.h"
#include "session/opened_trace.h"

namespace heaptrail {

struct StoreQuestion {
  static constexpr std::string_view kName = "store";
  static constexpr std::string_view kSentence = "Put all that is known of the trace into the cache it was opened with";

  template <typename Visitor, typename Self>
  static void fields(Visitor&, Self&) {}
};

struct StoreAnswer {
  uint64_t bytes = 0;  // that the cache now has of this trace
};

Result<StoreAnswer> ask(OpenedTrace& trace, const StoreQuestion& question, Progress& progress);

std::string write(const StoreAnswer& answer, Form form);

}  // namespace heaptrail
