// What is asked about descriptions of data structures in view of a trace: which hold, and what could be described.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/parameters.h"
#include "answer/shared/window_parameters.h"
#include "session/analysed_window.h"
#include "session/description_files.h"
#include "session/opened_trace.h"

namespace heaptrail {

struct DescribeQuestion {
  static constexpr std::string_view kName = "describe";
  static constexpr std::string_view kSentence = "From now on these descriptions of data structures hold for the trace";

  DescriptionTexts texts;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.flag("shipped", self.texts.shipped, "Whether the descriptions that come with Heaptrail hold, too");
    visitor.files("files", self.texts.files,
                  "Files of descriptions (docs/language.md); of two descriptions of a type the later one holds");
  }
};

/// Which descriptions hold now.
struct DescribeAnswer {
  uint64_t types = 0;  // that are described
  uint64_t heads = 0;  // those of them that a structure begins with
  std::vector<Warning> warnings;
};

struct ProposalQuestion {
  static constexpr std::string_view kName = "proposal";
  static constexpr std::string_view kSentence = "A first description of a type, to be corrected";

  std::string at{kSuggestedPoint};
  std::string type;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
    visitor.text("type", self.type, "The type to be described", Presence::kRequired);
  }
};

struct ProposalAnswer {
  std::string text;  // of a description file
};

struct InferredQuestion {
  static constexpr std::string_view kName = "inferred";
  static constexpr std::string_view kSentence =
      "Propose descriptions of the containers that grew and that nobody described";

  WindowChoice window;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    windowFields(visitor, self.window);
  }
};

/// Descriptions of the containers that grew and that nobody described, as the text of a file.
struct InferredAnswer {
  WindowAnswer window;
  std::string text;
  std::vector<Warning> warnings;
};

Result<DescribeAnswer> ask(OpenedTrace& trace, const DescribeQuestion& question, Progress& progress);
Result<ProposalAnswer> ask(OpenedTrace& trace, const ProposalQuestion& question, Progress& progress);
Result<InferredAnswer> ask(OpenedTrace& trace, const InferredQuestion& question, Progress& progress);

std::string write(const DescribeAnswer& answer, Form form);
std::string write(const ProposalAnswer& answer, Form form);
std::string write(const InferredAnswer& answer, Form form);

}  // namespace heaptrail
