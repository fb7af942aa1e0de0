// A sentence for people, made of words and of things that somebody can follow: the field that holds, the type that
// piles up, the line that makes it. A terminal shows the text, the editor makes links of the rest.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "growth/place_names.h"
#include "model/symbols.h"

namespace heaptrail {

/// A class, by its full name.
struct NamedType {
  std::string name;
};

struct SentencePart {
  std::string text;
  std::variant<std::monostate, FieldName, NamedType, Frame> target;  // none for mere words
};

class Sentence {
 public:
  Sentence& say(std::string_view words);
  Sentence& link(std::string text, FieldName field) { return add(std::move(text), std::move(field)); }
  Sentence& link(std::string text, NamedType type) { return add(std::move(text), std::move(type)); }
  Sentence& link(std::string text, Frame line) { return add(std::move(text), std::move(line)); }

  const std::vector<SentencePart>& parts() const { return parts_; }
  std::string text() const;

 private:
  template <typename Target>
  Sentence& add(std::string text, Target target) {
    parts_.push_back({std::move(text), std::move(target)});
    return *this;
  }

  std::vector<SentencePart> parts_;
};

}  // namespace heaptrail
