#include "trace/hprof/hidden_fields.h"

#include <algorithm>
#include <array>
#include <utility>

namespace heaptrail::hprof {

namespace {

constexpr std::array<std::pair<std::string_view, ValueKind>, 8> kInjectedFields{{
    {"java.lang.ClassLoader", ValueKind::kLong},
    {"java.lang.Module", ValueKind::kLong},
    {"java.lang.InternalError", ValueKind::kBoolean},
    {"java.lang.invoke.MemberName", ValueKind::kLong},
    {"java.lang.invoke.ResolvedMethodName", ValueKind::kLong},
    {"java.lang.invoke.ResolvedMethodName", ValueKind::kReference},
    {"java.lang.invoke.MethodHandleNatives$CallSiteContext", ValueKind::kLong},
    {"java.lang.invoke.MethodHandleNatives$CallSiteContext", ValueKind::kLong},
}};

// Classes that the JDK marks as @Contended. Of Thread, only some fields are, and only before JDK 19.
constexpr std::array<std::string_view, 7> kPaddedClasses{
    "java.util.concurrent.ConcurrentHashMap$CounterCell",
    "java.util.concurrent.Exchanger$Node",
    "java.util.concurrent.Exchanger$Slot",
    "java.util.concurrent.ForkJoinPool",
    "java.util.concurrent.ForkJoinPool$WorkQueue",
    "java.util.concurrent.SubmissionPublisher$BufferedSubscription",
    "java.util.concurrent.atomic.Striped64$Cell",
};
constexpr std::string_view kThread = "java.lang.Thread";

constexpr uint32_t kPadding = 256;         // -XX:ContendedPaddingWidth on both sides
constexpr uint32_t kPaddingRounding = 16;  // what alignment may add or take

bool declares(const Survey& survey, const ClassRecord& record, std::string_view field) {
  return std::ranges::any_of(record.dump.fields,
                             [&](const auto& entry) { return survey.string(entry.first) == field; });
}

/// What the JVM notes in a class object. What it kept itself at first became ordinary fields one by one.
void addFieldsOfClass(const Survey& survey, const ClassRecord& record, std::vector<ValueKind>& kinds) {
  kinds.insert(kinds.end(), {ValueKind::kLong, ValueKind::kLong, ValueKind::kInt, ValueKind::kInt});
  const bool keepsDomain = !declares(survey, record, "protectionDomain");
  const bool keepsSigners = !declares(survey, record, "signers");
  kinds.insert(kinds.end(), keepsDomain && keepsSigners ? 3 : 2, ValueKind::kReference);
}

/// Since virtual threads came (JDK 19), threads carry state of the JVM's tool interface.
void addFieldsOfThread(const Survey& survey, const ClassRecord& record, std::vector<ValueKind>& kinds) {
  if (!declares(survey, record, "holder")) return;
  kinds.insert(kinds.end(), {ValueKind::kLong, ValueKind::kInt, ValueKind::kBoolean, ValueKind::kShort});
}

}  // namespace

std::vector<ValueKind> instanceFields(const Survey& survey, const ClassRecord& record) {
  std::vector<ValueKind> kinds;
  for (const auto& [name, kind] : record.dump.fields) kinds.push_back(kind);
  for (const auto& [className, kind] : kInjectedFields) {
    if (record.name == className) kinds.push_back(kind);
  }
  if (record.name == "java.lang.Class") addFieldsOfClass(survey, record, kinds);
  if (record.name == kThread) addFieldsOfThread(survey, record, kinds);
  return kinds;
}

bool isPadded(std::string_view className) {
  return className == kThread || std::ranges::find(kPaddedClasses, className) != kPaddedClasses.end();
}

uint32_t paddedBytes(std::string_view className, uint32_t computed, uint64_t measured) {
  const bool plausible =
      measured + kPaddingRounding >= computed + kPadding && measured <= computed + kPadding + 2 * kPaddingRounding;
  if (plausible) return static_cast<uint32_t>(measured);
  return className == kThread ? computed : computed + kPadding;
}

}  // namespace heaptrail::hprof
