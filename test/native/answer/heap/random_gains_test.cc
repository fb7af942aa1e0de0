// Bytes to gain on random heap dumps with every kind of waste, against what the definition says (docs/waste.md) of
// objects that are known one by one: in any grouping, at every level of it, and by path.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "answer/opened_scene.h"
#include "answer/question_list.h"
#include "support/sanitized.h"
#include "support/temporary_file.h"
#include "trace/hprof/hprof_builder.h"

namespace heaptrail {
namespace {

using namespace test;

constexpr uint64_t kEveryRow = std::numeric_limits<uint32_t>::max();

struct Made {
  uint64_t id = 0;
  uint64_t holder = 0;  // 0 where it is a static field
  std::string type;
  std::string owner;
  std::string content;  // of an array: what makes it equal to others; the class of a number, behind it
  std::vector<uint64_t> references;
  uint64_t length = 0;
  bool isLive = true;
  bool isValue = false;  // what a collection holds for others, not for itself
  bool isWide = false;
  std::string waste;
};

/// A heap in which everything has one holder, but for the characters that two strings share.
class WastefulDump {
 public:
  explicit WastefulDump(uint32_t seed) : random_(seed) {
    for (uint64_t i = 0; i < 4000; ++i) free_.push_back(0x100000 + 0x100 * i);
    std::ranges::shuffle(free_, random_);
    object_ = dump_.addClass("java/lang/Object", 0, {});
    objects_ = dump_.addClass("[Ljava/lang/Object;", object_, {});
    items_ = dump_.addClass("[Lapp/Item;", object_, {});
    nodes_ = dump_.addClass("[Ljava/util/HashMap$Node;", object_, {});
    string_ = dump_.addClass("java/lang/String", object_, {{"value", 'L'}, {"coder", 'B'}});
    list_ = dump_.addClass("java/util/ArrayList", object_, {{"elementData", 'L'}, {"size", 'I'}});
    map_ = dump_.addClass("java/util/HashMap", object_, {{"table", 'L'}, {"size", 'I'}});
    node_ =
        dump_.addClass("java/util/HashMap$Node", object_, {{"hash", 'I'}, {"key", 'L'}, {"value", 'L'}, {"next", 'L'}});
    set_ = dump_.addClass("java/util/HashSet", object_, {{"map", 'L'}});
    item_ = dump_.addClass("app/Item", object_, {{"a", 'L'}, {"b", 'L'}, {"n", 'I'}});
    special_ = dump_.addClass("app/Special", item_, {{"c", 'L'}});
    for (const auto& [name, kind, bytes] : kBoxes) {
      boxes_.push_back(dump_.addClass(fmt::format("java/lang/{}", name), object_, {{"value", kind}}));
    }
    dump_.beginSegment();
    HprofBuilder::Fields none;
    std::vector<HprofBuilder::Static> statics;
    for (uint32_t i = 0; i < 6; ++i) {
      const std::string name = fmt::format("held{}", i);
      statics.push_back({name, 'L', any("app.Main." + name, 0, 0)});
    }
    // What begins with an object of the program: others without a referrer the JVM may hold
    // (trace/hprof/unwritten_holders.h).
    isLive_ = false;
    item("(not held)", 0, 0);
    item("(not held)", 0, 0);
    dump_.endSegment();
    main_ = dump_.addClass("app/Main", object_, none, statics);
    dump_.beginSegment().root(0x05, main_).endSegment();
    tellWaste();
  }

  const HprofBuilder& dump() const { return dump_; }
  const std::map<uint64_t, Made>& made() const { return made_; }

  static uint64_t numberBytes(const Made& made) {
    for (const auto& [name, kind, bytes] : kBoxes) {
      if (made.type == fmt::format("java.lang.{}", name)) return bytes;
    }
    return 0;
  }

