// The question about one object: what is in it, who refers to it, what it keeps alive, and how it is reached.
//
// Fields and elements are known at once. Who refers to it, what it dominates and a path to it are asked for one by one,
// because each takes a pass over the heap when it is asked for the first time.
#pragma once

#include <array>
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
#include "model/values.h"
#include "session/opened_trace.h"
#include "session/point_answer.h"
#include "structure/collection_reader.h"

namespace heaptrail {

constexpr auto wordsOf(ValueKind) {
  return std::to_array<Word<ValueKind>>({{"reference", ValueKind::kReference},
                                         {"boolean", ValueKind::kBoolean},
                                         {"char", ValueKind::kChar},
                                         {"float", ValueKind::kFloat},
                                         {"double", ValueKind::kDouble},
                                         {"byte", ValueKind::kByte},
                                         {"short", ValueKind::kShort},
                                         {"int", ValueKind::kInt},
                                         {"long", ValueKind::kLong}});
}

constexpr auto wordsOf(ItemKind) {
  return std::to_array<Word<ItemKind>>({{"entries", ItemKind::kEntries}, {"elements", ItemKind::kElements}});
}

struct ObjectQuestion {
  static constexpr std::string_view kName = "object";
  static constexpr std::string_view kSentence =
      "One object: its fields or elements, who refers to it, and what it keeps alive";

  std::string at{kSuggestedPoint};
  uint64_t object = 0;
  ShowValues values = ShowValues::kOn;
  uint64_t offset = 0;
  uint64_t limit = 100;
  uint64_t itemsOffset = 0;
  uint64_t itemsLimit = 100;
  bool referrers = false;
  uint64_t referrersOffset = 0;
  uint64_t referrersLimit = 20;
  bool dominated = false;
  uint64_t dominatedOffset = 0;
  uint64_t dominatedLimit = 20;
  bool path = false;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
    visitor.objectId("object", self.object, "The object, by its id", Presence::kRequired);
    visitor.word("values", self.values, kValuesSentence);
    visitor.number("offset", self.offset, "How many fields or elements to leave out at the beginning");
    visitor.number("limit", self.limit, "How many fields or elements at the most");
    visitor.number("itemsOffset", self.itemsOffset,
                   "Of a collection, how many entries or elements to leave out at the beginning");
    visitor.number("itemsLimit", self.itemsLimit, "How many entries or elements of a collection at the most");
    visitor.flag("referrers", self.referrers, "The live objects that refer to it, and by which of their fields");
    visitor.number("referrersOffset", self.referrersOffset, "How many of them to leave out at the beginning");
    visitor.number("referrersLimit", self.referrersLimit, "How many of them at the most");
    visitor.flag("dominated", self.dominated,
                 "What it retains, the object through which all paths to it lead, and those to which all paths lead "
                 "through it: the next ones only, those that retain most first");
    visitor.number("dominatedOffset", self.dominatedOffset, "How many of these to leave out at the beginning");
    visitor.number("dominatedLimit", self.dominatedLimit, "How many of these at the most");
    visitor.flag("path", self.path, "A shortest path from a GC root");
  }
};

/// A field of an object, or a static field of the class that a class object stands for.
struct FieldAnswer {
  std::string className;  // that declares it; empty where the trace does not tell
  std::string name;
  bool isStatic = false;
  ValueKind kind = ValueKind::kReference;
  std::optional<StoredValue> value;    // of a primitive field, where values are shown
  std::optional<ObjectAnswer> object;  // that it refers to; none for null
  std::optional<uint64_t> missing;     // the id that it refers to, where the trace has no such object
};

struct ElementAnswer {
  uint64_t index = 0;
  std::optional<StoredValue> value;
  std::optional<ObjectAnswer> object;
  std::optional<uint64_t> missing;
};

/// A key, a value or an element of a collection: null where nothing of it is there.
struct ContentAnswer {
  std::optional<StoredValue> value;
  std::optional<ObjectAnswer> object;
  std::optional<uint64_t> missing;  // the id of an object that the trace does not have
};

struct CollectionItemAnswer {
  std::optional<ContentAnswer> key;  // of entries
  ContentAnswer value;               // or the element
};

/// What an object is as a collection, by the roles in its description.
struct CollectionAnswer {
  ItemKind kind = ItemKind::kElements;
  CollectionSize size;
  uint64_t offset = 0;
  std::vector<CollectionItemAnswer> items;  // `itemsLimit` from `itemsOffset` on
};

struct ReferrerAnswer {
  std::vector<std::string> via;  // the first of its fields or elements that refer here
  uint64_t references = 0;       // how many do
  ObjectAnswer object;
};

struct ObjectPageAnswer {
  PointAnswer point;
  PointChoice among;
  ObjectAnswer object;
  bool live = true;
  std::vector<std::string> superclasses;  // the nearest first
  std::optional<ObjectAnswer> loader;     // of its class, where that can be unloaded
  std::vector<Frame> site;  // where it was allocated, innermost first; empty where the trace does not tell
  std::string thread;       // that allocated it

  ValuesShown values = ValuesShown::kNone;
  std::string valuesProblem;

  uint64_t offset = 0;
  std::optional<uint64_t> allFields;  // of what is no array
  std::vector<FieldAnswer> fields;    // `limit` from `offset` on, its own before those of its superclasses
  std::optional<uint64_t> allElements;
  ValueKind element = ValueKind::kReference;
  std::vector<ElementAnswer> elements;  // the same; none of a primitive array whose values are not shown

  std::optional<CollectionAnswer> collection;  // none where no description says how it is read

  std::optional<uint64_t> allReferrers;
  uint64_t referrersOffset = 0;
  std::vector<ReferrerAnswer> referrers;

  std::optional<uint64_t> allDominated;
  uint64_t dominatedOffset = 0;
  std::optional<ObjectAnswer> dominator;  // none where only the roots together hold it
  std::vector<ObjectAnswer> dominated;

  bool hasPath = false;
  std::optional<PathAnswer> path;  // none to what is not live
  size_t pathBreak = 0;            // before this step …
  uint64_t pathLeftOut = 0;        // … so many are left out
  std::vector<Warning> warnings;
};

Result<ObjectPageAnswer> ask(OpenedTrace& trace, const ObjectQuestion& question, Progress& progress);

std::string write(const ObjectPageAnswer& answer, Form form);

}  // namespace heaptrail
