// Which collection each object is in that a light walk goes through: walks over made-up heaps in the order in which
// HotSpot goes, with collections in collections that are linked in every way, against what was made.
#include "recorder/met_collections.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <unordered_set>
#include <vector>

#include "support/sanitized.h"

namespace heaptrail::recorder {
namespace {

enum Type : uint32_t { kHolder = 1, kList, kListNode, kTree, kTreeNode, kMap, kTable, kEntry, kIterator };

bool isHead(uint32_t type) { return type == kList || type == kTree || type == kMap; }
bool isCollected(uint32_t type) { return type != kHolder && type != kIterator; }

struct Object {
  uint32_t type = 0;
  uint32_t collection = 0;  // as it was made: a number for each head
  std::vector<uint32_t> fields;
  jlong tag = 0;
};

constexpr uint32_t kNull = ~uint32_t{0};

/// Collections of each kind, and in some of their nodes others. Fields are in the order in which a JVM tells them.
class MadeHeap {
 public:
  explicit MadeHeap(uint64_t seed) : random_(seed) { add(kHolder, 0); }

  void grow(uint32_t collections, uint32_t most) {
    for (uint32_t i = 0; i < collections; ++i) {
      const uint32_t head = collection(1 + below(most), 0);
      objects[0].fields.push_back(head);
    }
  }
  void iterateOver(uint32_t object) {
    const uint32_t iterator = add(kIterator, 0);
    objects[iterator].fields.push_back(object);
    objects[0].fields.insert(objects[0].fields.begin() + below(static_cast<uint32_t>(objects[0].fields.size())),
                             iterator);
  }

  std::vector<Object> objects;

 private:
  uint32_t below(uint32_t limit) { return static_cast<uint32_t>(random_() % limit); }

  uint32_t add(uint32_t type, uint32_t collection) {
    objects.push_back({.type = type, .collection = collection, .fields = {}});
    return static_cast<uint32_t>(objects.size() - 1);
  }

  uint32_t collection(uint32_t size, uint32_t depth) {
    const uint32_t kinds[] = {kList, kTree, kMap};
    const uint32_t head = add(kinds[below(3)], ++collections_);
    std::vector<uint32_t> nodes;
    for (uint32_t i = 0; i < size; ++i) {
      nodes.push_back(add(objects[head].type == kMap ? kEntry : objects[head].type + 1, objects[head].collection));
      const bool hasInner = depth < 3 && below(4) == 0;
      const uint32_t value = hasInner ? collection(below(5), depth + 1) : kNull;
      objects[nodes.back()].fields.push_back(value);
    }
    if (objects[head].type == kList) link(head, nodes);
    if (objects[head].type == kTree) grow(head, nodes);
    if (objects[head].type == kMap) hash(head, nodes);
    return head;
  }

  /// item, next, prev; the list knows first and last.
  void link(uint32_t head, const std::vector<uint32_t>& nodes) {
    for (size_t i = 0; i < nodes.size(); ++i) {
      set(nodes[i], i + 1 < nodes.size() ? nodes[i + 1] : kNull);
      set(nodes[i], i > 0 ? nodes[i - 1] : kNull);
    }
    set(head, nodes.empty() ? kNull : nodes.front());
    set(head, nodes.empty() ? kNull : nodes.back());
  }

  /// value, left, right, parent.
  void grow(uint32_t head, const std::vector<uint32_t>& nodes) {
    for (size_t i = 0; i < nodes.size(); ++i) {
      for (const size_t child : {2 * i + 1, 2 * i + 2}) set(nodes[i], child < nodes.size() ? nodes[child] : kNull);
      set(nodes[i], i > 0 ? nodes[(i - 1) / 2] : kNull);
    }
    set(head, nodes.empty() ? kNull : nodes.front());
  }

  /// value, before, after, next in the same place of the table; the map knows its table, its first entry and its last.
  void hash(uint32_t head, const std::vector<uint32_t>& nodes) {
    const uint32_t table = add(kTable, objects[head].collection);
    std::vector<uint32_t> places(nodes.size() + 1, kNull);
    for (size_t i = 0; i < nodes.size(); ++i) {
      set(nodes[i], i > 0 ? nodes[i - 1] : kNull);
      set(nodes[i], i + 1 < nodes.size() ? nodes[i + 1] : kNull);
      uint32_t& place = places[below(static_cast<uint32_t>(places.size()))];
      set(nodes[i], place);
      place = nodes[i];
    }
    for (const uint32_t place : places) set(table, place);
    set(head, table);
    set(head, nodes.empty() ? kNull : nodes.front());
    set(head, nodes.empty() ? kNull : nodes.back());
  }

  void set(uint32_t object, uint32_t target) { objects[object].fields.push_back(target); }

  std::mt19937_64 random_;
  uint32_t collections_ = 0;
};

/// The recorder of light points, as far as collections go.
class Walker {
 public:
  explicit Walker(MadeHeap& heap) : heap_(heap) {}

  struct Told {
    uint64_t wrong = 0;     // to be in another collection than they are
    uint64_t homeless = 0;  // to be in none

    friend bool operator==(const Told&, const Told&) = default;
  };

