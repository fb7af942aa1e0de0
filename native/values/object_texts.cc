#include "values/object_texts.h"

#include "values/text_rules.h"

namespace heaptrail {

std::string ObjectTexts::of(ObjectIndex object, size_t longest) {
  if (values_ == nullptr || made_ == kMaxTexts || !hasTextRule(heap_, object)) return {};
  ++made_;
  const ValueReader reader(heap_, *values_);
  return ObjectText(reader, longest).of(object);
}

}  // namespace heaptrail
