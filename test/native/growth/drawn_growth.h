// The growth tree of two drawn heaps, as text: a place on a line, with the field or the brackets through which it is
// held, its type, and how many objects it has at both ends.
//
//     shop.Store 1→1
//       byName java.util.HashMap 1→1
#pragma once

#include <string>
#include <vector>

#include "growth/drawn_window.h"

namespace heaptrail::test {

struct DrawnGrowth : DrawnWindow {
  DrawnGrowth(const std::string& objects, const std::string& fromPicture, const std::string& toPicture,
              const std::string& descriptions = "")
      : DrawnWindow(objects, fromPicture, toPicture, descriptions), tree(build(compared())) {}

  std::string text() const {
    std::string text;
    for (const uint32_t child : tree.children(GrowthTree::kWholeHeap)) append(child, "", text);
    return text;
  }

  /// The place of this text, without its numbers.
  uint32_t operator[](const std::string& wanted) const {
    for (uint32_t place = 1; place < tree.places().size(); ++place) {
      if (labelOf(place) == wanted) return place;
    }
    ADD_FAILURE() << "no place " << wanted << " in\n" << text();
    return GrowthTree::kWholeHeap;
  }

  std::string labelOf(uint32_t place) const {
    const GrowthPlace& shown = tree[place];
    const Via& via = places[shown.via];
    std::string label;
    switch (via.kind) {
      case Via::Kind::kRoot:
        break;
      case Via::Kind::kElement:
        label = "[] ";
        break;
      case Via::Kind::kShared:
        label = "shared ";
        break;
      case Via::Kind::kStaticField:
        label = "static " + via.name + ' ';
        break;
      case Via::Kind::kField:
      case Via::Kind::kOther:
        label = via.name + ' ';
        break;
    }
    return label + (shown.isClass ? "class " : "") + names.typeName(shown.type);
  }

  GrowthTree tree;

 private:
  static GrowthTree build(const ComparedHeaps& heaps) {
    Progress progress;
    return std::move(*GrowthTree::build(heaps, progress));
  }

  void append(uint32_t place, const std::string& indent, std::string& text) const {
    const GrowthPlace& shown = tree[place];
    text += fmt::format("{}{} {}→{}\n", indent, labelOf(place), shown.count(EndOfWindow::kFrom),
                        shown.count(EndOfWindow::kTo));
    for (const uint32_t child : tree.children(place)) append(child, indent + "  ", text);
  }
};

}  // namespace heaptrail::test
