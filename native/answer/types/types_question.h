// The question which types of a trace a pattern of the description language stands for, and how much there is of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/parameters.h"
#include "base/error.h"
#include "model/trace.h"
#include "session/opened_trace.h"
#include "session/point_answer.h"
#include "session/suggest_point.h"

namespace heaptrail {

struct TypesQuestion {
  static constexpr std::string_view kName = "types";
  static constexpr std::string_view kSentence = "The types of a trace that a pattern stands for";

  std::string pattern = "*";
  std::string at{kSuggestedPoint};
  std::string package;  // of the namespace in which the pattern is written; empty for none
  uint64_t limit = 50;
  bool fieldNames = false;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("pattern", self.pattern, "As in a description: java.util.HashMap+, com.acme.*Node[], *");
    visitor.text("at", self.at, kPointSentence);
    visitor.text("namespace", self.package, "The package that names without a dot belong to");
    visitor.number("limit", self.limit, "How many types at the most");
    visitor.flag("fields", self.fieldNames, "The names of the fields that these types have, inherited ones too");
  }
};

struct TypesAnswer {
  PointAnswer point;
  std::string pattern;
  struct Row {
    std::string type;
    Size live;
    std::string description;  // the type whose description holds for it; empty where none does
    bool head = false;
  };
  std::vector<Row> rows;  // most bytes first, then in the order of names
  uint64_t totalRows = 0;
  Size total;                                      // of all rows
  std::optional<std::vector<std::string>> fields;  // in the order of names; where asked for
  std::optional<std::string> nearest;              // the type that was probably meant, where there are no rows
  std::vector<Warning> warnings;
};

Result<TypesAnswer> ask(OpenedTrace& trace, const TypesQuestion& question, Progress& progress);

std::string write(const TypesAnswer& answer, Form form);

}  // namespace heaptrail
