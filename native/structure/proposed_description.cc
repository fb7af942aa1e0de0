#include "structure/proposed_description.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "dsl/names.h"

namespace heaptrail {

namespace {

// Parts are found round by round: those that the head refers to, those that these refer to, …
constexpr int kMostRounds = 6;
// A description that lists more is not one that somebody will correct.
constexpr size_t kMostPointedTo = 20;

class DescriptionProposal {
 public:
  DescriptionProposal(const LiveGraph& graph, const dsl::DescribedTypes& types, std::string head, Progress& progress)
      : graph_(graph), heap_(graph.heap()), types_(types), head_(std::move(head)), progress_(progress) {}

  Result<std::string> run() {
    if (types_.types().named(head_).empty()) return usageError(fmt::format("the trace has no type {}", head_));
    if (dsl::dimensionsOf(head_) > 0) return usageError("an array is part of a data structure, not the head of one");
    parts_ = {head_};
    for (int round = 0; round < kMostRounds; ++round) {
      if (!findTargets()) return cancelledError();
      if (!addParts()) break;
    }
    return text();
  }

 private:
  using Names = std::set<std::string>;

  /// What the parts known so far refer to; through arrays of references to their elements.
  bool findTargets() {
    targets_.clear();
    std::vector<bool> isPart;
    for (const Type& type : heap_.symbols().types) isPart.push_back(parts_.contains(type.name));
    uint64_t sinceCheck = 0;
    bool goOn = true;
    graph_.live().forEach([&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      const TypeId type = heap_.typeOf(object);
      if (++sinceCheck == kObjectsBetweenChecks) {
        sinceCheck = 0;
        goOn = goOn && progress_.advance(kObjectsBetweenChecks);
      }
      if (!goOn || !isPart[type.value()]) return;
      Names& names = targets_[heap_.symbols()[type].name];
      for (const ObjectIndex target : heap_.references(object)) note(target, names);
    });
    return goOn;
  }

  void note(ObjectIndex target, Names& names) {
    const Type& type = heap_.symbols()[heap_.typeOf(target)];
    names.insert(type.name);
    if (type.shape != TypeShape::kReferenceArray || types_.descriptionOf(heap_.typeOf(target)) != nullptr) return;
    for (const ObjectIndex element : heap_.references(target)) {
      elements_[type.name].insert(heap_.symbols()[heap_.typeOf(element)].name);
    }
  }

  /// Whether a new part was found.
  bool addParts() {
    const Names known = parts_;
    for (const auto& [part, names] : targets_) {
      for (const std::string& name : names) {
        considerPart(name);
        for (const std::string& element : elements_[name]) considerPart(element);
      }
    }
    return parts_.size() > known.size();
  }

  void considerPart(const std::string& name) {
    if (dsl::dimensionsOf(name) > 0 || isHead(name)) return;
    if (dsl::outermostClass(name) == dsl::outermostClass(head_) ||
        (dsl::packageOf(name) == dsl::packageOf(head_) && refersToParts(name))) {
      parts_.insert(name);
    }
  }

  bool isHead(const std::string& name) const {
    const auto types = types_.types().named(name);
    return !types.empty() && types_.isHead(types.front());
  }

  /// By what the class declares: a node knows its next one, or whom it belongs to.
  bool refersToParts(const std::string& name) {
    const auto [known, isNew] = refersBack_.emplace(name, false);
    if (!isNew) return known->second;
    const TypeId type = types_.types().named(name).front();
    graph_.live().forEach([&](uint64_t i) {
      const ObjectIndex object(static_cast<uint32_t>(i));
      if (known->second || heap_.typeOf(object) != type) return;
      for (const ObjectIndex target : heap_.references(object)) {
        const std::string& to = heap_.symbols()[heap_.typeOf(target)].name;
        known->second = known->second || to == name || parts_.contains(to);
      }
    });
    return known->second;
  }

  bool isArrayOfParts(const std::string& name) const {
    const auto elements = elements_.find(name);
    if (elements == elements_.end()) return false;
    return std::ranges::any_of(elements->second, [&](const std::string& e) { return parts_.contains(e) || isHead(e); });
  }

  std::string text() {
    const std::string package(dsl::packageOf(head_));
    const std::string indentation = package.empty() ? "" : "  ";
    std::string text = fmt::format(
        "// A proposal, from what the heap shows. A type alone is an inner part, followed further; in parentheses it "
        "is a\n"
        "// leaf. Remove what does not belong to the data structure.\n\n");
    if (!package.empty()) text += fmt::format("namespace {} {{\n", package);
    text += describe(head_, package, indentation, true);
    for (const std::string& part : parts_) {
      if (part != head_) text += "\n" + describe(part, package, indentation, false);
    }
    if (!package.empty()) text += "}\n";
    return text;
  }

  std::string describe(const std::string& part, const std::string& package, const std::string& indentation, bool head) {
    std::string text = fmt::format("{}{}{} {{\n", indentation, head ? "DS " : "", shortly(part, package));
    std::vector<std::string> inner;
    std::vector<std::string> leaves;
    for (const std::string& name : targets_[part]) {
      const bool followed = parts_.contains(name) || isHead(name) || isArrayOfParts(name);
      (followed ? inner : leaves).push_back(shortly(name, package));
    }
    if (leaves.size() > kMostPointedTo) leaves = {"*"};
    for (const std::string& name : inner) text += fmt::format("{}  {};\n", indentation, name);
    for (const std::string& name : leaves) text += fmt::format("{}  ({});\n", indentation, name);
    return text + indentation + "}\n";
  }

  static std::string shortly(const std::string& name, const std::string& package) {
    const bool inPackage = !package.empty() && dsl::packageOf(dsl::elementName(name)) == package;
    return inPackage ? name.substr(package.size() + 1) : name;
  }

  const LiveGraph& graph_;
  const Heap& heap_;
  const dsl::DescribedTypes& types_;
  std::string head_;
  Progress& progress_;
  Names parts_;
  std::map<std::string, Names> targets_;   // by part
  std::map<std::string, Names> elements_;  // by array
  std::map<std::string, bool> refersBack_;
};

}  // namespace

Result<std::string> proposeDescription(const LiveGraph& graph, const dsl::DescribedTypes& types,
                                       const std::string& type, Progress& progress) {
  return DescriptionProposal(graph, types, type, progress).run();
}

}  // namespace heaptrail
