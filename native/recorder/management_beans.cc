#include "recorder/management_beans.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "recorder/java_calls.h"
#include "recorder/jvm_memory.h"

namespace heaptrail::recorder {

namespace {

/// HotSpot's collectors all call their pools after what these are, with the collector's name before.
std::string poolName(std::string_view name) {
  const auto has = [&](std::string_view word) { return name.contains(word); };
  if (has("Eden")) return "eden";
  if (has("Survivor")) return "survivor";
  if (has("Young")) return "young";
  // The only pool of a collector without generations is `old` to the performance counters too.
  if (has("Old") || has("Tenured") || name == "ZHeap") return "old";
  return std::string(name);
}

ManagementBeans::Collector collector(const std::string& name) {
  using enum recording::RecordedCollection;
  using Reports = ManagementBeans::Reports;
  const auto has = [&](std::string_view word) { return name.contains(word); };
  if (has("Cycles")) return {name, Reports::kCycles, kConcurrent};
  if (has("Pauses")) return {name, Reports::kPauses, kConcurrent};
  if (has("Concurrent")) return {name, Reports::kCollections, kConcurrent};
  if (name == "PS MarkSweep") return {name, Reports::kCollections, kMajor, true};
  // `G1 Old Generation`, `MarkSweepCompact`: they collect everything.
  if (has("Old") || has("MarkSweep")) return {name, Reports::kCollections, kMajor};
  return {name, Reports::kCollections, kMinor};
}

std::vector<jobject> elements(JNIEnv* jni, jobject list) {
  JavaCalls java(jni);
  jclass type = java.type("java/util/List");
  jmethodID get = java.method(type, "get", "(I)Ljava/lang/Object;");
  const jint size = java.number(list, java.method(type, "size", "()I")).value_or(0);
  std::vector<jobject> found;
  for (jint i = 0; i < size; ++i) {
    if (jobject element = java.object(list, get, i)) found.push_back(element);
  }
  return found;
}

}  // namespace

std::optional<ManagementBeans> ManagementBeans::open(JNIEnv* jni) {
  const LocalFrame references(jni);
  jclass factory = JavaCalls(jni).type("java/lang/management/ManagementFactory");
  ManagementBeans beans;
  if (factory == nullptr || !beans.findMethods(jni)) return std::nullopt;
  beans.findPools(jni, factory);
  beans.findCollectors(jni, factory);
  if (beans.pools_.empty() || beans.beans_.empty()) return std::nullopt;
  beans.newest(jni);
  return beans;
}

bool ManagementBeans::findMethods(JNIEnv* jni) {
  JavaCalls java(jni);
  jclass bean = java.type("com/sun/management/GarbageCollectorMXBean");
  jclass collection = java.type("com/sun/management/GcInfo");
  jclass map = java.type("java/util/Map");
  jclass usage = java.type("java/lang/management/MemoryUsage");
  methods_ = {.lastCollection = java.method(bean, "getLastGcInfo", "()Lcom/sun/management/GcInfo;"),
              .id = java.method(collection, "getId", "()J"),
              .start = java.method(collection, "getStartTime", "()J"),
              .end = java.method(collection, "getEndTime", "()J"),
              .before = java.method(collection, "getMemoryUsageBeforeGc", "()Ljava/util/Map;"),
              .after = java.method(collection, "getMemoryUsageAfterGc", "()Ljava/util/Map;"),
              .get = java.method(map, "get", "(Ljava/lang/Object;)Ljava/lang/Object;"),
              .used = java.method(usage, "getUsed", "()J")};
  return methods_.lastCollection != nullptr && methods_.id != nullptr && methods_.start != nullptr &&
         methods_.end != nullptr && methods_.before != nullptr && methods_.after != nullptr &&
         methods_.get != nullptr && methods_.used != nullptr;
}

void ManagementBeans::findPools(JNIEnv* jni, jclass factory) {
  JavaCalls java(jni);
  jclass bean = java.type("java/lang/management/MemoryPoolMXBean");
  jmethodID getName = java.method(bean, "getName", "()Ljava/lang/String;");
  jmethodID getType = java.method(bean, "getType", "()Ljava/lang/management/MemoryType;");
  jmethodID typeName = java.method(java.type("java/lang/Enum"), "name", "()Ljava/lang/String;");
  for (jobject pool : elements(jni, java.staticObject(factory, "getMemoryPoolMXBeans", "()Ljava/util/List;"))) {
    // The others hold the JVM's classes and compiled code.
    if (java.text(java.object(java.object(pool, getType), typeName)) != "HEAP") continue;
    jobject name = java.object(pool, getName);
    if (name == nullptr || pools_.size() == PerformanceCounters::kMostPools) continue;
    pools_.push_back(poolName(java.text(name)));
    poolNames_.push_back(jni->NewGlobalRef(name));
  }
}

void ManagementBeans::findCollectors(JNIEnv* jni, jclass factory) {
  JavaCalls java(jni);
  jclass bean = java.type("com/sun/management/GarbageCollectorMXBean");
  jmethodID getName = java.method(bean, "getName", "()Ljava/lang/String;");
  for (jobject found : elements(jni, java.staticObject(factory, "getGarbageCollectorMXBeans", "()Ljava/util/List;"))) {
    if (bean == nullptr || jni->IsInstanceOf(found, bean) == JNI_FALSE) continue;
    collectors_.push_back(collector(java.text(java.object(found, getName))));
    beans_.push_back({jni->NewGlobalRef(found)});
  }
}

std::optional<std::vector<BeanCollection>> ManagementBeans::newest(JNIEnv* jni) {
  JavaCalls java(jni);
  std::vector<BeanCollection> found;
  for (size_t i = 0; i < beans_.size(); ++i) {
    const LocalFrame references(jni);
    jobject last = java.object(beans_[i].object, methods_.lastCollection);
    const std::optional<jlong> id = java.longNumber(last, methods_.id);
    if (!id || *id == beans_[i].lastId) continue;
    beans_[i].lastId = *id;
    const std::optional<jlong> start = java.longNumber(last, methods_.start);
    const std::optional<jlong> end = java.longNumber(last, methods_.end);
    const auto before = used(java, java.object(last, methods_.before));
    const auto after = used(java, java.object(last, methods_.after));
    if (start && end && before && after) found.push_back({i, *start, *end, *before, *after});
  }
  if (java.failed()) return std::nullopt;
  // Two can begin in one millisecond: a full one after the young one that prepares it, never before.
  std::ranges::sort(found, {}, [this](const BeanCollection& told) {
    return std::tuple(told.startMillis, told.endMillis, collectors_[told.collector].kind);
  });
  return found;
}

std::optional<BeanCollection::Used> ManagementBeans::used(JavaCalls& java, jobject byPool) const {
  BeanCollection::Used bytes{};
  for (size_t i = 0; i < poolNames_.size(); ++i) {
    const std::optional<jlong> used = java.longNumber(java.object(byPool, methods_.get, poolNames_[i]), methods_.used);
    if (!used) return std::nullopt;
    bytes[i] = static_cast<uint64_t>(*used);
  }
  return bytes;
}

}  // namespace heaptrail::recorder
