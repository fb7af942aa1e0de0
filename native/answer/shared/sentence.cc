#include "answer/shared/sentence.h"

namespace heaptrail {

Sentence& Sentence::say(std::string_view words) {
  if (parts_.empty() || !std::holds_alternative<std::monostate>(parts_.back().target)) {
    parts_.push_back({std::string(words), std::monostate()});
  } else {
    parts_.back().text += words;
  }
  return *this;
}

std::string Sentence::text() const {
  std::string text;
  for (const SentencePart& part : parts_) text += part.text;
  return text;
}

}  // namespace heaptrail
