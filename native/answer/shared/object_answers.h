// Objects as answers tell them, what holds them, and paths to them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/heap_space.h"
#include "model/size.h"

namespace heaptrail {

struct ObjectAnswer {
  uint64_t id = 0;
  std::string type;
  uint64_t bytes = 0;
  std::optional<uint32_t> length;  // of arrays
  std::optional<uint32_t> age;     // in collections, where the trace tells
  HeapSpace space = HeapSpace::kUnknown;
  std::string text;  // what the object stands for (values/object_texts.h); empty where that is not known or not wanted
  std::optional<Size> retained;
  std::optional<Size> deep;
  std::optional<uint64_t> deepEstimate;  // bytes, where the exact size was not computed
};

/// What holds an object from outside; empty strings are not known or do not apply.
struct HolderAnswer {
  std::string kind;  // "static-field", or the word of a root's kind
  std::string label;
  std::string className;  // of static fields
  std::string field;
  std::string thread;
  std::string method;
  std::string file;
  uint32_t line = 0;
  std::optional<uint32_t> slot;  // of a local variable, where the trace tells
  bool direct = true;            // holds a member of the group itself
  ObjectAnswer object;
};

struct PathAnswer {
  HolderAnswer holder;
  struct Step {
    std::string via;  // empty for the object that the holder holds
    ObjectAnswer object;
  };
  std::vector<Step> steps;
};

/// `0x7f0a31c8`, or the same in decimal.
Result<uint64_t> parseObjectId(std::string_view text);

}  // namespace heaptrail