  /// Up to three walks, as for a point.
  Told takePoint() {
    std::unordered_set<uint32_t> learns;
    for (uint32_t walked = 1;; ++walked) {
      MetCollections met(numbers_, {ways_, learns, false, true});
      const Told told = walk(met);
      met.learn();
      const std::unordered_set<uint32_t> again = met.toLearn();
      ++walks;
      if (again.empty() || walked == 3) return told;
      learns.insert(again.begin(), again.end());
    }
  }

  uint64_t numbered() const {
    uint64_t count = 0;
    for (const Object& object : heap_.objects) count += idOf(object.tag) != 0 ? 1 : 0;
    return count;
  }

  uint32_t walks = 0;

 private:
  Told walk(MetCollections& met) {
    std::vector<bool> isDone(heap_.objects.size());
    std::vector<uint32_t> stack{0};
    Told told;
    while (!stack.empty()) {
      const uint32_t at = stack.back();
      stack.pop_back();
      if (isDone[at]) continue;
      isDone[at] = true;
      const Object& object = heap_.objects[at];
      uint32_t collection = 0;
      if (isCollected(object.type)) {
        const MetCollections::Known known = met.goThrough(object.type, object.type == kTable, object.tag);
        collection = known.collection;
        if (collection == 0) {
          ++told.homeless;
        } else if (collection != object.collection || known.bytes != 16 + object.type) {
          ++told.wrong;
        }
      }
      for (uint32_t field = 0; field < object.fields.size(); ++field) {
        if (object.fields[field] == kNull) continue;
        if (isCollected(heap_.objects[object.fields[field]].type)) meet(met, object, field, collection);
        if (!isDone[object.fields[field]]) stack.push_back(object.fields[field]);
      }
    }
    return told;
  }

  void meet(MetCollections& met, const Object& from, uint32_t field, uint32_t collection) {
    Object& to = heap_.objects[from.fields[field]];
    const bool isArray = from.type == kTable || from.type == kHolder;
    MetCollections::Met found{
        to.type, to.type == kTable,
        isArray ? HoldingWays::ofElements(from.type, to.type) : HoldingWays::ofField(from.type, field, to.type),
        16 + to.type};
    if (isHead(to.type)) {
      found.collection = to.collection;
    } else if (from.type == kIterator) {
      found.holds = MetCollections::Holds::kAsView;
    } else {
      found.collection = collection;
      found.isInside = true;
    }
    met.meet(found, &to.tag);
  }

  MadeHeap& heap_;
  ObjectNumbers numbers_;
  HoldingWays ways_;
};

TEST(MetCollections, AreToldHoweverTheyAreLinkedAndNested) {
  for (uint64_t seed = 0; seed < (kIsSanitized ? 15 : 60); ++seed) {
    MadeHeap heap(seed);
    Walker walker(heap);
    for (const uint32_t most : {2U, 8U, 60U, 60U, 400U}) {
      heap.grow(5, most);
      EXPECT_EQ(walker.takePoint(), Walker::Told{}) << "seed " << seed << ", up to " << most << " nodes";
    }
  }
}

TEST(MetCollections, AreLearnedOnceAndThenToldInOneWalk) {
  MadeHeap heap(4711);
  Walker walker(heap);
  heap.grow(300, 20);
  for (int point = 0; point < 10; ++point) walker.takePoint();
  walker.walks = 0;
  EXPECT_EQ(walker.takePoint(), Walker::Told{});
  EXPECT_EQ(walker.walks, 1U);
}

TEST(MetCollections, NumbersAreForThoseAloneThatNoWayTells) {
  MadeHeap heap(17);
  Walker walker(heap);
  heap.grow(300, 20);
  for (int point = 0; point < 10; ++point) walker.takePoint();
  uint64_t entries = 0;
  for (const Object& object : heap.objects) {
    // A map's entries are met by its table or along their order, as it comes. All others are found by single ways.
    if (object.type == kEntry) {
      ++entries;
      continue;
    }
    EXPECT_EQ(idOf(object.tag), 0U) << object.type;
  }
  EXPECT_LE(walker.numbered(), entries);
}

TEST(MetCollections, WhatAnIteratorLeadsToFirstIsInNoCollectionRatherThanInAWrongOne) {
  constexpr uint32_t kMost = 30;
  constexpr uint32_t kIterators = 10;
  for (uint64_t seed = 0; seed < (kIsSanitized ? 5 : 20); ++seed) {
    MadeHeap heap(seed);
    Walker walker(heap);
    heap.grow(200, kMost);
    std::vector<uint32_t> nodes;
    for (uint32_t at = 0; at < heap.objects.size(); ++at) {
      if (isCollected(heap.objects[at].type) && !isHead(heap.objects[at].type)) nodes.push_back(at);
    }
    for (uint32_t i = 0; i < kIterators; ++i) heap.iterateOver(nodes[i * nodes.size() / kIterators]);
    walker.takePoint();
    walker.takePoint();
    const Walker::Told told = walker.takePoint();
    EXPECT_EQ(told.wrong, 0U) << "seed " << seed;
    EXPECT_LE(told.homeless, kIterators * kMost) << "seed " << seed;
  }
}

}  // namespace
}  // namespace heaptrail::recorder
