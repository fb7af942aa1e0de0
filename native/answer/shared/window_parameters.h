// The parameters that all questions about a window have in common.
#pragma once

#include <string_view>

#include "answer/shared/parameters.h"

namespace heaptrail {

/// `Window` is a WindowChoice (session/analysed_window.h).
template <typename Visitor, typename Window>
void windowFields(Visitor& visitor, Window& window) {
  visitor.text("from", window.from,
               "Where the window begins: a number, first, last, a time such as 12.5s, or nothing, for all that the "
               "heap holds where it ends. Without either end, the window in which the heap grew most, or two "
               "lows of one that goes up and down; of a trace with one point, all that it holds");
  visitor.text("to", window.to, "Where the window ends");
  visitor.texts("own", window.own, ListOf{"PACKAGE"},
                "A package that is the program's own, such as com.acme: whose lines and fields are named first. "
                "Without any it is taken from where the program was started");
}

inline constexpr std::string_view kThresholdSentence =
    "From which percentage of the heap's growth on a size counts as growing";

}  // namespace heaptrail
