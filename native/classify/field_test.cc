#include "classify/field_test.h"

#include <algorithm>
#include <compare>
#include <optional>
#include <utility>

#include "base/text.h"
#include "base/try.h"
#include "classify/decimal_number.h"
#include "values/java_text.h"
#include "values/text_rules.h"
#include "values/value_reader.h"

namespace heaptrail {

namespace {

// No text in Java is longer. One that is compared with another is read as far as decides, others are read as they are.
constexpr size_t kWholeText = size_t{1} << 31;

class FieldTest {
 public:
  FieldTest(const Heap& heap, const StoredValues& values, const FieldCondition& condition)
      : heap_(heap),
        values_(values),
        names_(condition.names.begin(), condition.names.end()),
        comparison_(condition.comparison),
        operand_(condition.operand),
        isText_(condition.quoted),
        number_(condition.quoted ? std::nullopt : DecimalNumber::of(condition.operand)),
        hasField_(heap.symbols().types.size()) {
    const Symbols& symbols = heap.symbols();
    for (uint32_t i = 0; i < hasField_.size(); ++i) {
      size_t left = symbols.types.size();
      for (TypeId t(i); t.exists() && left-- > 0; t = symbols[t].superclass) {
        if (std::ranges::find(symbols[t].fields, names_[0], &Field::name) == symbols[t].fields.end()) continue;
        hasField_[i] = 1;
        break;
      }
    }
  }

  bool someTypeHasIt() const {
    return std::ranges::any_of(hasField_, [](uint8_t has) { return has != 0; });
  }

  bool holds(ObjectIndex object) const {
    if (hasField_[heap_.typeOf(object).value()] == 0) return false;
    // Of a class object, fields would be those of java.lang.Class.
    for (size_t i = 0; i < names_.size(); ++i) {
      const FieldValues fields(heap_, values_, object);
      const StoredValue* value = fields.find(names_[i]);
      if (value == nullptr) return false;
      if (i + 1 == names_.size()) return isSo(*value);
      if (value->kind != ValueKind::kReference) return false;
      const std::optional<ObjectIndex> next = heap_.find(ObjectId(value->bits));
      if (value->bits == 0 || !next) return false;
      object = *next;
    }
    return false;
  }

 private:
  bool isSo(const StoredValue& value) const {
    if (value.kind != ValueKind::kReference) return isSo(plainText(value));
    const bool isNullAsked = operand_ == "null" && !isText_;
    if (value.bits == 0 || isNullAsked) {
      if (!isNullAsked) return comparison_ == FieldComparison::kUnequal;
      return comparison_ == FieldComparison::kEqual ? value.bits == 0
                                                    : comparison_ == FieldComparison::kUnequal && value.bits != 0;
    }
    const std::optional<ObjectIndex> object = heap_.find(ObjectId(value.bits));
    if (!object) return false;
    const ValueReader reader(heap_, values_);
    const bool isWholeRead = comparison_ == FieldComparison::kMatches || number_;
    const size_t longest = std::max(operand_.size() + 1, isWholeRead ? kWholeText : 0);
    const std::string text = ObjectText(reader, longest, TextMarks::kNone).of(*object);
    // The text of an empty string is empty, but has marks; what stands for nothing has none.
    if (text.empty() && ObjectText(reader, longest).of(*object).empty()) return false;
    return isSo(text);
  }

  bool isSo(const std::string& text) const {
    switch (comparison_) {
      case FieldComparison::kEqual:
        return equals(text);
      case FieldComparison::kUnequal:
        return !equals(text);
      case FieldComparison::kMatches:
        return matchesWildcard(operand_, text);
      default:
        break;
    }
    const std::partial_ordering order = this->order(text);
    switch (comparison_) {
      case FieldComparison::kLess:
        return order < 0;
      case FieldComparison::kAtMost:
        return order <= 0;
      case FieldComparison::kMore:
        return order > 0;
      default:
        return order >= 0;
    }
  }

  /// 1.50 is 1.5.
  bool equals(const std::string& text) const { return text == operand_ || order(text) == 0; }

  /// Of the number that a text is and the operand; none where one of them is no number.
  std::partial_ordering order(const std::string& text) const {
    if (!number_) return std::partial_ordering::unordered;
    const std::optional<DecimalNumber> number = DecimalNumber::of(text);
    return number ? *number <=> *number_ : std::partial_ordering::unordered;
  }

  const Heap& heap_;
  const StoredValues& values_;
  std::vector<std::string> names_;
  FieldComparison comparison_;
  std::string operand_;
  bool isText_;
  std::optional<DecimalNumber> number_;
  std::vector<uint8_t> hasField_;  // by type
};

}  // namespace

Result<Test> fieldTest(const HeapFacts& facts, const FieldCondition& condition, Progress&) {
  const auto values = TRY(facts.values());
  if (values == nullptr) {
    return usageError(condition.mistake + "; fields can be asked for in heap dumps only: this trace holds no values");
  }
  auto test = std::make_shared<const FieldTest>(facts.heap(), *values, condition);
  if (!test->someTypeHasIt()) return usageError(condition.mistake + "; no class has a field of this name either");
  return Test([test, values](ObjectIndex object) { return test->holds(object); });
}

}  // namespace heaptrail