 private:
  struct Box {
    const char* name;
    char kind;
    uint64_t bytes;
  };
  static constexpr Box kBoxes[] = {{"Integer", 'I', 4}, {"Long", 'J', 8},  {"Byte", 'B', 1},  {"Boolean", 'Z', 1},
                                   {"Double", 'D', 8},  {"Float", 'F', 4}, {"Short", 'S', 2}, {"Character", 'C', 2}};

  uint32_t below(size_t limit) { return static_cast<uint32_t>(random_() % limit); }
  static std::string inside(const std::string& owner) { return owner.ends_with("[]") ? owner : owner + "[]"; }

  Made& begin(const std::string& type, const std::string& owner, uint64_t holder) {
    const uint64_t id = free_.back();
    free_.pop_back();
    Made& made = made_[id];
    made.id = id;
    made.holder = holder;
    made.type = type;
    made.owner = owner;
    made.isLive = isLive_;
    return made;
  }

  uint64_t any(const std::string& owner, uint64_t holder, uint32_t depth) {
    if (depth > 7 || free_.size() < 200) return 0;
    switch (below(11)) {
      case 0:
        return 0;
      case 1:
      case 2:
        return string(owner, holder, 0);
      case 3:
        return primitives(owner, holder);
      case 4:
        return box(owner, holder);
      case 5:
      case 6:
        return array(below(2) == 0 ? objects_ : items_, owner, holder, depth);
      case 7:
        return list(owner, holder, depth);
      case 8:
        return map(owner, holder, depth);
      case 9:
        return set(owner, holder, depth);
      default:
        return item(owner, holder, depth);
    }
  }

  uint64_t bytes(const std::string& owner, uint64_t holder) {
    static const std::string kTexts[] = {"", "", "same", "same", "else", "a longer one that stands there twice"};
    Made& made = begin("byte[]", owner, holder);
    const std::string text = below(4) == 0 ? fmt::format("own {}", made.id) : kTexts[below(6)];
    made.length = text.size();
    made.content = "byte" + text;
    dump_.bytes(made.id, text);
    return made.id;
  }

  /// @param shared the characters of another string in the same array; 0 for its own
  uint64_t string(const std::string& owner, uint64_t holder, uint64_t shared) {
    Made& made = begin("java.lang.String", owner, holder);
    const uint64_t content = shared != 0 ? shared : below(12) == 0 ? 0 : bytes(owner, made.id);
    made.references = {content};
    made.isWide = shared != 0 ? made_[made_[shared].holder].isWide : below(3) == 0;
    dump_.instance(made.id, string_, {content, made.isWide ? 1U : 0U});
    return made.id;
  }

  uint64_t primitives(const std::string& owner, uint64_t holder) {
    if (below(3) == 0) return bytes(owner, holder);
    const char kind = "IJC"[below(3)];
    Made& made = begin(kind == 'I' ? "int[]" : kind == 'J' ? "long[]" : "char[]", owner, holder);
    made.length = below(5);
    made.content = fmt::format("{}{}", kind, made.length);
    dump_.primitiveArray(made.id, kind, static_cast<uint32_t>(made.length));
    return made.id;
  }

  uint64_t box(const std::string& owner, uint64_t holder) {
    const size_t which = below(boxes_.size());
    Made& made = begin(fmt::format("java.lang.{}", kBoxes[which].name), owner, holder);
    dump_.instance(made.id, boxes_[which], {below(100)});
    return made.id;
  }

  uint64_t array(uint64_t type, const std::string& owner, uint64_t holder, uint32_t depth) {
    Made& made = begin(type == items_ ? "app.Item[]" : "java.lang.Object[]", owner, holder);
    made.length = below(4) == 0 ? 0 : 1 + below(8);
    const uint32_t full = below(3);  // of four
    for (uint64_t i = 0; i < made.length; ++i) {
      const uint64_t element = below(4) >= full ? 0
                               : type == items_ ? item(inside(owner), made.id, depth + 1)
                                                : any(inside(owner), made.id, depth + 1);
      made.references.push_back(element);
      const bool isString =
          element != 0 && made_[element].type == "java.lang.String" && made_[element].references[0] != 0;
      if (isString && i + 1 < made.length && below(3) == 0) {
        made.references.push_back(string(inside(owner), made.id, made_[element].references[0]));
        ++i;
      }
    }
    dump_.objectArray(made.id, type, made.references);
    return made.id;
  }

