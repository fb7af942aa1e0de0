// Whether an answer shows values: screens are shared, and heap dumps hold names, keys and addresses of people.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "model/trace.h"
#include "session/opened_trace.h"
#include "text/words.h"

namespace heaptrail {

enum class ShowValues { kOn, kOff };
constexpr auto wordsOf(ShowValues) {
  return std::to_array<Word<ShowValues>>({{"on", ShowValues::kOn}, {"off", ShowValues::kOff}});
}

inline constexpr std::string_view kValuesSentence =
    "Whether values are shown, of traces that hold them (heap dumps): numbers, texts, and what an object stands for";

/// Why values are shown, or not.
enum class ValuesShown {
  kShown,
  kOff,     // nobody wants to see them
  kNone,    // the trace holds none
  kUnread,  // it does, but they cannot be read: PointValues::problem says why
};
constexpr auto wordsOf(ValuesShown) {
  return std::to_array<Word<ValuesShown>>({{"shown", ValuesShown::kShown},
                                           {"off", ValuesShown::kOff},
                                           {"none", ValuesShown::kNone},
                                           {"unread", ValuesShown::kUnread}});
}

/// The values at a point, as far as an answer may show them.
class PointValues {
 public:
  /// Trace and heap outlive this.
  PointValues(const OpenedTrace& trace, PointIndex at, const Heap& heap, ShowValues show);

  /// Null where none are shown.
  const StoredValues* get() const { return values_.get(); }
  ValuesShown shown() const { return shown_; }
  const std::string& problem() const { return problem_; }

 private:
  std::unique_ptr<const StoredValues> values_;
  ValuesShown shown_ = ValuesShown::kOff;
  std::string problem_;
};

}  // namespace heaptrail
