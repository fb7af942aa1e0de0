// The question who owns the heap at a point: a small graph of classes, collections by who holds them, and what holds
// all of these from outside (docs/ownership.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/form.h"
#include "answer/shared/parameters.h"
#include "model/size.h"
#include "model/trace.h"
#include "ownership/class_groups.h"
#include "session/opened_trace.h"
#include "session/point_answer.h"
#include "text/words.h"

namespace heaptrail {

enum class OwnershipModel : uint8_t { kObjects, kCounts };
constexpr auto wordsOf(OwnershipModel) {
  return std::to_array<Word<OwnershipModel>>(
      {{"objects", OwnershipModel::kObjects}, {"counts", OwnershipModel::kCounts}});
}

/// Which roots are blocks of their own.
enum class RootBlocks : uint8_t { kStatic, kThread, kSystem, kNone };
constexpr auto wordsOf(RootBlocks) {
  return std::to_array<Word<RootBlocks>>({{"static", RootBlocks::kStatic},
                                          {"thread", RootBlocks::kThread},
                                          {"system", RootBlocks::kSystem},
                                          {"none", RootBlocks::kNone}});
}

inline constexpr std::string_view kModelSentence =
    "How what is shared is divided: objects: among all references to each object; counts: by what explains best how "
    "many objects and references there are at up to 24 points";
inline constexpr std::string_view kRootsSentence =
    "Which roots have a node of their own: classes with their static fields, threads, all others; without any of "
    "these words all have";

struct OwnershipQuestion {
  static constexpr std::string_view kName = "ownership";
  static constexpr std::string_view kSentence = "Who owns the heap at one point: classes, collections by their holders";

  std::string at{kSuggestedPoint};
  OwnershipModel model = OwnershipModel::kObjects;
  double threshold = 0.1;
  std::vector<RootBlocks> roots;
  uint64_t depth = 6;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
    visitor.word("model", self.model, kModelSentence);
    visitor.percentage("threshold", self.threshold, "What owns a smaller percentage of the heap is put into `other`");
    visitor.words("roots", self.roots, kRootsSentence);
    visitor.number("depth", self.depth, "How many levels the tree in text has");
  }
};

/// How to ask `heap` or `inspect` about the objects of a node.
struct ObjectsChoice {
  std::string by;
  std::vector<std::string> path;
  std::string where;
};

struct OwnershipNodeAnswer {
  struct Child {
    uint32_t node = 0;
    uint64_t owned = 0;
    uint64_t references = 0;
  };

  std::string key;
  std::string label;
  GroupKind kind = GroupKind::kClass;
  std::string type;
  Size own;
  uint64_t owned = 0;
  std::vector<std::string> members;  // of cycles
  uint64_t newObjects = 0;
  int64_t grown = 0;
  std::optional<ObjectsChoice> objects;
  std::vector<Child> children;
};

struct OwnershipAnswer {
  PointAnswer point;
  std::optional<PointAnswer> since;
  PointChoice among;
  OwnershipModel model = OwnershipModel::kObjects;
  double threshold = 0;
  uint64_t depth = 0;
  Size total;
  std::vector<OwnershipNodeAnswer> nodes;  // the heap first, then the largest
  std::vector<Warning> warnings;
};

struct OwnershipHistoryQuestion {
  static constexpr std::string_view kName = "ownershipHistory";
  static constexpr std::string_view kSentence = "What some nodes own of the heap at many points";
  static constexpr uint64_t kMaxKeys = 64;

  std::string from;
  std::string to;
  std::string every;
  uint64_t within = 0;
  std::vector<std::string> keys;
  OwnershipModel model = OwnershipModel::kObjects;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("from", self.from, "The first point: a number, first, or a time such as 12.5s. Without it the first");
    visitor.text("to", self.to,
                 "The last point. Without it the last one that was not taken as the program ended, if there are two "
                 "others");
    visitor.text("every", self.every,
                 "Which points between them: 3 for every third, 10s for points at least ten seconds apart. Without it "
                 "all, but at most 200");
    visitor.number("within", self.within,
                   "Answer after so many milliseconds, with the points that are done; who asks again goes on. 0: when "
                   "all are done");
    visitor.texts("keys", self.keys, ListOf{"KEY", kMaxKeys}, "Which nodes, by their keys; the heap is always there");
    visitor.word("model", self.model, kModelSentence);
  }
};

struct OwnershipHistoryAnswer {
  struct At {
    uint32_t index = 0;
    double seconds = 0;
  };
  /// Of one node, at each point; 0 where it is not there.
  struct Series {
    std::string key;
    std::vector<uint64_t> own;
    std::vector<uint64_t> owned;
    std::vector<uint64_t> objects;
    std::vector<uint64_t> references;
  };

  std::vector<At> points;  // those done, in the order of time
  uint64_t wanted = 0;
  bool complete = false;
  std::vector<Series> series;  // the heap first
};

Result<OwnershipAnswer> ask(OpenedTrace& trace, const OwnershipQuestion& question, Progress& progress);
Result<OwnershipHistoryAnswer> ask(OpenedTrace& trace, const OwnershipHistoryQuestion& question, Progress& progress);

std::string write(const OwnershipAnswer& answer, Form form);
std::string write(const OwnershipHistoryAnswer& answer, Form form);

}  // namespace heaptrail
