#include "growth/inferred_descriptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>

#include "dsl/names.h"
#include "structure/type_families.h"

namespace heaptrail {

namespace {

// Nodes refer to nodes; how far they are followed, and how many of each kind are looked at.
constexpr int kMaxRounds = 6;
constexpr size_t kMaxLookedAt = 200;

/// Whether a class's name can be written in a description. Class files allow nearly everything in names, and those of
/// lambdas carry addresses.
bool canBeWritten(std::string_view name) {
  return std::ranges::all_of(dsl::elementName(name), [](unsigned char c) {
    return c >= 0x80 || std::isalnum(c) != 0 || std::string_view("_$.-").contains(static_cast<char>(c));
  });
}

using Names = std::set<std::string>;
/// What parts lead to, by their types.
using Parts = std::map<std::string, Names>;

void write(std::string& text, std::string_view indent, const std::string& type, const Names& inner) {
  text += fmt::format("{}{} {{\n", indent, type);
  for (const std::string& part : inner) text += fmt::format("{}  {};\n", indent, part);
  text += fmt::format("{0}  (*);\n{0}}}\n", indent);
}

class Inference {
 public:
  Inference(const ComparedHeaps& heaps, const GrowthTree& tree, const OwnPackages& own)
      : heap_(heaps.ends.to.heap()),
        types_(*heaps.ends.to.types),
        tree_(tree),
        own_(own),
        canTypeBeWritten_(heap_.symbols().types.size()) {}

  void add(const GrowingContainers& growing) {
    for (const Container& container : growing.containers) {
      if (container.isDescribed() || !canBegin(container)) continue;
      const uint32_t place = growing.accumulations.front().place;
      if (!seenTypes_.insert({heap_.typeOf(container.head()), place}).second) continue;
      const std::string head(nameOf(container.head()));
      if (!seen_.insert({head, place}).second) continue;
      Parts& parts = heads_[head];
      const std::span<const ObjectIndex> way = wayWithoutLeaf(container);
      for (size_t i = 0; i + 1 < way.size(); ++i) {
        parts[std::string(nameOf(way[i]))].insert(std::string(nameOf(way[i + 1])));
      }
      for (const Accumulation& accumulation : growing.accumulations) {
        addElements(parts, head, std::string(nameOf(way.back())), accumulation);
      }
    }
  }

  std::string text() const {
    std::string text;
    Parts outside;
    for (const auto& [head, parts] : heads_) {
      text += fmt::format("DS {} {{\n", head);
      for (const std::string& part : parts.at(head)) text += fmt::format("  {};\n", part);
      text += "  (*);\n";
      for (const auto& [type, inner] : parts) {
        if (heads_.contains(type) || isHeadElsewhere(type)) continue;
        if (holdsOnlyInside(type)) {
          write(text += '\n', "  ", type, inner);
        } else {
          outside[type].insert(inner.begin(), inner.end());
        }
      }
      text += "}\n\n";
    }
    for (const auto& [type, inner] : outside) {
      write(text, "", type, inner);
      text += '\n';
    }
    // Descriptions are a blank line apart.
    if (!text.empty()) text.pop_back();
    return text;
  }

 private:
  std::string_view nameOf(ObjectIndex object) const { return heap_.symbols()[heap_.typeOf(object)].name; }

  /// An array of numbers that grew by itself leads nowhere, and is a leaf as any other.
  std::span<const ObjectIndex> wayWithoutLeaf(const Container& container) const {
    const std::span<const ObjectIndex> way = container.way();
    const Type& last = heap_.symbols()[heap_.typeOf(way.back())];
    return last.shape == TypeShape::kPrimitiveArray ? way.first(way.size() - 1) : way;
  }

  bool isHeadElsewhere(const std::string& type) const {
    const auto known = types_.types().named(type);
    return !known.empty() && types_.isHead(known.front());
  }

  /// What others have, too: arrays and the JDK's wrappers, and nodes that are described for other heads.
  bool holdsOnlyInside(const std::string& type) const {
    if (type.ends_with("[]") || isOfJdk(type)) return true;
    const auto known = types_.types().named(type);
    return !known.empty() && types_.descriptionOf(known.front()) != nullptr;
  }

  bool canBegin(const Container& container) const {
    const ObjectIndex head = container.head();
    return heap_.symbols()[heap_.typeOf(head)].shape == TypeShape::kInstance && nameOf(head) != "java.lang.Class" &&
           std::ranges::all_of(container.way(),
                               [&](ObjectIndex object) { return canTypeBeWritten(heap_.typeOf(object)); });
  }

  bool canTypeBeWritten(TypeId type) const {
    std::optional<bool>& known = canTypeBeWritten_[type.value()];
    if (!known) known = canBeWritten(heap_.symbols()[type].name);
    return *known;
  }

  void addElements(Parts& parts, const std::string& head, const std::string& last, const Accumulation& accumulation) {
    parts[last];
    if (!accumulation.inNumber) return;
    const GrowthPlace& place = tree_[accumulation.place];
    const auto members = place.at(EndOfWindow::kTo);
    const std::string element(nameOf(members.front()));
    if (!isNode(head, element, place)) return;
    parts[last].insert(element);
    parts[element];
    std::vector<ObjectIndex> looked;
    for (size_t i = 0; i < members.size(); i += 1 + members.size() / kMaxLookedAt) looked.push_back(members[i]);
    std::set<ObjectIndex> seen(looked.begin(), looked.end());
    for (int round = 0; round < kMaxRounds && !looked.empty(); ++round) {
      looked = addNodesBelow(parts, head, looked, seen);
    }
  }

  /// What piles up is a node, and no element, where it belongs to the container's family, or holds others of its kind.
  bool isNode(const std::string& head, const std::string& element, const GrowthPlace& place) const {
    if (!canBeWritten(element) || place.isHead) return false;
    if (place.metAgain[indexOf(EndOfWindow::kTo)] > 0) return true;
    return !own_.has(element) && isOfSameFamily(head, element);
  }

  std::vector<ObjectIndex> addNodesBelow(Parts& parts, const std::string& head, const std::vector<ObjectIndex>& nodes,
                                         std::set<ObjectIndex>& seen) const {
    std::vector<ObjectIndex> next;
    for (const ObjectIndex node : nodes) {
      for (const ObjectIndex target : heap_.references(node)) {
        const std::string name(nameOf(target));
        const bool isSameKind = name == nameOf(node);
        const bool isPart = isOfSameFamily(head, name) && !own_.has(name) && name != head &&
                            !types_.isHead(heap_.typeOf(target)) && canBeWritten(name);
        if (!isSameKind && !isPart) continue;
        parts[std::string(nameOf(node))].insert(name);
        parts[name];
        if (next.size() < kMaxLookedAt && seen.insert(target).second) next.push_back(target);
      }
    }
    return next;
  }

  const Heap& heap_;
  const dsl::DescribedTypes& types_;
  const GrowthTree& tree_;
  const OwnPackages& own_;
  // Millions of containers may be of one type, and are asked for that alone.
  mutable std::vector<std::optional<bool>> canTypeBeWritten_;
  std::set<std::pair<TypeId, uint32_t>> seenTypes_;
  std::set<std::pair<std::string, uint32_t>> seen_;
  std::map<std::string, Parts> heads_;  // itself among its parts
};

}  // namespace

std::string inferDescriptions(const ComparedHeaps& heaps, const GrowthTree& tree,
                              const std::vector<GrowingContainers>& growing, const OwnPackages& own) {
  Inference inference(heaps, tree, own);
  for (const GrowingContainers& containers : growing) inference.add(containers);
  return inference.text();
}

}  // namespace heaptrail
