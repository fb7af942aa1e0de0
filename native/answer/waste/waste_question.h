// The question what memory the heap could do without, and who holds it: by kinds of waste, and of each by the field of
// the program that holds it, which is where to change something.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/object_answers.h"
#include "answer/shared/parameters.h"
#include "answer/shared/values_choice.h"
#include "base/error.h"
#include "model/trace.h"
#include "session/opened_trace.h"
#include "session/point_answer.h"
#include "waste/owner_fields.h"
#include "waste/waste.h"

namespace heaptrail {

struct WasteQuestion {
  static constexpr std::string_view kName = "waste";
  static constexpr std::string_view kSentence =
      "Memory that the heap could do without: copies, empty and sparse collections, boxed numbers";

  std::string at{kSuggestedPoint};
  ShowValues values = ShowValues::kOn;
  uint64_t limit = 20;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
    visitor.word("values", self.values, kValuesSentence);
    visitor.number("limit", self.limit, "How many rows of each list at the most");
  }
};

struct WasteAnswer {
  PointAnswer point;
  PointChoice among;
  ValuesShown values = ValuesShown::kNone;
  std::string valuesProblem;
  bool contentsCompared = false;  // without values, equal strings and arrays are not known

  /// What one field holds of a kind.
  struct Row {
    OwnerField owner;
    std::string type;  // that most of it is of
    Size size;
    uint64_t gain = 0;     // bytes
    uint64_t example = 0;  // the id of an object of that type
  };
  struct Equal {
    ObjectAnswer object;
    uint64_t count = 0;
    uint64_t gain = 0;
  };
  struct Kind {
    WasteKind kind = WasteKind::kNone;
    Size size;
    uint64_t gain = 0;
    uint64_t totalRows = 0;
    std::vector<Row> rows;     // most bytes to gain first
    std::vector<Equal> equal;  // of what is equal, likewise
  };
  std::vector<Kind> kinds;  // those that there are, most bytes to gain first
  uint64_t gain = 0;        // of all kinds
  std::vector<Warning> warnings;
};

Result<WasteAnswer> ask(OpenedTrace& trace, const WasteQuestion& question, Progress& progress);

std::string write(const WasteAnswer& answer, Form form);

}  // namespace heaptrail
