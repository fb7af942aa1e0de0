// Heap dumps with objects of random classes, and what was written into their fields: all kinds of values, strings in
// all encodings, fields that hide inherited ones, references to nothing and to what is not there.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "trace/hprof/hprof_builder.h"

namespace heaptrail::test {

// Longs in it are exact.
using ExactNumber = long double;

/// What a value is compared by: how it reads, and which number that is.
struct Reading {
  std::string text;
  std::optional<ExactNumber> number;
};

struct KnownValue {
  bool reference = false;
  uint64_t bits = 0;  // the id where it is a reference
  Reading reading;    // where it is none
};

/// An object of which we know what its fields hold, since we wrote it.
struct KnownObject {
  std::map<std::string, KnownValue> fields;  // by name: where a class hides one of its superclass, its own
  std::optional<Reading> standsFor;
};

/// A heap dump with objects of random classes, beside strings and others that stand for something.
class RandomDump {
 public:
  explicit RandomDump(uint32_t seed) : random_(seed), dump_(seed % 2 == 0 ? 4 : 8), oldStrings_(seed % 3 == 0) {
    addClasses();
    for (uint32_t o = 0; o < 24; ++o) ids_.push_back(kFirst + 0x100 * o);
    dump_.beginSegment();
    for (size_t o = 0; o < ids_.size(); ++o) {
      if (o == ids_.size() / 2) dump_.endSegment().beginSegment();
      addObject(ids_[o]);
    }
    dump_.endSegment();
  }

  const HprofBuilder& dump() const { return dump_; }
  const std::map<uint64_t, KnownObject>& objects() const { return objects_; }
  bool isDeclared(const std::string& field) const { return declared_.contains(field); }
  const std::vector<Reading>& readings() const { return readings_; }

 private:
  static constexpr uint64_t kFirst = 0x100000;
  static constexpr uint64_t kContents = 0x200000;

  struct Class {
    uint64_t superId;
    HprofBuilder::Fields fields;
  };
  struct Character {
    std::u16string units;
    std::string text;
    std::optional<ExactNumber> number = {};
  };

  uint32_t below(size_t limit) { return static_cast<uint32_t>(random_() % limit); }
  template <typename T>
  T oneOf(std::vector<T> values) {
    return values[below(values.size())];
  }

  uint64_t addClass(const std::string& name, uint64_t superId, const HprofBuilder::Fields& fields) {
    for (const auto& [field, kind] : fields) declared_.insert(field);
    const uint64_t id = dump_.addClass(name, superId, fields);
    classes_[id] = {superId, fields};
    return id;
  }

  void addClasses() {
    object_ = addClass("java/lang/Object", 0, {});
    string_ = addClass(
        "java/lang/String", object_,
        oldStrings_ ? HprofBuilder::Fields{{"value", 'L'}} : HprofBuilder::Fields{{"value", 'L'}, {"coder", 'B'}});
    const uint64_t builder =
        addClass("java/lang/AbstractStringBuilder", object_, {{"value", 'L'}, {"coder", 'B'}, {"count", 'I'}});
    builder_ = addClass("java/lang/StringBuilder", builder, {});
    const uint64_t constant = addClass("java/lang/Enum", object_, {{"name", 'L'}, {"ordinal", 'I'}});
    constant_ = addClass("app/State", constant, {});
    for (const auto& [name, kind] : std::vector<std::pair<std::string, char>>{
             {"Integer", 'I'}, {"Long", 'J'}, {"Character", 'C'}, {"Boolean", 'Z'}, {"Double", 'D'}}) {
      boxes_.push_back(addClass("java/lang/" + name, object_, {{"value", kind}}));
    }
    for (uint32_t c = 1 + below(5); c > 0; --c) {
      HprofBuilder::Fields fields;
      for (const char* name : {"a", "link", "next", "age", "size"}) {
        const bool link = name == std::string("link") || name == std::string("next");
        if (below(2) == 0) fields.emplace_back(name, link && below(4) > 0 ? 'L' : "ZCFDBSIJLL"[below(10)]);
      }
      own_.push_back(
          addClass(fmt::format("app/Class{}", c), own_.empty() || below(2) == 0 ? object_ : oneOf(own_), fields));
    }
  }

  KnownValue whole(int64_t value) {
    return {false, static_cast<uint64_t>(value), {fmt::format("{}", value), static_cast<ExactNumber>(value)}};
  }
  template <typename T>
  KnownValue wholeOf() {
    constexpr T kLeast = std::numeric_limits<T>::min();
    constexpr T kMost = std::numeric_limits<T>::max();
    return whole(oneOf<T>({0, 1, 2, 5, 42, 100, -1, -7, kLeast, kMost, kMost - 1}));
  }

  KnownValue value(char kind) {
    switch (kind) {
      case 'Z': {
        const bool is = below(2) == 0;
        return {false, is ? 1U : 0U, {is ? "true" : "false", {}}};
      }
      case 'B':
        return wholeOf<int8_t>();
      case 'S':
        return wholeOf<int16_t>();
      case 'I':
        return wholeOf<int32_t>();
      case 'J':
        // Of more digits than a double has.
        return below(3) > 0 ? wholeOf<int64_t>() : whole((int64_t{1} << 53) + below(3));
      case 'C': {
        const Character is = oneOf<Character>({{u"a", "a"},
                                               {u"7", "7", 7},
                                               {u"'", "'"},
                                               {u"\\", "\\"},
                                               {u"\n", "\\n"},
                                               {u"ü", "ü"},
                                               {{0xd83d}, "\\ud83d"}});
        return {false, is.units[0], {is.text, is.number}};
      }
      case 'F': {
        // As Java prints them: the float nearest to 0.1 is 0.1.
        const float is = oneOf<float>({0, 0.5F, 0.1F, -2, 1e20F, HUGE_VALF, -HUGE_VALF, NAN});
        return {false, std::bit_cast<uint32_t>(is), realReading(is, is == 0.1F ? 0.1 : double{is})};
      }
      case 'D': {
        const double is = oneOf<double>({0, 0.5, 0.1, -2, 42, 1e300, HUGE_VAL, -HUGE_VAL, NAN});
        return {false, std::bit_cast<uint64_t>(is), realReading(is, is)};
      }
      default:
        if (below(5) == 0) return {true, 0, {}};
        if (below(12) == 0) return {true, below(2) == 0 ? 0xdead00 : string_, {}};  // nothing, or a class
        return {true, oneOf(ids_), {}};
    }
  }