  uint64_t list(const std::string& owner, uint64_t holder, uint32_t depth) {
    Made& made = begin("java.util.ArrayList", owner, holder);
    made.references = {below(5) == 0 ? 0 : array(objects_, owner, made.id, depth + 1)};
    dump_.instance(made.id, list_, {made.references[0], 0});
    return made.id;
  }

  uint64_t map(const std::string& owner, uint64_t holder, uint32_t depth) {
    Made& made = begin("java.util.HashMap", owner, holder);
    made.references = {below(3) == 0 ? 0 : table(owner, made.id, depth + 1)};
    dump_.instance(made.id, map_, {made.references[0], 0});
    return made.id;
  }

  uint64_t table(const std::string& owner, uint64_t holder, uint32_t depth) {
    Made& made = begin("java.util.HashMap$Node[]", owner, holder);
    made.length = 4U << below(3);
    const uint32_t full = below(4);
    for (uint64_t i = 0; i < made.length; ++i) {
      made.references.push_back(below(5) < full ? node(inside(owner), made.id, depth) : 0);
    }
    dump_.objectArray(made.id, nodes_, made.references);
    return made.id;
  }

  uint64_t node(const std::string& owner, uint64_t holder, uint32_t depth) {
    Made& made = begin("java.util.HashMap$Node", owner, holder);
    const uint64_t key = string(owner, made.id, 0);
    const uint64_t value = any(owner, made.id, depth + 1);
    if (value != 0) made_[value].isValue = true;
    made.references = {key, value};
    dump_.instance(made.id, node_, {1, key, value, 0});
    return made.id;
  }

  uint64_t set(const std::string& owner, uint64_t holder, uint32_t depth) {
    Made& made = begin("java.util.HashSet", owner, holder);
    made.references = {map(owner, made.id, depth)};
    dump_.instance(made.id, set_, made.references);
    return made.id;
  }

  uint64_t item(const std::string& owner, uint64_t holder, uint32_t depth) {
    const bool isSpecial = below(3) == 0;
    Made& made = begin(isSpecial ? "app.Special" : "app.Item", owner, holder);
    if (isSpecial) made.references.push_back(any("app.Special.c", made.id, depth + 1));
    for (const char* field : {"app.Item.a", "app.Item.b"}) made.references.push_back(any(field, made.id, depth + 1));
    std::vector<uint64_t> values = made.references;
    values.push_back(0);
    dump_.instance(made.id, isSpecial ? special_ : item_, values);
    return made.id;
  }

  /// Whether a collection has no element.
  bool isEmpty(const Made& made) const {
    const auto hasNothing = [&](uint64_t array) {
      return array == 0 ||
             std::ranges::all_of(made_.at(array).references, [](uint64_t element) { return element == 0; });
    };
    if (made.type == "java.util.ArrayList" || made.type == "java.util.HashMap") return hasNothing(made.references[0]);
    return made.type == "java.util.HashSet" && isEmpty(made_.at(made.references[0]));
  }

