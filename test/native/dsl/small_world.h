// Files of descriptions and types of a trace as tests write them down.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dsl/description_set.h"
#include "dsl/type_index.h"

namespace heaptrail::dsl {

/// Types by name, each with its superclass: `{"HashMap", "Object"}`.
inline std::shared_ptr<const TypeIndex> typesOf(const std::vector<std::pair<std::string, std::string>>& names) {
  auto symbols = std::make_shared<Symbols>();
  for (const auto& [name, superclass] : names) {
    Type type;
    type.name = name;
    if (name.ends_with("[]")) type.shape = name == "byte[]" ? TypeShape::kPrimitiveArray : TypeShape::kReferenceArray;
    for (uint32_t i = 0; i < symbols->types.size(); ++i) {
      if (symbols->types[i].name == superclass) type.superclass = TypeId(i);
    }
    symbols->types.push_back(std::move(type));
  }
  return std::make_shared<const TypeIndex>(std::move(symbols));
}

/// The user's files 0.ds, 1.ds, …; before them, where there is one, a shipped file called shipped.ds.
inline std::shared_ptr<const DescriptionSet> setOf(std::vector<std::string> texts, const std::string& shipped = "") {
  DescriptionSet::Files files;
  if (!shipped.empty()) {
    files.push_back(std::make_shared<const DescriptionFile>("shipped.ds", shipped, FileOrigin::kShipped));
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    files.push_back(std::make_shared<const DescriptionFile>(std::to_string(i) + ".ds", texts[i], FileOrigin::kUser));
  }
  return std::make_shared<const DescriptionSet>(std::move(files));
}

}  // namespace heaptrail::dsl
