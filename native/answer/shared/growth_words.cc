#include "answer/shared/growth_words.h"

#include <fmt/format.h>

#include "growth/place_names.h"
#include "structure/type_families.h"
#include "text/numbers.h"

namespace heaptrail {

namespace {

bool isArray(std::string_view type) { return type.ends_with("[]"); }

/// Whether an s makes its plural; other plurals would change the name, and nobody would find it in the source.
bool hasPlainPlural(std::string_view name) {
  constexpr std::string_view kVowels = "aeiou";
  const char last = name.back();
  if (last == 'y') return name.size() > 1 && kVowels.contains(name[name.size() - 2]);
  if (last == 'h') return !name.ends_with("ch") && !name.ends_with("sh");
  return (last >= 'a' && last <= 'z' && last != 's' && last != 'x' && last != 'z');
}

void sayType(Sentence& sentence, std::string_view type, bool isOne) {
  std::string name = shortClassName(type);
  std::string_view behind;
  if (isArray(type)) {
    behind = isOne ? " array" : " arrays";
  } else if (!isOne) {
    if (hasPlainPlural(name)) {
      name += 's';
    } else {
      behind = " objects";
    }
  }
  if (isArray(type) || isOfJdk(type)) {
    sentence.say(name);
  } else {
    sentence.link(std::move(name), NamedType{std::string(type)});
  }
  sentence.say(behind);
}

}  // namespace

void sayCounted(Sentence& sentence, uint64_t count, std::string_view type) {
  sentence.say(groupedDigits(count) + " ");
  sayType(sentence, type, count == 1);
}

void sayMore(Sentence& sentence, uint64_t count, std::string_view type) {
  sentence.say(groupedDigits(count) + " more ");
  sayType(sentence, type, count == 1);
}

std::string pluralOf(std::string_view type) {
  Sentence words;
  sayType(words, type, false);
  return words.text();
}

std::string lineWords(const Frame& frame, const std::optional<FieldName>& field) {
  const std::string_view method = methodAsWritten(frame.method);
  std::string words;
  std::string_view beforeLine = ":";
  if (method == "<init>" || method == "<clinit>") {
    beforeLine = ", line ";
    const bool isOfField = field && field->className == frame.className;
    words = isOfField ? "field " + field->name : shortClassName(frame.className);
  } else {
    words = fmt::format("{}.{}", shortClassName(frame.className), method);
  }
  if (frame.line > 0) words += fmt::format("{}{}", beforeLine, frame.line);
  return words;
}

std::string shareWords(double share, bool isEstimated) {
  return fmt::format("{}{:.1f} %", isEstimated ? "≈ " : "", 100 * share);
}

std::string shareOfGrowth(const GrownSize& size, const HeapGain& gain) {
  if (gain.heapGrew()) {
    return fmt::format("{:.1f} % of the heap{}", gain.percentOf(size), gain.isWhole() ? "" : "'s growth");
  }
  if (size.bytes() <= 0) return "no more than before";
  return fmt::format("{} more ({:.1f} % of the heap)", binaryUnits(static_cast<uint64_t>(size.bytes())),
                     gain.percentOf(size));
}

}  // namespace heaptrail