  void tellWaste() {
    const auto take = [&](uint64_t id, const char* waste) {
      Made& made = made_.at(id);
      if (made.waste.empty()) made.waste = waste;
    };
    // Objects come in the order of their ids, which is that of the heap.
    std::vector<const Made*> live;
    for (const auto& [id, made] : made_) {
      if (made.isLive) live.push_back(&made);
    }
    for (const Made* made : live) {
      if (!isEmpty(*made)) continue;
      for (uint64_t part = made->id; part != 0;) {
        take(part, "Empty collections");
        const Made& taken = made_.at(part);
        part = taken.references.empty() || taken.type.ends_with("[]") ? 0 : taken.references[0];
      }
    }
    std::map<std::string, const Made*> firsts;
    std::set<uint64_t> characters;
    for (const Made* made : live) {
      if (made->type != "java.lang.String" || made->references[0] == 0) continue;
      const uint64_t content = made->references[0];
      characters.insert(content);
      const auto [first, isFirst] = firsts.emplace((made->isWide ? "wide " : "") + made_.at(content).content, made);
      if (isFirst) continue;
      take(made->id, "Equal strings");
      if (content != first->second->references[0]) take(content, "Equal strings");
    }
    firsts.clear();
    for (const Made* made : live) {
      if (made->content.empty() || made->length == 0 || characters.contains(made->id)) continue;
      if (!firsts.emplace(made->content, made).second) take(made->id, "Equal arrays");
    }
    std::set<std::string> metEmpty;
    for (const Made* made : live) {
      if (numberBytes(*made) != 0) take(made->id, "Boxed numbers");
      if (!made->type.ends_with("[]")) continue;
      if (made->length == 0 && !metEmpty.insert(made->type).second) take(made->id, "Arrays without elements");
      if (made->length == 0 || !made->content.empty()) continue;
      if (4 * nullsOf(*made) < 3 * made->length) continue;
      const auto holder = made_.find(made->holder);
      const bool isOfCollection =
          holder != made_.end() && !made->isValue && holder->second.type.starts_with("java.util.");
      take(made->id, isOfCollection ? "Sparsely filled collections" : "Sparsely filled arrays");
    }
  }

 public:
  static uint64_t nullsOf(const Made& made) {
    return static_cast<uint64_t>(std::ranges::count(made.references, uint64_t{0}));
  }

 private:
  std::mt19937 random_;
  HprofBuilder dump_;
  std::vector<uint64_t> free_;
  bool isLive_ = true;
  uint64_t object_ = 0, objects_ = 0, items_ = 0, nodes_ = 0, string_ = 0, list_ = 0, map_ = 0, node_ = 0, set_ = 0;
  uint64_t item_ = 0, special_ = 0, main_ = 0;
  std::vector<uint64_t> boxes_;
  std::map<uint64_t, Made> made_;
};

/// What the rows of a grouping have to say.
struct SlowRow {
  uint64_t objects = 0;
  uint64_t gain = 0;
  std::map<std::string, SlowRow> below;
};

class SlowGains {
 public:
  SlowGains(const WastefulDump& dump, const Heap& heap) : dump_(dump), heap_(heap) {}

  SlowRow rows(const std::vector<std::string>& by, const std::function<bool(const Made&)>& counts) const {
    SlowRow all;
    for (const auto& [id, made] : dump_.made()) {
      if (!made.isLive || !counts(made)) continue;
      SlowRow* row = &all;
      add(*row, made);
      for (const std::string& property : by) {
        if (property == "waste(hide)" && made.waste.empty()) break;
        row = &row->below[keyOf(made, property)];
        add(*row, made);
      }
    }
    return all;
  }

 private:
  static std::string keyOf(const Made& made, const std::string& property) {
    if (property == "type") return made.type;
    if (property == "owner") return made.owner;
    return made.waste.empty() ? "No waste" : made.waste;
  }

  void add(SlowRow& row, const Made& made) const {
    ++row.objects;
    if (made.waste.empty()) return;
    const ObjectIndex object = heap_.find(ObjectId(made.id)).value();
    if (made.waste.starts_with("Sparse")) {
      row.gain += WastefulDump::nullsOf(made) * heap_.symbols()[heap_.typeOf(object)].elementBytes;
    } else {
      row.gain += heap_.shallowBytes(object) - WastefulDump::numberBytes(made);
    }
  }

