// The small records of a recording: how it began, where a point begins and ends, what the collections did. Each is
// written and read here, so that both sides agree.
//
// Times are nanoseconds since the recording's start unless they say otherwise. Numbers of symbols (strings, frames,
// threads) are those of SymbolEncoder: counted from 1, 0 for none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/recording/format/format.h"
#include "trace/recording/format/payload.h"

namespace heaptrail::recording {

inline double secondsOf(uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e9; }

/// The first chunk.
struct StartRecord {
  std::string jvm;      // `OpenJDK 64-Bit Server VM`
  std::string version;  // `17.0.15+6`
  std::string options;  // what the recorder was asked for, as it understood it
  uint64_t process = 0;
  uint64_t startMillis = 0;  // since 1970, UTC
  RecordedSites sites = RecordedSites::kNone;
  uint64_t sampleBytes = 0;  // between samples, on average; where a budget decides, at the beginning
  ArraySizes arrays;
  /// Whether a static field's index counts the fields of superclasses and interfaces too, as JVMTI says it should, or
  /// only those of its own class, as some JVMs do.
  bool staticIndexesCountInherited = true;
  /// Millionths of the program's time that samples may take, where a budget decides how many there are. Recordings of
  /// version 1 end before.
  uint32_t sampleBudget = 0;
  /// The main class or jar, without its arguments, which may be secrets; empty where the JVM does not tell, and in
  /// recordings that end before.
  std::string program;

  std::vector<uint8_t> write() const;
  static StartRecord read(PayloadReader& payload);
};

struct PointBeginRecord {
  uint64_t at = 0;
  Trigger trigger = Trigger::kInterval;

  std::vector<uint8_t> write() const;
  static PointBeginRecord read(PayloadReader& payload);
};

/// What proves that a point is complete.
struct PointEndRecord {
  uint64_t objects = 0;
  uint64_t references = 0;
  uint64_t bytes = 0;
  uint64_t pause = 0;  // that the program stood still
  /// What the details of the point's roots count: frames and threads, by their symbols' numbers.
  std::vector<uint32_t> frames;
  std::vector<uint32_t> threads;
  /// How full the pools were when the point began; none where the JVM keeps no counters, and in recordings that end
  /// before.
  struct Pool {
    uint32_t name = 0;  // string
    uint64_t used = 0;
  };
  std::vector<Pool> pools;

  std::vector<uint8_t> write() const;
  static PointEndRecord read(PayloadReader& payload);
};

struct CollectionRecord {
  struct Pool {
    uint32_t name = 0;  // string
    uint64_t before = 0;
    uint64_t after = 0;
  };
  uint64_t start = 0;
  uint64_t duration = 0;
  RecordedCollection kind = RecordedCollection::kMinor;
  uint32_t collector = 0;  // string
  uint32_t cause = 0;      // string
  std::vector<Pool> pools;

  /// A chunk holds one after the other.
  void write(PayloadWriter& payload) const;
  static CollectionRecord read(PayloadReader& payload);
};

/// How full the pools were, several times a second: all of a chunk.
struct UsesRecord {
  struct Use {
    uint64_t at = 0;
    std::vector<uint64_t> used;  // bytes, in the order of `pools`
  };
  std::vector<uint32_t> pools;  // strings
  std::vector<Use> uses;

  std::vector<uint8_t> write() const;
  static UsesRecord read(PayloadReader& payload);
};

}  // namespace heaptrail::recording
