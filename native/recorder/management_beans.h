// What the JVM's management beans tell about collections, where its performance counters cannot be read: how full each
// pool was before and after the last collection of each collector. Not why it was.
//
// These are Java objects. Asking them runs Java code and makes more objects, which must never be done from the JVM's
// own threads, nor while a heap is walked. For one thread at a time.
#pragma once

#include <jni.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "recorder/java_calls.h"
#include "recorder/performance_counters.h"
#include "trace/recording/format/format.h"

namespace heaptrail::recorder {

/// A collection as the bean of its collector tells it. Times are milliseconds since an early moment of the JVM's life.
struct BeanCollection {
  using Used = decltype(PerformanceCounters::Values::used);

  size_t collector = 0;
  int64_t startMillis = 0;
  int64_t endMillis = 0;
  Used before{};
  Used after{};
};

class ManagementBeans {
 public:
  /// None in a JVM without the modules java.management and jdk.management. Collections until now are never told.
  static std::optional<ManagementBeans> open(JNIEnv* jni);

  /// `eden`, `survivor`, `old` …, as the performance counters call them, in the order of `before` and `after`.
  const std::vector<std::string>& pools() const { return pools_; }

  /// What a collector reports. Those that work beside the program have a bean for their pauses, which knows nothing of
  /// pools, and one for the whole of their work, which does.
  enum class Reports { kCollections, kPauses, kCycles };
  struct Collector {
    std::string name;
    Reports reports = Reports::kCollections;
    recording::RecordedCollection kind = recording::RecordedCollection::kMinor;
    bool followsYoung = false;  // may begin after a young collection in the same pause, which another bean tells of
  };
  const std::vector<Collector>& collectors() const { return collectors_; }

  /// The last collection of each collector, if there was one since they were asked before. In the order of their
  /// starts. None when a bean could not answer: the JVM is out of memory.
  std::optional<std::vector<BeanCollection>> newest(JNIEnv* jni);

 private:
  struct Methods {
    jmethodID lastCollection = nullptr;
    jmethodID id = nullptr;
    jmethodID start = nullptr;
    jmethodID end = nullptr;
    jmethodID before = nullptr;
    jmethodID after = nullptr;
    jmethodID get = nullptr;
    jmethodID used = nullptr;
  };
  // Global references: beans live as long as the JVM.
  struct Bean {
    jobject object = nullptr;
    int64_t lastId = 0;
  };

  bool findMethods(JNIEnv* jni);
  void findPools(JNIEnv* jni, jclass factory);
  void findCollectors(JNIEnv* jni, jclass factory);
  /// How much of each pool is used, in a map from the pools' names.
  std::optional<BeanCollection::Used> used(JavaCalls& java, jobject byPool) const;

  Methods methods_;
  std::vector<std::string> pools_;
  std::vector<jobject> poolNames_;  // as the beans call them
  std::vector<Collector> collectors_;
  std::vector<Bean> beans_;
};

}  // namespace heaptrail::recorder