  const WastefulDump& dump_;
  const Heap& heap_;
};

/// Rows of classes and what holds them aside: they are no waste, and nobody made them here.
void expectRows(const std::vector<HeapRow>& rows, const SlowRow& expected, const std::string& where) {
  std::map<std::string, const HeapRow*> found;
  uint64_t sum = 0;
  for (const HeapRow& row : rows) {
    found[row.key] = &row;
    sum += *row.gain;
    EXPECT_TRUE(*row.gain == 0 || expected.below.contains(row.key)) << where << " > " << row.key;
  }
  // Each object that is waste is in one row: what there is to gain above is that of all rows below.
  EXPECT_EQ(sum, expected.gain) << where;
  for (const auto& [key, below] : expected.below) {
    const std::string here = where + " > " + key;
    ASSERT_TRUE(found.contains(key)) << here;
    const HeapRow& row = *found[key];
    EXPECT_EQ(*row.gain, below.gain) << here;
    EXPECT_GE(row.size.objects, below.objects) << here;
    if (!below.below.empty()) expectRows(row.below, below, here);
  }
}

TEST(RandomGains, AreWhatTheDefinitionSaysInAnyGroupingAtEveryLevel) {
  std::map<std::string, uint64_t> met;
  // Fewer dumps do not have ten of each kind of waste.
  const uint32_t cases = std::max(randomCases(1000), 200U);
  for (uint32_t seed = 0; seed < cases; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const WastefulDump dump(seed);
    const TemporaryFile file(seed % 2 == 0 ? dump.dump().content() : gzip(dump.dump().content()));
    const auto trace = openedTrace(file.path(), {}).value();
    Progress progress;
    const auto analysis = trace->at(PointIndex(0)).analysis(progress).value();
    const SlowGains slow(dump, analysis->heap());
    for (const auto& [id, made] : dump.made()) ++met[made.waste];

    const std::vector<std::vector<std::string>> groupings{{"type", "owner", "waste"},
                                                          {"waste(hide)", "owner", "type"},
                                                          {"owner", "waste(hide)", "type"},
                                                          {"waste", "type"}};
    const std::vector<std::string>& by = groupings[seed % groupings.size()];
    const bool isOfStrings = seed % 3 == 0;
    HeapQuestion question;
    question.by = fmt::format("{}", fmt::join(by, ", "));
    question.where = isOfStrings ? "type=java.* and not waste=equal-arrays" : "";
    question.depth = by.size();
    question.limit = question.limitBelow = kEveryRow;
    question.order = HeapOrder::kGain;
    const HeapAnswer answer = answered(ask(*trace, question, progress));
    const SlowRow expected = slow.rows(by, [&](const Made& made) {
      return !isOfStrings || (made.type.starts_with("java.") && made.waste != "Equal arrays");
    });
    EXPECT_EQ(answer.gain, expected.gain);
    expectRows(answer.rows, expected, question.by);
    if (HasFailure()) return;

    // The rows below one row say the same by themselves, in pages, too.
    for (const HeapRow& row : answer.rows) {
      HeapQuestion own = question;
      own.path = {row.key};
      own.depth = 1;
      own.limit = 2;
      std::vector<std::pair<std::string, uint64_t>> paged;
      for (own.offset = 0; own.offset < row.below.size(); own.offset += own.limit) {
        const HeapAnswer page = answered(ask(*trace, own, progress));
        EXPECT_EQ(page.gain, row.gain) << row.key;
        for (const HeapRow& below : page.rows) paged.emplace_back(below.key, *below.gain);
      }
      std::vector<std::pair<std::string, uint64_t>> whole;
      for (const HeapRow& below : row.below) whole.emplace_back(below.key, *below.gain);
      EXPECT_EQ(paged, whole) << row.key;
    }
  }
  for (const char* waste : {"Equal strings", "Equal arrays", "Arrays without elements", "Empty collections",
                            "Sparsely filled collections", "Sparsely filled arrays", "Boxed numbers", ""}) {
    EXPECT_GT(met[waste], 10U) << waste;
  }
}

}  // namespace
}  // namespace heaptrail
