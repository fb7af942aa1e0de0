#include "trace/hprof/hidden_fields.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace heaptrail::hprof {

namespace {

using Kinds = std::vector<ValueKind>;

constexpr std::array<std::pair<std::string_view, ValueKind>, 7> kInjectedFields{{
    {"java.lang.ClassLoader", ValueKind::kLong},
    {"java.lang.Module", ValueKind::kLong},
    {"java.lang.InternalError", ValueKind::kBoolean},
    {"java.lang.invoke.MemberName", ValueKind::kLong},
    {"java.lang.invoke.ResolvedMethodName", ValueKind::kLong},
    {"java.lang.invoke.MethodHandleNatives$CallSiteContext", ValueKind::kLong},
    {"java.lang.invoke.MethodHandleNatives$CallSiteContext", ValueKind::kLong},
}};

// What the JDK marks as @Contended: fields that keep a distance to everything else in their object. Classes of which
// all fields are, …
constexpr std::array<std::string_view, 3> kContendedClasses{
    "java.util.concurrent.ConcurrentHashMap$CounterCell",
    "java.util.concurrent.Exchanger$Slot",
    "java.util.concurrent.atomic.Striped64$Cell",
};

// … and single fields of others. What is marked changed between versions: some only are if another field is there.
struct ContendedField {
  std::string_view className;
  std::string_view field;
  std::string_view onlyWith;
};
constexpr std::array kContendedFields{
    ContendedField{"java.lang.Thread", "threadLocalRandomSeed", ""},
    ContendedField{"java.lang.Thread", "threadLocalRandomProbe", ""},
    ContendedField{"java.lang.Thread", "threadLocalRandomSecondarySeed", ""},
    ContendedField{"java.util.concurrent.ForkJoinPool", "ctl", ""},
    ContendedField{"java.util.concurrent.ForkJoinPool", "parallelism", ""},
    ContendedField{"java.util.concurrent.ForkJoinPool$WorkQueue", "top", ""},
    ContendedField{"java.util.concurrent.ForkJoinPool$WorkQueue", "source", ""},
    ContendedField{"java.util.concurrent.ForkJoinPool$WorkQueue", "nsteals", ""},
    ContendedField{"java.util.concurrent.ForkJoinPool$WorkQueue", "parking", ""},
    ContendedField{"java.util.concurrent.ForkJoinPool$WorkQueue", "phase", "parking"},
    ContendedField{"java.util.concurrent.ForkJoinPool$WorkQueue", "stackPred", "parking"},
    ContendedField{"java.util.concurrent.SubmissionPublisher$BufferedSubscription", "demand", ""},
    ContendedField{"java.util.concurrent.SubmissionPublisher$BufferedSubscription", "waiting", ""},
};

/// The fields that a class declares, looked at by name.
class Declared {
 public:
  Declared(const Survey& survey, const ClassRecord& record) : survey_(survey), record_(record) {}

  bool has(std::string_view name) const {
    return std::ranges::any_of(record_.dump.fields,
                               [&](const auto& field) { return survey_.string(field.first) == name; });
  }

  OwnFields split() const {
    OwnFields result;
    for (const auto& [name, kind] : record_.dump.fields) {
      (isContended(survey_.string(name)) ? result.contended : result.others).push_back(kind);
    }
    return result;
  }

 private:
  bool isContended(std::string_view field) const {
    if (std::ranges::find(kContendedClasses, record_.name) != kContendedClasses.end()) return true;
    // Its slots took the mark over when the class was rewritten, and this field went.
    if (record_.name == "java.util.concurrent.Exchanger$Node") return has("bound");
    // Since JDK 19, threads keep their state elsewhere, and nothing of it is contended.
    if (record_.name == "java.lang.Thread" && has("holder")) return false;
    return std::ranges::any_of(kContendedFields, [&](const ContendedField& known) {
      return known.className == record_.name && known.field == field && (known.onlyWith.empty() || has(known.onlyWith));
    });
  }

  const Survey& survey_;
  const ClassRecord& record_;
};

/// What the JVM notes in a class object. What it kept itself at first became ordinary fields one by one.
void addFieldsOfClass(const Declared& declared, Kinds& kinds) {
  kinds.insert(kinds.end(), {ValueKind::kLong, ValueKind::kLong, ValueKind::kInt, ValueKind::kInt});
  const bool keepsDomain = !declared.has("protectionDomain");
  const bool keepsSigners = !declared.has("signers");
  kinds.insert(kinds.end(), keepsDomain && keepsSigners ? 3 : 2, ValueKind::kReference);
}

void addInjectedFields(const ClassRecord& record, const Declared& declared, Kinds& kinds) {
  for (const auto& [className, kind] : kInjectedFields) {
    if (record.name == className) kinds.push_back(kind);
  }
  if (record.name == "java.lang.Class") addFieldsOfClass(declared, kinds);
  // Became an ordinary field, too.
  if (record.name == "java.lang.invoke.ResolvedMethodName" && !declared.has("vmholder")) {
    kinds.push_back(ValueKind::kReference);
  }
  // Since virtual threads came (JDK 19), threads carry state of the JVM's tool interface …
  if (record.name == "java.lang.Thread" && declared.has("holder")) {
    kinds.insert(kinds.end(), {ValueKind::kLong, ValueKind::kInt, ValueKind::kBoolean, ValueKind::kShort});
  }
  // … and since those can wait in monitors (JDK 24), the waiting is noted in them.
  if (record.name == "java.lang.VirtualThread" && declared.has("onWaitingList")) kinds.push_back(ValueKind::kLong);
}

}  // namespace

OwnFields ownFields(const Survey& survey, const ClassRecord& record) {
  const Declared declared(survey, record);
  OwnFields own = declared.split();
  addInjectedFields(record, declared, own.others);
  return own;
}

}  // namespace heaptrail::hprof
