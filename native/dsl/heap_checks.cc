// Checks in view of a trace: names that it does not know, and heads without instances or with too large ones.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "dsl/check_parts.h"
#include "dsl/edit_distance.h"
#include "dsl/entries_of_types.h"
#include "dsl/names.h"

namespace heaptrail::dsl {

namespace {

class NameChecks {
 public:
  explicit NameChecks(CheckedFile& checked) : checked_(checked) {}

  void run() {
    for (const Block& block : checked_.source().tree().blocks) {
      const bool packageIsKnown = block.package.empty() || checkPackage(block);
      forEachDescription(block, [&](const Description& description, const Description*) {
        check(description.type, block.package, packageIsKnown, DiagnosticCode::kWildcardInHead);
        for (const PointedTo& pointedTo : description.pointedTo) {
          check(pointedTo.pattern, block.package, packageIsKnown, DiagnosticCode::kUnknownType);
        }
        checkFields(description, block.package);
      });
    }
  }

 private:
  // Looking for what was meant takes up to half a millisecond, and a file for another program has hundreds of names.
  static constexpr size_t kMostProposals = 16;
  // The same of patterns that begin with a star and match nothing.
  static constexpr unsigned kMostSearches = 8;

  /// One mistake in the package's name would make all names in it wrong: said once, where it is.
  bool checkPackage(const Block& block) {
    if (block.descriptions.empty()) return true;
    if (!checked_.known->types.beginningWith(block.package + ".").empty()) return true;
    Diagnostic& diagnostic = checked_.report(DiagnosticCode::kUnknownType, block.nameRange,
                                             fmt::format("no type of the trace is in {}", block.package));
    for (const Description& description : block.descriptions) {
      const std::string name = absoluteName(description.type, block.package);
      if (packageOf(name) != block.package) continue;
      const std::optional<std::string> nearest = propose(name, block.package);
      // Only if the rest of the name is right: otherwise both would be guesses.
      if (!nearest || packageOf(*nearest).empty() || simpleName(*nearest) != simpleName(name)) continue;
      const std::string package(packageOf(*nearest));
      diagnostic.message += fmt::format("; did you mean {}?", package);
      diagnostic.fixes = {{fmt::format("Write {}", package), {{block.nameRange, package}}}};
      break;
    }
    return false;
  }

  /// `ofWildcard`: what is said of stars that match nothing.
  void check(const TypePattern& pattern, const std::string& package, bool packageIsKnown, DiagnosticCode ofWildcard) {
    const std::string name = absoluteName(pattern, package);
    if (!packageIsKnown && packageOf(name) == package) return;
    if (isKnown(pattern, package, name)) return;
    if (pattern.hasWildcard()) {
      checked_.report(ofWildcard, pattern.range, fmt::format("no type of the trace matches {}", name));
      return;
    }
    Diagnostic& diagnostic =
        checked_.report(DiagnosticCode::kUnknownType, pattern.nameRange, fmt::format("the trace has no type {}", name));
    const std::optional<std::string> nearest = propose(name, package);
    if (!nearest) return;
    checked_.meant.push_back(*nearest);
    for (uint32_t d = 0; d < pattern.dimensions; ++d) checked_.meant.back() += "[]";
    diagnostic.message += fmt::format("; did you mean {}?", *nearest);
    const bool hasPackage = packageOf(*nearest) == package && !package.empty();
    const std::string written(hasPackage ? simpleName(*nearest) : *nearest);
    // In a namespace a name without a package cannot be written.
    if (!package.empty() && !hasPackage && !written.contains('.')) return;
    diagnostic.fixes = {{fmt::format("Write {}", written), {{pattern.nameRange, written}}}};
  }

  /// Names that no type of the description has for a field. Shipped files name those of all versions of a library.
  void checkFields(const Description& description, const std::string& package) {
    if (checked_.source().isShipped()) return;
    std::vector<std::string_view> known;
    const auto check = [&](const PointedTo& pointedTo) {
      if (!pointedTo.field) return;
      if (known.empty()) known = checked_.known->types.fieldsOf(description.type, package);
      const std::string& name = pointedTo.field->name;
      if (known.empty() || std::ranges::find(known, name) != known.end()) return;
      Diagnostic& diagnostic = checked_.report(DiagnosticCode::kUnknownField, pointedTo.field->range,
                                               fmt::format("{} has no field {}", toString(description.type), name));
      const size_t most = std::max<size_t>(1, name.size() / 3);
      const std::string_view nearest =
          *std::ranges::min_element(known, {}, [&](std::string_view field) { return editDistance(name, field, most); });
      if (editDistance(name, nearest, most) > most) return;
      diagnostic.message += fmt::format("; did you mean {}?", nearest);
      diagnostic.fixes = {{fmt::format("Write {}", nearest), {{pointedTo.field->range, std::string(nearest)}}}};
    };
    for (const PointedTo& pointedTo : description.pointedTo) check(pointedTo);
    for (const PointedTo& size : description.sizes) check(size);
  }

  bool isKnown(const TypePattern& pattern, const std::string& package, const std::string& name) {
    if (isPrimitiveArray(pattern)) return true;
    const auto [known, isNew] = known_.emplace(name, true);
    if (!isNew) return known->second;
    if (name.starts_with('*') && searches_ >= kMostSearches) return true;
    known->second = checked_.known->types.knows(pattern, package);
    if (name.starts_with('*') && !known->second) ++searches_;
    return known->second;
  }

  std::optional<std::string> propose(const std::string& name, const std::string& package) {
    const auto known = proposals_.find(name);
    if (known != proposals_.end()) return known->second;
    if (proposals_.size() >= kMostProposals) return std::nullopt;
    return proposals_[name] = checked_.known->nearest.find(name, package);
  }

  CheckedFile& checked_;
  std::unordered_map<std::string, bool> known_;
  std::unordered_map<std::string, std::optional<std::string>> proposals_;
  unsigned searches_ = 0;
};

}  // namespace

void checkNames(CheckedFile& checked) { NameChecks(checked).run(); }

void checkInstances(CheckedFile& checked) {
  const auto entries = checked.descriptions.entries();
  const KnownHeap& known = *checked.known;
  for (const uint32_t tooWide : known.tooWide) {
    const DescriptionEntry& entry = entries[tooWide];
    if (entry.file != checked.file) continue;
    checked.report(DiagnosticCode::kTooWide, entry.description->type.range,
                   fmt::format("structures of {} hold the heap many times over, so they are left out: say more "
                               "narrowly what belongs to them",
                               entry.type));
  }
  if (known.liveObjects.empty() || checked.source().isShipped()) return;
  std::vector<uint64_t> instances(entries.size());
  for (uint32_t type = 0; type < checked.entryOfType.size(); ++type) {
    if (checked.entryOfType[type] != kNoEntry) instances[checked.entryOfType[type]] += known.liveObjects[type];
  }
  for (uint32_t i = 0; i < entries.size(); ++i) {
    const DescriptionEntry& entry = entries[i];
    const bool exists = isInTrace(entry, known.types);
    if (entry.file != checked.file || !entry.isHead() || !exists || instances[i] > 0) continue;
    checked.report(DiagnosticCode::kNeverInstantiated, entry.description->type.range,
                   fmt::format("no {}{} is alive at this point of the trace", entry.type,
                               entry.takesSubclasses() ? " or subclass that this describes" : ""));
  }
}

}  // namespace heaptrail::dsl
