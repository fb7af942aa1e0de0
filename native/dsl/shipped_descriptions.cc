#include "dsl/shipped_descriptions.h"

#include "dsl/shipped_texts.h"

namespace heaptrail::dsl {

const DescriptionSet::Files& shippedDescriptions() {
  static const DescriptionSet::Files files = [] {
    DescriptionSet::Files parsed;
    for (const ShippedText& shipped : shippedTexts()) {
      parsed.push_back(std::make_shared<const DescriptionFile>(std::string(kShippedPrefix) + std::string(shipped.name),
                                                               std::string(shipped.text), FileOrigin::kShipped));
    }
    return parsed;
  }();
  return files;
}

}  // namespace heaptrail::dsl
