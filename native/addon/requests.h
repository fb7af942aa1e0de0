// What is asked of the addon and is no question about an open trace: to open one, to have what has come into it since,
// to close it, to let the description language know its types, and how far a recording is that need not be open.
// Declared as questions are (answer/shared/parameters.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answer/shared/parameters.h"
#include "session/open_options.h"
#include "session/suggest_point.h"

namespace heaptrail::addon {

/// The open trace that everything else is about.
struct TraceHandle {
  uint64_t number = 0;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.number("trace", self.number, "The number that the trace was given when it was opened");
  }
};

struct OpenRequest {
  static constexpr std::string_view kName = "open";

  std::vector<std::string> paths;
  bool followWeak = false;
  uint64_t threads = 0;
  std::string cache;
  uint64_t maxCacheBytes = OpenOptions::kMostCacheBytes;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.texts("paths", self.paths, ListOf{"FILE"}, "A trace, or several heap dumps of one program",
                  Presence::kRequired);
    visitor.flag("followWeak", self.followWeak, "Let weak and phantom references keep objects alive");
    visitor.number("threads", self.threads, "How many threads to use (0: as many as there are processors)");
    visitor.text("cache", self.cache, "A folder for what is computed");
    visitor.number("mostCacheBytes", self.maxCacheBytes,
                   "Bytes that the folder may take; what was used longest ago is deleted first");
  }

  OpenOptions options() const {
    OpenOptions options;
    if (followWeak) options.weak = WeakReferences::kKeepAlive;
    options.threads = Threads(static_cast<unsigned>(threads));
    options.cacheFolder = cache;
    options.mostCacheBytes = maxCacheBytes;
    return options;
  }
};

/// From now on the trace has what has been written since it was opened.
struct GrowRequest {
  static constexpr std::string_view kName = "grow";

  template <typename Visitor, typename Self>
  static void fields(Visitor&, Self&) {}
};

struct LookRequest {
  static constexpr std::string_view kName = "look";

  std::string path;
  uint64_t from = 0;

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("path", self.path, "A recording", Presence::kRequired);
    visitor.number("from", self.from, "Where the look before ended");
  }
};

struct CloseRequest {
  static constexpr std::string_view kName = "close";

  template <typename Visitor, typename Self>
  static void fields(Visitor&, Self&) {}
};

struct KnownTypesRequest {
  static constexpr std::string_view kName = "knownTypes";

  std::string at{kSuggestedPoint};
  std::string name = "the trace";

  template <typename Visitor, typename Self>
  static void fields(Visitor& visitor, Self& self) {
    visitor.text("at", self.at, kPointSentence);
    visitor.text("name", self.name, "What people call the trace");
  }
};

}  // namespace heaptrail::addon
