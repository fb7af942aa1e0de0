// The names in a trace: types with their fields, allocation sites and stacks, threads.
//
// Symbols belong to the trace, not to a point; heaps refer to them by id. Immutable once the trace is open.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/ids.h"

namespace heaptrail {

/// What a field or an array element holds.
enum class ValueKind : uint8_t { kReference, kBoolean, kChar, kFloat, kDouble, kByte, kShort, kInt, kLong };

/// Bytes of a primitive value; what a reference takes depends on the JVM, so it has no answer here.
constexpr uint32_t primitiveBytes(ValueKind kind) {
  switch (kind) {
    case ValueKind::kBoolean:
    case ValueKind::kByte:
      return 1;
    case ValueKind::kChar:
    case ValueKind::kShort:
      return 2;
    case ValueKind::kFloat:
    case ValueKind::kInt:
      return 4;
    case ValueKind::kDouble:
    case ValueKind::kLong:
      return 8;
    case ValueKind::kReference:
      break;
  }
  return 0;
}

struct Field {
  std::string name;
  ValueKind kind = ValueKind::kReference;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.name, self.kind);
  }
};

enum class TypeShape : uint8_t { kInstance, kReferenceArray, kPrimitiveArray };

struct Type {
  std::string name;  // as in source: `java.util.HashMap$Node[]`, `int[]`
  TypeShape shape = TypeShape::kInstance;
  ValueKind element = ValueKind::kReference;  // of arrays
  TypeId superclass = TypeId::none();
  std::vector<Field> fields;  // declared by the type itself, in the trace's order

  /// Shallow size of an instance; for arrays, of one without elements before it is rounded up.
  uint32_t bytes = 0;
  uint32_t elementBytes = 0;  // of arrays

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.name, self.shape, self.element, self.superclass, self.fields, self.bytes, self.elementBytes);
  }
};

struct Frame {
  std::string className;
  std::string method;
  std::string file;   // empty when unknown
  uint32_t line = 0;  // 0 when unknown

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.className, self.method, self.file, self.line);
  }
};

/// An allocation site, or the stack of a thread: the innermost frame first.
struct Site {
  std::vector<Frame> frames;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.frames);
  }
};

struct ThreadInfo {
  std::string name;
  SiteId stack = SiteId::none();  // where it stood at the (only) point

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.name, self.stack);
  }
};

/// A field, and the type that declares it; nullptr where the trace does not know it.
struct DeclaredField {
  TypeId declaredBy = TypeId::none();
  const Field* field = nullptr;
};

struct Symbols {
  std::vector<Type> types;
  std::vector<Site> sites;
  std::vector<ThreadInfo> threads;

  const Type& operator[](TypeId id) const { return types[id.value()]; }
  const Site& operator[](SiteId id) const { return sites[id.value()]; }
  const ThreadInfo& operator[](ThreadId id) const { return threads[id.value()]; }

  /// Whether `type` is `ancestor` or a subclass of it.
  bool isSubclass(TypeId type, TypeId ancestor) const;

  /// The reference fields of an instance in slot order: the type's own first, then its superclass's, and so on up.
  /// `slot` is the position in that list.
  DeclaredField referenceField(TypeId type, uint32_t slot) const;
  /// Its name, qualified by nothing: `next`, `table`.
  std::string referenceFieldName(TypeId type, uint32_t slot) const;

  template <typename Archive, typename Self>
  static void archived(Archive& archive, Self& self) {
    archive(self.types, self.sites, self.threads);
  }
};

}  // namespace heaptrail
