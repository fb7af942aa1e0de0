#include "recorder/performance_counters.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>

namespace heaptrail::recorder {

namespace {

// The file's layout, from the JDK's own reader of it (sun.jvmstat.perfdata.monitor.v2_0).
constexpr uint32_t kMagic = 0xC0C0FECA;  // CA FE C0 C0
constexpr uint32_t kHeaderBytes = 32;
constexpr uint32_t kEntriesAt = 24;
constexpr uint32_t kCountAt = 28;
constexpr uint32_t kEntryBytes = 20;

struct Entry {
  uint32_t offset = 0;  // of the value
  uint32_t bytes = 0;
};

class Counters {
 public:
  explicit Counters(const MappedFile& file) : file_(file) {}

  std::map<std::string, Entry, std::less<>> all() const {
    std::map<std::string, Entry, std::less<>> found;
    if (file_.size() < kHeaderBytes || load(0) != kMagic) return found;
    uint64_t at = load(kEntriesAt);
    const uint32_t count = load(kCountAt);
    for (uint32_t i = 0; i < count && at + kEntryBytes <= file_.size(); ++i) {
      const uint32_t length = load(at);
      const uint32_t nameAt = load(at + 4);
      const uint32_t elements = load(at + 8);
      const uint32_t dataAt = load(at + 16);
      if (length < kEntryBytes || at + length > file_.size() || nameAt >= length || dataAt >= length) break;
      const auto* name = reinterpret_cast<const char*>(file_.data() + at + nameAt);
      const uint32_t bytes = elements == 0 ? 8 : elements;
      if (dataAt + bytes <= length) {
        found[std::string(name, ::strnlen(name, length - nameAt))] = {static_cast<uint32_t>(at) + dataAt, bytes};
      }
      at += length;
    }
    return found;
  }

 private:
  uint32_t load(uint64_t at) const {
    uint32_t value = 0;
    std::memcpy(&value, file_.data() + at, sizeof value);
    return value;
  }
  const MappedFile& file_;
};

std::string userName() {
  const passwd* user = ::getpwuid(::geteuid());
  return user != nullptr ? user->pw_name : std::to_string(::geteuid());
}

/// `s0` and `s1` are halves of one thing; what is a generation's only `space` is called as the generation.
std::string poolName(std::string_view space, std::string_view generation) {
  if (space == "s0" || space == "s1") return "survivor";
  std::string name(space == "space" ? generation : space);
  std::ranges::transform(name, name.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

}  // namespace

std::optional<PerformanceCounters> PerformanceCounters::open() {
  return open("/tmp/hsperfdata_" + userName() + "/" + std::to_string(::getpid()));
}

std::optional<PerformanceCounters> PerformanceCounters::open(const std::string& path) {
  Result<MappedFile> file = MappedFile::open(path);
  if (!file) return std::nullopt;
  PerformanceCounters counters(std::move(*file));
  counters.find();
  if (counters.pools_.empty()) return std::nullopt;
  return counters;
}

void PerformanceCounters::find() {
  const auto entries = Counters(file_).all();
  const auto find = [&](const std::string& name) {
    const auto entry = entries.find(name);
    return entry == entries.end() ? Text{} : Text{entry->second.offset, entry->second.bytes};
  };
  for (int generation = 0; generation < 2; ++generation) {
    for (int space = 0; space < 4; ++space) {
      const std::string of = "sun.gc.generation." + std::to_string(generation) + ".";
      const std::string prefix = of + "space." + std::to_string(space) + ".";
      const auto used = entries.find(prefix + "used");
      const std::string name = poolName(text(find(prefix + "name")), text(find(of + "name")));
      if (used == entries.end() || name.empty()) continue;
      const auto known = std::ranges::find(pools_, name);
      if (known != pools_.end()) {
        usedAt_[static_cast<size_t>(known - pools_.begin())].push_back(used->second.offset);
      } else if (pools_.size() < kMostPools) {
        pools_.push_back(name);
        usedAt_.push_back({used->second.offset});
      }
    }
  }
  for (uint32_t collector = 0; collector < kMostCollectors; ++collector) {
    const std::string prefix = "sun.gc.collector." + std::to_string(collector) + ".";
    const auto invocations = entries.find(prefix + "invocations");
    if (invocations == entries.end()) continue;
    collectors_.push_back({std::string(text(find(prefix + "name"))), collector});
    invocationsAt_.push_back(invocations->second.offset);
  }
  cause_ = find("sun.gc.cause");
  lastCause_ = find("sun.gc.lastCause");
}

uint64_t PerformanceCounters::number(uint32_t offset) const {
  // The JVM writes them with plain stores; values are aligned.
  uint64_t value = 0;
  __atomic_load(reinterpret_cast<const uint64_t*>(file_.data() + offset), &value, __ATOMIC_RELAXED);
  return value;
}

PerformanceCounters::Values PerformanceCounters::read() const {
  Values values;
  for (size_t pool = 0; pool < usedAt_.size(); ++pool) {
    for (const uint32_t offset : usedAt_[pool]) values.used[pool] += number(offset);
  }
  for (size_t collector = 0; collector < invocationsAt_.size(); ++collector) {
    values.invocations[collector] = number(invocationsAt_[collector]);
  }
  return values;
}

std::string_view PerformanceCounters::text(Text at) const {
  const auto* chars = reinterpret_cast<const char*>(file_.data() + at.offset);
  return {chars, ::strnlen(chars, at.bytes)};
}

std::string_view PerformanceCounters::cause() const {
  const std::string_view cause = text(cause_);
  return cause == "No GC" ? text(lastCause_) : cause;
}

}  // namespace heaptrail::recorder
