#include "growth/alike_classes.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "structure/type_families.h"

namespace heaptrail {

uint32_t AlikeClasses::nameOf(uint32_t type) {
  if (!names_) names_ = find();
  const auto alike = names_->find(type);
  return alike == names_->end() ? type : alike->second;
}

std::unordered_map<uint32_t, uint32_t> AlikeClasses::find() const {
  std::map<std::string, std::set<uint32_t>> byName;
  for (const EndOfWindow end : kBothEnds) {
    const HeapEnd& at = heaps_.ends[end];
    for (uint32_t t = 0; t < at.heap().symbols().types.size(); ++t) {
      const ObjectIndex classObject = at.heap().classObjectOf(TypeId(t));
      if (!classObject.exists() || !at.graph->live().test(classObject.value())) continue;
      const std::string& name = at.heap().symbols().types[t].name;
      std::string common = withoutNumbers(name);
      if (common != name) byName[std::move(common)].insert(heaps_.names->typeOf(end, TypeId(t)));
    }
  }
  std::unordered_map<uint32_t, uint32_t> names;
  for (const auto& [name, types] : byName) {
    if (types.size() < kMany) continue;
    for (const uint32_t type : types) names.emplace(type, heaps_.names->typeNamed(name));
  }
  return names;
}

}  // namespace heaptrail
