// What an object is called beside its type, in a few words, wherever an answer names one: what it stands for
// (values/object_texts.h), how many entries or elements it has, or what its fields say: `user="anna", cart=3 entries`.
//
// How many there are is told of recordings, too; the rest takes values. A text costs up to some dozen small reads, so
// an answer has at most kMaxTexts of them.
#pragma once

#include <cstddef>
#include <string>

#include "structure/collection_reader.h"
#include "values/object_texts.h"

namespace heaptrail {

class ObjectNaming {
 public:
  /// Without values, no texts from them. All outlive this.
  ObjectNaming(const Heap& heap, const dsl::DescribedTypes& types, const StoredValues* values)
      : heap_(heap), values_(values), texts_(heap, values), collections_(heap, types, values) {}

  /// Empty where there is nothing to say.
  std::string of(ObjectIndex object, size_t longest = ObjectTexts::kShortText);

  const CollectionReader& collections() const { return collections_; }

 private:
  std::string collectionText(ObjectIndex object) const;
  std::string ownText(ObjectIndex object, size_t longest);
  std::string fieldsText(ObjectIndex object);

  const Heap& heap_;
  const StoredValues* values_;
  ObjectTexts texts_;
  CollectionReader collections_;
  size_t made_ = 0;
};

/// `3 entries`, `1 element`, `at least 1,000 entries`.
std::string collectionSizeText(ItemKind kind, const CollectionSize& size);

}  // namespace heaptrail
