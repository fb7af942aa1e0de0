#include "model/symbols.h"

namespace heaptrail {

bool Symbols::isSubclass(TypeId type, TypeId ancestor) const {
  for (TypeId t = type; t.exists(); t = (*this)[t].superclass) {
    if (t == ancestor) return true;
  }
  return false;
}

DeclaredField Symbols::referenceField(TypeId type, uint32_t slot) const {
  uint32_t seen = 0;
  for (TypeId t = type; t.exists(); t = (*this)[t].superclass) {
    for (const Field& field : (*this)[t].fields) {
      if (field.kind != ValueKind::kReference) continue;
      if (seen == slot) return {t, &field};
      ++seen;
    }
  }
  return {};
}

std::string Symbols::referenceFieldName(TypeId type, uint32_t slot) const {
  const Field* field = referenceField(type, slot).field;
  return field == nullptr ? std::string() : field->name;
}

}  // namespace heaptrail
