#include "model/symbols.h"

namespace heaptrail {

bool Symbols::isSubclass(TypeId type, TypeId ancestor) const {
  for (TypeId t = type; t.exists(); t = (*this)[t].superclass) {
    if (t == ancestor) return true;
  }
  return false;
}

std::string Symbols::referenceFieldName(TypeId type, uint32_t slot) const {
  uint32_t seen = 0;
  for (TypeId t = type; t.exists(); t = (*this)[t].superclass) {
    for (const Field& field : (*this)[t].fields) {
      if (field.kind != ValueKind::kReference) continue;
      if (seen == slot) return field.name;
      ++seen;
    }
  }
  return {};
}

}  // namespace heaptrail