  template <typename T>
  static Reading realReading(T is, double number) {
    if (std::isnan(is)) return {"NaN", number};
    if (std::isinf(is)) return {is < 0 ? "-Infinity" : "Infinity", number};
    return {fmt::format("{}", is), number};
  }

  Character text() {
    return oneOf<Character>({{u"", ""},
                             {u"anna", "anna"},
                             {u"Anna Lee", "Anna Lee"},
                             {u"42", "42", 42},
                             {u"1.5", "1.5", 1.5},
                             {u"1.50000", "1.50000", 1.5},
                             {u"1000000", "1000000", 1e6},
                             {u"null", "null"},
                             {u"true", "true"},
                             {u"say \"hi\"", "say \"hi\""},
                             {u"it's", "it's"},
                             {u"(a*b)", "(a*b)"},
                             {u"a\nb\\", "a\\nb\\"},
                             {u"grün", "grün"},
                             {u"€ 100", "€ 100"},
                             {u"a😀b", "a😀b"},
                             {std::u16string(90, u'x'), std::string(90, 'x')}});
  }

  /// Writes the array of a string; gives its id, and whether it is in UTF-16.
  std::pair<uint64_t, bool> addContent(const Character& is, bool asChars) {
    const uint64_t id = kContents + 0x100 * contents_++;
    objects_[id] = {};
    bool wide = below(3) == 0;  // a JVM would take Latin-1 wherever it can
    for (const char16_t unit : is.units) wide = wide || unit > 0xff;
    std::string bytes;
    for (const char16_t unit : is.units) {
      bytes += static_cast<char>(unit & 0xff);
      if (wide) bytes += static_cast<char>(unit >> 8);
    }
    if (asChars) {
      dump_.chars(id, is.units);
      objects_[id].standsFor = Reading{is.text, is.number};
    } else {
      dump_.bytes(id, bytes);
    }
    return {id, wide};
  }

  static KnownValue reference(uint64_t id) { return {true, id, {}}; }

  void addObject(uint64_t id) {
    switch (below(8)) {
      case 0:
      case 1:
        return addString(id, text());
      case 2: {
        const Character is = text();
        const auto [content, wide] = addContent(is, false);
        add(id, builder_, {reference(content), whole(wide ? 1 : 0), whole(static_cast<int64_t>(is.units.size()))},
            Reading{is.text, is.number});
        return;
      }
      case 3: {
        const Character name = oneOf<Character>({{u"OPEN", "OPEN"}, {u"CLOSED", "CLOSED"}});
        const uint64_t nameId = kContents + 0x100 * contents_++;
        addString(nameId, name);
        add(id, constant_, {reference(nameId), whole(below(3))}, Reading{name.text, {}});
        return;
      }
      case 4: {
        const uint64_t box = oneOf(boxes_);
        const KnownValue is = value(classes_[box].fields[0].second);
        add(id, box, {is}, is.reading);
        return;
      }
      default: {
        const uint64_t type = oneOf(own_);
        std::vector<KnownValue> values;
        for (uint64_t c = type; c != 0; c = classes_[c].superId) {
          for (const auto& [name, kind] : classes_[c].fields) values.push_back(value(kind));
        }
        add(id, type, values, {});
      }
    }
  }

  void addString(uint64_t id, const Character& is) {
    const auto [content, wide] = addContent(is, oldStrings_);
    std::vector<KnownValue> values{reference(content)};
    if (!oldStrings_) values.push_back(whole(wide ? 1 : 0));
    add(id, string_, values, Reading{is.text, is.number});
  }

  void add(uint64_t id, uint64_t type, const std::vector<KnownValue>& values, const std::optional<Reading>& standsFor) {
    KnownObject& object = objects_[id];
    object.standsFor = standsFor;
    if (standsFor) readings_.push_back(*standsFor);
    std::vector<uint64_t> bits;
    for (uint64_t c = type; c != 0; c = classes_[c].superId) {
      for (const auto& [name, kind] : classes_[c].fields) {
        const KnownValue& value = values[bits.size()];
        bits.push_back(value.bits);
        object.fields.emplace(name, value);  // not where a subclass has one of this name
        if (!value.reference) readings_.push_back(value.reading);
      }
    }
    dump_.instance(id, type, bits);
  }

  std::mt19937 random_;
  HprofBuilder dump_;
  bool oldStrings_;  // chars instead of bytes, as before JDK 9
  uint64_t object_ = 0;
  uint64_t string_ = 0;
  uint64_t builder_ = 0;
  uint64_t constant_ = 0;
  std::vector<uint64_t> boxes_;
  std::vector<uint64_t> own_;
  std::map<uint64_t, Class> classes_;
  std::set<std::string> declared_;
  std::vector<uint64_t> ids_;
  uint64_t contents_ = 0;
  std::map<uint64_t, KnownObject> objects_;
  std::vector<Reading> readings_;
};

}  // namespace heaptrail::test
