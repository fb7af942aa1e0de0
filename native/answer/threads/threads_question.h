// The question what threads keep alive: their stacks, frame by frame, with the objects that local variables hold, and
// their thread locals.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/object_answers.h"
#include "answer/shared/parameters.h"
#include "answer/shared/values_choice.h"
#include "base/error.h"
#include "model/size.h"
#include "model/symbols.h"
#include "model/trace.h"
#include "session/opened_trace.h"
#include "session/point_answer.h"

namespace heaptrail {

struct ThreadsQuestion {
  static constexpr std::string_view kName = "threads";
  static constexpr std::string_view kSentence =
      "Threads with their stacks, what local variables and thread locals hold, and what that retains";

  std::string at{kSuggestedPoint};
  std::string search;
  ShowValues values = ShowValues::kOn;
  uint64_t limit = 50;
  uint64_t limitObjects = 10;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
    visitor.text("search", self.search, "Only threads whose name contains this, in either case");
    visitor.word("values", self.values, kValuesSentence);
    visitor.number("limit", self.limit, "How many threads at the most");
    visitor.number("limitObjects", self.limitObjects, "How many objects of each frame at the most");
  }
};

struct ThreadsAnswer {
  PointAnswer point;
  PointChoice among;
  ValuesShown values = ValuesShown::kNone;
  std::string valuesProblem;

  /// What a variable of a frame holds.
  struct Variable {
    std::string kind;              // the word of the root's kind: `java-frame`, `monitor`
    std::string label;             // the same for people
    std::optional<uint32_t> slot;  // of a local variable, where the trace tells
    ObjectAnswer object;
  };
  struct FrameRow {
    std::optional<Frame> frame;  // none for what is held outside of frames
    Size retained;               // by its variables together
    uint64_t allVariables = 0;
    std::vector<Variable> variables;  // those that retain most first
  };
  struct ThreadLocal {
    std::string name;  // the static field that holds the thread local: `com.acme.Login.USER`; else its type
    std::string className;
    std::string field;
    ObjectAnswer object;
  };
  struct Thread {
    std::string name;
    std::optional<ObjectAnswer> object;  // of java.lang.Thread
    Size retained;                       // by all that is told here together
    std::vector<FrameRow> frames;        // the innermost first
    uint64_t allThreadLocals = 0;
    std::vector<ThreadLocal> threadLocals;  // those that retain most first
  };
  std::vector<Thread> threads;  // those that retain most first
  uint64_t totalThreads = 0;
  std::vector<Warning> warnings;
};

Result<ThreadsAnswer> ask(OpenedTrace& trace, const ThreadsQuestion& question, Progress& progress);

std::string write(const ThreadsAnswer& answer, Form form);

}  // namespace heaptrail
